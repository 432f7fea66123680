"""Colours are told apart from the paper and from each other, in both schemes."""

import itertools
import re
from importlib.resources import files

import numpy as np
import pytest

from concordant.report.palette import DARK, LIGHT, SERIES, by_reference

SCHEMES = {"light": LIGHT, "dark": DARK}
# How a person without the middle or the long cones sees linear light (Machado and others, 2009).
DEUTERANOPIA = np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]])
PROTANOPIA = np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]])
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
EYES = {"all": np.eye(3), "no green cones": DEUTERANOPIA, "no red cones": PROTANOPIA}


def linear(colour: str) -> np.ndarray:
    shares = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def luminance(light: np.ndarray) -> float:
    return float(np.clip(light, 0, 1) @ [0.2126, 0.7152, 0.0722])


def contrast(one: np.ndarray, other: np.ndarray) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def lightness_and_hue(light: np.ndarray) -> np.ndarray:
    """CIELAB, where a distance of about 2 can just be seen."""
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    x, y, z = np.cbrt(np.clip(to_xyz @ np.clip(light, 0, 1) / [0.9505, 1, 1.089], 1e-6, None))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("text", ["ink", "soft", "accent"])
@pytest.mark.parametrize("ground", ["paper", "tint", "warn"])
def test_text_stands_out_from_what_it_is_written_on(scheme, text, ground):
    colours = SCHEMES[scheme]
    assert contrast(linear(colours[text]), linear(colours[ground])) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("role", [*SERIES, "edge", "warn-edge", "accent"])
def test_what_a_picture_is_made_of_stands_out_from_the_paper(scheme, role):
    colours = SCHEMES[scheme]
    assert contrast(linear(colours[role]), linear(colours["paper"])) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
def test_ink_can_be_read_in_the_darkest_cell_of_a_matrix(scheme):
    from concordant.report.draw_matrix import _DARKEST

    colours = SCHEMES[scheme]
    # A browser mixes what it shows, not linear light.
    shares = [
        np.array([int(colours[role][place : place + 2], 16) for place in (1, 3, 5)])
        for role in ("series-1", "paper")
    ]
    mixed = np.rint(_DARKEST * shares[0] + (1 - _DARKEST) * shares[1]).astype(int)
    cell = linear("#" + "".join(f"{each:02x}" for each in mixed))
    assert contrast(linear(colours["ink"]), cell) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "eyes", [np.eye(3), DEUTERANOPIA, PROTANOPIA], ids=["all", "deuter", "prot"]
)
def test_the_first_kinds_differ_to_all_eyes(scheme, eyes):
    # The first three stand alone in most pictures; shapes and dashes tell the others apart.
    seen = [lightness_and_hue(eyes @ linear(SCHEMES[scheme][role])) for role in SERIES[:3]]
    for one, other in itertools.combinations(seen, 2):
        assert np.linalg.norm(one - other) > 10


def test_both_schemes_have_the_same_roles_and_the_style_uses_no_other():
    assert list(LIGHT) == list(DARK)
    style = files("concordant.report").joinpath("templates", "page.css").read_text("utf-8")
    assert set(re.findall(r"var\(--([\w-]+)\)", style)) <= set(LIGHT)
    assert not re.search(r"#[0-9a-f]{3,6}\b", style), "a colour that the dark scheme cannot change"


def test_no_two_roles_share_a_stand_in():
    stand_ins = by_reference(LIGHT)
    assert len(set(stand_ins.values())) == len(LIGHT)
    assert not set(stand_ins.values()) & {*LIGHT.values(), *DARK.values()}
