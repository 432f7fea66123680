"""Each sentence of advice is carried by its numbers: summaries are made for every case."""

import re

import pytest

from concordant.rehearsal.advice import NOTHING_TRIED, OF_THE_PAPER, ONE_SEED, advise
from concordant.rehearsal.advice_words import Circumstances
from concordant.rehearsal.compare import Measure
from concordant.rehearsal.run_line import Way
from concordant.rehearsal.summary import summarise
from concordant.rehearsal.way_words import way_words
from tests.rehearsals import CENTRAL, LOCAL, lines_of, plan_of, pooled_pca, together

ACCURACY, RMSE = Measure("accuracy", True), Measure("RMSE", False)
OWN, SHARED, AGREED = (together(span=span) for span in ("own", "shared", "agreed"))
WELL = Circumstances(n_features=40, n_sites=6, fewest_rows=400)
NUMBERS = re.compile(r"[+-]?\d+\.\d+")


def around(value: float, wobble: float = 0.002) -> list[float]:
    """Return five scores whose mean is the value."""
    return [value + wobble * step for step in (-2, 1, 0, 2, -1)]


def uneven(value: float, wobble: float) -> list[float]:
    """Return five scores around the value in another order, so that differences vary."""
    return [value + wobble * step for step in (1, -2, 2, -1, 0)]


def said(scores, *, measure=ACCURACY, circumstances=WELL, sites=("a", "b"), **choices):
    lines = lines_of(scores, measure=measure.name, sites=sites)
    choices = {"task": "classification" if measure is ACCURACY else "regression", **choices}
    summary = summarise(lines, measure)
    return advise(summary, plan_of(lines, **choices), circumstances)


def text_of(scores, **choices) -> str:
    return " ".join(said(scores, **choices).sentences)


# ---------------------------------------------------------------- together or alone


def test_a_gain_is_claimed_with_its_size_and_interval_where_it_excludes_zero():
    first = said({LOCAL: around(0.8), AGREED: uneven(0.9, 0.002)}).sentences[0]
    assert first.startswith("Working together helps here: `auto` with the agreed span")
    assert "90.0 %, 10.0 points (95 % interval 9.3 to 10.7) better than each site alone" in first


def test_where_the_interval_holds_zero_these_seeds_cannot_tell():
    text = text_of({LOCAL: around(0.8, 0.02), AGREED: uneven(0.81, 0.02)})
    assert "These 5 seeds cannot tell whether working together helps" in text
    assert "helps here" not in text
    assert "Do not collaborate" not in text


def test_where_all_do_worse_than_alone_it_says_not_to_collaborate_and_settles_nothing():
    text = text_of({LOCAL: around(0.9), OWN: uneven(0.8, 0.002), AGREED: uneven(0.7, 0.002)})
    assert text.startswith("Do not collaborate for this")
    assert "10.0 points" in text
    assert "Span:" not in text
    assert "As a real study" not in text


def test_sites_of_one_class_that_judge_their_own_rows_say_nothing_against_collaboration():
    trivial = Circumstances(n_features=40, n_sites=6, fewest_rows=400, n_one_class=6)
    scores = {LOCAL: around(1.0, 0.0), AGREED: uneven(0.95, 0.002)}
    text = text_of(scores, circumstances=trivial, split="by-label")
    assert "Do not collaborate" not in text
    assert "6 of 6 sites learn from rows of one class" in text
    assert "As a real study" not in text, "the other placement has to be asked first"
    spread = text_of(scores, circumstances=trivial, split="by-label", test="spread")
    assert "Do not collaborate" in spread
    assert "learn from rows of one class" not in spread


def test_the_same_scores_are_no_gain():
    text = text_of({LOCAL: around(0.9), AGREED: around(0.9)})
    assert text.startswith("Nothing is gained here")


