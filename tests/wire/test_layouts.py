from dataclasses import replace

import numpy as np
import pytest

from concordant.errors.wire import (
    ArraysDiffer,
    BundleDtype,
    BundleField,
    BundleShape,
    BundleTooLarge,
)
from concordant.wire import blocks
from concordant.wire.array_entries import describe_array
from concordant.wire.details import encode_details
from concordant.wire.layouts import arrays_of, require_layout_of_kind
from concordant.wire.limits import Limits
from concordant.wire.manifest import Manifest
from concordant.wire.messages import Message
from tests.messages import (
    KINDS,
    N_DIMS,
    N_FEATURES,
    N_ROWS,
    make_bundle,
    make_message,
    make_return,
)

AGREED = Limits(n_features=N_FEATURES, n_dims=N_DIMS)


def manifest_of(message: Message, arrays: list[tuple[str, np.ndarray]] | None = None) -> Manifest:
    arrays = arrays_of(message) if arrays is None else arrays
    arrays = sorted(arrays, key=lambda pair: -pair[1].dtype.itemsize)
    entries = tuple(describe_array(name, array, "d" * 64) for name, array in arrays)
    return Manifest(message.kind, message.envelope, encode_details(message), entries)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("limits", [AGREED, Limits()], ids=["agreed", "no terms at hand"])
def test_the_arrays_of_a_message_are_those_of_its_kind(kind, limits, rng):
    require_layout_of_kind(manifest_of(make_message(kind, rng)), limits)


@pytest.mark.parametrize("precision", ["float64", "float32", "float16", "int8"])
@pytest.mark.parametrize("groups", [True, False])
@pytest.mark.parametrize("numeric", [True, False])
@pytest.mark.parametrize("n_rows", [0, 1, N_ROWS])
def test_every_sort_of_bundle_has_a_layout(precision, groups, numeric, n_rows, rng):
    bundle = make_bundle(rng, n_rows=n_rows, precision=precision, groups=groups, numeric=numeric)
    require_layout_of_kind(manifest_of(bundle), AGREED)


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_or_an_extra_array_is_refused_by_its_place(kind, rng):
    message = make_message(kind, rng)
    arrays = arrays_of(message)
    names = [name for name, _ in arrays]
    for name in names:
        if name == "labels":
            continue  # without labels a bundle is still a bundle; what it is for is for intake
        rest = [pair for pair in arrays if pair[0] != name]
        with pytest.raises((ArraysDiffer, BundleField)):
            require_layout_of_kind(manifest_of(message, rest), AGREED)
    extra = [*arrays, ("cells", np.zeros(1, dtype=np.uint8))]
    with pytest.raises(ArraysDiffer, match="'cells'") as caught:
        require_layout_of_kind(manifest_of(message, extra), AGREED)
    assert caught.value.facts["position"] == len(arrays) + 1


def test_arrays_in_another_order_are_refused(rng):
    message = make_return(rng)
    arrays = arrays_of(message)
    turned = [arrays[1], arrays[0], *arrays[2:]]
    with pytest.raises(ArraysDiffer, match="'centre'"):
        require_layout_of_kind(manifest_of(message, turned), AGREED)


def test_swapped_blocks_are_refused(rng, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 4 * N_DIMS * 4)
    bundle = make_bundle(rng)
    arrays = arrays_of(bundle)
    assert [name for name, _ in arrays][-2:] == ["rows/00001", "rows/00002"]
    turned = [*arrays[:-2], arrays[-1], arrays[-2]]
    with pytest.raises(ArraysDiffer, match="'rows/00002'"):
        require_layout_of_kind(manifest_of(bundle, turned), AGREED)


@pytest.mark.parametrize("kind", KINDS)
def test_another_number_type_is_refused_by_the_name_of_the_array(kind, rng):
    message = make_message(kind, rng)
    for changed, array in arrays_of(message):
        wrong = array.astype("float16" if array.dtype != np.float16 else "float32")
        arrays = [(n, wrong if n == changed else a) for n, a in arrays_of(message)]
        with pytest.raises((BundleDtype, ArraysDiffer)):
            require_layout_of_kind(manifest_of(message, arrays), AGREED)


def test_a_view_in_single_precision_is_refused_by_name(rng):
    message = make_message("view", rng)
    with pytest.raises(BundleDtype, match="'view' has type float32; it must be float64"):
        require_layout_of_kind(
            manifest_of(message, [("view", message.view.astype("float32"))]), AGREED
        )


@pytest.mark.parametrize(
    ("kind", "limits"),
    [
        ("view", Limits(n_features=N_FEATURES + 1)),
        ("view", Limits(n_dims=N_DIMS + 1)),
        ("span", Limits(n_features=N_FEATURES + 1)),
        ("span", Limits(n_dims=N_DIMS + 1)),
        ("bundle", Limits(n_features=N_FEATURES + 1)),
        ("return", Limits(n_dims=N_DIMS + 1)),
    ],
)
def test_other_sizes_than_the_terms_say_are_refused(kind, limits, rng):
    with pytest.raises(BundleShape, match="the terms say"):
        require_layout_of_kind(manifest_of(make_message(kind, rng)), limits)


@pytest.mark.parametrize("name", ["anchor_view", "labels", "groups", "rows/00000", "row_scale"])
def test_arrays_of_one_bundle_fit_each_other(name, rng):
    bundle = make_bundle(rng, precision="int8", groups=True)
    arrays = [(n, a[..., :-1] if n == name else a) for n, a in arrays_of(bundle)]
    with pytest.raises(BundleShape, match=name):
        require_layout_of_kind(manifest_of(bundle, arrays), Limits())


def test_an_array_without_any_side_is_refused_where_no_terms_are_at_hand(rng):
    view = replace(make_message("view", rng), view=np.zeros((0, 3)))
    with pytest.raises(BundleShape, match="any"):
        require_layout_of_kind(manifest_of(view), Limits())


def test_a_return_without_a_map_is_refused_where_no_terms_are_at_hand(rng):
    message = make_return(rng)
    for kept in ([], arrays_of(message)[1:]):
        with pytest.raises(ArraysDiffer):
            require_layout_of_kind(manifest_of(message, kept), Limits())


def test_a_model_beyond_the_limit_is_refused_by_its_size(rng):
    message = make_return(rng)
    with pytest.raises(BundleTooLarge, match="the model"):
        require_layout_of_kind(manifest_of(message), Limits(max_model_bytes=message.model.size - 1))


def test_a_bundle_that_lies_about_its_rows_is_refused_before_its_blocks_are_listed(
    rng, monkeypatch
):
    manifest = manifest_of(make_bundle(rng))
    manifest.details["n_rows"] = 2**48
    monkeypatch.setattr("concordant.wire.layouts.cut_blocks", None)
    with pytest.raises(BundleField, match="as many rows as the blocks hold"):
        require_layout_of_kind(manifest, Limits())
