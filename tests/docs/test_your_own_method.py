"""The method that the docs write in ten lines is one that can be trusted."""

import re
from pathlib import Path

import pytest

from concordant.rehearsal.rehearse import rehearse
from tests.rehearsal.small_plans import mean_score, small_plan, small_table

PAGE = Path(__file__).parents[2] / "docs" / "your-own-method.md"


@pytest.fixture
def my_methods(tmp_path):
    """Return the page's first block as the file that it tells people to save."""
    first = re.search(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    path = tmp_path / "my_methods.py"
    path.write_text(first[1], "utf-8")
    return path


def test_it_takes_ten_lines(my_methods):
    body = my_methods.read_text("utf-8").split("@method")[1]
    assert len([line for line in body.splitlines() if line.strip()]) <= 10


def test_on_one_span_it_says_what_odc_says(my_methods):
    plan = small_plan(methods=("odc", "mean-turns"), spans=("agreed",), n_seeds=3)
    done = rehearse(small_table(), plan, extra=my_methods)
    assert not done.notes
    ours, odc = (mean_score(done, name, "log loss") for name in ("mean-turns", "odc"))
    assert ours == pytest.approx(odc, rel=1e-3)


@pytest.mark.slow
def test_several_processes_know_it(my_methods):
    plan = small_plan(methods=("local", "mean-turns"), spans=("own",))
    one, two = (rehearse(small_table(), plan, extra=my_methods, jobs=jobs) for jobs in (1, 2))
    assert one == two