@pytest.mark.parametrize(
    ("pooled", "words"),
    [
        (uneven(0.95, 0.002), "There is something to gain"),
        (uneven(0.7, 0.002), "Even everybody's raw rows in one place did worse"),
        (uneven(0.9, 0.05), "Nor can these 5 seeds tell everybody's raw rows"),
    ],
)
def test_where_nothing_is_gained_pooling_says_whether_there_was_anything_to_gain(pooled, words):
    assert words in text_of({LOCAL: around(0.9), AGREED: uneven(0.8, 0.002), CENTRAL: pooled})


def test_a_smaller_error_counts_as_better():
    lines = {LOCAL: [60.0, 61.0, 60.5], AGREED: [55.0, 55.5, 55.2]}
    first = said(lines, measure=RMSE).sentences[0]
    assert "Working together helps here" in first
    assert "points" not in first
    assert "reaches a mean RMSE over sites of 55.2, 5.3 (95 % interval" in first


def test_without_local_no_gain_is_claimed():
    first = said({AGREED: around(0.9), OWN: around(0.8)}).sentences[0]
    assert "was not measured: add `local`" in first
    assert "helps" not in first


def test_without_a_way_to_work_together_nothing_is_advised():
    advice = said({LOCAL: around(0.8), CENTRAL: around(0.9)})
    assert advice.sentences[0] == NOTHING_TRIED
    assert advice.choices is None


def test_one_seed_says_so_and_claims_no_difference():
    sentences = said({LOCAL: [0.6], OWN: [0.7], AGREED: [0.9], CENTRAL: [0.95]}).sentences
    assert sentences[0] == ONE_SEED
    text = " ".join(sentences)
    assert "In this one cut `auto` with the agreed span in 10 dimensions scored best" in text
    assert "interval" not in text.replace(ONE_SEED, "")
    assert "behind" not in text


# ---------------------------------------------------------------- sites


def test_sites_that_lose_are_named_where_a_site_is_the_same_with_every_seed():
    steps = (-0.02, 0.02, -0.01, 0.01)
    alone = [[0.7, 0.9, 0.8]] * 4
    jointly = [[0.9 + step, 0.8 + step, 0.8 + step] for step in steps]
    choices = {"sites": ("north", "south", "west"), "site_column": "hospital"}
    text = text_of({LOCAL: alone, AGREED: jointly}, **choices)
    assert (
        "1 gains (north +20.0 points), 1 loses (south -10.0 points), and 1 cannot be told" in text
    )


def test_sites_dealt_out_anew_with_each_seed_are_counted_and_not_named():
    text = text_of({LOCAL: [[0.7, 0.9]] * 3, AGREED: [[0.9, 0.8], [0.9, 0.9], [0.9, 0.8]]})
    assert (
        "Of 6 cases (2 sites, 3 seeds), a site did better together in 3, worse in 2, and the"
        in (text)
    )
    assert "Site by site" not in text


def test_among_many_sites_chance_is_mentioned():
    names = [f"s{number:02d}" for number in range(40)]
    scores = {LOCAL: [[0.7] * 40] * 3, AGREED: [[value] * 40 for value in (0.8, 0.81, 0.79)]}
    text = text_of(scores, sites=names, site_column="ward")
    assert "40 gain, none loses, and 0 cannot be told." in text
    assert "about 2 would seem to gain or lose by chance" in text


# ---------------------------------------------------------------- settings


def test_the_span_is_the_simplest_that_cannot_be_told_from_the_best():
    close = {LOCAL: around(0.6), OWN: uneven(0.899, 0.004), AGREED: around(0.9, 0.004)}
    advice = said(close)
    assert advice.choices.chosen.way == OWN
    text = " ".join(advice.sentences)
    assert "Span: take `own`: these 5 seeds cannot tell it from `agreed`" in text
    far = said({LOCAL: around(0.6), OWN: uneven(0.8, 0.004), AGREED: around(0.9, 0.004)})
    assert far.choices.chosen.way == AGREED
    text = " ".join(far.sentences)
    assert "Span: `agreed` scored best; it asks for two uploads" in text
    assert "Behind it: `own` by 10.0 points" in text


