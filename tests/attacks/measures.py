"""How far an attack got: one number each, the same for every attack."""

import numpy as np
from jaxtyping import Float, Int

from concordant.linalg.arrays import Array


def auc(present: list[float], absent: list[float]) -> float:
    """Return how often a score is higher where the thing is: 0.5 is guessing, 1.0 is certainty."""
    there, gone = np.array(present)[:, None], np.array(absent)[None, :]
    return float(np.mean(there > gone) + 0.5 * np.mean(there == gone))


def cosine(first: Float[Array, "rows columns"], second: Float[Array, "rows columns"]) -> float:
    """Return the absolute cosine of the angle between two matrices."""
    length = np.linalg.norm(first) * np.linalg.norm(second)
    return float(abs(np.sum(first * second)) / length)


def mean_correlation(
    guessed: Float[Array, "rows features"], true: Float[Array, "rows features"]
) -> float:
    """Return the mean correlation, row by row, of what makes a row differ from the mean row."""
    centre = true.mean(axis=0)
    pairs = zip(guessed - centre, true - centre, strict=True)
    return float(np.mean([cosine(guess[None], row[None]) for guess, row in pairs]))


def share_right(
    guessed: Float[Array, "rows features"],
    people: Float[Array, "people features"],
    truth: Int[Array, " rows"],
) -> float:
    """Return the share of guessed rows whose nearest person is the right one."""
    return float(np.mean(nearest(guessed, people) == truth))


def nearest(
    guessed: Float[Array, "rows features"], people: Float[Array, "people features"]
) -> Int[Array, " rows"]:
    """Return, for each guessed row, the number of the nearest person."""
    distances = np.square(guessed[:, None, :] - people[None, :, :]).sum(axis=2)
    return np.argmin(distances, axis=1)
