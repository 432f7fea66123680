"""The page on forecasts is typed as it stands, and prints the numbers that it shows."""

from tests.commands import done, write_terms
from tests.docs.test_docs import blocks, commands, run_python
from tests.small_study import LABEL, SITES
from tests.studies import make_charter

PAGE = "docs/forecast.md"


def test_the_page_on_forecasts_runs_and_shows_what_comes_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_terms(tmp_path, make_charter(label=LABEL, confirm=False), *SITES)
    shown = [" ".join(done(*words).out.split()) for words in commands(PAGE)]
    (printed,) = (text for kind, text in blocks(PAGE) if kind == "text")
    for line in printed.splitlines():
        assert " ".join(line.split()) in shown[-1]
    (code,) = (text for kind, text in blocks(PAGE) if kind == "python")
    run_python(code, tmp_path)