def test_spans_are_named_with_their_dimensions_where_those_differ():
    wide = together(span="shared", n_dims=20)
    text = text_of({LOCAL: around(0.6), AGREED: uneven(0.8, 0.002), wide: around(0.9)})
    assert "`shared` in 20 dimensions scored best" in text
    assert "Behind it: `agreed` in 10 dimensions by 10.0 points" in text


def test_a_span_that_is_behind_another_of_the_same_method_is_not_taken():
    # Not told from the best of all, which another noisy method has; behind its own method's best.
    odc = [0.93, 0.87, 0.92, 0.88, 0.94]
    agreed = around(0.9, 0.002)
    own = [value - step for value, step in zip(agreed, around(0.01, 0.0001), strict=True)]
    advice = said({LOCAL: uneven(0.5, 0.002), OWN: own, AGREED: agreed, together("odc"): odc})
    assert advice.choices.chosen.way == AGREED
    assert "Behind it: `own` by 1.0 points" in " ".join(advice.sentences)


def test_the_dimensions_are_the_fewest_that_cannot_be_told_from_the_best():
    few, some, many = (together(span="agreed", n_dims=n) for n in (5, 10, 20))
    advice = said(
        {
            LOCAL: around(0.5),
            few: uneven(0.8, 0.003),
            some: uneven(0.899, 0.004),
            many: around(0.9, 0.004),
        }
    )
    assert advice.choices.chosen.way == some
    text = " ".join(advice.sentences)
    assert "Dimensions: take 10: these 5 seeds cannot tell it from 20, which scored best" in text
    assert "Behind it: 5 by 9.9 points" in text


def test_one_number_of_dimensions_names_others_to_try_within_features_and_rows():
    text = text_of({LOCAL: around(0.5), AGREED: around(0.9)})
    assert "Dimensions: only 10 were tried here; `--dims 5,10,20` compares." in text
    tight = Circumstances(n_features=12, n_sites=6, fewest_rows=400)
    text = text_of({LOCAL: around(0.5), AGREED: around(0.9)}, circumstances=tight)
    assert "`--dims 5,10,11`" in text


def test_auto_is_kept_unless_another_method_is_better():
    odc = together("odc")
    text = text_of({LOCAL: around(0.5), OWN: uneven(0.899, 0.004), odc: around(0.9, 0.004)})
    assert "Method: take `auto`: these 5 seeds cannot tell it from `odc`" in text
    advice = said({LOCAL: around(0.5), OWN: uneven(0.8, 0.004), odc: around(0.9, 0.004)})
    assert advice.choices.chosen.way == odc
    assert "Method: `odc` scored best. Behind it: `auto` by 10.0 points" in " ".join(
        advice.sentences
    )


def test_settings_of_equal_scores_are_said_to_be_equal():
    same = around(0.9)
    text = text_of({LOCAL: around(0.5), OWN: same, SHARED: same, AGREED: same})
    assert "`own` scored best; it asks for one upload" in text
    assert "With the same scores: `shared` and `agreed`." in text


def test_a_simpler_way_that_shows_no_gain_does_not_take_the_place_of_one_that_does():
    alone = [0.80, 0.82, 0.81, 0.79, 0.80]
    best = [value + gain for value, gain in zip(alone, around(0.02, 0.001), strict=True)]
    noisy = [0.86, 0.77, 0.87, 0.76, 0.84]
    advice = said({LOCAL: alone, OWN: noisy, AGREED: best})
    assert advice.choices.chosen.way == AGREED
    assert "Working together helps here: `auto` with the agreed span" in advice.sentences[0]
    assert any("show no gain over staying alone" in each for each in advice.sentences)


