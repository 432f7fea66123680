"""The page that says who knows what is complete, and every test it names exists."""

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from concordant.site.disclosures import DISCLOSURES
from concordant.terms.roster import Roster
from concordant.wire.layouts import ARRAY_NAMES

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "docs" / "who-knows-what.md"
SECURITY = PROJECT / "SECURITY.md"
CIRCLES = {"secret", "pact", "wire", "terms"}


def table_under(heading, page):
    """Return the rows of the first table below ``heading``, by the names of its columns."""
    section = page.read_text("utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    header, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [dict(zip(header, row, strict=True)) for row in rows]


LINES = table_under("The table", PAGE)
GUARDS = table_under("Who can learn what", SECURITY)


def claims_in(path):
    tree = ast.parse(path.read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["item"])
def test_every_line_names_a_circle_and_a_test_that_exists(line):
    assert line["circle"] in CIRCLES
    assert line["who has it"]
    assert line["what it tells whom"]
    named = re.fullmatch(r"`([\w/]+\.py)::(test_\w+)`", line["guarded by"])
    assert named is not None, line["guarded by"]
    assert named[2] in claims_in(PROJECT / named[1])


def test_every_array_of_every_message_has_exactly_one_line():
    arrays = sorted(
        f"{kind}/{name.rstrip('/')}" for kind, names in ARRAY_NAMES.items() for name in names
    )
    named = [name for line in LINES for name in re.findall(r"`(\w+/\w+)`", line["item"])]
    assert sorted(named) == arrays
    assert sorted(f"{kind}/{name}" for kind, name in DISCLOSURES) == arrays


def test_arrays_are_in_the_wires_circle_and_secrets_are_not():
    circles = {line["item"]: line["circle"] for line in LINES}
    assert {circle for item, circle in circles.items() if "`" in item} == {"wire"}
    assert circles["raw rows"] == circles["secret basis"] == "secret"
    assert circles["pact"] == circles["anchor"] == "pact"


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard["attack"])
def test_every_guard_in_the_security_table_has_a_test_in_the_attacks(guard):
    files = re.findall(r"\]\((tests/[\w/]+\.py)\)", guard["test"])
    for file in files:
        assert any(name.startswith("test_") for name in claims_in(PROJECT / file)), file
    promises_nothing = guard["guard"].startswith(("none", "access rights")) or (
        "(not yet)" in guard["guard"]
    )
    assert promises_nothing or any(file.startswith("tests/attacks/") for file in files)


def test_every_file_of_attacks_is_in_the_security_table():
    named = {
        file for guard in GUARDS for file in re.findall(r"tests/attacks/\w+\.py", guard["test"])
    }
    there = {
        path.relative_to(PROJECT).as_posix()
        for path in (PROJECT / "tests" / "attacks").glob("test_*.py")
    }
    assert there == named


def test_the_roster_holds_names_and_a_number():
    assert [field.name for field in fields(Roster)] == ["number", "sites"]


@pytest.mark.parametrize("page", ["README.md", "SECURITY.md"])
def test_the_page_can_be_found(page):
    assert "docs/who-knows-what.md" in (PROJECT / page).read_text("utf-8")
