"""Keep libraries of numbers from splitting small work over threads.

In:  nothing. Out: contexts in which BLAS, or every such library, uses one thread. Anybody may
     run it.
"""

import sys
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any

from threadpoolctl import ThreadpoolController

# Packages that bring a pool of threads of their own when they are first imported.
_BRINGERS = ("numpy", "scipy.linalg", "scipy.special", "sklearn", "torch", "onnxruntime")


def one_blas_thread() -> AbstractContextManager[Any]:
    """Return a context for loops over small matrices.

    Uncapped threads made such loops 150 times slower on a loaded machine.
    """
    limited: AbstractContextManager[Any] = _controller(_brought()).limit(limits=1, user_api="blas")
    return limited


def one_thread() -> AbstractContextManager[Any]:
    """Return a context in which every library of numbers uses one thread, not BLAS alone.

    For processes side by side, one to a core: trees are grown by OpenMP.
    """
    limited: AbstractContextManager[Any] = _controller(_brought()).limit(limits=1)
    return limited


def _brought() -> tuple[bool, ...]:
    return tuple(name in sys.modules for name in _BRINGERS)


@lru_cache(maxsize=1)
def _controller(_brought: tuple[bool, ...]) -> ThreadpoolController:
    """Return a controller of all pools; looking for them takes milliseconds, setting them none."""
    return ThreadpoolController()
