"""List the methods that a rehearsal can compare.

In:  a file with methods of one's own, if any.
Out: names and sentences, for people or as JSON. Anybody may run this.
"""

from collections.abc import Mapping
from pathlib import Path

from concordant.cli.console import Screen
from concordant.rehearsal.methods import DEFAULT_METHODS
from concordant.rehearsal.methods_file import load_methods


def method_sentences(extra: Path | None) -> Mapping[str, str]:
    """Return what each method does, by name."""
    return {name: each.about for name, each in load_methods(extra).items()}


def show_methods(screen: Screen, extra: Path | None) -> None:
    """Print the methods; a star stands beside those that are compared where none is named."""
    sentences = method_sentences(extra)
    screen.table(
        "Methods (* compared unless --methods names others)",
        ("", "method", "what it does"),
        [
            ("*" if name in DEFAULT_METHODS else "", name, about)
            for name, about in sentences.items()
        ],
    )
    screen.answer({"methods": dict(sentences), "default": list(DEFAULT_METHODS)})
