"""The communication model of the paper (section 2.3): what moves, in bytes, rounds and seconds.

In:  counts: of sites, rows, features, dimensions, parameters, bits a number takes.
Out: bytes, break-even rounds, seconds. No file and no table is read; anybody may run this.

Letters of the paper in these words: c ``n_sites``, n the average ``n_rows`` of a site, a
``n_anchor_rows``, m ``n_features``, l ``n_dims``, N ``n_parameters`` of the model, q ``bits``, p
``participation``, R ``n_rounds``, gamma ``anchor_copies``, beta ``bits_per_second``, tau
``round_trip``. Units are decimal: 1 GB is 10^9 bytes. What our own files take, to the byte, is in
``communication_study``.
"""

from dataclasses import dataclass
from math import inf, isfinite

from concordant.errors.communication import CountRefused
from concordant.terms.communication_units import Amount

BITS = 32
N_PHASES = 3
"""Of the paper's protocol: the anchor goes out, the uploads come in, the returns go out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A collaboration as the paper counts it; ``n_rows`` is the average of the sites.

    ``anchor_copies`` is how many copies of the anchor travel: one a site when somebody hands it
    out, none when all sites make it from a common secret.
    """

    n_sites: int
    n_rows: Amount
    n_features: int
    n_dims: int
    n_anchor_rows: int
    n_parameters: int
    anchor_copies: Amount
    bits: int = BITS

    def __post_init__(self) -> None:
        for name in ("n_sites", "n_features", "n_dims", "n_anchor_rows", "n_parameters", "bits"):
            require_amount(name, getattr(self, name), least=1)
        for name in ("n_rows", "anchor_copies"):
            require_amount(name, getattr(self, name), least=0)


def uplink_bytes(setting: Setting) -> float:
    """Return what an average site sends: ``(n + a) l q / 8``, its rows and its anchor view.

    >>> uplink_bytes(healthcare_setting())
    800000.0
    """
    n_numbers = (setting.n_rows + setting.n_anchor_rows) * setting.n_dims
    return n_numbers * setting.bits / 8


def downlink_bytes(setting: Setting) -> float:
    """Return what each site gets: ``(l^2 + N) q / 8``, its map and the model.

    >>> downlink_bytes(healthcare_setting())
    100040000.0
    """
    return (setting.n_dims**2 + setting.n_parameters) * setting.bits / 8


def anchor_bytes(setting: Setting) -> float:
    """Return what handing out the anchor takes: ``gamma a m q / 8``, once.

    >>> anchor_bytes(healthcare_setting())
    313600000.0
    """
    n_numbers = setting.anchor_copies * setting.n_anchor_rows * setting.n_features
    return n_numbers * setting.bits / 8


def collaboration_bytes(setting: Setting) -> float:
    """Return all that moves: ``q/8 (c ((n + a) l + l^2 + N) + gamma a m)``, in one round.

    >>> f"{collaboration_bytes(healthcare_setting()) / 1e9:.1f} GB"
    '10.4 GB'
    """
    for_each = uplink_bytes(setting) + downlink_bytes(setting)
    return setting.n_sites * for_each + anchor_bytes(setting)


def federated_bytes(
    *,
    n_sites: int,
    n_parameters: int,
    n_rounds: Amount = 1,
    participation: Amount = 1.0,
    bits: int = BITS,
) -> float:
    """Return what federated averaging moves: ``2 R p c N q / 8``.

    In each round, each of the sites that take part gets the whole model and sends it back.

    >>> f"{federated_bytes(n_sites=100, n_parameters=25_000_000) / 1e9:.0f} GB"
    '20 GB'
    """
    require_amount("n_sites", n_sites, least=1)
    require_amount("n_parameters", n_parameters, least=1)
    require_amount("n_rounds", n_rounds, least=0)
    require_participation(participation)
    return 2 * n_rounds * participation * n_sites * n_parameters * bits / 8


def break_even_rounds(setting: Setting, *, participation: Amount = 1.0) -> float:
    """Return R*: from its next whole round on, federated averaging moves more.

    ``R* = (n + a) l / (2 p N) + (l^2 + N) / (2 p N) + gamma a m / (2 p c N)``: the bits of a
    number cancel out.

    >>> round(break_even_rounds(healthcare_setting(), participation=0.1), 1)
    5.2
    """
    require_participation(participation)
    twice = 2 * participation * setting.n_parameters
    rows = (setting.n_rows + setting.n_anchor_rows) * setting.n_dims
    back = setting.n_dims**2 + setting.n_parameters
    anchor = setting.anchor_copies * setting.n_anchor_rows * setting.n_features
    return (rows + back + anchor / setting.n_sites) / twice


def rounds_for(n_bytes: Amount, *, n_sites: int, n_parameters: int, participation: Amount) -> float:
    """Return how many rounds of federated averaging move ``n_bytes``: R* of measured sizes.

    >>> rounds_for(8000, n_sites=10, n_parameters=50, participation=0.5)
    4.0
    """
    one_round = federated_bytes(
        n_sites=n_sites, n_parameters=n_parameters, participation=participation
    )
    return n_bytes / one_round


def transfer_seconds(
    n_bytes: Amount, *, bits_per_second: Amount, round_trip: Amount, n_phases: Amount
) -> float:
    """Return the time on the line: ``8 B / beta + phases tau``, computing not included.

    ``bits_per_second`` is of the narrowest line that all of it goes through. The paper counts
    three phases for data collaboration and two for each round of federated averaging.

    >>> transfer_seconds(1_250_000, bits_per_second=10e6, round_trip=0.05, n_phases=2)
    1.1
    """
    require_amount("bits_per_second", bits_per_second, least=1)
    require_amount("round_trip", round_trip, least=0)
    return 8 * n_bytes / bits_per_second + n_phases * round_trip


def healthcare_setting() -> Setting:
    """Return the paper's example: 100 hospitals, 1,000 rows each, a ResNet-50, an anchor each."""
    return Setting(
        n_sites=100,
        n_rows=1_000,
        n_features=784,
        n_dims=100,
        n_anchor_rows=1_000,
        n_parameters=25_000_000,
        anchor_copies=100,
    )


def require_participation(participation: Amount) -> None:
    """Refuse a share of sites that is not in (0, 1]."""
    if not 0 < participation <= 1:
        raise CountRefused(
            argument="participation",
            given=str(participation),
            rule="above 0 and at most 1, the share of sites in a round",
        )


def require_amount(argument: str, given: Amount, *, least: Amount, most: Amount = inf) -> None:
    """Refuse an amount that is no number, or outside of ``least`` to ``most``."""
    if not (isfinite(given) and least <= given <= most):
        rule = f"a number, at least {least:g}"
        rule += f" and at most {most:,}" if isfinite(most) else ""
        raise CountRefused(argument=argument, given=str(given), rule=rule)
