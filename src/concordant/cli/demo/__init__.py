"""``concordant demo``: both roles played on one machine, for people who want to see it happen."""
