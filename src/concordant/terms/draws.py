"""A generator for each purpose, so that no draw depends on what else is drawn by the same seed.

In:  the seed and what the draws are for, in words and numbers.
Out: a generator. Anybody may run this: whoever knows the seed draws the same, so no secret comes
     from here but those of a rehearsal.

Purposes are words, because small numbers would not do: NumPy takes the seeds [s], [s, 0] and
[s, 0, 0] for one.
"""

import hashlib

import numpy as np


def draws_for(seed: int, *purpose: str | int) -> np.random.Generator:
    """Return the generator of one purpose; another purpose or seed has independent draws.

    >>> draws_for(1, "cut").random() == draws_for(1, "cut").random()
    True
    >>> draws_for(1, "cut").random() == draws_for(1, "basis").random()
    False
    """
    words = "\x1f".join(str(part) for part in purpose)
    label = int.from_bytes(hashlib.sha256(words.encode("utf-8")).digest()[:16])
    return np.random.default_rng([seed, label])
