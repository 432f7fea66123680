"""Tiny collaborations in memory: bases, one anchor, its views, rows and labels.

The four conditions of the paper are ``spans`` ("same" or "different") times ``orthonormal``:
F_i = V_1 E_i or V_i E_i, with E_i Haar or with entries uniform in [0, 1).
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float, Int

from concordant.linalg.arrays import Array


@dataclass(frozen=True, eq=False)
class World:
    """What all parties together know; ``views[i] == anchor @ bases[i]``."""

    anchor: Float[Array, "anchor_rows features"]
    bases: tuple[Float[Array, "features dims"], ...]
    views: tuple[Float[Array, "anchor_rows dims"], ...]
    rows: tuple[Float[Array, "rows features"], ...]
    labels: tuple[Int[Array, " rows"], ...]

    @property
    def representations(self) -> tuple[np.ndarray, ...]:
        """The rows as the analyst sees them."""
        return tuple(rows @ basis for rows, basis in zip(self.rows, self.bases, strict=True))


def make_world(
    rng: np.random.Generator,
    n_sites: int = 4,
    n_features: int = 13,
    n_dims: int = 4,
    *,
    spans: Literal["same", "different"] = "same",
    orthonormal: bool = True,
    anchor: Literal["orthonormal", "uniform"] = "orthonormal",
    n_rows: int = 40,
) -> World:
    """Draw a collaboration of ``n_sites`` whose rows share most of their structure."""
    rows = draw_rows(rng, n_sites, n_features, n_rows)
    labels = tuple((each[:, 0] + each[:, -1] > 0).astype(np.int64) for each in rows)
    own = [np.linalg.svd(each, full_matrices=False)[2][:n_dims].T for each in rows]
    bases = tuple(
        own[0 if spans == "same" else site] @ draw_turn(rng, n_dims, orthonormal=orthonormal)
        for site in range(n_sites)
    )
    matrix = draw_orthogonal(rng, n_features)
    if anchor == "uniform":
        matrix = rng.random((3 * n_features, n_features))
    return World(matrix, bases, tuple(matrix @ basis for basis in bases), rows, labels)


def draw_rows(
    rng: np.random.Generator, n_sites: int, n_features: int, n_rows: int
) -> tuple[Float[Array, "rows features"], ...]:
    """Draw rows with one common spectrum and a lean of each site's own."""
    strengths = np.geomspace(3.0, 0.3, n_features)
    common = draw_orthogonal(rng, n_features)
    lean = [0.3 * rng.standard_normal((n_features, n_features)) for _ in range(n_sites)]
    n_rows = max(n_rows, n_features)
    return tuple(
        rng.standard_normal((n_rows, n_features)) * strengths @ (common + lean[site])
        for site in range(n_sites)
    )


def draw_turn(
    rng: np.random.Generator, n_dims: int, *, orthonormal: bool
) -> Float[Array, "dims dims"]:
    """Draw the paper's E_i: Haar, or with entries uniform in [0, 1)."""
    return draw_orthogonal(rng, n_dims) if orthonormal else rng.random((n_dims, n_dims))


def draw_orthogonal(rng: np.random.Generator, size: int) -> Float[Array, "size size"]:
    """Draw a Haar matrix without our own code, so that a fault there cannot hide here."""
    columns, triangle = np.linalg.qr(rng.standard_normal((size, size)))
    return columns * np.where(np.diag(triangle) < 0, -1.0, 1.0)