def test_where_no_gain_was_shown_the_best_is_spoken_of_and_not_the_simplest():
    few, many = (together(span="agreed", n_dims=n) for n in (2, 4))
    simple, best = [0.70, 0.72, 0.69, 0.71, 0.68], [0.84, 0.66, 0.86, 0.65, 0.80]
    worse = said({LOCAL: around(0.95), few: simple, many: best})
    assert worse.choices.chosen.way == many
    assert "`auto` with the agreed span in 4 dimensions reaches" in worse.sentences[0]
    unclear = said({LOCAL: around(0.74, 0.02), few: simple, many: best})
    assert unclear.choices.chosen.way == many
    text = " ".join(unclear.sentences)
    assert "cannot tell whether working together helps: `auto` with the agreed span in 4" in text
    assert "Dimensions: 4 scored best. Not told apart from it: 2" in text
    assert "To try it all the same as a real study" in text
    assert not unclear.is_advised


@pytest.mark.parametrize(("n_seeds", "helps"), [(3, False), (6, True)])
def test_few_equal_seeds_carry_no_claim(n_seeds, helps):
    text = text_of({LOCAL: [0.8] * n_seeds, AGREED: [0.9] * n_seeds})
    assert ("Working together helps here" in text) is helps
    assert ("+10.0 points with every seed, too few to be sure" in text) is not helps


def test_staying_alone_is_named_with_its_model_where_several_were_tried():
    forest, alone = together(span="agreed", model="forest"), Way("local", "forest")
    scores = {
        LOCAL: around(0.6),
        alone: uneven(0.7, 0.002),
        AGREED: around(0.8),
        forest: around(0.9),
    }
    assert "better than each site alone at its best, with `forest` (70.0 %)" in text_of(scores)


@pytest.mark.parametrize(
    ("anchor", "words"), [("orthonormal", "an orthonormal"), ("uniform", "a uniform")]
)
def test_an_anchor_has_its_article(anchor, words):
    ways = [together(anchor=one) for one in ("orthonormal", "uniform")]
    assert f"through {words} anchor" in way_words(ways).words(together(anchor=anchor))


def test_models_are_compared_too():
    forest = together(span="agreed", model="forest")
    text = text_of({LOCAL: around(0.5), AGREED: around(0.8), forest: uneven(0.9, 0.002)})
    assert "Model: `forest` scored best. Behind it: `logistic` by 10.0 points" in text
    assert "--method auto --model forest" in text


# ---------------------------------------------------------------- pooling


@pytest.mark.parametrize(
    ("pooled", "words"),
    [
        (uneven(0.95, 0.002), "95.0 %, better by 5.0 points"),
        (uneven(0.9, 0.02), "90.0 %, not told apart"),
        (uneven(0.85, 0.002), "85.0 %, worse by 5.0 points"),
        (around(0.9), "90.0 %, the same with every seed"),
    ],
)
def test_the_distance_from_pooling_follows_its_interval(pooled, words):
    text = text_of({LOCAL: around(0.5), AGREED: around(0.9), CENTRAL: pooled})
    assert f"Everybody's raw rows in one place: {words}" in text


def test_pooled_pca_is_the_one_of_as_many_dimensions():
    text = text_of(
        {
            LOCAL: around(0.5),
            AGREED: around(0.9),
            pooled_pca(5): around(0.7),
            pooled_pca(10): around(0.9),
        }
    )
    assert "Pooled PCA in as many dimensions: 90.0 %, the same with every seed" in text


# ---------------------------------------------------------------- placement and a real study


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        (
            {"test": "own-site"},
            "the site that had kept it back (`--test own-site`). Rows were dealt",
        ),
        ({"test": "own-site", "split": "by-label"}, "may give its answer away"),
        ({"test": "own-site", "site_column": "hospital"}, "may give its answer away"),
        ({"test": "spread"}, "by a site drawn at random (`--test spread`)"),
    ],
)
def test_the_placement_of_the_test_rows_is_always_said(choices, words):
    for scores in ({LOCAL: around(0.5), AGREED: around(0.9)}, {LOCAL: [0.5], AGREED: [0.9]}):
        assert words in text_of(scores, **choices)
    assert words in text_of({LOCAL: around(0.5)}, **choices)


