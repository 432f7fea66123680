import threadpoolctl

from concordant.linalg.threads import one_blas_thread


def count_blas_threads():
    pools = threadpoolctl.threadpool_info()
    return [pool["num_threads"] for pool in pools if pool["user_api"] == "blas"]


def test_blas_uses_one_thread_inside_and_what_it_had_outside():
    before = count_blas_threads()
    with one_blas_thread():
        assert set(count_blas_threads()) == {1}
    assert count_blas_threads() == before
