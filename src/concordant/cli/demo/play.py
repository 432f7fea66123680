"""Play the whole demo, step by step, through real files.

In:  a stage (set, sites, seed, how the rows were cut) and its folder.
Out: Played: everybody's answers for the rows kept back, with the truth, and the sizes of all
     files. For demos only: both roles run in one process here, one after the other.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from concordant.cli.demo.agreed_study import Answers, play_agreed_study
from concordant.cli.demo.folder import OWN_SPAN, RESULTS, SHARED_SPAN
from concordant.cli.demo.handout import hand_out
from concordant.cli.demo.other_studies import ODC_RESULTS, play_baselines, play_one_upload
from concordant.cli.demo.papers import Papers
from concordant.cli.demo.stage import Stage
from concordant.terms.charter import Charter
from concordant.terms.labels import encode_labels
from concordant.terms.table import Table


@dataclass(frozen=True, slots=True)
class Played:
    """What came out: ``answers`` by way to train, each with one array per site.

    ``sent`` is, per site, the bytes of its view, its bundle and its return.
    """

    stage: Stage
    charter: Charter
    truth: Answers
    answers: dict[str, Answers]
    sent: tuple[tuple[int, int, int], ...]
    run: dict[str, Any]


def play(stage: Stage, folder: Path) -> Played:
    """Play one demo in the folder of its stage."""
    hand_out(stage.choices.dataset, stage.cut, folder)
    main = play_agreed_study(stage, Papers(folder))
    answers = {
        "agreed": main.answers,
        **play_one_upload(
            stage,
            Papers(folder / OWN_SPAN),
            "own",
            {"odc": ("odc", ODC_RESULTS), "own": ("auto", RESULTS)},
        ),
        **play_one_upload(
            stage, Papers(folder / SHARED_SPAN), "shared", {"shared": ("auto", RESULTS)}
        ),
        **play_baselines(stage, main.study),
    }
    charter = main.study.charter
    return Played(
        stage=stage,
        charter=charter,
        truth=tuple(_truth(charter, site.new_rows) for site in stage.sites),
        answers=answers,
        sent=main.sent,
        run=main.run,
    )


def _truth(charter: Charter, table: Table) -> np.ndarray:
    """Return the classes, or the exact numbers: answers are held to what is, not to its step."""
    if charter.task == "regression":
        return table.numbers(charter.label.column)[0]
    return encode_labels(charter, table)
