"""Both roles in one process, for teaching and research; never part of a real study."""
