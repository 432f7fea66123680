import math

import numpy as np
import pytest

from concordant.errors.drafting import ChoiceUnknown, LabelNotDescribed, LabelNotNumbers
from concordant.terms.draft import draft_charter
from concordant.terms.floors import UNIQUE_LABELS_LIMIT
from concordant.terms.labels import round_to_step, share_unique
from concordant.terms.profile import profile_table
from concordant.terms.table import table_from_frame

N_ROWS = 600


def table(rng, label):
    return table_from_frame({"x": rng.normal(0, 1, len(label)).tolist(), "y": label})


def drafted(rng, *labels, task="classification", as_profile=False, **choices):
    tables = [table(rng, label) for label in labels]
    sources = [profile_table(one) for one in tables] if as_profile else tables
    return draft_charter(sources, label="y", task=task, **choices)


def words(rng, *levels):
    return [levels[int(code)] for code in rng.integers(0, len(levels), N_ROWS)]


def test_classes_have_an_order_that_no_source_decides(rng):
    first, second = words(rng, "b", "a"), words(rng, "a", "c")
    assert drafted(rng, first, second).charter.classes == ("a", "b", "c")
    assert drafted(rng, second, first).charter.classes == ("a", "b", "c")


def test_classes_that_are_numbers_are_ordered_by_size(rng):
    label = [int(code) for code in rng.integers(8, 12, N_ROWS)]
    assert drafted(rng, label).charter.classes == ("8", "9", "10", "11")


def test_a_table_names_its_rare_classes_and_says_that_they_are_rare(rng):
    draft = drafted(rng, ["rare"] * 3 + words(rng, "a", "b")[3:])
    assert "rare" in draft.charter.classes
    assert any("'rare'" in note for note in draft.notes)


def test_a_profile_cannot_name_rare_classes_and_the_draft_says_so(rng):
    rare = [f"rare {place}" for place in range(4)] * 4
    draft = drafted(rng, rare + words(rng, "a", "b")[len(rare) :], as_profile=True)
    assert draft.charter.classes == ("a", "b")
    assert any("too rare" in note for note in draft.notes)


def test_a_class_that_one_source_alone_names_is_said(rng):
    draft = drafted(
        rng, words(rng, "ill", "well"), words(rng, "ill", "wel"), names=("north", "south")
    )
    assert any("'wel'" in note and "north" in note for note in draft.notes)


def test_missing_labels_are_said(rng):
    draft = drafted(rng, [None] * 60 + words(rng, "a", "b")[60:])
    assert any("missing in about 10 %" in note for note in draft.notes)


def test_a_source_without_the_label_is_named(rng):
    other = table_from_frame({"x": rng.normal(0, 1, N_ROWS).tolist()})
    draft = draft_charter(
        [table(rng, words(rng, "a", "b")), other],
        label="y",
        task="classification",
        names=("north", "south"),
    )
    assert any("not in south" in note for note in draft.notes)


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        (["same"] * N_ROWS, "one class"),
        ([f"text {place}" for place in range(N_ROWS)], "different values"),
        ([float(place) / 7 for place in range(N_ROWS)], "different values"),
    ],
    ids=["one class", "texts", "numbers"],
)
def test_what_has_no_classes_is_refused_with_the_reason(rng, label, reason):
    with pytest.raises(LabelNotDescribed, match=reason):
        drafted(rng, label)


def test_a_profile_of_numbers_has_no_classes(rng):
    label = rng.normal(0, 1, N_ROWS).tolist()
    with pytest.raises(LabelNotDescribed, match="is it a regression"):
        drafted(rng, label, as_profile=True)


def test_a_profile_of_texts_has_no_classes(rng):
    label = [f"text {code}" for code in rng.integers(0, 300, N_ROWS)]
    with pytest.raises(LabelNotDescribed, match="too many levels"):
        drafted(rng, label, as_profile=True)


def test_rare_classes_alone_are_refused(rng):
    label = [f"{code}" for code in range(60)] + [None] * (N_ROWS - 60)
    with pytest.raises(LabelNotDescribed):
        drafted(rng, [f"w{text}" if text else None for text in label], as_profile=True)


def test_the_drafted_step_singles_out_few_rows(rng):
    values = rng.normal(100, 25, N_ROWS)
    charter = drafted(rng, values.tolist(), task="regression").charter
    assert share_unique(round_to_step(values, charter.label.step)) <= UNIQUE_LABELS_LIMIT
    assert charter.label.step < values.std()


def test_a_larger_table_gets_a_step_that_is_not_coarser(rng):
    small = rng.normal(100, 25, 60)
    large = rng.normal(100, 25, 6000)
    steps = [
        drafted(rng, values.tolist(), task="regression").charter.label.step
        for values in (small, large)
    ]
    assert steps[1] <= steps[0]


def test_whole_numbers_keep_a_whole_step(rng):
    label = rng.integers(20, 90, N_ROWS).astype(float).tolist()
    assert drafted(rng, label, task="regression").charter.label.step >= 1.0


def test_a_profile_is_enough_for_a_step(rng):
    label = rng.normal(100, 25, N_ROWS).tolist()
    charter = drafted(rng, label, task="regression", as_profile=True).charter
    assert 0 < charter.label.step < 25


def test_a_step_that_a_person_names_is_kept_and_judged(rng):
    values = rng.normal(100, 25, N_ROWS)
    draft = drafted(rng, values.tolist(), task="regression", label_step=0.001)
    assert draft.charter.label.step == 0.001
    assert any("occur once" in note for note in draft.notes)
    coarse = drafted(rng, values.tolist(), task="regression", label_step=10.0)
    assert not any("occur once" in note for note in coarse.notes)


def test_a_step_that_stays_too_fine_is_said(rng):
    values = rng.lognormal(0, 3, 50)
    draft = drafted(rng, values.tolist(), task="regression", min_count=2)
    unique = share_unique(round_to_step(values, draft.charter.label.step))
    assert (unique > UNIQUE_LABELS_LIMIT) == any("occur once" in note for note in draft.notes)


@pytest.mark.parametrize("step", [0.0, -1.0, math.inf, math.nan])
def test_a_step_that_is_none_is_refused(rng, step):
    with pytest.raises(ChoiceUnknown):
        drafted(rng, rng.normal(size=N_ROWS).tolist(), task="regression", label_step=step)


def test_the_step_is_explained_as_a_join_key(rng):
    draft = drafted(rng, rng.normal(100, 25, N_ROWS).tolist(), task="regression")
    assert "join key" in " ".join(draft.comments["label.step"].split())


@pytest.mark.parametrize("as_profile", [False, True])
def test_words_are_no_numbers_to_predict(rng, as_profile):
    with pytest.raises(LabelNotNumbers):
        drafted(rng, words(rng, "a", "b"), task="regression", as_profile=as_profile)


def test_a_constant_has_no_step(rng):
    with pytest.raises(LabelNotNumbers):
        drafted(rng, np.full(N_ROWS, 3.0).tolist(), task="regression")


@pytest.mark.parametrize("choices", [{}, {"label_step": 0.5}])
def test_profiles_do_not_show_which_labels_occur_once_and_the_draft_says_so(rng, choices):
    label = rng.normal(10, 3, N_ROWS).tolist()
    for as_profile in (True, False):
        draft = drafted(rng, label, task="regression", as_profile=as_profile, **choices)
        assert any("profiles do not tell" in note for note in draft.notes) is as_profile
