"""A generator for each purpose of a rehearsal, so that no draw depends on what else is tried.

In:  the seed and what the draws are for, in words and numbers.
Out: a generator. Anybody may run this: nothing that is drawn from it is secret.
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
