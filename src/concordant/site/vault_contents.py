"""Say what a vault holds beside what was asked for.

In:  folders of a vault, the site that was asked for, its releases that are known.
Out: the end of a sentence with agreed names and numbers, or a count; nothing is opened. Only a
     site runs this.
"""

from collections.abc import Sequence
from pathlib import Path

from concordant.terms.listing import list_some

_MOST_NAMED = 5


def say_what_is_there(study: Path, site: str, releases: Sequence[int]) -> str:
    """Return ``, but …`` with what lies nearest to what was asked for.

    >>> say_what_is_there(Path("nowhere"), "north", [1, 2])
    ', but of release 1, 2'
    """
    if releases:
        return f", but of release {', '.join(map(str, releases))}"
    if (study / site).is_dir():
        return ", but of another version of them"
    others = (
        sorted(each.name for each in study.iterdir() if each.is_dir()) if study.is_dir() else []
    )
    if others:
        return f", but of {list_some([repr(name) for name in others], most=_MOST_NAMED)}"
    return ""


def count_other_terms(site: Path, terms_digest: str) -> int:
    """Return under how many other terms the site whose folder this is made a release.

    >>> count_other_terms(Path("nowhere"), "0" * 64)
    0
    """
    begun = {basis.parent.name for basis in site.glob("*/*.basis")}
    return len(begun - {terms_digest})
