"""Pure functions on arrays; they know no role and touch no file."""
