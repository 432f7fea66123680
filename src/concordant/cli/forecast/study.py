"""The forecast of a study with terms, for people and as a record.

In:  a charter, rows by site, and the choices of the call.
Out: sentences, tables, and plain data. No table and no upload is read. Anybody may run this.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from concordant.cli.console import Screen
from concordant.cli.forecast.quantities import say_seconds
from concordant.cli.sizes import say_bytes, say_count
from concordant.terms.charter import Charter
from concordant.terms.communication import transfer_seconds
from concordant.terms.communication_models import ModelSize, stated_model, usual_models
from concordant.terms.communication_study import (
    Federated,
    SiteTraffic,
    StudyTraffic,
    compare_federated,
    forecast_traffic,
)
from concordant.terms.communication_units import Amount
from concordant.terms.communication_words import compare_in_words

MOST_LINES = 20


@dataclass(frozen=True, slots=True)
class Line:
    """What the call says of the network, and of federated averaging."""

    bandwidth: float
    round_trip: float
    participation: Amount
    n_rounds: Amount


@dataclass(frozen=True, slots=True)
class StudyForecast:
    """A study's traffic for each model that it is reckoned with, and its federated rival.

    The last model is the one that the printed sizes are of.
    """

    charter: Charter
    line: Line
    traffic: tuple[StudyTraffic, ...]
    rivals: tuple[Federated, ...]


def forecast_study(
    charter: Charter, n_rows: Mapping[str, int], line: Line, n_parameters: int | None
) -> StudyForecast:
    """Return the forecast with a stated model, or with a linear one and a network."""
    models: tuple[ModelSize, ...] = usual_models(charter)
    if n_parameters is not None:
        models = (stated_model(n_parameters),)
    traffic = tuple(forecast_traffic(charter, n_rows, model=model) for model in models)
    rivals = tuple(
        compare_federated(
            each.total,
            # Sites that only predict train nothing.
            n_sites=sum(count > 0 for count in n_rows.values()),
            n_parameters=each.model.n_averaged,
            participation=line.participation,
            n_rounds=line.n_rounds,
        )
        for each in traffic
    )
    return StudyForecast(charter, line, traffic, rivals)


def study_record(forecast: StudyForecast) -> dict[str, Any]:
    """Return the forecast as plain data: bytes, rounds, seconds."""
    main, line = forecast.traffic[-1], forecast.line
    return {
        "model": main.model.words,
        "sites": [{**asdict(each), "up": each.up, "down": each.down} for each in main.sites],
        "up_bytes": main.up,
        "down_bytes": main.down,
        "total_bytes": main.total,
        "phases": main.n_phases,
        "bits_per_second": line.bandwidth,
        "round_trip_seconds": line.round_trip,
        "seconds": _seconds(main, line),
        "slowest_site_seconds": _slowest_seconds(main, line),
        "federated": [
            {
                "model": each.model.words,
                "study_bytes": each.total,
                **asdict(rival),
                "seconds": _federated_seconds(rival, line),
            }
            for each, rival in zip(forecast.traffic, forecast.rivals, strict=True)
        ],
    }


def show_study(screen: Screen, forecast: StudyForecast) -> None:
    """Print what each site sends and fetches, and what federated averaging would move."""
    main, charter, line = forecast.traffic[-1], forecast.charter, forecast.line
    screen.table(
        f"What {say_count(len(main.sites), 'site')} would send and fetch",
        ("site", "rows", "sends", "fetches"),
        [*_site_lines(main.sites), ("all", _rows(main), say_bytes(main.up), say_bytes(main.down))],
    )
    files = "a view and a bundle, and fetches the agreed span and a return"
    if charter.span != "agreed":
        files = "a bundle, and fetches a return"
    screen.tell(
        f"Each site sends {files}, once: {charter.n_features} features become "
        f"{say_count(charter.n_dims, 'number')} a row ({charter.precision}). The anchor is not "
        "among them: each site makes it from the pact, whose 32 bytes go from site to site "
        f"outside of this. The model in a return is taken to be {main.model.words} "
        f"({say_bytes(main.model.issued_bytes)})."
    )
    screen.tell(
        f"In all: {say_bytes(main.total)}. Where one line of {_speed(line)} carries all of it: "
        f"{say_seconds(_seconds(main, line))}, computing not included; the busiest site, with such "
        f"a line for itself: {say_seconds(_slowest_seconds(main, line))}."
    )
    _show_rivals(screen, forecast)
    screen.tell("Units are decimal: 1 kB = 1,000 bytes, 1 GB = 10^9 bytes.")


def _show_rivals(screen: Screen, forecast: StudyForecast) -> None:
    line = forecast.line
    share = "all sites with rows"
    if line.participation < 1:
        share = f"{line.participation:.0%} of the sites with rows"
    rounds = f"{line.n_rounds:,g} rounds"
    screen.table(
        f"Federated averaging of one model on the raw features, {share} in each round",
        ("model", "parameters", "one round", rounds, "time", "break-even R*"),
        [
            (
                each.model.words,
                f"{rival.n_parameters:,}",
                say_bytes(rival.bytes_per_round),
                say_bytes(rival.total_bytes),
                say_seconds(_federated_seconds(rival, line)),
                f"{rival.break_even_rounds:,.1f}",
            )
            for each, rival in zip(forecast.traffic, forecast.rivals, strict=True)
        ],
    )
    for each, rival in zip(forecast.traffic, forecast.rivals, strict=True):
        screen.tell(compare_in_words(each.model.words, rival))


def _site_lines(sites: tuple[SiteTraffic, ...]) -> list[tuple[str, ...]]:
    """Return a line for each site; of many, one for all with the same number of rows."""
    if len(sites) <= MOST_LINES:
        return [
            (each.site, f"{each.n_rows:,}", say_bytes(each.up), say_bytes(each.down))
            for each in sites
        ]
    alike: dict[int, list[SiteTraffic]] = {}
    for each in sites:
        alike.setdefault(each.n_rows, []).append(each)
    return [
        (
            f"each of {len(group):,}" if len(group) > 1 else group[0].site,
            f"{n_rows:,}",
            say_bytes(max(each.up for each in group)),
            say_bytes(max(each.down for each in group)),
        )
        for n_rows, group in sorted(alike.items(), reverse=True)[:MOST_LINES]
    ]


def _rows(traffic: StudyTraffic) -> str:
    return f"{sum(each.n_rows for each in traffic.sites):,}"


def _speed(line: Line) -> str:
    return f"{line.bandwidth / 1e6:,g} Mbit/s ({line.round_trip * 1000:g} ms there and back)"


def _seconds(traffic: StudyTraffic, line: Line) -> float:
    return traffic.seconds(bits_per_second=line.bandwidth, round_trip=line.round_trip)


def _slowest_seconds(traffic: StudyTraffic, line: Line) -> float:
    return traffic.slowest_site_seconds(bits_per_second=line.bandwidth, round_trip=line.round_trip)


def _federated_seconds(rival: Federated, line: Line) -> float:
    return transfer_seconds(
        rival.total_bytes,
        bits_per_second=line.bandwidth,
        round_trip=line.round_trip,
        n_phases=2 * rival.n_rounds,
    )
