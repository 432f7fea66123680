"""Score what a method answered, at each site and for all rows together.

In:  the answers of all sites, the truth.
Out: one RunLine a site, and one for all. For rehearsals: only there the truth of all sites lies
     in one place.
"""

from collections.abc import Mapping, Sequence
from math import isfinite

import numpy as np
from jaxtyping import Num

from concordant.analyst.measures import measure_answers
from concordant.errors.rehearsal import AnswersUnfit
from concordant.linalg.arrays import Array
from concordant.rehearsal.methods import PlainAnswers
from concordant.rehearsal.run_line import ALL_SITES, RunLine, Way
from concordant.terms.answers import Answers, join_answers

NOT_FINITE = "numbers that are not finite"


def judge(
    way: Way,
    seed: int,
    said: Sequence[PlainAnswers],
    truth: Mapping[str, Num[Array, " _"]],
    n_own: Mapping[str, int],
    n_classes: int,
) -> tuple[RunLine, ...]:
    """Return the lines of one run: all rows together first, then the sites in their order."""
    if len(said) != len(truth):
        raise AnswersUnfit(given=f"{len(said)} entries", expected=f"one for {len(truth)} sites")
    answers = [
        read_answers(one, len(right), n_classes)
        for one, right in zip(said, truth.values(), strict=True)
    ]
    together = np.concatenate(list(truth.values()))
    scores = _scores(together, join_answers(answers))
    everybody = RunLine(way, seed, ALL_SITES, sum(n_own.values()), len(together), scores)
    alone = (
        RunLine(way, seed, site, n_own[site], len(right), _scores(right, one))
        for (site, right), one in zip(truth.items(), answers, strict=True)
    )
    return (everybody, *alone)


def read_answers(said: PlainAnswers, n_rows: int, n_classes: int) -> Answers:
    """Return one site's answers in one form; ``n_classes`` is 0 for values."""
    answers = said if isinstance(said, Answers) else _from_array(np.asarray(said), n_classes)
    plain = answers.codes if n_classes else answers.values
    if plain is None or plain.shape != (n_rows,):
        expected = f"one {'class' if n_classes else 'value'} for each of {n_rows} rows"
        given = "nothing of the kind" if plain is None else f"the shape {plain.shape}"
        raise AnswersUnfit(given=given, expected=expected)
    shares = answers.probabilities
    if not np.isfinite(plain).all() or not (shares is None or np.isfinite(shares).all()):
        raise AnswersUnfit(given=NOT_FINITE, expected="a finite one for each row")
    return answers


def _from_array(said: Array, n_classes: int) -> Answers:
    # Before anything else: the class of NaN shares would be a guess, and its code an overflow.
    if said.dtype.kind == "f" and not np.isfinite(said).all():
        raise AnswersUnfit(given=NOT_FINITE, expected="a finite one for each row")
    if not n_classes:
        return Answers(values=said.astype(np.float64))
    if said.ndim == 2 and said.shape[1] == n_classes:
        shares = said.astype(np.float64)
        return Answers(codes=shares.argmax(axis=1).astype(np.int64), probabilities=shares)
    codes = said.astype(np.int64)
    if not np.array_equal(codes, said):
        raise AnswersUnfit(given="numbers that are not whole", expected="codes of classes")
    return Answers(codes=codes)


def _scores(truth: Num[Array, " rows"], answers: Answers) -> dict[str, float]:
    """Return the measures that mean something on these rows."""
    found = measure_answers(truth, answers)
    return {name: value for name, value in found.items() if isfinite(value)}
