"""The colours of pages and pictures, told apart by people who see colours differently.

In:  nothing.
Out: colours by role for light and dark paper, shapes and dashes that tell kinds apart without
     colour. Anybody may run this.
"""

from collections.abc import Mapping
from types import MappingProxyType

SERIES = ("series-1", "series-2", "series-3", "series-4", "series-5", "series-6")

# Wong's palette (Nature Methods 8, 2011), each hue made darker or lighter until it stands out
# from the paper by 3:1; the test computes the ratios.
LIGHT: Mapping[str, str] = MappingProxyType(
    {
        "ink": "#1c2430",
        "soft": "#525d6b",
        "line": "#d5dbe3",
        "edge": "#7b8694",
        "paper": "#ffffff",
        "tint": "#eef3f9",
        "accent": "#00528a",
        "warn": "#fff6e0",
        "warn-edge": "#a87700",
        "series-1": "#0067a8",
        "series-2": "#c24e00",
        "series-3": "#007a5a",
        "series-4": "#a34a85",
        "series-5": "#806600",
        "series-6": "#4a5563",
    }
)
DARK: Mapping[str, str] = MappingProxyType(
    {
        "ink": "#e6eaf0",
        "soft": "#abb5c2",
        "line": "#39434f",
        "edge": "#7d8896",
        "paper": "#14181f",
        "tint": "#1e2733",
        "accent": "#8cc4f2",
        "warn": "#332a12",
        "warn-edge": "#d3a11c",
        "series-1": "#5cb3ec",
        "series-2": "#f58b4c",
        "series-3": "#3cc79d",
        "series-4": "#e39ac8",
        "series-5": "#dcb93c",
        "series-6": "#b7c1cd",
    }
)

MARKERS = ("o", "s", "^", "D", "v", "X")
DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)), (0, (9, 3)), (0, (1, 1)))


def css_variables(colours: Mapping[str, str]) -> str:
    """Return the colours as declarations of CSS variables.

    >>> css_variables({"ink": "#000000", "paper": "#ffffff"})
    '--ink: #000000; --paper: #ffffff;'
    """
    return " ".join(f"--{role}: {colour};" for role, colour in colours.items())


def by_reference(roles: Mapping[str, str]) -> Mapping[str, str]:
    """Return for each role a stand-in colour that a picture is drawn in, each unlike all others.

    The stand-ins are exchanged for ``var(--role)`` when the picture is done, because the library
    that draws knows no variables.
    """
    return {role: f"#0{place:02x}e7d" for place, role in enumerate(roles)}
