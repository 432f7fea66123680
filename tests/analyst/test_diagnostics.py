"""What the numbers of a view say, and which verdict follows."""

import numpy as np
import pytest

from concordant.analyst.align import align
from concordant.analyst.diagnostics import diagnose_views
from concordant.analyst.verdicts import (
    DEVIATION_LIMIT,
    SiteNumbers,
    judge_site,
    recommend_span,
)
from concordant.terms.floors import SPANS_DIFFER
from tests.worlds import make_world

METHODS = ("auto", "odc", "imakura", "kawakami")


@pytest.mark.parametrize("method", METHODS)
def test_alike_sites_are_good(method, rng):
    views = make_world(rng, spans="same").views
    sites = align(views, method).sites
    assert [each.verdict for each in sites] == ["good"] * 4
    for each in sites:
        assert each.numbers.condition == pytest.approx(1.0)
        assert each.numbers.deviation < 1e-12
        assert each.numbers.span_difference < 1e-12
        assert each.numbers.residual < 1e-9


def test_differing_spans_are_no_fault_but_a_recommendation(rng):
    result = align(make_world(rng, 4, 13, 4, spans="different").views)
    assert result.mean_span_difference > SPANS_DIFFER
    assert {each.verdict for each in result.sites} <= {"good", "spans differ"}
    assert result.unusable == ()
    assert 'span = "agreed"' in result.recommendation
    assert align(make_world(rng, spans="same").views).recommendation is None


def test_a_stretched_view_is_unusable_for_odc_and_doubtful_otherwise(rng):
    first, second, *others = make_world(rng, spans="same").views
    views = [first, second * 2.0, *others]
    for method in METHODS:
        result = align(views, method, names=["a", "b", "c", "d"])
        assert result.sites[1].verdict == ("unusable" if method == "odc" else "doubtful")
        assert {each.verdict for each in result.sites[2:]} == {"good"}
        assert result.unusable == (("b",) if method == "odc" else ())
        assert result.sites[1].numbers.deviation == pytest.approx(np.log(2.0))
        assert "2 against" in result.sites[1].reason


def test_views_that_align_would_refuse_are_measured_one_by_one(rng):
    first, second, third, fourth = make_world(rng, spans="same").views
    holed, flat = second.copy(), third.copy()
    holed[:2, 0] = np.nan
    flat[:, 1] = 0.0
    sites = diagnose_views([first, holed, flat, fourth], names=["a", "b", "c", "d"])
    assert [each.verdict for each in sites] == ["good", "unusable", "unusable", "good"]
    assert sites[1].numbers.n_not_finite == 2
    assert (sites[2].site, sites[2].numbers.rank) == ("c", 3)
    assert sites[1].numbers.condition is None
    assert "2 entries" in sites[1].reason
    assert "rank 3" in sites[2].reason


def test_where_no_view_has_full_rank_nothing_is_compared():
    sites = diagnose_views([np.zeros((5, 2)), np.full((5, 2), np.inf)])
    assert [each.verdict for each in sites] == ["unusable", "unusable"]
    assert sites[0].numbers.span_difference is None


@pytest.mark.parametrize(
    ("deviation", "difference", "method", "level"),
    [
        (DEVIATION_LIMIT, SPANS_DIFFER, "odc", "good"),
        (DEVIATION_LIMIT * 1.01, 0.0, "odc", "unusable"),
        (DEVIATION_LIMIT * 1.01, 1.0, "auto", "doubtful"),
        (0.0, SPANS_DIFFER * 1.01, "auto", "spans differ"),
    ],
)
def test_the_limits_are_where_the_design_puts_them(deviation, difference, method, level):
    numbers = SiteNumbers("a", 3, 0, 3, 1.0, deviation, difference, 0.0)
    assert judge_site(numbers, method).level == level


def test_a_recommendation_names_the_number():
    assert recommend_span(SPANS_DIFFER) is None
    assert "42%" in recommend_span(0.42)
    assert recommend_span(float("nan")) is None
