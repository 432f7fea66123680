"""The rules that the values of arrays keep, whatever the terms are.

In:  arrays as they were read, or as they are about to be written.
Out: nothing, or a refusal with the array's name and a count. Anybody may run this.
"""

import numpy as np

from concordant.errors.wire import BundleField, BundleNotFinite
from concordant.linalg.arrays import Array
from concordant.wire.blocks import LARGEST_INT8

_MUST_BE_POSITIVE = ("row_scale", "scale")


def require_contents(name: str, array: Array, *, site: str) -> None:
    """Refuse values that are not finite, scales not positive, int8 codes beyond +-127."""
    if array.dtype.kind == "f":
        n_wrong = int(np.count_nonzero(~np.isfinite(array)))
        if n_wrong:
            raise BundleNotFinite(site=site, field=name, count=n_wrong)
    if name in _MUST_BE_POSITIVE and bool(np.any(array <= 0)):
        raise BundleField(site=site, field=name, rule="only positive numbers")
    if array.dtype == np.int8 and bool(np.any(array < -LARGEST_INT8)):
        raise BundleField(site=site, field=name, rule="codes from -127 to 127")
