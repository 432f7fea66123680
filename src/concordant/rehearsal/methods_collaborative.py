"""The alignments, ours and the published ones, with unit scale and with their papers' own.

In:  a Trial.
Out: answers of each site by the study that our commands would carry out. Never part of a real
     study.
"""

from concordant.rehearsal.methods import method
from concordant.rehearsal.trial import Trial
from concordant.terms.answers import Answers


@method("auto", about="Our alignment: directions are weighed by how many sites hold them.")
def answer_auto(trial: Trial) -> tuple[Answers, ...]:
    """Answer by our own alignment."""
    return trial.collaborate(method="auto")


@method("odc", about="ODC: every site is rotated onto the first; brought to unit scale.")
def answer_odc(trial: Trial) -> tuple[Answers, ...]:
    """Answer by ODC at unit scale."""
    return trial.collaborate(method="odc")


@method("odc-raw", about="ODC as published: on the scale that the rotations leave.")
def answer_odc_raw(trial: Trial) -> tuple[Answers, ...]:
    """Answer by ODC to the letter of its paper."""
    return trial.collaborate(method="odc", scale="none")


@method("imakura", about="Imakura: every site is fitted to a common target; to unit scale.")
def answer_imakura(trial: Trial) -> tuple[Answers, ...]:
    """Answer by Imakura's alignment at unit scale."""
    return trial.collaborate(method="imakura")


@method("imakura-raw", about="Imakura as published: on the scale of its target.")
def answer_imakura_raw(trial: Trial) -> tuple[Answers, ...]:
    """Answer by Imakura's alignment to the letter of its paper."""
    return trial.collaborate(method="imakura", scale="none")


@method("kawakami", about="Kawakami: aligned without a target, by QR and SVD; to unit scale.")
def answer_kawakami(trial: Trial) -> tuple[Answers, ...]:
    """Answer by Kawakami's alignment at unit scale."""
    return trial.collaborate(method="kawakami")


@method("kawakami-raw", about="Kawakami as published: on the scale of its singular vectors.")
def answer_kawakami_raw(trial: Trial) -> tuple[Answers, ...]:
    """Answer by Kawakami's alignment to the letter of its paper."""
    return trial.collaborate(method="kawakami", scale="none")
