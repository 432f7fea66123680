"""What the demo's table says on average: the same collaborations cut and drawn anew, seed by seed.

    python benchmarks/demo_over_seeds.py --seeds 10

For each of scikit-learn's four sets it runs `concordant demo --json` once per seed and prints, as
Markdown, the mean over seeds of the mean over sites, with a 95 % t interval over seeds. Every test
row is predicted by the site that kept it back. Seeds cut one set again and again, so the interval
says how much the cut matters, not how another set would do.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from environment import describe_environment

from concordant.rehearsal.compare import Estimate, mean_with_interval
from concordant.rehearsal.datasets import DATASETS


def play(dataset: str, seed: int) -> dict[str, float]:
    """Return the mean score of each way to train."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["demo", "--dataset", dataset, "--seed", str(seed), "--json"]
        done = subprocess.run(
            [sys.executable, "-m", "concordant", *words, "--out", str(Path(folder) / "demo")],
            capture_output=True,
            text=True,
            check=True,
        )
    record = json.loads(done.stdout)
    factor = 100 if record["measure"]["name"] == "accuracy" else 1
    return {way["name"]: factor * way["mean"] for way in record["comparison"]}


def show(found: Estimate) -> str:
    return f"{found.mean:.1f} ± {found.high - found.mean:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--datasets", nargs="+", choices=DATASETS, default=DATASETS)
    chosen = parser.parse_args()
    print(f"{describe_environment()}\n", flush=True)
    header = None
    for dataset in chosen.datasets:
        runs = [play(dataset, seed) for seed in range(1, chosen.seeds + 1)]
        if header is None:
            header = list(runs[0])
            print("|", " | ".join(["set", *header]), "|")
            print("|", " | ".join(["---"] * (len(header) + 1)), "|")
        cells = [show(mean_with_interval([run[way] for run in runs])) for way in header]
        print("|", " | ".join([dataset, *cells]), "|", flush=True)


if __name__ == "__main__":
    main()
