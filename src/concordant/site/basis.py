"""The secret basis of one site: it projects rows and never shows itself.

In:  an orthonormal matrix (``spans.draw_basis`` makes it, the vault reads it back).
Out: projected rows. Only the site that owns it runs this.
"""

import numpy as np
from jaxtyping import Float

from concordant.errors.site import BasisNotOrthonormal, FeaturesDiffer
from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import is_orthonormal
from concordant.site.kept_secret import KeptSecret


class SecretBasis(KeptSecret):
    """An orthonormal basis (features × dims) that only its site knows."""

    __slots__ = ("_matrix",)
    _matrix: Float[Array, "features dims"]

    def __init__(self, matrix: Float[Array, "features dims"]) -> None:
        kept = np.array(matrix, dtype=np.float64, order="C")
        n_features, n_dims = kept.shape
        if not is_orthonormal(kept):
            raise BasisNotOrthonormal(features=n_features, dims=n_dims)
        kept.setflags(write=False)
        object.__setattr__(self, "_matrix", kept)

    @property
    def n_features(self) -> int:
        """How many features a row has before projection."""
        return int(self._matrix.shape[0])

    @property
    def n_dims(self) -> int:
        """How many numbers a row has after projection."""
        return int(self._matrix.shape[1])

    def project(self, rows: Float[Array, "rows features"]) -> Float[Array, "rows dims"]:
        """Return the rows in the secret coordinates."""
        if rows.shape[1] != self.n_features:
            raise FeaturesDiffer(what="The table", sent=int(rows.shape[1]), agreed=self.n_features)
        return np.asarray(rows @ self._matrix)

    def reveal(self) -> Float[Array, "features dims"]:
        """Return the matrix itself, read-only: for the anchor view and for the vault."""
        return self._matrix
