"""File names and what they mean."""

import pytest

from concordant.files.atomic import TEMPORARY_PREFIX
from concordant.terms.roster import Roster
from concordant.transport.folder import layout


@pytest.mark.parametrize("kind", ["view", "bundle", "return"])
@pytest.mark.parametrize("site", ["a", "north", "st-mary-2", "0", "x" * 32])
def test_a_name_is_read_back_and_fits_any_file_system(site, kind):
    Roster(1, (site,))
    name = layout.file_name(site, kind)
    assert layout.site_of(name, kind) == site
    assert layout.looks_like(name, kind)
    others = {"view", "bundle", "return"} - {kind}
    assert all(layout.site_of(name, other) is None for other in others)


@pytest.mark.parametrize(
    "name",
    [
        "North.bundle",
        "north (1).bundle",
        "north.bundle.bundle",
        "../north.bundle",
        "-north.bundle",
        "north.bundle\n",
        "no\u200brth.bundle",
        ".bundle",
        "x" * 33 + ".bundle",
        "NORTH.BUNDLE",
    ],
)
def test_odd_names_are_nobodys(name):
    assert layout.site_of(name, "bundle") is None


def test_odd_names_are_still_seen_as_meant():
    assert layout.looks_like("North (1).BUNDLE", "bundle")
    assert not layout.looks_like("north.bundle.zip", "bundle")


def test_a_file_that_is_still_being_written_is_nobodys():
    assert layout.site_of(f"{TEMPORARY_PREFIX}abc.bundle", "bundle") is None


def test_public_names_are_no_uploads():
    for name in (*layout.PUBLIC_NAMES, layout.RUN, layout.REPORT, layout.ARCHIVE, layout.PACT):
        assert not any(layout.looks_like(name, kind) for kind in ("view", "bundle", "return"))
    assert layout.PACT not in layout.PUBLIC_NAMES
