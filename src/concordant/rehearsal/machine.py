"""What numbers were computed with: versions of the libraries, and what kind of machine.

In:  nothing.
Out: plain words. No name of a machine or of a person is in them.
"""

import os
import platform
from importlib.metadata import version

LIBRARIES = ("concordant", "numpy", "scikit-learn")


def versions() -> dict[str, str]:
    """Return versions by the names that columns of results have."""
    found = {library.replace("-", "_"): version(library) for library in LIBRARIES}
    return {**found, "python": platform.python_version()}


def machine_words() -> str:
    """Return system, architecture and number of processors."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count() or 1} processors"
