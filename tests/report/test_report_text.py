"""``--markdown``: the whole report on stdout, and nothing else there."""

import html
import json
import sys

import pytest

from concordant.cli.report_text import open_screen, print_report
from concordant.report.comparison import comparison_rows
from concordant.report.page import Page
from concordant.report.spelling import with_minus
from tests.commands import call


def test_markdown_and_json_contradict_each_other(tmp_path):
    ended = call("demo", "--json", "--markdown", "--out", tmp_path / "demo")
    assert ended.code == 2
    assert "--json" in ended.err
    assert "--markdown" in ended.err
    assert not list(tmp_path.iterdir())


def test_with_markdown_the_report_is_alone_on_stdout(capsys):
    screen = open_screen(as_json=False, as_markdown=True)
    screen.tell("a sentence")
    screen.table("a table", ("head",), [("cell",)])
    print_report(screen, Page("Title", ("lead",), ()))
    said = capsys.readouterr()
    assert said.out == "# Title\n\nlead\n"
    assert "a sentence" in said.err
    assert "cell" in said.err


@pytest.mark.parametrize("as_json", [True, False])
def test_without_markdown_no_report_is_printed(capsys, as_json):
    print_report(open_screen(as_json=as_json, as_markdown=False), Page("Title", (), ()))
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_a_demo_prints_its_page_with_the_numbers_of_its_record(tmp_path):
    folder = tmp_path / "demo"
    ended = call("demo", "--dataset", "wine", "--sites", 2, "--out", folder, "--markdown")
    assert ended.code == 0, ended.err
    assert ended.out.startswith("# A collaboration, played on one machine\n")
    record = json.loads((folder / "demo.json").read_text("utf-8"))
    for name, *numbers in comparison_rows(record):
        assert f"| {' | '.join([name, *map(with_minus, numbers)])} |" in ended.out
    page = html.unescape((folder / "report.html").read_text("utf-8"))
    for sentence in record["conclusions"]:
        assert with_minus(sentence) in ended.out
        assert with_minus(sentence) in page
    assert "[concordant analyst train]" in ended.err


def test_a_reader_who_leaves_early_ends_nothing(monkeypatch):
    class Gone:
        def write(self, text: str) -> int:
            raise BrokenPipeError(text[:0])

        def flush(self) -> None:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Gone())
    print_report(open_screen(as_json=False, as_markdown=True), Page("Title", (), ()))
    sys.stdout.close()  # what took the reader's place
