"""The parties of a journey: a site that types commands in its own folder, and an analyst.

Everything goes through the command line and through files; nothing is handed over in memory.
"""

import csv
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.commands import Ended, call, done, write_csv

PUBLIC_FILES = ("charter.toml", "roster.toml", "pact.notice", "study.span")


@dataclass(frozen=True)
class Site:
    """One institution: its folder holds its tables, its copy of the public files, its vault."""

    name: str
    home: Path

    @property
    def study(self) -> list[str]:
        return ["--charter", str(self.home / "charter.toml"), "--vault", str(self.home / "vault")]

    def take(self, folder: Path) -> None:
        """Copy the public files that lie in ``folder``."""
        self.home.mkdir(parents=True, exist_ok=True)
        for name in PUBLIC_FILES:
            if (folder / name).exists():
                shutil.copy(folder / name, self.home)

    def give_pact(self, pact: Path) -> None:
        done("pact", "import", pact, *self.study)

    def send(self, inbox: Path, *more: object, what: str = "contribute") -> Ended:
        words = self.study
        words += ["--site", self.name, "--table", str(self.home / "table.csv"), "--out", str(inbox)]
        return call("site", what, *words, *more, "--yes")

    def must_send(self, inbox: Path, *more: object, what: str = "contribute") -> None:
        ended = self.send(inbox, *more, what=what)
        assert ended.code == 0, ended.err

    def predict(self, run: Path, table: Path, *more: object) -> list[dict[str, str]]:
        out = self.home / "predictions.csv"
        returned = run / "returns" / f"{self.name}.return"
        words = ["--site", self.name, "--return", returned, "--table", table, "--out", out]
        done("site", "predict", *self.study, *words, "--force", *more)
        with out.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def evaluate(self, run: Path, table: Path, *more: object) -> dict[str, Any]:
        returned = run / "returns" / f"{self.name}.return"
        words = ["--site", self.name, "--return", returned, "--table", table, "--json"]
        return dict(json.loads(done("site", "evaluate", *self.study, *words, *more).out))


@dataclass(frozen=True)
class Analyst:
    """Who has the public files and the inbox, and nothing else."""

    home: Path

    @property
    def inbox(self) -> Path:
        return self.home / "inbox"

    @property
    def study(self) -> list[str]:
        return ["--charter", str(self.home / "charter.toml"), "--inbox", str(self.inbox)]

    def check(self, *more: object) -> tuple[int, dict[str, Any]]:
        ended = call("analyst", "check", *self.study, "--json", *more)
        return ended.code, json.loads(ended.out)

    def train(self, run: str = "run", *more: object, model: str = "logistic") -> Path:
        out = self.home / run
        done("analyst", "train", *self.study, "--out", out, "--model", model, *more)
        return out


def found(study: Path, names: Sequence[str], *, draft: Sequence[object]) -> Analyst:
    """Draft, check and confirm the terms in ``study``; return the analyst who holds them."""
    charter = study / "charter.toml"
    done("charter", "draft", *draft, "--sites", ",".join(names), "--out", charter)
    done("charter", "check", charter)
    done("charter", "confirm", charter, "--yes")
    return Analyst(study)


def settle(analyst: Analyst, names: Sequence[str], homes: Path) -> dict[str, Site]:
    """Make the pact at the first site and hand it to the others; the analyst gets the notice."""
    sites = {name: Site(name, homes / name) for name in names}
    for site in sites.values():
        site.take(analyst.home)
    first = sites[names[0]]
    pact = first.home / "pact.key"
    done("pact", "new", "--charter", first.home / "charter.toml", "--out", pact)
    shutil.copy(first.home / "pact.notice", analyst.home)
    for site in sites.values():
        if site is not first:
            shutil.copy(first.home / "pact.notice", site.home)
        site.give_pact(pact)
    pact.unlink()
    return sites


def cut(
    columns: Mapping[str, Sequence[Any]], rows: slice, *, order: Sequence[str] | None = None
) -> dict[str, list[Any]]:
    """Return some rows of a table, its columns in another order."""
    return {name: list(columns[name][rows]) for name in order or columns}


def write_table(site: Site, columns: Mapping[str, Sequence[Any]], **spelling: str) -> Path:
    """Write the site's own table."""
    site.home.mkdir(parents=True, exist_ok=True)
    return write_csv(site.home / "table.csv", columns, **spelling)


def share_right(lines: Sequence[Mapping[str, str]], truth: Sequence[str]) -> float:
    """Return the share of predictions that are true."""
    right = [line["prediction"] == label for line, label in zip(lines, truth, strict=True)]
    return sum(right) / len(right)
