"""Files that survive a power cut and that others cannot read; no meaning, only bytes."""
