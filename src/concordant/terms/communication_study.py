"""Forecast what a study moves: the files of our protocol as they are, before there is one.

In:  the terms, each site's number of rows, the size of a model.
Out: bytes up and down for each site, phases, and federated averaging beside it. No table and no
     upload is read; anybody may run this.

The anchor never travels: every site makes it from the pact, whose 32 bytes go from site to site
outside the product (the paper's gamma is 0).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from concordant.terms.charter import Charter
from concordant.terms.communication import (
    federated_bytes,
    require_amount,
    rounds_for,
    transfer_seconds,
)
from concordant.terms.communication_files import (
    bundle_bytes,
    return_bytes,
    span_bytes,
    view_bytes,
)
from concordant.terms.communication_models import ModelSize
from concordant.terms.communication_units import Amount

MOST_ROWS = 10**9
USUAL_ROUNDS = 100
"""Rounds of federated averaging where nobody says how many; it takes tens to hundreds."""


@dataclass(frozen=True, slots=True)
class SiteTraffic:
    """The files of one site, in bytes; 0 for a file that the terms do not have."""

    site: str
    n_rows: int
    view_bytes: int
    span_bytes: int
    bundle_bytes: int
    return_bytes: int

    @property
    def up(self) -> int:
        """What the site sends."""
        return self.view_bytes + self.bundle_bytes

    @property
    def down(self) -> int:
        """What the site fetches."""
        return self.span_bytes + self.return_bytes


@dataclass(frozen=True, slots=True)
class Federated:
    """Federated averaging of one model over the same sites.

    ``bytes_per_round`` counts the sites that take part. ``break_even_rounds`` is R*: from the
    next whole round on it moves more than the study does.
    """

    n_parameters: int
    participation: Amount
    n_rounds: Amount
    bytes_per_round: float
    total_bytes: float
    break_even_rounds: float


@dataclass(frozen=True, slots=True)
class StudyTraffic:
    """All that a study moves when ``model`` goes back to the sites."""

    model: ModelSize
    sites: tuple[SiteTraffic, ...]
    n_phases: int

    @property
    def up(self) -> int:
        """What all sites send together."""
        return sum(each.up for each in self.sites)

    @property
    def down(self) -> int:
        """What all sites fetch together."""
        return sum(each.down for each in self.sites)

    @property
    def total(self) -> int:
        """All of it, once for the whole study."""
        return self.up + self.down

    def seconds(self, *, bits_per_second: Amount, round_trip: Amount) -> float:
        """Return the time on one line that all of it goes through, such as the analyst's."""
        return transfer_seconds(
            self.total,
            bits_per_second=bits_per_second,
            round_trip=round_trip,
            n_phases=self.n_phases,
        )

    def slowest_site_seconds(self, *, bits_per_second: Amount, round_trip: Amount) -> float:
        """Return the time of the busiest site, where each has a line of that speed for itself."""
        return transfer_seconds(
            max(each.up + each.down for each in self.sites),
            bits_per_second=bits_per_second,
            round_trip=round_trip,
            n_phases=self.n_phases,
        )


def forecast_traffic(
    charter: Charter, n_rows: Mapping[str, int], *, model: ModelSize
) -> StudyTraffic:
    """Return what each site of ``n_rows`` (rows by site) sends and fetches under these terms."""
    for site, count in n_rows.items():
        require_amount(f"the number of rows of {site}", count, least=0, most=MOST_ROWS)
    require_amount("the number of rows of all sites together", sum(n_rows.values()), least=1)
    agreed = charter.span == "agreed"
    of_span = span_bytes(charter, n_rows) if agreed else 0
    # Sites that differ in nothing but the letters of their names have files of one size.
    known: dict[tuple[int, int], tuple[int, int, int]] = {}
    sites = []
    for site, count in n_rows.items():
        kind = (len(site), count)
        if kind not in known:
            known[kind] = (
                view_bytes(charter, site) if agreed else 0,
                bundle_bytes(charter, site, count),
                return_bytes(charter, site, model.issued_bytes),
            )
        of_view, of_bundle, of_return = known[kind]
        sites.append(SiteTraffic(site, count, of_view, of_span, of_bundle, of_return))
    return StudyTraffic(model, tuple(sites), n_phases=4 if agreed else 2)


def compare_federated(
    total_bytes: Amount,
    *,
    n_sites: int,
    n_parameters: int,
    participation: Amount = 1.0,
    n_rounds: Amount = USUAL_ROUNDS,
) -> Federated:
    """Return what federated averaging of a model moves, against the ``total_bytes`` of a study."""
    one_round = federated_bytes(
        n_sites=n_sites, n_parameters=n_parameters, participation=participation
    )
    return Federated(
        n_parameters=n_parameters,
        participation=participation,
        n_rounds=n_rounds,
        bytes_per_round=one_round,
        total_bytes=n_rounds * one_round,
        break_even_rounds=rounds_for(
            total_bytes, n_sites=n_sites, n_parameters=n_parameters, participation=participation
        ),
    )
