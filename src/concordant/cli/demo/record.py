"""Put everything that a demo shows into one plain record.

In:  what was played.
Out: a dict for ``demo.json``, ``--json`` and the page; equal for equal seeds. It holds scores and
     sizes; no row and no secret.
"""

from dataclasses import asdict
from typing import Any

from concordant import __version__
from concordant.cli.demo.conclusions import conclude, how_scored
from concordant.cli.demo.play import Played
from concordant.cli.demo.scoreboard import score_ways
from concordant.cli.demo.story import opening, places, warnings, what_next
from concordant.rehearsal.compare import measure_of


def demo_record(played: Played) -> dict[str, Any]:
    """Return the record of a finished demo."""
    stage, charter = played.stage, played.charter
    choices, dataset = stage.choices, stage.choices.dataset
    measure = measure_of(charter.task)
    comparison = score_ways(played)
    return {
        "finished": True,
        "concordant": __version__,
        "dataset": dataset.name,
        "about": dataset.about,
        "seed": choices.seed,
        "task": charter.task,
        "label": charter.label.column,
        "n_rows": dataset.n_rows,
        "n_public": len(stage.cut.public),
        "n_sites": choices.n_sites,
        "n_features": charter.n_features,
        "n_dims": charter.n_dims,
        "model": dataset.model,
        "measure": asdict(measure),
        "comparison": list(comparison),
        "how_scored": how_scored(measure),
        "conclusions": list(conclude(comparison, measure)),
        "opening": list(opening(choices, stage.cut)),
        "warnings": list(warnings(stage)),
        "steps": list(stage.steps.taken),
        "sites": _sites(played),
        "files": list(places()),
        "next": list(what_next()),
    }


def _sites(played: Played) -> list[dict[str, Any]]:
    return [
        {
            "site": site.site,
            "own_rows": len(site.own),
            "new_rows": len(site.new),
            "view_bytes": view,
            "bundle_bytes": bundle,
            "return_bytes": returned,
        }
        for site, (view, bundle, returned) in zip(played.stage.cut.sites, played.sent, strict=True)
    ]
