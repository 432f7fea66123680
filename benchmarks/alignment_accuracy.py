"""How well one model does on images of many sites, by span plan and alignment method.

    python benchmarks/alignment_accuracy.py --data DIR [--seeds 5]

DIR holds the folders ``fashion_mnist`` and ``mnist`` with the usual gzipped idx files. All rows,
for training and for testing, come from the training files; test rows are spread evenly over the
sites and go through the site's own basis and map. The anchor is orthonormal. Features are centred
and brought to one unit scale. Each cell is a mean over seeds with a 95 % t interval.

Fashion-MNIST: 20 sites of 500 rows, each of one class; 50 dimensions; an MLP with 256 units.
MNIST: 100 sites of 100 rows of all classes; 50 dimensions; a support vector machine.
"""

import argparse
import gzip
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy.stats
from environment import describe_environment
from jaxtyping import Float, Int
from sklearn.base import ClassifierMixin
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC

from concordant.analyst.agree import agree_span
from concordant.analyst.align import align
from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import draw_haar
from concordant.site.spans import own_span
from concordant.site.view_guards import guarded_span

N_DIMS = 50
N_TEST = 5_000


class Sites(NamedTuple):
    """The rows of each site, and rows kept back for testing, given to the sites in turn."""

    rows: list[Float[Array, "rows features"]]
    labels: list[Int[Array, " rows"]]
    test_rows: list[Float[Array, "rows features"]]
    test_labels: list[Int[Array, " rows"]]


def read_images(folder: Path) -> tuple[Float[Array, "rows features"], Int[Array, " rows"]]:
    """Read the training file as rows between 0 and 1, with labels."""
    pixels = gzip.decompress((folder / "train-images-idx3-ubyte.gz").read_bytes())
    labels = gzip.decompress((folder / "train-labels-idx1-ubyte.gz").read_bytes())
    rows = np.frombuffer(pixels, np.uint8, offset=16).reshape(-1, 784) / 255.0
    return rows, np.frombuffer(labels, np.uint8, offset=8).astype(np.int64)


def split_one_class_each(
    rows: Float[Array, "rows features"], labels: Int[Array, " rows"], rng: np.random.Generator
) -> Sites:
    """Give each of 20 sites 500 rows of one class, each class to two sites."""
    order = rng.permutation(len(rows))
    kept_back, rest = order[:N_TEST], order[N_TEST:]
    chosen = []
    for digit in range(10):
        members = rest[labels[rest] == digit]
        chosen += [members[:500], members[500:1_000]]
    return cut(rows, labels, chosen, kept_back)


def split_alike(
    rows: Float[Array, "rows features"], labels: Int[Array, " rows"], rng: np.random.Generator
) -> Sites:
    """Give each of 100 sites 100 rows drawn from all classes."""
    order = rng.permutation(len(rows))
    chosen = np.array_split(order[N_TEST : N_TEST + 10_000], 100)
    return cut(rows, labels, chosen, order[:N_TEST])


def cut(
    rows: Float[Array, "rows features"],
    labels: Int[Array, " rows"],
    chosen: list[Int[Array, " rows"]],
    kept_back: Int[Array, " rows"],
) -> Sites:
    """Cut the table at the given row numbers; test rows go to the sites in turn."""
    tested = [kept_back[site :: len(chosen)] for site in range(len(chosen))]
    return Sites(
        rows=[rows[index] for index in chosen],
        labels=[labels[index] for index in chosen],
        test_rows=[rows[index] for index in tested],
        test_labels=[labels[index] for index in tested],
    )


def draw_own_bases(sites: Sites, rng: np.random.Generator) -> list[Float[Array, "features dims"]]:
    """Each site's own top directions, turned."""
    return [own_span(rows, N_DIMS, rng).span @ draw_haar(rng, N_DIMS) for rows in sites.rows]


def draw_agreed_bases(
    sites: Sites, anchor: Float[Array, "features features"], rng: np.random.Generator
) -> list[Float[Array, "features dims"]]:
    """The agreed span from guarded views, turned by each site for itself."""
    views = [anchor @ guarded_span(rows, N_DIMS, rng).span for rows in sites.rows]
    span = anchor.T @ agree_span(views, N_DIMS, rng)
    return [span @ draw_haar(rng, N_DIMS) for _ in sites.rows]


