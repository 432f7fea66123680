import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from concordant.errors.wire import PrecisionOverflow
from concordant.wire import blocks
from concordant.wire.blocks import (
    BLOCK_BYTES,
    LARGEST_INT8,
    count_blocks,
    cut_blocks,
    from_precision,
    to_precision,
)
from concordant.wire.messages import RepresentationBundle
from tests.messages import make_envelope

PRECISIONS = ("float64", "float32", "float16", "int8")
# What the docstring of ``to_precision`` promises: the relative error of one value.
RELATIVE_LOSS = {"float64": 0.0, "float32": 6e-8, "float16": 5e-4}

# Within the normal numbers of float16, whose smallest is 6e-5.
SIZES = st.floats(1e-3, 6e4) | st.floats(-6e4, -1e-3) | st.just(0.0)
ROWS = hnp.arrays(np.float64, hnp.array_shapes(min_dims=2, max_dims=2, max_side=5), elements=SIZES)


def there_and_back(rows, precision):
    sent, scale = to_precision(rows, precision)
    view = np.zeros((2, rows.shape[1]))
    return from_precision(RepresentationBundle(make_envelope(), view, sent, precision, scale))


@given(
    n_rows=st.integers(0, 10**7),
    n_dims=st.integers(1, 10**5),
    precision=st.sampled_from(PRECISIONS),
)
def test_blocks_cover_every_row_once_and_hold_at_most_32_mb(n_rows, n_dims, precision):
    if count_blocks(n_rows, n_dims, precision) > 1000:
        n_rows %= 1000
    cut = cut_blocks(n_rows, n_dims, precision)
    edges = [0, *(block.stop for block in cut)]
    assert [block.start for block in cut] == edges[:-1]
    assert edges[-1] == n_rows
    assert len(cut) == count_blocks(n_rows, n_dims, precision)
    width = n_dims * np.dtype(precision).itemsize
    assert all(0 < (block.stop - block.start) * width <= BLOCK_BYTES for block in cut)
    assert len({block.name for block in cut}) == len(cut)


def test_a_row_wider_than_a_block_is_a_block(monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 16)
    assert [(b.start, b.stop) for b in cut_blocks(2, 100, "float64")] == [(0, 1), (1, 2)]


@given(ROWS, st.sampled_from(sorted(RELATIVE_LOSS)))
def test_a_float_loses_no_more_than_is_said(rows, precision):
    loss = np.abs(there_and_back(rows, precision) - rows)
    assert np.all(loss <= RELATIVE_LOSS[precision] * np.abs(rows))


@given(ROWS)
def test_int8_loses_at_most_half_a_step_of_its_column(rows):
    step = np.abs(rows).max(axis=0) / LARGEST_INT8
    loss = np.abs(there_and_back(rows, "int8") - rows)
    assert np.all(loss <= 0.5 * step * (1 + 1e-9))


@given(ROWS)
def test_the_int8_scale_is_the_columns_largest_value_over_127(rows):
    codes, scale = to_precision(rows, "int8")
    largest = np.abs(rows).max(axis=0)
    assert codes.dtype == np.int8
    assert np.all(scale > 0)
    np.testing.assert_allclose(scale[largest > 0] * LARGEST_INT8, largest[largest > 0])
    assert np.all(np.abs(codes).max(axis=0) == np.where(largest > 0, LARGEST_INT8, 0))


def test_rows_of_nothing_have_a_scale_of_one():
    codes, scale = to_precision(np.zeros((0, 3)), "int8")
    assert codes.shape == (0, 3)
    assert np.all(scale == 1.0)


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_refused_in_every_precision(precision, value):
    rows = np.zeros((4, 2))
    rows[2, 1] = value
    with pytest.raises(PrecisionOverflow) as caught:
        to_precision(rows, precision)
    assert caught.value.facts == {"count": 1, "precision": precision}


@pytest.mark.parametrize(("precision", "value"), [("float32", 1e39), ("float16", -7e4)])
def test_a_value_beyond_the_type_is_refused_rather_than_made_infinite(precision, value):
    rows = np.array([[value, 1.0], [1.0, value]])
    with pytest.raises(PrecisionOverflow) as caught:
        to_precision(rows, precision)
    assert caught.value.facts["count"] == 2
