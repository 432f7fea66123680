"""Say with what a number was measured: a result without its versions cannot be repeated."""

import platform
from importlib.metadata import version

LIBRARIES = ("concordant", "numpy", "scipy", "scikit-learn", "polars", "onnxruntime")


def describe_environment() -> str:
    """Return the versions and the kind of machine in one line."""
    versions = ", ".join(f"{library} {version(library)}" for library in LIBRARIES)
    return f"{versions}, Python {platform.python_version()}, {platform.machine()}"
