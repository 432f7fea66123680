"""A cut keeps every row once, persons whole, and does what its name says."""

import itertools

import numpy as np
import pytest

from concordant.errors.rehearsal import (
    GroupAcrossSites,
    SplitUnknown,
    TooFewSitesInColumn,
    TooManySites,
)
from concordant.rehearsal.cuts import draw_placed
from concordant.rehearsal.site_column import read_column_sites
from concordant.rehearsal.split_words import read_split
from concordant.rehearsal.units import units_of
from concordant.rehearsal.whole_table import NO_VALUE
from tests.rehearsal.cut_tables import plan_of, whole_of

SPLITS = ("iid", "by-label", "by-column:c", "dirichlet:0.3")


def classes(rng, n_rows=400, n_classes=3):
    labels = np.r_[np.arange(n_classes), rng.integers(0, n_classes, n_rows - n_classes)]
    return whole_of(labels, column=rng.normal(size=n_rows))


def numbers(rng, n_rows=400):
    return whole_of(rng.normal(size=n_rows), n_classes=0, column=rng.integers(0, 7, n_rows))


def parts_of(placed):
    return [rows for site in placed.sites for rows in (site.own, site.new)]


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("make", [classes, numbers])
@pytest.mark.parametrize("test", ["own-site", "spread"])
def test_every_row_is_learned_from_or_predicted_once(rng, split, make, test):
    whole = make(rng)
    placed = draw_placed(whole, plan_of(split, whole=whole, test=test), seed=3)
    own = np.concatenate([site.own for site in placed.sites])
    asked = np.concatenate(list(placed.asked.values()))
    assert np.array_equal(np.sort(np.r_[own, asked]), np.arange(400))
    assert np.array_equal(np.sort(np.concatenate(parts_of(placed))), np.arange(400))
    assert all(len(part) > 0 for part in parts_of(placed))


@pytest.mark.parametrize("split", SPLITS)
def test_three_rows_in_ten_are_kept_back_at_every_site(rng, split):
    placed = draw_placed(classes(rng), plan_of(split), seed=1)
    for site in placed.sites:
        n_rows = len(site.own) + len(site.new)
        assert len(site.new) == pytest.approx(0.3 * n_rows, abs=0.51)


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("make", [classes, numbers])
def test_a_person_is_never_cut(rng, split, make):
    whole = make(rng)
    groups = rng.integers(0, 90, 400)
    groups = np.unique(groups, return_inverse=True)[1].reshape(-1)
    whole = whole_of(
        whole.labels,
        n_classes=len(whole.charter.classes),
        column=whole.column,
        groups=groups,
    )
    placed = draw_placed(whole, plan_of(split, whole=whole), seed=2)
    persons = [set(groups[rows].tolist()) for rows in parts_of(placed)]
    assert sum(len(each) for each in persons) == len(set.union(*persons)) == groups.max() + 1


def test_one_seed_gives_one_cut_and_another_seed_another(rng):
    whole = classes(rng)
    first, again, other = (draw_placed(whole, plan_of(), seed) for seed in (5, 5, 6))
    assert np.array_equal(first.sites[0].own, again.sites[0].own)
    assert not np.array_equal(first.sites[0].own, other.sites[0].own)


def test_iid_gives_each_site_its_share_of_every_class(rng):
    labels = rng.permutation(np.repeat([0, 1, 2], [400, 100, 100]))
    placed = draw_placed(whole_of(labels), plan_of(), seed=1)
    for rows in parts_of(placed):
        assert np.allclose(np.bincount(labels[rows]) / len(rows), [4 / 6, 1 / 6, 1 / 6], atol=0.04)


def test_by_label_with_a_site_for_each_class_gives_one_class_each(rng):
    whole = classes(rng, n_classes=5)
    placed = draw_placed(whole, plan_of("by-label", n_sites=5), seed=1)
    held = [set(whole.labels[np.r_[site.own, site.new]].tolist()) for site in placed.sites]
    assert sorted(held, key=min) == [{0}, {1}, {2}, {3}, {4}]


def test_by_label_keeps_every_class_whole_where_there_are_fewer_sites(rng):
    whole = classes(rng, n_classes=7)
    placed = draw_placed(whole, plan_of("by-label", n_sites=3), seed=1)
    held = [set(whole.labels[np.r_[site.own, site.new]].tolist()) for site in placed.sites]
    assert sum(len(each) for each in held) == 7
    assert max(len(each) for each in held) <= 3


def test_by_label_with_more_sites_cuts_the_larger_classes_and_mixes_none(rng):
    labels = rng.permutation(np.repeat([0, 1], [300, 100]))
    placed = draw_placed(whole_of(labels), plan_of("by-label", n_sites=4), seed=1)
    held = [labels[np.r_[site.own, site.new]] for site in placed.sites]
    assert sorted(len(each) for each in held) == [100, 100, 100, 100]
    assert all(len(set(each.tolist())) == 1 for each in held)


def test_by_label_gives_blocks_of_sorted_numbers(rng):
    whole = numbers(rng)
    placed = draw_placed(whole, plan_of("by-label", whole=whole), seed=1)
    blocks = [whole.labels[np.r_[site.own, site.new]] for site in placed.sites]
    for lower, upper in itertools.pairwise(blocks):
        assert lower.max() <= upper.min()
    assert {len(block) for block in blocks} == {100}


