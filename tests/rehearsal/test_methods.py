"""Methods are registered functions; one more changes nothing of the others."""

import inspect

import numpy as np
import pytest

from concordant.errors.analyst import TooFewSites
from concordant.errors.rehearsal import (
    MethodNameRefused,
    MethodsFileFails,
    MethodTwice,
    MethodUnknown,
    NeedUnknown,
    NoMethodsInFile,
)
from concordant.rehearsal.methods import (
    DEFAULT_METHODS,
    about,
    method,
    method_names,
    methods_of_a_file,
)
from concordant.rehearsal.methods_file import load_methods
from concordant.rehearsal.rehearse import rehearse
from tests.rehearsal.small_plans import number_plan, small_plan, small_table

OURS = (
    "local",
    "central",
    "pooled-pca",
    "local-average",
    *("auto", "odc", "odc-raw", "imakura", "imakura-raw", "kawakami", "kawakami-raw"),
)

COIN = """
from concordant.rehearsal.methods import method

@method("coin", about="Heads or tails.", needs=())
def toss(trial):
    return [trial.rng.integers(0, trial.n_classes, len(trial.asked[site])) for site in trial.sites]
"""


@pytest.fixture(autouse=True)
def _own_methods():
    """Forget what a test registers."""
    with methods_of_a_file():
        yield


def write(folder, text):
    path = folder / "mine.py"
    path.write_text(text, "utf-8")
    return path


def test_our_methods_have_a_name_and_a_sentence():
    assert set(method_names()) == set(OURS)
    assert set(DEFAULT_METHODS) <= set(OURS)
    for name in OURS:
        assert about(name).endswith(".")


def test_a_method_of_ones_own_appears_and_changes_nothing_of_the_others(tmp_path):
    path = write(tmp_path, COIN)
    plan = small_plan(n_seeds=1, spans=("own",))
    without, among = rehearse(small_table(), plan), rehearse(small_table(), plan, extra=path)
    assert {line.way.method for line in among.lines} - set(OURS) == {"coin"}
    assert [line for line in among.lines if line.way.method != "coin"] == list(without.lines)
    assert among.plan.methods == (*DEFAULT_METHODS, "coin")
    assert "coin" not in method_names(), "the file's methods are this run's, not everybody's"


def test_what_a_method_draws_does_not_depend_on_which_others_run(tmp_path):
    path = write(tmp_path, COIN)
    alone = rehearse(small_table(), small_plan(methods=("coin",)), extra=path)
    plan = small_plan(methods=("local", "coin", "auto"), spans=("own",))
    among = rehearse(small_table(), plan, extra=path)
    assert [line for line in among.lines if line.way.method == "coin"] == list(alone.lines)


def test_no_row_is_both_learned_from_and_asked():
    seen = []

    @method("spy", about="Looks.", needs=())
    def look(trial):
        own = [row.tobytes() for site in trial.sites for row in trial.own[site].matrix]
        asked = [row.tobytes() for site in trial.sites for row in trial.asked[site]]
        seen.append((set(own), set(asked), len(own) + len(asked)))
        return [np.zeros(len(trial.asked[site]), dtype=int) for site in trial.sites]

    for choices in ({}, {"test": "spread"}, {"split": "by-label"}, {"split": "dirichlet:0.3"}):
        done = rehearse(small_table(), small_plan(methods=("spy",), **choices))
        assert not done.notes
    assert len(seen) == 8
    for own, asked, n_rows in seen:
        assert n_rows == 160
        assert len(own | asked) == 160, "each row of this table is like no other"


def test_answers_may_be_codes_or_probabilities():
    @method("codes", about="Plain codes.", needs=())
    def as_codes(trial):
        return [trial.alone(site).answers(trial.asked[site]).codes for site in trial.sites]

    @method("shares", about="Plain probabilities.", needs=())
    def as_shares(trial):
        return [trial.alone(site).answers(trial.asked[site]).probabilities for site in trial.sites]

    done = rehearse(small_table(), small_plan(methods=("local", "codes", "shares"), n_seeds=1))
    local, codes, shares = (done.lines[start : start + 4] for start in (0, 4, 8))
    for ours, plain, sure in zip(local, codes, shares, strict=True):
        assert dict(sure.scores) == dict(ours.scores)
        assert set(plain.scores) == {"accuracy", "balanced accuracy"}
        assert plain.scores.items() <= ours.scores.items()


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (lambda _trial: [], "0 entries"),
        (lambda _trial: [np.zeros(3, dtype=int)] * 3, "the shape (3,)"),
        (lambda trial: [np.full(len(trial.asked[s]), 0.5) for s in trial.sites], "not whole"),
        (lambda trial: [np.full(len(trial.asked[s]), np.nan) for s in trial.sites], "not finite"),
        (lambda trial: [np.full((len(trial.asked[s]), 2), np.nan) for s in trial.sites], "not fin"),
    ],
)
def test_answers_that_cannot_be_scored_are_a_note(answers, words):
    method("odd", about="Odd.", needs=())(answers)
    done = rehearse(small_table(), small_plan(methods=("odd", "local"), n_seeds=1))
    assert {line.way.method for line in done.lines} == {"local"}
    assert len(done.notes) == 1
    assert words in done.notes[0]


