"""UCI Adult through the command line: three sites whose files look different, four ways.

In:  the folder with adult.data.gz and adult.test.gz.
Out: the accuracy at site a on 3,000 new rows, for own spans, the shared span, a charter drafted
     from profiles alone, and (six sites) the agreed span.
"""

import argparse
import csv
import gzip
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from environment import describe_environment

NAMES = (
    "age workclass fnlwgt education education-num marital-status occupation relationship "
    "race sex capital-gain capital-loss hours-per-week native-country income"
).split()
LABEL = "income"


def read_rows(folder: Path) -> list[dict[str, str]]:
    rows = []
    for name in ("adult.data.gz", "adult.test.gz"):
        with gzip.open(folder / name, "rt", encoding="utf-8") as lines:
            for cells in csv.reader(lines, skipinitialspace=True):
                if len(cells) == len(NAMES):
                    cells[-1] = cells[-1].rstrip(".")
                    rows.append(dict(zip(NAMES, cells, strict=True)))
    return rows


def write_table(path: Path, rows, names, *, delimiter=",", missing="?") -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(names)
        for row in rows:
            writer.writerow([missing if row[name] == "?" else row[name] for name in names])


def concordant(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "concordant", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"concordant {' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def accuracy(folder: Path, truth: list[str]) -> float:
    with (folder / "predictions.csv").open(encoding="utf-8") as file:
        predicted = [row["prediction"] for row in csv.DictReader(file)]
    return sum(map(str.__eq__, predicted, truth)) / len(truth)


def play(folder: Path, sites: list[str], truth: list[str], draft: list[str]) -> float:
    """Draft, confirm, make the pact, (view, agree,) contribute, train, predict at site a."""
    agreed = "agreed" in draft
    names = ",".join(sites)
    draft = ["charter", "draft", *draft, "--label", LABEL, "--task", "classification"]
    concordant(folder, *draft, "--sites", names, "--out", "charter.toml")
    concordant(folder, "charter", "confirm", "charter.toml", "--yes")
    concordant(folder, "pact", "new", "--charter", "charter.toml", "--out", "pact.key")
    shared = ["--charter", "charter.toml"]
    for site in sites:
        own = ["--pact", "pact.key", "--table", f"{site}.csv", "--site", site]
        own += ["--out", "inbox", "--vault", f"vault-{site}", "--yes"]
        if agreed:
            concordant(folder, "site", "view", *shared, *own)
    if agreed:
        concordant(folder, "analyst", "agree", *shared, "--inbox", "inbox", "--out", "study.span")
    for site in sites:
        own = ["--pact", "pact.key", "--table", f"{site}.csv", "--site", site]
        own += ["--out", "inbox", "--vault", f"vault-{site}", "--yes"]
        own += ["--span", "study.span"] if agreed else []
        concordant(folder, "site", "contribute", *shared, *own)
    train = ["analyst", "train", *shared, "--inbox", "inbox", "--out", "run"]
    concordant(folder, *train, "--model", "boosting", "--seed", "1")
    predict = ["site", "predict", *shared, "--site", sites[0], "--vault", f"vault-{sites[0]}"]
    predict += ["--return", f"run/returns/{sites[0]}.return"]
    concordant(folder, *predict, "--table", "new.csv", "--out", "predictions.csv")
    return accuracy(folder, truth)


def write_sites(folder: Path, rows, sites: list[str], n_rows: int) -> None:
    """Give every site its own column order; the second writes semicolons, the third blanks."""
    shuffler = random.Random(7)
    for place, site in enumerate(sites):
        names = NAMES.copy()
        shuffler.shuffle(names)
        write_table(
            folder / f"{site}.csv",
            rows[place * n_rows : (place + 1) * n_rows],
            names,
            delimiter=";" if place % 3 == 1 else ",",
            missing="" if place % 3 == 2 else "?",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=1)
    options = parser.parse_args()
    print(describe_environment(), flush=True)
    rows = read_rows(options.data)
    for seed in range(options.seeds):
        random.Random(seed).shuffle(rows)
        new, public, rest = rows[:3000], rows[3000:6000], rows[6000:]
        truth = [row[LABEL] for row in new]
        majority = max(truth.count(word) for word in set(truth)) / len(truth)
        print(f"seed {seed}: majority {majority:.4f}", flush=True)
        three, six = ["a", "b", "c"], ["a", "b", "c", "d", "e", "f"]
        cases = {
            "own span, 40 dimensions": (three, 1500, ["public.csv", "--dims", "40"]),
            "shared span, 80 dimensions": (
                three,
                1500,
                ["public.csv", "--dims", "80", "--span", "shared"],
            ),
            "from three profiles, 40 dimensions": (
                three,
                1500,
                ["a.json", "b.json", "c.json", "--dims", "40"],
            ),
            "agreed span, 40 dimensions, six sites of 1,000": (
                six,
                1000,
                ["public.csv", "--dims", "40", "--span", "agreed"],
            ),
        }
        for title, (sites, n_rows, draft) in cases.items():
            with tempfile.TemporaryDirectory() as name:
                folder, start = Path(name), time.perf_counter()
                write_table(folder / "new.csv", new, NAMES)
                write_table(folder / "public.csv", public, NAMES)
                write_sites(folder, rest, sites, n_rows)
                if draft[0].endswith(".json"):
                    for site in sites:
                        profile = ["--table", f"{site}.csv", "--out", f"{site}.json", "--yes"]
                        concordant(folder, "site", "profile", *profile)
                result = play(folder, sites, truth, draft)
                seconds = time.perf_counter() - start
                print(f"  {title}: accuracy {result:.4f} ({seconds:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
