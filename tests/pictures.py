"""Empty pictures, for tests that look at everything but them.

Laying a picture out takes matplotlib most of the time of a command that writes a page. What the
pictures show is claimed in ``tests/report``; that commands write real ones, by those of their
tests that ask for ``real_pictures``.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from matplotlib.figure import Figure

EMPTY = {"svg": '<svg viewBox="0 0 4 3">\n</svg>\n', "png": b"\x89PNG\r\n\x1a\n"}
_draw = Figure.savefig


@contextmanager
def empty_pictures() -> Iterator[None]:
    """Let every picture be laid out by us, and drawn by nobody."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Figure, "savefig", _write_empty)
        yield


@contextmanager
def real_pictures() -> Iterator[None]:
    """Draw pictures after all."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Figure, "savefig", _draw)
        yield


def _write_empty(figure: Figure, file: Any, **choices: Any) -> None:
    del figure
    file.write(EMPTY[choices["format"]])
