"""Every example runs as it is, shows its picture, and what it says is so."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = sorted(path.stem for path in EXAMPLES.glob("*.py"))
GALLERY = (EXAMPLES / "README.md").read_text("utf-8")
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(autouse=True)
def _no_window(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "Agg")


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run one example in an empty folder; return the names that it leaves."""

    def run_example(name: str) -> dict[str, Any]:
        import matplotlib.pyplot as plt

        monkeypatch.chdir(tmp_path)
        scope = runpy.run_path(str(EXAMPLES / f"{name}.py"))
        plt.close("all")
        picture = tmp_path / f"{name}.png"
        assert picture.read_bytes().startswith(PNG)
        assert [path.name for path in tmp_path.iterdir()] == [picture.name]
        return scope

    return run_example


@pytest.mark.parametrize("name", SCRIPTS)
def test_an_example_is_in_the_gallery_with_its_picture(name):
    assert f"({name}.py)" in GALLERY
    assert f"(pictures/{name}.png)" in GALLERY
    picture = EXAMPLES / "pictures" / f"{name}.png"
    assert len(PNG) < picture.stat().st_size < 200_000


def test_the_gallery_is_the_five():
    assert len(SCRIPTS) == 5


@pytest.mark.slow
def test_a_machine_with_rows_in_it_is_read_by_every_site(run):
    scope = run("what_a_model_gives_away")
    assert len(scope["of_others"]) > 100
    assert np.median(scope["likeness"]) > 0.9
    assert "contains rows" in scope["refusal"]


@pytest.mark.slow
def test_the_average_clinic_gains_beyond_chance(run):
    scope = run("alone_or_together")
    assert scope["of_cuts"].mean() > scope["half"] > 0


@pytest.mark.slow
def test_with_one_class_a_site_the_agreed_span_is_ahead_at_every_number_of_dimensions(run):
    scores = {name: found.mean(axis=0) for name, found in run("one_class_a_site")["scores"].items()}
    agreed = scores.pop("auto, agreed span")
    assert all(np.all(agreed > found) for found in scores.values())
    assert agreed[1] > scores["ODC, own spans"][1] + 0.4


@pytest.mark.slow
def test_only_the_orthonormal_anchor_goes_on_rising(run):
    scope = run("anchors_compared")
    means, most = scope["means"], scope["DIMS"][-1]
    for method in scope["METHODS"]:
        best = means[method, "orthonormal", most]
        assert best > means["central", "", 0]
        assert all(best > means[method, other, most] + 0.05 for other in ("gaussian", "uniform"))


@pytest.mark.slow
def test_the_agreed_span_needs_fewer_dimensions_and_both_less_than_averaging(run):
    scope = run("dims_accuracy_bytes")
    accuracy, sent = scope["accuracy"], scope["sent"]
    assert np.all(accuracy["agreed"][:-1] > accuracy["shared"][:-1])
    assert all(np.all(np.diff(sizes) > 0) for sizes in sent.values())
    assert max(map(max, sent.values())) < scope["averaged"]