def test_by_column_sorts_numbers_by_size_and_leaves_what_is_missing_together(rng):
    column = rng.normal(size=400)
    column[:100] = np.nan
    whole = whole_of(rng.integers(0, 2, 400), column=column)
    placed = draw_placed(whole, plan_of("by-column:c"), seed=1)
    blocks = [column[np.r_[site.own, site.new]] for site in placed.sites]
    assert blocks[0].max() <= blocks[1].min()
    assert np.isnan(blocks[3]).all()


def test_by_column_keeps_levels_of_a_text_whole(rng):
    column = rng.integers(0, 9, 400)
    placed = draw_placed(
        whole_of(rng.integers(0, 2, 400), column=column), plan_of("by-column:c"), seed=1
    )
    held = [set(column[np.r_[site.own, site.new]].tolist()) for site in placed.sites]
    assert sum(len(each) for each in held) == 9


def one_sidedness(whole, concentration, seed):
    placed = draw_placed(whole, plan_of(f"dirichlet:{concentration}"), seed)
    shares = [
        np.bincount(whole.labels[rows], minlength=3) / len(rows)
        for site in placed.sites
        for rows in [np.r_[site.own, site.new]]
    ]
    return np.mean([share.max() for share in shares])


def test_a_small_concentration_is_more_one_sided_than_a_large_one(rng):
    whole = classes(rng)
    small, middle, large = (
        np.mean([one_sidedness(whole, value, seed) for seed in range(5)])
        for value in (0.05, 1.0, 100.0)
    )
    assert small > middle > large
    assert large < 0.45


@pytest.mark.parametrize("concentration", [0.001, 0.05, 0.3])
def test_no_dirichlet_site_has_fewer_rows_than_the_dimensions_need(rng, concentration):
    for seed in range(5):
        placed = draw_placed(
            classes(rng), plan_of(f"dirichlet:{concentration}", dims=(5, 20)), seed
        )
        assert placed.fewest_own > 20


def test_spread_rows_come_to_each_site_from_all(rng):
    whole = classes(rng, n_classes=4)
    placed = draw_placed(whole, plan_of("by-label", test="spread"), seed=1)
    for rows in placed.asked.values():
        assert len(set(whole.labels[rows].tolist())) == 4
    sizes = {len(rows) for rows in placed.asked.values()}
    assert max(sizes) - min(sizes) <= 1


# ---------------------------------------------------------------- the table names its sites


def named(sizes, values, **parts):
    codes = np.repeat(np.arange(len(sizes)), sizes)
    return whole_of(np.arange(len(codes)) % 2, sites=codes, site_values=values, **parts)


def test_a_site_column_is_followed_row_by_row():
    whole = named([40, 60, 50], ("east", "north", "south"))
    placed = draw_placed(whole, plan_of(site_column="place"), seed=1)
    assert [site.site for site in placed.sites] == ["east", "north", "south"]
    for place, site in enumerate(placed.sites):
        assert set(whole.sites[np.r_[site.own, site.new]].tolist()) == {place}


def test_small_sites_are_left_out_and_named():
    whole = named([40, 3, 50], ("St. Mary", "Tiny Clinic", "General"))
    found = read_column_sites(whole, units_of(whole), ())
    assert dict(found.values) == {"site-1": "St. Mary", "site-2": "General"}
    assert dict(found.left_out) == {"Tiny Clinic": 3}
    placed = draw_placed(whole, plan_of(site_column="place"), seed=1)
    assert sum(len(rows) for rows in parts_of(placed)) == 90


def test_rows_without_a_site_are_left_out_however_many_they_are():
    whole = named([40, 60, 50], ("east", NO_VALUE, "south"))
    found = read_column_sites(whole, units_of(whole), ())
    assert dict(found.left_out) == {NO_VALUE: 60}
    assert list(found.values) == ["east", "south"]


def test_more_dimensions_need_larger_sites():
    whole = named([40, 20, 50], ("a", "b", "c"))
    assert not read_column_sites(whole, units_of(whole), (5,)).left_out
    assert dict(read_column_sites(whole, units_of(whole), (5, 20)).left_out) == {"b": 20}


def test_a_column_of_small_sites_is_refused_with_the_rows_that_they_need():
    whole = named([40, 3, 4], ("a", "b", "c"))
    with pytest.raises(TooFewSitesInColumn, match="1 of the 3 sites"):
        draw_placed(whole, plan_of(site_column="place"), seed=1)


def test_a_person_at_two_sites_is_refused():
    whole = named([40, 60], ("a", "b"), groups=np.r_[np.arange(98), [0, 1]])
    with pytest.raises(GroupAcrossSites, match="2 groups"):
        draw_placed(whole, plan_of(site_column="place"), seed=1)


# ---------------------------------------------------------------- what cannot be


def test_too_many_sites_are_refused_with_the_most_there_can_be(rng):
    whole = classes(rng, n_rows=42)
    with pytest.raises(TooManySites, match="at most 10 sites"):
        draw_placed(whole, plan_of(n_sites=11), seed=1)
    assert draw_placed(whole, plan_of(n_sites=10), seed=1).fewest_own >= 3


@pytest.mark.parametrize(
    "text", ["", "IID", "by-column", "by-column:", "dirichlet", "dirichlet:", "dirichlet:0",
             "dirichlet:-1", "dirichlet:nan", "dirichlet:inf", "dirichlet:a lot"]
)  # fmt: skip
def test_an_unknown_split_is_refused_with_those_that_exist(text):
    with pytest.raises(SplitUnknown, match="by-column:NAME"):
        read_split(text)
