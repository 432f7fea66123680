"""A rehearsal gives the same lines however it was run, and its baselines are what they say."""

import numpy as np
import pytest

from concordant.errors.drafting import ChoiceUnknown, RoleTwice
from concordant.errors.recipes import ModelNotForTask
from concordant.errors.rehearsal import (
    MethodTwice,
    MethodUnknown,
    NoDimsPossible,
    NothingToTry,
    PublicRowsNotHere,
    SplitTooFine,
)
from concordant.errors.terms import ColumnNotThere
from concordant.rehearsal.rehearse import rehearse
from concordant.rehearsal.rehearsed import Progress
from concordant.terms.draft import draft_charter
from concordant.terms.table import table_from_frame
from tests.rehearsal.small_plans import mean_score, number_plan, small_plan, small_table


def test_every_way_has_a_line_for_each_seed_site_and_for_all_rows():
    done = rehearse(small_table(), small_plan(methods=("local", "auto"), spans=("own", "agreed")))
    assert len(done.lines) == 3 * 2 * (3 + 1)
    assert done.notes == ()
    assert [line.way.method for line in done.lines[:8]] == ["local"] * 8
    assert [line.site for line in done.lines[:4]] == ["", "site-1", "site-2", "site-3"]
    assert [line.way.span for line in done.lines if not line.site] == ["", ""] + ["own"] * 2 + [
        "agreed"
    ] * 2
    everybody = done.lines[0]
    assert (everybody.n_own, everybody.n_new) == (112, 48)
    assert set(everybody.scores) == {"accuracy", "balanced accuracy", "ROC-AUC", "log loss"}


def test_numbers_are_rehearsed_as_classes_are():
    done = rehearse(small_table(), number_plan(methods=("local", "central", "auto", "odc")))
    assert set(done.lines[0].scores) == {"RMSE", "MAE", "R²"}
    assert done.plan.models == ("ridge",)
    assert mean_score(done, "central", "R²") > 0.5


def test_all_rows_together_are_what_the_sites_make_together():
    done = rehearse(small_table(), small_plan(methods=("central",), n_seeds=1))
    everybody, *sites = done.lines
    counts = [line.n_new for line in sites]
    weighted = np.average([line.scores["accuracy"] for line in sites], weights=counts)
    assert everybody.scores["accuracy"] == pytest.approx(weighted)


def test_a_seed_gives_the_same_lines_whatever_else_is_tried():
    table = small_table()
    alone = rehearse(table, small_plan(methods=("auto",), n_seeds=1, first_seed=2))
    among = rehearse(
        table,
        small_plan(methods=("local", "odc", "auto", "local-average"), n_seeds=2, dims=(2, 3)),
    )
    kept = [line for line in among.lines if line in alone.lines]
    assert kept == list(alone.lines)


def test_everybodys_rows_in_one_place_beat_a_site_that_has_one_class():
    plan = small_plan(methods=("local", "central"), split="by-label", n_sites=2)
    done = rehearse(small_table(), plan)
    assert mean_score(done, "local") == 1.0, "a site of one class is always right about its own"
    spread = rehearse(small_table(), small_plan(
        methods=("local", "central"), split="by-label", n_sites=2, test="spread"
    ))  # fmt: skip
    assert mean_score(spread, "local") < 0.75
    assert mean_score(spread, "central") > mean_score(spread, "local") + 0.15


@pytest.mark.slow
def test_with_one_class_a_site_the_agreed_span_beats_own_spans():
    from concordant.rehearsal.datasets import read_dataset

    digits = read_dataset("digits")
    done = rehearse(
        table_from_frame(digits.columns),
        small_plan(
            label="digit",
            ignore=(),
            methods=("odc", "auto"),
            split="by-label",
            n_sites=10,
            test="spread",
            spans=("own", "agreed"),
            dims=(10,),
            n_seeds=2,
        ),
    )
    for method in ("odc", "auto"):
        own, agreed = (mean_score(done, method, span=span) for span in ("own", "agreed"))
        assert agreed > own + 0.05


def test_dimensions_that_are_not_named_are_those_of_the_draft():
    table = small_table()
    done = rehearse(table, small_plan(methods=("pooled-pca",), dims=(), n_seeds=1))
    for span in ("own", "shared", "agreed"):
        drafted = draft_charter(
            [table], label="outcome", task="classification", ignore=["stay"], span=span, min_count=2
        )
        assert done.facts.dims[span] == (min(drafted.charter.n_dims, done.facts.most_dims),)
    tried = {line.way.n_dims for line in done.lines}
    assert tried == {n_dims for dims in done.facts.dims.values() for n_dims in dims}


