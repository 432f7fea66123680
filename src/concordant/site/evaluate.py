"""Score the collaborative model on a site's labelled rows, and what the site gained by it.

In:  charter, basis, return, labelled rows; optionally the site's own rows to train on alone.
Out: an Evaluation: measures with 95 % intervals, beside them the same model trained on the own
     rows only, and the paired gains. Only a site runs this; nothing is sent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int64, Num

from concordant.errors.site_release import NothingToScore
from concordant.linalg.arrays import Array
from concordant.site.alone import AloneModel, train_alone
from concordant.site.basis import SecretBasis
from concordant.site.own_rows import OwnRows, as_table
from concordant.site.predict import Predictions, Unencodable, predict
from concordant.terms.charter import Charter
from concordant.terms.groups import group_keys
from concordant.terms.intervals import Resampling, Score, measure_with_interval, resampling
from concordant.terms.labels import encode_labels
from concordant.terms.preprocess import encode_rows, try_rows
from concordant.terms.scores import (
    HIGHER_IS_BETTER,
    MeasureRows,
    classification_measures,
    regression_measures,
)
from concordant.terms.table import Table
from concordant.wire.messages import Envelope, ReturnBundle


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores of one site's labelled rows.

    ``together`` is the collaborative model, ``alone`` the same recipe trained on the site's own
    rows, ``gains`` their difference on the same resamples: positive is better together,
    also for errors and losses. ``why_not_alone`` says in words why there is nothing to compare.
    ``n_seen`` labelled rows are equal to one of the own rows: with many of them both scores are
    too good.
    """

    n_rows: int
    n_blank: int
    together: tuple[Score, ...]
    alone: tuple[Score, ...] | None = None
    gains: tuple[Score, ...] | None = None
    why_not_alone: str | None = None
    n_own_rows: int | None = None
    n_seen: int | None = None


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class _Judged:
    """Answers of one model, ready to be measured."""

    measures: Mapping[str, MeasureRows]
    n_right: int | None


def evaluate(
    charter: Charter,
    basis: SecretBasis,
    returned: ReturnBundle,
    table: object,
    *,
    sent: Envelope | None = None,
    own_table: object = None,
    seed: int = 0,
    unencodable: Unencodable = "refuse",
    allow_types: Sequence[str] | None = None,
) -> Evaluation:
    """Return the scores of the returned model on labelled rows.

    Parameters
    ----------
    charter, basis, returned, sent, unencodable, allow_types
        As for ``predict``. Rows left blank are not scored.
    table
        Labelled rows, kept back from the contribution. A missing or unknown label is refused.
    own_table
        The site's rows to train the same model on alone; without it nothing is compared.
    seed
        Of the resamples and of the model trained alone.
    """
    rows = as_table(table)
    truth = encode_labels(charter, rows)
    persons = group_keys(charter, rows)
    predictions = predict(
        charter,
        basis,
        returned,
        rows,
        sent=sent,
        unencodable=unencodable,
        allow_types=allow_types,
    )
    kept = np.flatnonzero(~predictions.blank)
    if not len(kept):
        raise NothingToScore(n_rows=rows.n_rows)
    draws = resampling(len(kept), _numbered(persons, kept), seed=seed)
    judged = _judge_predictions(charter, truth[kept], predictions, kept)
    together = _scores(judged, draws)
    n_blank = predictions.n_blank
    if own_table is None:
        return Evaluation(len(kept), n_blank, together)
    own = _own_rows(charter, as_table(own_table), unencodable)
    features = encode_rows(charter, rows.take(kept)).matrix
    n_own, n_seen = len(own.matrix), _count_seen(features, own.matrix)
    model = train_alone(charter, returned, own, seed=seed)
    if isinstance(model, str):
        return Evaluation(
            len(kept), n_blank, together, why_not_alone=model, n_own_rows=n_own, n_seen=n_seen
        )
    single = _judge_alone(charter, truth[kept], model, features)
    return Evaluation(
        len(kept),
        n_blank,
        together,
        alone=_scores(single, draws),
        gains=_gains(judged, single, draws),
        n_own_rows=n_own,
        n_seen=n_seen,
    )


def _judge_predictions(
    charter: Charter,
    truth: Num[Array, " kept"],
    predictions: Predictions,
    kept: Int64[Array, " kept"],
) -> _Judged:
    codes, values, shares = predictions.codes, predictions.values, predictions.probabilities
    return _judge(
        charter,
        truth,
        codes=None if codes is None else codes[kept],
        values=None if values is None else values[kept],
        probabilities=None if shares is None else shares[kept],
    )


def _judge_alone(
    charter: Charter,
    truth: Num[Array, " kept"],
    model: AloneModel,
    features: Float[Array, "kept features"],
) -> _Judged:
    if charter.task == "regression":
        return _judge(charter, truth, values=model.values(features))
    shares = model.probabilities(features)
    return _judge(charter, truth, codes=model.codes(features), probabilities=shares)


def _judge(
    charter: Charter,
    truth: Num[Array, " kept"],
    *,
    codes: Int64[Array, " kept"] | None = None,
    values: Float[Array, " kept"] | None = None,
    probabilities: Float[Array, "kept classes"] | None = None,
) -> _Judged:
    if charter.task == "regression":
        assert values is not None  # noqa: S101  `predict` refuses a model that gives none
        return _Judged(regression_measures(truth, values), None)
    assert codes is not None  # noqa: S101  as above
    measures = classification_measures(truth, codes, probabilities)
    return _Judged(measures, int(np.count_nonzero(truth == codes)))


def _scores(judged: _Judged, draws: Resampling) -> tuple[Score, ...]:
    return tuple(
        measure_with_interval(
            name, measure, draws, n_right=judged.n_right if name == "accuracy" else None
        )
        for name, measure in judged.measures.items()
    )


def _gains(together: _Judged, alone: _Judged, draws: Resampling) -> tuple[Score, ...]:
    """Return what each measure gained, on the same resamples for both models."""

    def gain(name: str) -> MeasureRows:
        ours, theirs = together.measures[name], alone.measures[name]
        sign = 1.0 if HIGHER_IS_BETTER[name] else -1.0
        return lambda weights: sign * (ours(weights) - theirs(weights))

    return tuple(
        measure_with_interval(name, gain(name), draws)
        for name in together.measures
        if name in alone.measures
    )


def _own_rows(charter: Charter, table: Table, unencodable: Unencodable) -> OwnRows:
    """Return the rows to train on alone; nothing leaves, so the rules of a release are silent."""
    labels = encode_labels(charter, table)
    if unencodable == "refuse":
        encoded = encode_rows(charter, table)
        return OwnRows(encoded.matrix, labels, None, encoded.findings)
    tried = try_rows(charter, table)
    kept = ~tried.refused
    return OwnRows(tried.matrix[kept], labels[kept], None, tried.findings)


def _numbered(
    persons: list[str] | None, kept: Int64[Array, " kept"]
) -> Int64[Array, " kept"] | None:
    if persons is None:
        return None
    numbers: dict[str, int] = {}
    of_rows = [numbers.setdefault(persons[row], len(numbers)) for row in kept.tolist()]
    return np.array(of_rows, dtype=np.int64)


def _count_seen(rows: Float[Array, "rows features"], own: Float[Array, "own features"]) -> int:
    known = {row.tobytes() for row in own}
    return sum(row.tobytes() in known for row in rows)
