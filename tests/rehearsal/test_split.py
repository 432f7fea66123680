import numpy as np
import pytest

from concordant.errors.rehearsal import TooManySites
from concordant.rehearsal.split import draw_cut, most_sites, n_public_rows, site_names


def all_rows(cut):
    return np.concatenate(
        [cut.public, *(rows for site in cut.sites for rows in (site.own, site.new))]
    )


@pytest.mark.parametrize("n_sites", [2, 7, 40])
def test_every_row_of_the_table_has_one_owner(rng, n_sites):
    cut = draw_cut(rng, n_rows=300, n_sites=n_sites)
    assert np.array_equal(np.sort(all_rows(cut)), np.arange(300))


def test_sites_differ_by_a_row_at_most(rng):
    cut = draw_cut(rng, n_rows=301, n_sites=12)
    sizes = [len(site.own) + len(site.new) for site in cut.sites]
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("part", ["public", "own", "new"])
def test_every_part_gets_its_share_of_each_class(rng, part):
    classes = np.array(["a"] * 400 + ["b"] * 100 + ["c"] * 100)
    cut = draw_cut(rng, n_rows=600, n_sites=4, classes=classes.tolist())
    parts = [cut.public] if part == "public" else [getattr(site, part) for site in cut.sites]
    for rows in parts:
        shares = [np.mean(classes[rows] == name) for name in "abc"]
        assert np.allclose(shares, [4 / 6, 1 / 6, 1 / 6], atol=0.05)


def test_one_seed_gives_one_cut_and_another_seed_another():
    first, again, other = (
        all_rows(draw_cut(np.random.default_rng(seed), n_rows=200, n_sites=5)) for seed in (3, 3, 4)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("n_rows", [60, 178, 1797])
def test_the_most_sites_still_have_rows_for_two_dimensions_and_one_more_is_refused(rng, n_rows):
    most = most_sites(n_rows)
    cut = draw_cut(rng, n_rows=n_rows, n_sites=most)
    assert cut.fewest_own > 2
    assert min(len(site.new) for site in cut.sites) >= 1
    with pytest.raises(TooManySites, match=f"at most {most} sites"):
        draw_cut(rng, n_rows=n_rows, n_sites=most + 1)


def test_the_public_rows_are_few(rng):
    assert len(draw_cut(rng, n_rows=5000, n_sites=3).public) == n_public_rows(5000) <= 100


def test_names_of_sites_sort_as_they_count():
    names = site_names(12)
    assert sorted(names) == list(names)
    assert len(set(names)) == 12
