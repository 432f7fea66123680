from dataclasses import replace
from typing import Any

import pytest

from concordant.errors.wire import BundleField, BundleShape, BundleTooLarge
from concordant.wire.details import encode_details, require_details
from concordant.wire.limits import Limits
from concordant.wire.manifest import Manifest
from tests.messages import KINDS, make_envelope, make_message

NO_TERMS = Limits()


def check(kind: str, details: dict[str, Any], limits: Limits = NO_TERMS) -> None:
    require_details(Manifest(kind, make_envelope(kind), details, ()), limits)


@pytest.mark.parametrize("kind", KINDS)
def test_the_details_of_a_message_keep_their_rules(kind, rng):
    check(kind, encode_details(make_message(kind, rng)))


@pytest.mark.parametrize("kind", KINDS)
def test_details_are_a_closed_list_of_keys(kind, rng):
    details = encode_details(make_message(kind, rng))
    with pytest.raises(BundleField, match="exactly the keys"):
        check(kind, {**details, "note": "hello"})
    for key in details:
        with pytest.raises(BundleField, match="exactly the keys"):
            check(kind, {k: v for k, v in details.items() if k != key})


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("bundle", "n_rows", -1),
        ("bundle", "n_rows", 1.5),
        ("bundle", "n_rows", 2**48 + 1),
        ("bundle", "n_rows", None),
        ("bundle", "n_dims", 0),
        ("bundle", "n_dims", True),
        ("bundle", "n_dims", 2**24 + 1),
        ("bundle", "precision", "float128"),
        ("bundle", "precision", ["int8"]),
        ("bundle", "precision", None),
        ("span", "sites", []),
        ("span", "sites", "north"),
        ("span", "sites", ["north", "north"]),
        ("span", "sites", ["North"]),
        ("span", "sites", [["north"]]),
        ("return", "method", "two words"),
        ("return", "method", "../up"),
        ("return", "method", None),
        ("return", "recipe_name", ""),
        ("return", "recipe_name", "x" * 65),
        ("return", "classes", {}),
        ("return", "classes", ["a", "a"]),
        ("return", "classes", ["a\x1b[31m"]),
        ("return", "classes", [3]),
        ("return", "classes", [["a"]]),
        ("return", "model_format", "pickle"),
        ("return", "model_format", ["onnx"]),
        ("return", "model_format", None),
        ("return", "recipe_parameters", []),
        ("return", "recipe_parameters", {"a b": 1}),
        ("return", "recipe_parameters", {"a": [1]}),
        ("return", "recipe_parameters", {"a": {}}),
        ("return", "recipe_parameters", {"a": "x\n"}),
        ("return", "recipe_parameters", {f"p{place}": 1 for place in range(65)}),
    ],
    ids=lambda part: ascii(part)[:40],
)
def test_a_broken_detail_is_refused_by_its_name(kind, key, value, rng):
    details = encode_details(make_message(kind, rng))
    with pytest.raises(BundleField) as caught:
        check(kind, {**details, key: value})
    assert caught.value.facts["field"] == f"details: {key}"


@pytest.mark.parametrize("value", [None, True, 3, 0.5, "rbf"])
def test_parameters_are_plain_values(value, rng):
    details = encode_details(make_message("return", rng))
    check("return", {**details, "recipe_parameters": {"a": value}})


def test_a_regression_has_no_classes(rng):
    message = replace(make_message("return", rng), classes=())
    check("return", encode_details(message))


def test_more_rows_than_the_study_allows_are_refused(rng):
    details = encode_details(make_message("bundle", rng))
    check("bundle", details, Limits(max_rows=details["n_rows"]))
    with pytest.raises(BundleTooLarge, match="the number of rows"):
        check("bundle", details, Limits(max_rows=details["n_rows"] - 1))


def test_other_dimensions_than_agreed_are_refused(rng):
    details = encode_details(make_message("bundle", rng))
    check("bundle", details, Limits(n_dims=details["n_dims"]))
    with pytest.raises(BundleShape, match="the terms say"):
        check("bundle", details, Limits(n_dims=details["n_dims"] + 1))
