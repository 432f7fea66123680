"""Refuse an argument of another type at the door of the public API.

In:  what a Python caller handed over, the type that belongs there, and where to get one.
Out: nothing, or an error that names the argument and both types; never a value. Anybody may run
     this, so that nothing inside trips over it.
"""

from concordant.errors.terms import ArgumentUnfit
from concordant.terms.charter import Charter


def require_argument(value: object, wanted: type, *, argument: str, advice: str) -> None:
    """Refuse a value of another type."""
    if not isinstance(value, wanted):
        raise ArgumentUnfit(
            argument=argument, given=type(value).__name__, wanted=wanted.__name__, advice=advice
        )


def require_charter(charter: object) -> None:
    """Refuse whatever is no charter."""
    advice = (
        "Read it first: `decode_charter(Path(…).read_text(encoding='utf-8'))`, from "
        "concordant.terms.charter_text."
    )
    require_argument(charter, Charter, argument="charter", advice=advice)
