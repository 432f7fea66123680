"""Turns the facts of a run into pages; computes no model."""
