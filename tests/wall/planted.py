"""Sites' tables with canaries in every cell that must stay at home, and the patterns of them."""

import json
from typing import Any

import numpy as np

from concordant.site.anchor import draw_anchor
from concordant.site.pact import Pact, derive, encode_pact
from concordant.terms.charter import Charter
from concordant.terms.preprocess import encode_rows
from concordant.terms.schema import CategoricalColumn, IgnoredColumn, NumericColumn
from concordant.terms.table import table_from_frame
from tests.studies import CLASSES, make_charter
from tests.wall.canaries import number_canaries, secret_canaries, text_canaries

SITES = ("east", "north", "south", "up", "west")
N_NUMBERS, N_ROWS, N_DIMS = 8, 110, 4
N_STRANGE = 3
"""Rows whose level nobody agreed: too few for a profile to name it."""

NUMBERS = tuple(f"x{place}" for place in range(N_NUMBERS))
COLUMNS = (
    *(NumericColumn(name, centre=10.0, scale=3.0, out_of_range="keep") for name in NUMBERS),
    CategoricalColumn("colour", ("red", "green"), unseen="other"),
    IgnoredColumn("name", "identifies people"),
)


def make_planted_charter(**changes: Any) -> Charter:
    """Return the terms that the planted tables fit."""
    return make_charter(columns=COLUMNS, n_dims=N_DIMS, group="patient", **changes)


def draw_table(site: str, rng: np.random.Generator) -> dict[str, list[Any]]:
    """Draw one site's table; no number in it is round, no text is anybody else's."""
    hidden = rng.standard_normal((N_ROWS, 3)) @ rng.standard_normal((3, N_NUMBERS))
    numbers = 10.0 + hidden + rng.standard_normal((N_ROWS, N_NUMBERS))
    columns: dict[str, list[Any]] = {
        name: numbers[:, place].tolist() for place, name in enumerate(NUMBERS)
    }
    columns["colour"] = ["red", "green"] * (N_ROWS // 2)
    columns["colour"][:N_STRANGE] = [f"strange-colour-of-{site}"] * N_STRANGE
    columns["name"] = [f"Canary Bird {site} {place}" for place in range(N_ROWS)]
    columns["patient"] = [f"mrn-{site}-{place // 2:05d}" for place in range(N_ROWS)]
    columns["outcome"] = [CLASSES[int(value > 0)] for value in hidden[:, 0]]
    return columns


def canaries_of_table(
    charter: Charter, columns: dict[str, list[Any]], *, n_digits: int = 9
) -> dict[bytes, str]:
    """Return the patterns of raw cells, and of cells as ``preprocess`` makes numbers of them."""
    raw = np.array([columns[name] for name in NUMBERS]).T
    encoded = encode_rows(charter, table_from_frame(columns)).matrix[:, :N_NUMBERS]
    return (
        number_canaries("a raw number", raw, n_digits=n_digits)
        | number_canaries("an encoded number", encoded, n_digits=n_digits)
        | text_canaries("a name", columns["name"])
        | text_canaries("a level that nobody agreed", columns["colour"][:N_STRANGE])
        | text_canaries("a person's key", columns["patient"])
    )


def canaries_of_pact(charter: Charter, pact: Pact) -> dict[bytes, str]:
    """Return the patterns of the pact and of what is derived from it."""
    written = json.loads(encode_pact(pact, charter.study_id))["secret"]
    streams = ("anchor-stream", "shared-span-stream")
    words = [derive(pact, charter).stream(each).words(0, 64).tobytes() for each in streams]
    return (
        secret_canaries("the pact", pact._secret)
        | text_canaries("the pact", [written, pact.words()])
        | {word[start : start + 8]: "a secret stream" for word in words for start in (0, 256)}
        | number_canaries("the anchor", draw_anchor(pact, charter).raw())
    )
