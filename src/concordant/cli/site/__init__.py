"""``concordant site``: what runs inside one institution."""
