"""Secret randomness of one site, from the operating system.

In:  the operating system's entropy.
Out: a generator that nobody can make again. Only sites run this.
"""

import secrets

import numpy as np


def site_randomness() -> np.random.Generator:
    """Return a fresh generator seeded with 256 bits of the operating system's entropy.

    The bits go through NumPy's SeedSequence into the full 256-bit state that it can fill of
    PCG64DXSM. Nothing records them: what is drawn cannot be drawn again.
    """
    entropy = np.random.SeedSequence(secrets.randbits(256), pool_size=8)
    return np.random.Generator(np.random.PCG64DXSM(entropy))
