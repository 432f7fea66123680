"""Keep the linear algebra library from splitting small matrices over threads.

In:  nothing. Out: a context in which BLAS uses one thread. Anybody may run it.
"""

from threadpoolctl import threadpool_limits


def one_blas_thread() -> threadpool_limits:
    """Return a context for loops over small matrices.

    Uncapped threads made such loops 150 times slower on a loaded machine.
    """
    return threadpool_limits(limits=1, user_api="blas")
