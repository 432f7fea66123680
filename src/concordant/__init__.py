"""Train one model from tables that stay with their owners.

The names below are the public API; each is loaded when it is first asked for, so that
``import concordant`` stays light and neither role's code reaches the other's process unasked.
"""

from importlib.metadata import version as _version
from typing import Any

__version__ = _version("concordant")

# public name → room. tests/wall freezes this table.
_ROOMS = {
    "Charter": "concordant.terms.charter",
    "CollaborativeClassifier": "concordant.rehearsal.estimator",
    "CollaborativeRegressor": "concordant.rehearsal.estimator",
    "Pact": "concordant.site.pact",
    "agree_span": "concordant.analyst.agree",
    "align": "concordant.analyst.align",
    "contribute": "concordant.site.contribute",
    "predict": "concordant.site.predict",
    "train": "concordant.analyst.train",
}

__all__ = [
    "Charter",
    "CollaborativeClassifier",
    "CollaborativeRegressor",
    "Pact",
    "agree_span",
    "align",
    "contribute",
    "predict",
    "train",
]


def __getattr__(name: str) -> Any:
    """Load a public name from its room (PEP 562)."""
    if name not in _ROOMS:
        msg = f"module 'concordant' has no attribute {name!r}"
        raise AttributeError(msg)
    # The names are ours, from the closed table above; nothing outside chooses what is imported.
    import importlib

    return getattr(importlib.import_module(_ROOMS[name]), name)  # noqa: TID251


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
