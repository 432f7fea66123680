"""Carries wire bytes between the two roles; each role has its own end, in its own module."""
