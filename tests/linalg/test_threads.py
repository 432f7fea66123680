import os
import subprocess
import sys

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


def test_libraries_that_come_later_are_capped_too():
    code = """
import numpy
from threadpoolctl import threadpool_info
from concordant.linalg.threads import one_blas_thread, one_thread
with one_blas_thread():
    pass
import scipy.linalg
import sklearn.cluster
with one_blas_thread():
    assert {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"} == {1}
with one_thread():
    assert {each["num_threads"] for each in threadpool_info()} == {1}
"""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2"},
    )
    assert done.returncode == 0, done.stderr
