"""Keep the linear algebra library from splitting small matrices over threads.

In:  nothing. Out: a context in which BLAS uses one thread. Anybody may run it.
"""

from threadpoolctl import threadpool_limits


def one_blas_thread() -> threadpool_limits:
    """Return a context for loops over small matrices.

    Uncapped threads made such loops 150 times slower on a loaded machine.
    """
    return threadpool_limits(limits=1, user_api="blas")


def one_thread() -> threadpool_limits:
    """Return a context in which every library of numbers uses one thread, not BLAS alone.

    For processes side by side, one to a core: trees are grown by OpenMP.
    """
    return threadpool_limits(limits=1)
