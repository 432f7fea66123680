"""The alarm of the wall at run time: what import-linter cannot see, a fresh process can."""

import subprocess
import sys
from pathlib import Path

import pytest

import concordant

SOURCE = Path(concordant.__file__).parent

ANALYST_SIDE = [
    "concordant.cli.analyst",
    "concordant.cli.charter",
    "concordant.transport.folder.analyst",
    "concordant.transport.folder.layout",
    "concordant.transport.folder.run",
    *sorted(
        "concordant." + ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for room in ("analyst", "report", "terms", "wire", "linalg", "files", "errors")
        for path in (SOURCE / room).rglob("*.py")
        if path.name != "__init__.py"
    ),
]

HEAVY = ("numpy", "polars", "sklearn", "matplotlib", "scipy", "onnx", "onnxruntime", "torch")

# A meta-path hook refuses the site's rooms; whatever tries to load one fails by name.
ANALYST_ALONE = """
import sys
FORBIDDEN = ("concordant.site", "concordant.rehearsal", "concordant.transport.folder.site",
             "concordant.cli.site", "concordant.cli.demo", "concordant.cli.rehearse")
class Wall:
    def find_spec(self, name, path=None, target=None):
        if any(name == room or name.startswith(room + ".") for room in FORBIDDEN):
            raise AssertionError("the analyst's side loads " + name)
        return None
sys.meta_path.insert(0, Wall())
for module in sys.argv[1:]:
    __import__(module)
"""


def run_python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )


def test_the_analyst_loads_nothing_of_the_site():
    done = run_python(ANALYST_ALONE, *ANALYST_SIDE)
    assert done.returncode == 0, done.stderr[-2000:]


def test_the_alarm_rings_when_the_site_is_loaded():
    done = run_python(ANALYST_ALONE, "concordant.site.pact")
    assert done.returncode != 0
    assert "the analyst's side loads concordant.site" in done.stderr


@pytest.mark.parametrize("name", ["align", "agree_span", "train"])
def test_the_analysts_public_names_load_nothing_of_the_site(name):
    code = ANALYST_ALONE + f"\nimport concordant\nconcordant.{name}\n"
    done = run_python(code)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize(
    "code",
    ["import concordant", "from concordant.cli.main import main; main(['--help'])"],
    ids=["import concordant", "concordant --help"],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(code):
    report = f"""
import sys
try:
    {code}
except SystemExit:
    pass
print("LOADED", *[name for name in {HEAVY!r} if name in sys.modules])
"""
    done = run_python(report)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "LOADED"


def test_the_public_names_are_these():
    names = ["Charter", "CollaborativeClassifier", "CollaborativeRegressor", "Pact"]
    names += ["agree_span", "align", "contribute", "predict", "train"]
    assert concordant.__all__ == names
    for name in names:
        assert getattr(concordant, name).__name__ == name
    assert set(names) < set(dir(concordant))


def test_an_unknown_public_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'anything'"):
        _ = concordant.anything
