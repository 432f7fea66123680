"""``concordant pact``: make, show, import and compare the sites' common secret."""
