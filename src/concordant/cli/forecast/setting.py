"""The forecast of a setting without terms, counted as the paper counts.

In:  a Setting and the choices of the call.
Out: sentences, a table, and plain data. Anybody may run this.
"""

from dataclasses import asdict
from typing import Any

from concordant.cli.console import Screen
from concordant.cli.forecast.quantities import say_seconds
from concordant.cli.forecast.study import Line
from concordant.cli.sizes import say_bytes
from concordant.terms.communication import (
    N_PHASES,
    Setting,
    anchor_bytes,
    break_even_rounds,
    collaboration_bytes,
    downlink_bytes,
    federated_bytes,
    transfer_seconds,
    uplink_bytes,
)
from concordant.terms.communication_units import Amount


def setting_record(setting: Setting, line: Line) -> dict[str, Any]:
    """Return what the equations of the paper give for a setting."""
    total = collaboration_bytes(setting)
    federated = _federated(setting, line, n_rounds=line.n_rounds)
    return {
        "setting": asdict(setting),
        "up_bytes_per_site": uplink_bytes(setting),
        "down_bytes_per_site": downlink_bytes(setting),
        "anchor_bytes": anchor_bytes(setting),
        "total_bytes": total,
        "seconds": _seconds(total, line, n_phases=N_PHASES),
        "federated": {
            "participation": line.participation,
            "rounds": line.n_rounds,
            "full_round_bytes": federated_bytes(
                n_sites=setting.n_sites, n_parameters=setting.n_parameters, bits=setting.bits
            ),
            "bytes_per_round": _federated(setting, line, n_rounds=1),
            "total_bytes": federated,
            "seconds": _seconds(federated, line, n_phases=2 * line.n_rounds),
        },
        "break_even_rounds": break_even_rounds(setting, participation=line.participation),
    }


def show_setting(screen: Screen, setting: Setting, line: Line) -> None:
    """Print both sides of the paper's comparison."""
    record = setting_record(setting, line)
    rival = record["federated"]
    rows: list[tuple[str, str]] = [
        ("each site sends", say_bytes(record["up_bytes_per_site"])),
        ("each site fetches", say_bytes(record["down_bytes_per_site"])),
        ("the anchor, handed out once", say_bytes(record["anchor_bytes"])),
        ("data collaboration in all", say_bytes(record["total_bytes"])),
        ("its time on the line", say_seconds(record["seconds"])),
        ("federated averaging, one round of all sites", say_bytes(rival["full_round_bytes"])),
    ]
    if line.participation < 1:
        one = f"federated averaging, one round of {line.participation:.0%} of the sites"
        rows.append((one, say_bytes(rival["bytes_per_round"])))
    rows += [
        (f"federated averaging, {line.n_rounds:,g} rounds", say_bytes(rival["total_bytes"])),
        ("its time on the line", say_seconds(rival["seconds"])),
        ("break-even R*", f"{record['break_even_rounds']:,.1f} rounds"),
    ]
    screen.table("What moves, as the paper counts", ("", ""), rows)
    screen.tell(
        f"{setting.n_sites:,} sites of {setting.n_rows:,g} rows, {setting.n_features:,} features, "
        f"{setting.n_dims:,} dimensions, an anchor of {setting.n_anchor_rows:,} rows in "
        f"{setting.anchor_copies:,g} copies, a model of {setting.n_parameters:,} parameters, "
        f"{setting.bits} bits a number. After more than R* rounds federated averaging has moved "
        "more. Units are decimal: 1 GB = 10^9 bytes."
    )


def _federated(setting: Setting, line: Line, *, n_rounds: Amount) -> float:
    return federated_bytes(
        n_sites=setting.n_sites,
        n_parameters=setting.n_parameters,
        n_rounds=n_rounds,
        participation=line.participation,
        bits=setting.bits,
    )


def _seconds(n_bytes: Amount, line: Line, *, n_phases: Amount) -> float:
    return transfer_seconds(
        n_bytes,
        bits_per_second=line.bandwidth,
        round_trip=line.round_trip,
        n_phases=n_phases,
    )
