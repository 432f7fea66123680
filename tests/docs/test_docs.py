"""What the docs tell people to type is typed here, in the order of the page, in an empty folder."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from concordant.cli.main import concordant
from tests.pictures import empty_pictures

PROJECT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(PROJECT).as_posix()
    for path in (*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md"))
)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((PROJECT / page).read_text("utf-8"))


def commands(page: str) -> list[list[str]]:
    lines = [line for kind, text in blocks(page) if kind == "console" for line in text.splitlines()]
    calls = [shlex.split(line[2:], comments=True) for line in lines if line.startswith("$ ")]
    return [call[1:] for call in calls if call and call[0] == "concordant"]


def run_python(code: str, folder: Path) -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def run_command(line: str) -> int | None:
    call = shlex.split(line.removeprefix("$ "))
    with empty_pictures():
        code: int | None = concordant.main(call[1:], standalone_mode=False)
    return code


def test_the_first_collaboration_runs_as_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for kind, text in blocks(PLAYED):
        if kind == "python":
            run_python(text, tmp_path)
            continue
        for line in text.splitlines():
            code = run_command(line)
            assert code in (0, None), f"{line}\n{capsys.readouterr().err}"
    assert len((tmp_path / "predictions.csv").read_text("utf-8").splitlines()) == 70
    assert len((tmp_path / "predictions2.csv").read_text("utf-8").splitlines()) == 70


PLAYED = "docs/first-collaboration.md"
FOR_READERS = [page for page in PAGES if page == "README.md" or re.fullmatch(r"docs/[^/]+", page)]
IN_PYTHON = [page for page in FOR_READERS if page != PLAYED and "python" in dict(blocks(page))]


@pytest.mark.parametrize("page", IN_PYTHON)
def test_the_python_of_a_page_runs_as_written(page, tmp_path):
    run_python("\n".join(text for kind, text in blocks(page) if kind == "python"), tmp_path)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_on_a_page_exists_with_its_options(page):
    for words in commands(page):
        context = click.Context(concordant, info_name="concordant")
        command: click.Command = concordant
        rest = list(words)
        while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
            found = command.get_command(context, rest.pop(0))
            assert found is not None, " ".join(words)
            command = found
        if "--help" in rest:
            continue
        parser = command.make_parser(context)
        parser.parse_args(rest)


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page):
    text = BLOCK.sub("", (PROJECT / page).read_text("utf-8"))
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if not target.startswith("http"):
            assert ((PROJECT / page).parent / target).exists(), target


def test_the_make_tasks_that_pages_name_exist():
    tasks = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        text = (PROJECT / page).read_text("utf-8")
        assert set(re.findall(r"(?:`|\$ )make ([a-z-]+)", text)) <= tasks, page
