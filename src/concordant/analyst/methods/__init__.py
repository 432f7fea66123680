"""One alignment method per file: anchor views, or their orthonormal frames, to one map per site."""
