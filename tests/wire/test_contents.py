import numpy as np
import pytest

from concordant.errors.wire import BundleField, BundleNotFinite
from concordant.wire.contents import require_contents


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_values_that_are_not_finite_are_counted_and_refused(value, dtype):
    array = np.zeros((3, 2), dtype=dtype)
    require_contents("rows/00000", array, site="north")
    array[1] = value
    with pytest.raises(BundleNotFinite) as caught:
        require_contents("rows/00000", array, site="north")
    assert caught.value.facts == {"site": "north", "field": "rows/00000", "count": 2}


@pytest.mark.parametrize("name", ["scale", "row_scale"])
@pytest.mark.parametrize("value", [0.0, -1.0])
def test_scales_are_positive(name, value):
    require_contents(name, np.array([1.0, 2.0]), site="north")
    with pytest.raises(BundleField, match="only positive numbers"):
        require_contents(name, np.array([1.0, value]), site="north")


def test_int8_codes_are_symmetric():
    codes = np.array([[-127, 127]], dtype=np.int8)
    require_contents("rows/00000", codes, site="north")
    with pytest.raises(BundleField, match="-127 to 127"):
        require_contents("rows/00000", codes - np.int8(1), site="north")


def test_whole_numbers_may_be_anything():
    require_contents("labels", np.array([-5, 0, 2**60]), site="north")
