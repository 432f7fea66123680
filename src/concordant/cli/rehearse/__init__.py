"""``concordant rehearse``: a study played on one table, for people who ask what it would bring."""