def test_too_many_dimensions_are_refused_with_the_most_that_the_smallest_site_allows():
    with pytest.raises(NoDimsPossible, match="at most 6,"):
        rehearse(small_table(30), small_plan(dims=(2, 9)))
    done = rehearse(small_table(30), small_plan(dims=(6,), methods=("auto",), n_seeds=1))
    assert done.facts.most_dims == 6
    assert not done.notes


def test_progress_counts_every_run_to_the_end():
    told: list[Progress] = []
    plan = small_plan(methods=("local", "auto"), dims=(2, 3), spans=("own",))
    rehearse(small_table(), plan, on_run=told.append)
    assert told[0] == Progress(0, 6, None)
    assert told[-1] == Progress(6, 6, 0.0)
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert all(each.seconds_left is not None for each in told[1:])


def test_what_cannot_exist_is_left_out_and_said():
    done = rehearse(
        small_table(),
        small_plan(
            methods=("auto",),
            spans=("own", "agreed"),
            anchors=("orthonormal", "gaussian"),
            n_seeds=1,
        ),
    )
    tried = {(line.way.span, line.way.anchor) for line in done.lines}
    assert tried == {("own", "orthonormal"), ("own", "gaussian"), ("agreed", "orthonormal")}
    assert len(done.notes) == 1
    assert "'agreed' was not tried with the anchor 'gaussian'" in done.notes[0]


def test_sites_of_a_column_keep_its_rows_and_the_column_is_no_feature():
    columns = {name: small_table(n_rows=90).spellings(name) for name in small_table(90).columns}
    columns["ward"] = [
        ("Ward A", "Ward B", "Ward C", "Tiny")[min(row // 29, 3)] for row in range(90)
    ]
    plan = small_plan(site_column="ward", methods=("local",), n_seeds=1)
    done = rehearse(table_from_frame(columns), plan)
    assert dict(done.facts.site_names) == {
        "site-1": "Ward A",
        "site-2": "Ward B",
        "site-3": "Ward C",
    }
    assert dict(done.facts.left_out) == {"Tiny": 3}
    assert "'ward'" in done.notes[0]
    assert "Tiny (3 rows)" in done.notes[0]
    without = rehearse(small_table(n_rows=90), small_plan(methods=("local",), n_seeds=1))
    assert done.facts.n_features == without.facts.n_features


@pytest.mark.parametrize(
    ("choices", "error"),
    [
        ({"methods": ("auto", "magic")}, MethodUnknown),
        ({"methods": ("auto", "auto")}, MethodTwice),
        ({"models": ("ridge",)}, ModelNotForTask),
        ({"spans": ("own", "public")}, PublicRowsNotHere),
        ({"spans": ("mine",)}, ChoiceUnknown),
        ({"spans": ()}, ChoiceUnknown),
        ({"test": "anywhere"}, ChoiceUnknown),
        ({"condition": "same"}, ChoiceUnknown),
        ({"n_sites": 1}, ChoiceUnknown),
        ({"n_seeds": 0}, ChoiceUnknown),
        ({"dims": (0,)}, ChoiceUnknown),
        ({"split": "by-column:nowhere"}, ColumnNotThere),
        ({"site_column": "outcome"}, RoleTwice),
        ({"spans": ("agreed",), "anchors": ("uniform",), "methods": ("auto",)}, NothingToTry),
    ],
)  # fmt: skip
def test_a_plan_that_means_nothing_is_refused_before_any_work(choices, error):
    told = []
    plan = small_plan()
    for name, value in choices.items():
        object.__setattr__(plan, name, value)  # outside of tests nobody checks the types
    with pytest.raises(error):
        rehearse(small_table(60), plan, on_run=told.append)
    assert told == []


def test_no_job_is_no_run():
    with pytest.raises(ChoiceUnknown, match="jobs"):
        rehearse(small_table(60), small_plan(), jobs=0)


def test_a_split_that_leaves_a_site_nothing_to_learn_from_is_refused():
    names = small_table().columns
    columns = {name: small_table().spellings(name)[:62] for name in names}
    columns["outcome"] = ["ill", "well"] * 30 + ["dead"] * 2
    plan = small_plan(split="by-label", dims=())
    with pytest.raises(SplitTooFine, match="1 rows to learn from"):
        rehearse(table_from_frame(columns), plan)