def test_below_the_floor_of_the_agreed_span_the_consent_is_named():
    small = Circumstances(n_features=40, n_sites=4, fewest_rows=31)
    text = text_of({LOCAL: around(0.5), AGREED: around(0.9)}, circumstances=small)
    assert "agreed_below_floor = true" in text
    assert "5 sites and, with 10 dimensions, 100 rows at each, and here are 4 sites with 31" in text
    assert "granted" not in text
    assert "agreed_below_floor" not in text_of({LOCAL: around(0.5), AGREED: around(0.9)})
    wide = together(span="agreed", n_dims=30)
    enough = Circumstances(n_features=40, n_sites=6, fewest_rows=120)
    text = text_of({LOCAL: around(0.5), wide: around(0.9)}, circumstances=enough)
    assert "With 24 dimensions it would be granted without." in text
    assert "floor" not in text_of({LOCAL: around(0.5), OWN: around(0.9)}, circumstances=small)


def test_what_else_a_real_study_would_refuse_is_said():
    odd = Circumstances(n_features=10, n_sites=6, fewest_rows=400, share_unique=0.4)
    way = together(span="shared", model="svm", anchor="uniform")
    text = text_of({LOCAL: around(0.5), way: around(0.9)}, circumstances=odd)
    for words in (
        "40 % of the labels",
        "accept_unique_labels = true",
        "model_may_contain_rows = true",
        "accept_weak_anchor = true",
        "With 10 dimensions of 10 features nothing of a row is left out",
    ):
        assert words in text
    plain = text_of({LOCAL: around(0.5), OWN: around(0.9)})
    assert "= true" not in plain


def test_the_real_study_is_named_in_commands():
    raw = together("kawakami-raw", span="shared")
    text = text_of({LOCAL: around(0.5), raw: around(0.9)})
    assert "`concordant charter draft` with `--span shared` and `--dims 10`" in text
    assert "`concordant analyst train --method kawakami --model logistic --scale none`" in text
    own = together("my-own", span="own")
    assert "`my-own` is no method of `concordant analyst train`" in text_of(
        {LOCAL: around(0.5), own: around(0.9)}
    )


def test_a_condition_of_the_paper_is_no_advice_for_a_study():
    way = together("odc", span="", condition="samespan")
    advice = said({LOCAL: around(0.5), way: around(0.9)}, condition="samespan")
    assert advice.sentences[0] == OF_THE_PAPER
    assert "As a real study" not in " ".join(advice.sentences)


# ---------------------------------------------------------------- laws


CLAIMS = re.compile(
    r"(?:better|worse|[Bb]ehind|[Aa]head)[^.;]*? by ([\d.]+)[^(]*\(([\d.]+) to ([\d.]+)\)"
)


def test_every_claim_of_a_direction_has_an_interval_without_zero(rng):
    ways = (LOCAL, OWN, SHARED, AGREED, together("odc"), CENTRAL, pooled_pca())
    n_claims = 0
    for _ in range(60):
        level = rng.uniform(0.7, 0.8, len(ways))
        noise = rng.normal(size=(len(ways), 5)) * 10 ** rng.uniform(-3, -1)
        scores = {
            way: (base + line).tolist() for way, base, line in zip(ways, level, noise, strict=True)
        }
        for sentence in said(scores).sentences:
            for size, low, high in CLAIMS.findall(sentence):
                assert 0 < float(low) <= float(size) <= float(high)
                n_claims += 1
    assert n_claims > 60


def test_advice_is_the_same_for_the_same_numbers_and_speaks_in_sentences(rng):
    scores = {way: rng.uniform(0.5, 0.9, 4).tolist() for way in (LOCAL, OWN, AGREED, CENTRAL)}
    first, again = said(scores), said(scores)
    assert first.sentences == again.sentences
    for sentence in first.sentences:
        assert sentence.endswith((".", ".)"))
        assert sentence[0].isupper()
        assert "nan" not in sentence
        assert "  " not in sentence