def draw_shared_bases(
    sites: Sites, rng: np.random.Generator, n_features: int
) -> list[Float[Array, "features dims"]]:
    """One Haar span without data in it, turned by each site for itself."""
    span = draw_haar(rng, n_features, N_DIMS)
    return [span @ draw_haar(rng, N_DIMS) for _ in sites.rows]


def draw_pooled_bases(
    sites: Sites, rng: np.random.Generator
) -> list[Float[Array, "features dims"]]:
    """Everybody's rows in one place: the reference that no study reaches."""
    span = own_span(np.concatenate(sites.rows), N_DIMS, rng).span
    return [span for _ in sites.rows]


def score(
    sites: Sites,
    bases: list[Float[Array, "features dims"]],
    maps: tuple[Float[Array, "dims dims"], ...],
    model: ClassifierMixin,
) -> float:
    """Train on the pooled aligned rows; return the accuracy on the test rows, in percent."""
    turns = [basis @ site_map for basis, site_map in zip(bases, maps, strict=True)]
    train = np.concatenate([rows @ turn for rows, turn in zip(sites.rows, turns, strict=True)])
    test = np.concatenate([rows @ turn for rows, turn in zip(sites.test_rows, turns, strict=True)])
    centre = train.mean(axis=0)
    scale = np.sqrt(np.square(train - centre).mean())
    model.fit((train - centre) / scale, np.concatenate(sites.labels))
    return 100 * model.score((test - centre) / scale, np.concatenate(sites.test_labels))


def run_fashion(
    rows: Float[Array, "rows features"], labels: Int[Array, " rows"], seed: int
) -> dict[str, float]:
    """Return the accuracy of each cell for one seed: one class a site."""
    rng = np.random.default_rng([1, seed])
    sites = split_one_class_each(rows, labels, rng)
    anchor = draw_haar(rng, rows.shape[1])
    own = draw_own_bases(sites, rng)
    agreed = draw_agreed_bases(sites, anchor, rng)
    shared = draw_shared_bases(sites, rng, rows.shape[1])
    pooled = draw_pooled_bases(sites, rng)

    def cell(bases: list[Float[Array, "features dims"]], method: str) -> float:
        maps = align([anchor @ basis for basis in bases], method).maps
        model = MLPClassifier((256,), early_stopping=True, max_iter=200, random_state=seed)
        return score(sites, bases, maps, model)

    return {
        "Fashion, one class a site: own spans, odc": cell(own, "odc"),
        "Fashion, one class a site: own spans, auto": cell(own, "auto"),
        "Fashion, one class a site: shared span, auto": cell(shared, "auto"),
        "Fashion, one class a site: guarded agreed span, auto": cell(agreed, "auto"),
        "Fashion, one class a site: everyone pooled (PCA)": cell(pooled, "auto"),
    }


def run_mnist(
    rows: Float[Array, "rows features"], labels: Int[Array, " rows"], seed: int
) -> dict[str, float]:
    """Return the accuracy of each cell for one seed: a hundred sites alike."""
    rng = np.random.default_rng([2, seed])
    sites = split_alike(rows, labels, rng)
    anchor = draw_haar(rng, rows.shape[1])
    own = draw_own_bases(sites, rng)
    views = [anchor @ basis for basis in own]
    return {
        f"MNIST, 100 sites alike: own spans, {method}": score(
            sites, own, align(views, method).maps, SVC()
        )
        for method in ("odc", "auto")
    }


def print_cells(results: list[dict[str, float]]) -> None:
    """Print each cell's mean over seeds with its 95 % t interval."""
    for name in results[0]:
        values = np.array([result[name] for result in results])
        half = float("nan")
        if len(values) > 1:
            half = scipy.stats.t.ppf(0.975, len(values) - 1) * scipy.stats.sem(values)
        print(f"{name:55s} {values.mean():6.2f} ± {half:4.2f}  (n = {len(values)})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=5)
    chosen = parser.parse_args()
    print(
        f"{describe_environment()}; {N_TEST} test rows spread over the sites, l = {N_DIMS}",
        flush=True,
    )
    for folder, run in (("mnist", run_mnist), ("fashion_mnist", run_fashion)):
        rows, labels = read_images(chosen.data / folder)
        print_cells([run(rows, labels, seed) for seed in range(chosen.seeds)])


if __name__ == "__main__":
    main()
