"""Charters of every shape, for laws that hold for each of them."""

import string
import unicodedata
from functools import partial

from hypothesis import strategies as st

from concordant.terms.cell_text import BLANKS, canonical_text
from concordant.terms.charter import AnchorPlan, Charter, Confirmation, Consents
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    ClassLabel,
    DateColumn,
    IgnoredColumn,
    NumericColumn,
    NumericLabel,
)

NUMBERS = st.floats(-1e12, 1e12, allow_subnormal=False)
POSITIVE = st.floats(1e-12, 1e12)
LETTERS = st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp"))
HEX = st.text("0123456789abcdef", min_size=64, max_size=64)


def is_plain(text: str) -> bool:
    """Answer whether a text is composed and has no blanks at its ends."""
    return bool(text) and text == unicodedata.normalize("NFC", text).strip(BLANKS)


NAMES = (
    st.text(LETTERS, min_size=1, max_size=12) | st.text(string.printable[:95], min_size=1)
).filter(is_plain)
REMARKS = st.text(LETTERS | st.sampled_from("\n\t\"'\\#"), max_size=40).map(
    lambda text: unicodedata.normalize("NFC", text)
)
UNITS = st.just("") | NAMES


def levels(least: int, most: int) -> st.SearchStrategy[tuple[str, ...]]:
    """Draw levels that mean different cells."""
    return st.lists(NAMES, min_size=least, max_size=most, unique_by=canonical_text).map(tuple)


MISSING_NUMBER = st.sampled_from(["centre", "indicator", "refuse"])
OUT_OF_RANGE = st.sampled_from(["clip", "keep", "refuse"])


@st.composite
def columns(draw, name):
    """Draw what makes a column of any kind."""
    kind = draw(st.sampled_from(["scale", "range", "date", "categorical", "binary", "ignored"]))
    policies = {"missing": draw(MISSING_NUMBER), "out_of_range": draw(OUT_OF_RANGE)}
    if kind == "scale":
        scale = {"centre": draw(NUMBERS), "scale": draw(POSITIVE), "clip": draw(POSITIVE)}
        return partial(NumericColumn, name, **scale, unit=draw(UNITS), **policies)
    if kind == "range":
        low, high = sorted(draw(st.lists(NUMBERS, min_size=2, max_size=2, unique=True)))
        clip = draw(st.just(3.0) | POSITIVE)
        return partial(NumericColumn, name, low=low, high=high, clip=clip, **policies)
    if kind == "date":
        low, high = sorted(draw(st.lists(st.dates(), min_size=2, max_size=2, unique=True)))
        return partial(DateColumn, name, low.isoformat(), high.isoformat(), **policies)
    if kind == "categorical":
        missing = draw(st.sampled_from(["level", "zero", "refuse"]))
        unseen = draw(st.sampled_from(["zero", "other", "refuse"]))
        return partial(CategoricalColumn, name, draw(levels(1, 12)), missing, unseen)
    if kind == "binary":
        unseen = draw(st.sampled_from(["zero", "refuse"]))
        return partial(BinaryColumn, name, draw(levels(2, 2)), policies["missing"], unseen)
    return partial(IgnoredColumn, name, draw(REMARKS))


@st.composite
def charters(draw):
    """Draw what makes a charter that can be written; not each can be carried out.

    It is made by a call: the checks of shapes in the tests draw random numbers of their own,
    which must not happen while hypothesis draws.
    """
    task = draw(st.sampled_from(["classification", "regression"]))
    names = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    label = (
        partial(ClassLabel, draw(NAMES), draw(levels(0, 5)))
        if task == "classification"
        else partial(NumericLabel, draw(NAMES), draw(POSITIVE), draw(UNITS))
    )
    return partial(
        _make,
        label=label,
        columns=[draw(columns(name)) for name in names],
        anchor=partial(
            AnchorPlan,
            draw(st.sampled_from(["orthonormal", "uniform", "gaussian", "public"])),
            draw(st.none() | st.integers(1, 10_000)),
            draw(st.integers(1, 9)),
        ),
        confirmed=draw(
            st.none() | st.builds(partial, st.just(Confirmation), st.integers(1, 9), HEX)
        ),
        study=draw(UNITS),
        study_id=draw(HEX)[:32],
        task=task,
        n_dims=draw(st.integers(1, 500)),
        span=draw(st.sampled_from(["own", "shared", "agreed", "public"])),
        precision=draw(st.sampled_from(["float64", "float32", "float16", "int8"])),
        group=draw(st.none() | NAMES),
        public_sha256=draw(st.none() | HEX),
        threat_model=draw(REMARKS),
        retention=draw(REMARKS),
        consents=Consents(*draw(st.lists(st.booleans(), min_size=5, max_size=5))),
        rehearsal=draw(st.booleans()),
    )


def _make(label, columns, anchor, confirmed, **plain):
    return Charter(
        label=label(),
        columns=tuple(column() for column in columns),
        anchor=anchor(),
        confirmed=None if confirmed is None else confirmed(),
        **plain,
    )