def test_a_method_that_fails_is_a_note_with_its_line_and_without_its_text(tmp_path):
    text = COIN.replace("    return", "    raise ValueError(trial.asked['site-1'][0])\n    return")
    done = rehearse(
        small_table(), small_plan(methods=("coin", "local")), extra=write(tmp_path, text)
    )
    assert {line.way.method for line in done.lines} == {"local"}
    sentence = "'coin' with the model 'logistic' gave no result with 2 of 2 seeds."
    assert done.notes == (f"{sentence} It ended in ValueError in line 6 of mine.py.",)


def test_a_refusal_of_ours_is_a_note_in_its_own_words():
    @method("refused", about="Refused with the second seed.", needs=())
    def refuse(trial):
        if trial.seed == 2:
            raise TooFewSites(n_sites=1)
        return [trial.alone(site).answers(trial.asked[site]) for site in trial.sites]

    done = rehearse(small_table(), small_plan(methods=("refused",)))
    assert {line.seed for line in done.lines} == {1}
    assert len(done.notes) == 1
    assert "1 of 2 seeds" in done.notes[0]
    assert str(TooFewSites(n_sites=1)) in done.notes[0]


def test_a_method_that_did_not_say_it_needs_uploads_is_told():
    @method("curious", about="Looks at views.", needs=("dims",))
    def look(trial):
        return trial.train_on_maps([np.eye(view.shape[1]) for view in trial.views])

    done = rehearse(small_table(), small_plan(methods=("curious",), n_seeds=1))
    assert 'needs=("dims", "span", "anchor")' in done.notes[0]


def test_averaged_models_answer_with_the_mean_of_their_probabilities():
    @method("mean", about="The mean, written out.", needs=())
    def mean(trial):
        models = [
            trial.train(trial.own[site].matrix, trial.own[site].labels) for site in trial.sites
        ]
        return [
            sum(model.answers(trial.asked[site]).probabilities for model in models) / len(models)
            for site in trial.sites
        ]

    done = rehearse(small_table(), small_plan(methods=("local-average", "mean")))
    half = len(done.lines) // 2
    for ours, theirs in zip(done.lines[:half], done.lines[half:], strict=True):
        assert dict(ours.scores) == pytest.approx(dict(theirs.scores))


@pytest.mark.parametrize("make", [small_plan, number_plan])
def test_pooled_pca_with_every_direction_is_the_model_of_all_columns(make):
    """The nearest neighbours of a row do not change when all rows are rotated."""

    @method("unrotated", about="All columns at one scale.", needs=())
    def unrotated(trial):
        rows = np.concatenate([trial.own[site].matrix for site in trial.sites])
        labels = np.concatenate([trial.own[site].labels for site in trial.sites])
        model = trial.train(rows, labels, scaling="unit")
        return [model.answers(trial.asked[site]) for site in trial.sites]

    plan = make(methods=("pooled-pca", "unrotated"), models=("knn",), n_seeds=1)
    n_features = rehearse(small_table(), plan).facts.n_features
    done = rehearse(small_table(), make(**{**vars_of(plan), "dims": (n_features,)}))
    half = len(done.lines) // 2
    for pooled, plain in zip(done.lines[:half], done.lines[half:], strict=True):
        assert dict(pooled.scores) == pytest.approx(dict(plain.scores))


def vars_of(plan):
    return {"methods": plan.methods, "models": plan.models, "n_seeds": plan.n_seeds}


# ---------------------------------------------------------------- what is refused


def test_a_name_is_given_once(tmp_path):
    with pytest.raises(MethodTwice, match="'auto'"):
        method("auto", about="Another.")
    with pytest.raises(MethodTwice, match="'coin'"):
        load_methods(write(tmp_path, COIN + COIN))
    assert "coin" not in method_names()


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(MethodUnknown, match=r"'magic'.*local.*auto.*odc-raw"):
        about("magic")


@pytest.mark.parametrize("name", ["", " odc", "a,b", "=1+1", "x" * 65, "two\nlines"])
def test_a_name_that_results_could_not_carry_is_refused(name):
    with pytest.raises(MethodNameRefused):
        method(name, about="Odd.")


def test_a_need_that_no_plan_has_is_refused():
    # Outside of tests nobody checks the types.
    with pytest.raises(NeedUnknown, match="dims, span, anchor"):
        inspect.unwrap(method)("odd", about="Odd.", needs=("weather",))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import concordant\n1 / 0\n", "ZeroDivisionError in line 2"),
        ("def broken(:\n", "SyntaxError in line 1"),
        ("raise SystemExit(3)\n", "SystemExit in line 1"),
    ],
)
def test_a_file_that_cannot_be_run_is_refused_with_its_line(tmp_path, text, words):
    with pytest.raises(MethodsFileFails, match=words):
        load_methods(write(tmp_path, text))
    with pytest.raises(MethodsFileFails, match="FileNotFoundError"):
        load_methods(tmp_path / "absent.py")


def test_a_file_without_a_method_is_refused(tmp_path):
    with pytest.raises(NoMethodsInFile, match=r"mine\.py"):
        load_methods(write(tmp_path, "x = 1\n"))
