"""Contributions of a tiny study as they reach the analyst, and files made of them."""

import io
from dataclasses import replace
from typing import Any

import numpy as np

from concordant.analyst.intake import Arrival
from concordant.site.contribute import Contribution, contribute
from concordant.site.send_view import view
from concordant.terms.charter import Charter, Consents
from concordant.terms.table import table_from_frame
from concordant.wire.codec import encode_message
from concordant.wire.messages import AnchorView, Message, RepresentationBundle
from tests.studies import make_charter, make_columns, make_pact, make_table

BELOW_FLOOR = Consents(agreed_below_floor=True)


def make_contributions(
    charter: Charter, rng: np.random.Generator, sites: str = "abc", n_rows: int = 60, **options: Any
) -> dict[str, Contribution]:
    """Return what each site sends and keeps."""
    pact = make_pact()
    return {
        site: contribute(charter, pact, make_table(rng, n_rows), site=site, **options)
        for site in sites
    }


def make_bundles(
    charter: Charter, rng: np.random.Generator, sites: str = "abc", n_rows: int = 60, **options: Any
) -> list[RepresentationBundle]:
    """Return what the sites send."""
    return [
        each.bundle for each in make_contributions(charter, rng, sites, n_rows, **options).values()
    ]


def make_grouped_bundles(
    charter: Charter, rng: np.random.Generator, sites: str, n_rows: int = 60
) -> list[RepresentationBundle]:
    """Return bundles of a charter whose group column is "person", four rows to each."""
    persons = [f"p{row // 4}" for row in range(n_rows)]
    tables = [table_from_frame(make_columns(rng, n_rows) | {"person": persons}) for _ in sites]
    return [
        contribute(charter, make_pact(), table, site=site).bundle
        for site, table in zip(sites, tables, strict=True)
    ]


def make_views(
    charter: Charter, rng: np.random.Generator, sites: str = "abcde", n_rows: int = 120
) -> list[AnchorView]:
    """Return the guarded views of the sites."""
    return [view(charter, make_pact(), make_table(rng, n_rows), site=site) for site in sites]


def agreed_charter(**changes: Any) -> Charter:
    """Return a charter with the agreed span, below its floor."""
    return make_charter(**({"span": "agreed", "consents": BELOW_FLOOR} | changes))


def with_envelope(message: Any, **changes: Any) -> Any:
    """Return the message under another envelope."""
    return replace(message, envelope=replace(message.envelope, **changes))


def arrive(message: Message, name: str | None = None) -> Arrival:
    """Return the file of a message, named after its site unless told."""
    raw = encode_message(message)
    return Arrival(name or f"{message.envelope.site}.{message.kind}", lambda: io.BytesIO(raw))
