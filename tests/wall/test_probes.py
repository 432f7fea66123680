"""A wall whose alarm is never tested is decoration: break it in each known way and listen."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import concordant
from tests.wall.test_imports import ANALYST_ALONE

SOURCE = Path(concordant.__file__).parent
PROJECT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow

# (name, file, line that is added, which alarm must ring)
PROBES = [
    ("direct import", "analyst/pool.py", "import concordant.site.pact", "contracts"),
    (
        "import in a function",
        "analyst/pool.py",
        "def _f() -> None:\n    import concordant.site.pact",
        "contracts",
    ),
    (
        "under TYPE_CHECKING",
        "analyst/pool.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import concordant.site.pact",
        "contracts",
    ),
    ("through rehearsal", "analyst/pool.py", "import concordant.rehearsal.split", "contracts"),
    ("through wire", "wire/codec.py", "import concordant.site.pact", "contracts"),
    (
        "by name",
        "analyst/pool.py",
        'import importlib\nimportlib.import_module("concordant.site.pact")',
        "style",
    ),
    ("re-export in a room", "cli/__init__.py", "import concordant.site.pact", "process"),
    (
        "re-export in the folder",
        "transport/folder/__init__.py",
        "import concordant.site.pact",
        "process",
    ),
    ("pickle in the codec", "wire/codec.py", "import pickle", "contracts"),
    ("numpy.load", "wire/codec.py", 'import numpy\nnumpy.load("x")', "style"),
    ("upward import", "linalg/procrustes.py", "import concordant.terms.charter", "contracts"),
    ("a reader of the basis", "site/anchor.py", "import concordant.site.basis", "contracts"),
]


def rings(alarm: str, copy: Path, file: str) -> bool:
    if alarm == "contracts":
        command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    elif alarm == "style":
        command = [str(Path(sys.executable).with_name("ruff")), "check", "--no-cache"]
        command += ["--select", "TID251", f"src/concordant/{file}"]
    else:
        command = [sys.executable, "-c", ANALYST_ALONE]
        command += ["concordant.cli.analyst", "concordant.transport.folder.analyst"]
    done = subprocess.run(  # noqa: S603
        command,
        cwd=copy,
        env={"PYTHONPATH": str(copy / "src"), "PATH": "", "SYSTEMROOT": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "No such file" not in done.stderr
    return done.returncode != 0


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(SOURCE, tmp_path / "src" / "concordant")
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.parametrize("alarm", ["contracts", "style", "process"])
def test_no_alarm_rings_in_the_house_as_it_is(alarm, copy):
    assert not rings(alarm, copy, "wire/codec.py")


@pytest.mark.parametrize(("name", "file", "line", "alarm"), PROBES, ids=[p[0] for p in PROBES])
def test_each_known_way_through_the_wall_rings_an_alarm(name, file, line, alarm, copy):
    path = copy / "src" / "concordant" / file
    path.write_text(path.read_text("utf-8") + "\n\n" + line + "\n", "utf-8")
    assert rings(alarm, copy, file), f"nobody noticed: {name}"
