"""Whatever byte of a file is altered on its way, the command that meets it refuses it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import call, done
from tests.small_study import SITES, joining

pytestmark = pytest.mark.slow

STEP = 97
WHO_MEETS_IT = {
    "inbox/north.bundle": ("analyst", "check", "--charter", "charter.toml", "--inbox", "inbox"),
    "views/north.view": ("analyst", "check", "--charter", "agreed.toml", "--inbox", "views"),
    "study.span": (
        *("site", "contribute", *joining("north", study="agreed")),
        *("--span", "study.span", "--dry-run"),
    ),
    "run/returns/north.return": (
        *("site", "predict", "--charter", "charter.toml", "--site", "north"),
        *("--vault", "vault-north", "--return", "run/returns/north.return"),
        *("--table", "new.csv", "--out", "predictions.csv"),
    ),
}


def altered(raw: bytes, *, every: int = 1) -> Iterator[tuple[int, bytes]]:
    """Yield the file with one byte altered: in the header at every place, then every 97th."""
    end_of_header = 8 + int.from_bytes(raw[:8], "little")
    places = [*range(0, end_of_header, every), *range(end_of_header, len(raw), STEP)]
    for place in places:
        changed = bytearray(raw)
        changed[place] ^= 1 << (place % 8)
        yield place, bytes(changed)


@pytest.fixture
def exchanged(trained) -> Path:
    """Stand in a folder that holds a bundle, a view, a span and a return of real commands."""
    words = ["--charter", "agreed.toml", "--inbox", "views", "--out", "study.span"]
    done("analyst", "agree", *words)
    assert len(SITES) == 3
    return trained


@pytest.mark.parametrize("name", WHO_MEETS_IT)
def test_inspect_refuses_every_altered_byte(name, exchanged):
    path = exchanged / name
    for place, changed in altered(path.read_bytes()):
        path.write_bytes(changed)
        ended = call("site", "inspect", path)
        assert ended.code == 3, (place, ended.shown)
        assert "Traceback" not in ended.err


@pytest.mark.parametrize("name", WHO_MEETS_IT)
def test_the_command_that_uses_the_file_refuses_it_too(name, exchanged):
    path = exchanged / name
    for place, changed in altered(path.read_bytes(), every=STEP):
        path.write_bytes(changed)
        ended = call(*WHO_MEETS_IT[name])
        assert ended.code == 3, (place, ended.shown)
        assert "Traceback" not in ended.err
    assert not (exchanged / "predictions.csv").exists()
