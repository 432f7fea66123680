"""What a site gains: something where it knows too little, nothing where it holds all."""

import numpy as np
import pytest
from scipy import stats

from concordant.analyst import gains as gains_module
from concordant.analyst.folds import MOST_SITES
from concordant.analyst.gains import MOST_SITES_QUICK, NO_FORECAST, mean_gain, measure_gains
from concordant.errors.analyst import ModelNotTrained
from tests.analyst.pools import hold_out, shared_rule


def measure(pool, rng, *, n_classes=2, model=None, is_forecast=True):
    choice, held_out = hold_out(pool, rng, model=model, n_classes=n_classes)
    return measure_gains(choice, pool, held_out, n_classes, rng, is_forecast=is_forecast)


@pytest.mark.parametrize("n_classes", [2, 3, 0])
def test_sites_that_share_a_rule_and_have_few_rows_gain(n_classes, rng):
    pool = shared_rule(rng, [20] * 12, n_dims=12, n_classes=n_classes)
    found = measure(pool, rng, n_classes=n_classes)
    assert found.measure == ("accuracy" if n_classes else "RMSE")
    assert found.higher_is_better == bool(n_classes)
    assert found.mean.low > 0
    sign = 1 if n_classes else -1
    for each in found.sites:
        assert each.gain == pytest.approx(sign * (each.together - each.alone))
        assert each.low <= each.gain <= each.high


@pytest.mark.parametrize("n_classes", [2, 0])
def test_a_site_that_holds_nearly_everything_gains_next_to_nothing(n_classes, rng):
    pool = shared_rule(rng, [1500, 12], n_classes=n_classes)
    large, small = measure(pool, rng, n_classes=n_classes).sites
    assert abs(large.gain) < 0.02
    assert large.low <= 0 <= large.high
    assert small.n_rows == 12


def test_a_site_unlike_the_others_is_seen_to_lose(rng):
    pool = shared_rule(rng, [200, 200, 200])
    labels = np.where(pool.sites == 0, 1 - pool.labels, pool.labels)
    turned = type(pool)(
        pool.names, pool.features, labels, pool.sites, None, pool.centre, pool.scale
    )
    odd, *others = measure(turned, rng).sites
    assert odd.high < 0
    assert all(each.gain > odd.gain for each in others)


def test_too_few_rows_or_one_class_have_no_gain_and_stop_nobody(rng):
    pool = shared_rule(rng, [40, 9, 30])
    labels = np.where(pool.sites == 2, 1, pool.labels)
    pool = type(pool)(pool.names, pool.features, labels, pool.sites, None, pool.centre, pool.scale)
    first, few, one_class = measure(pool, rng).sites
    assert first.gain is not None
    for each in (few, one_class):
        assert (each.together, each.alone, each.gain, each.low, each.high) == (None,) * 5
    assert (few.n_rows, one_class.n_rows) == (9, 30)


def test_a_site_that_knows_one_class_in_a_fold_answers_that_class(rng):
    pool = shared_rule(rng, [60, 30])
    labels = pool.labels.copy()
    own = np.flatnonzero(pool.sites == 1)
    labels[own], labels[own[0]] = 0, 1
    pool = type(pool)(pool.names, pool.features, labels, pool.sites, None, pool.centre, pool.scale)
    _, lonely = measure(pool, rng).sites
    # Alone it never says the class that it saw once, and is right of all others.
    assert lonely.alone == pytest.approx(29 / 30)


def test_one_person_is_no_table_to_learn_from(rng):
    groups = np.r_[np.arange(40), np.full(20, 40)]
    pool = shared_rule(rng, [40, 20], groups=groups)
    crowd, person = measure(pool, rng).sites
    assert crowd.gain is not None
    assert person.gain is None


def test_a_recipe_that_cannot_be_trained_on_a_sites_rows_has_no_gain(rng, monkeypatch):
    pool = shared_rule(rng, [30, 30])
    choice, held_out = hold_out(pool, rng)

    def refuse(choice, features, _target):
        raise ModelNotTrained(name=choice.name, n_rows=len(features), reason="ValueError")

    monkeypatch.setattr(gains_module, "train_model", refuse)
    found = measure_gains(choice, pool, held_out, 2, rng, is_forecast=True)
    assert [each.gain for each in found.sites] == [None, None]
    assert found.mean.gain is None
    assert found.n_sites_measured == 0


@pytest.mark.parametrize(
    ("model", "n_measured"), [("logistic", MOST_SITES_QUICK), ("forest", MOST_SITES)]
)
def test_a_hundred_sites_and_more_stay_quick(model, n_measured, rng, monkeypatch):
    pool = shared_rule(rng, [12] * 150)
    choice, held_out = hold_out(pool, rng)
    fits = []
    honest = gains_module.train_model
    monkeypatch.setattr(
        gains_module, "train_model", lambda *given: fits.append(1) or honest(*given)
    )
    named = type(choice)(model, {}, choice.make, choice.trains_in_float32)
    found = measure_gains(named, pool, held_out, 2, rng, is_forecast=True)
    assert len(found.sites) == n_measured
    assert len(fits) <= 5 * n_measured
    assert f"{n_measured} of 150 sites, drawn at random" in found.how


def test_the_mean_has_the_t_interval_of_scipy():
    values = np.array([0.02, 0.05, -0.01, 0.04])
    expected = stats.t.interval(0.95, 3, values.mean(), stats.sem(values))
    found = mean_gain(values)
    assert (found.low, found.high) == pytest.approx(expected)
    assert found.gain == values.mean()
    assert mean_gain(values[:1]).low is None
    assert mean_gain(values[:0]).gain is None


def test_what_is_no_forecast_is_said_to_be_none(rng):
    pool = shared_rule(rng, [30, 30])
    assert NO_FORECAST in measure(pool, rng, is_forecast=False).how
    assert NO_FORECAST not in measure(pool, rng).how


def test_the_interval_draws_persons_where_rows_are_of_persons(rng):
    persons = np.repeat(np.arange(40), 10)
    pool = shared_rule(rng, [200, 200], n_dims=2)
    first = np.searchsorted(persons, persons)
    alike = type(pool)(
        pool.names,
        pool.features[first],
        pool.labels[first],
        pool.sites,
        persons,
        pool.centre,
        pool.scale,
    )
    assert "persons again" in measure(alike, rng).how


def test_one_seed_gives_one_answer():
    pool = shared_rule(np.random.default_rng(3), [25] * 3)
    found = [measure(pool, np.random.default_rng(8)) for _ in range(2)]
    assert found[0] == found[1]
