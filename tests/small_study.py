"""The files of a small study of three sites, for tests that call commands.

``make_study`` writes tables, terms with and without an agreed span, and pacts, here.
"""

from pathlib import Path
from typing import Any

import numpy as np

from concordant.terms.charter import Charter, Consents
from concordant.terms.schema import ClassLabel
from tests.commands import done, write_csv, write_terms
from tests.studies import CLASSES, STUDY_ID, make_charter, make_columns

SITES = ("north", "south", "west")
OTHER_STUDY = STUDY_ID[::-1]


LABEL = ClassLabel("diagnosis", CLASSES)


def patients(rng: np.random.Generator, n_rows: int) -> dict[str, list[Any]]:
    """Return a table that fits both charters, and a column that they do not name."""
    columns = make_columns(rng, n_rows)
    columns["diagnosis"] = columns.pop("outcome")
    return {"notes": [f"seen by {place % 7}" for place in range(n_rows)], **columns}


def agreed_charter() -> Charter:
    """Return the terms of a study with an agreed span, small enough to need a consent."""
    consents = Consents(agreed_below_floor=True)
    return make_charter(label=LABEL, study_id=OTHER_STUDY, span="agreed", consents=consents)


def make_study(folder: Path, seed: int) -> None:
    """Write the tables of three sites, terms of two studies, and the pacts of both."""
    rng = np.random.default_rng(seed)
    for name in (*SITES, "public", "new"):
        write_csv(folder / f"{name}.csv", patients(rng, 120))
    for name, charter in (("charter", make_charter(label=LABEL)), ("agreed", agreed_charter())):
        write_terms(folder, charter, *SITES, name=f"{name}.toml")
    done("pact", "new", "--charter", "charter.toml", "--out", "pact.key")
    done("pact", "new", "--charter", "agreed.toml", "--out", "agreed.key")


def joining(site: str, *, study: str = "charter") -> list[str]:
    """Return the options by which a site says who it is and where things go."""
    pact = "pact.key" if study == "charter" else f"{study}.key"
    inbox = "inbox" if study == "charter" else "views"
    return [
        *("--charter", f"{study}.toml", "--pact", pact, "--table", f"{site}.csv"),
        *("--site", site, "--out", inbox, "--vault", f"vault-{site}"),
    ]
