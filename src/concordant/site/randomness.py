"""Secret randomness of one site: from the operating system, or from rehearsal's generator.

In:  the operating system's entropy.
Out: a generator, and matrices drawn with one. Only sites (and rehearsal) run this.
"""

import secrets

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array


def site_randomness() -> np.random.Generator:
    """Return a fresh generator seeded with 256 bits of the operating system's entropy.

    The bits go through NumPy's SeedSequence into the full 256-bit state that it can fill of
    PCG64DXSM. Nothing records them: what is drawn cannot be drawn again.
    """
    entropy = np.random.SeedSequence(secrets.randbits(256), pool_size=8)
    return np.random.Generator(np.random.PCG64DXSM(entropy))


def draw_rotation(n_dims: int, rng: np.random.Generator) -> Float[Array, "dims dims"]:
    """Draw an orthogonal matrix from the Haar distribution."""
    return orthonormal_columns(rng.standard_normal((n_dims, n_dims)))


def orthonormal_columns(matrix: Float[Array, "rows dims"]) -> Float[Array, "rows dims"]:
    """Return an orthonormal basis of the columns; of a normal matrix it is Haar-distributed."""
    q, r = np.linalg.qr(matrix)
    # Sign-fix by R's diagonal: plain QR is not Haar-distributed (Mezzadri 2007).
    return np.asarray(q * np.where(np.diagonal(r) < 0, -1.0, 1.0))
