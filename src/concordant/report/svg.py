"""Make a drawn picture fit for a page: its own names, the page's colours and letters.

In:  the SVG that matplotlib wrote, the stand-in colours, words for people who do not see it.
Out: one ``<svg>`` element. Anybody may run this.
"""

import re
from collections.abc import Mapping
from xml.sax.saxutils import escape

from concordant.report.spelling import spelled

_HEAD = re.compile(r"^.*?<svg [^>]*>", re.DOTALL)
_BOX = re.compile(r'viewBox="([^"]+)"')
_METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
_STYLE = re.compile(r"\s*<defs>\s*<style.*?</style>\s*</defs>", re.DOTALL)
_FAMILY = re.compile(r"; font-family: [^;\"]*|font-family: [^;\"]*; ")
_IDLE_TURN = re.compile(r' transform="rotate\(-0 [^"]*\)"')
_BREAKS = re.compile(r"\s*\n\s*")


def inline_svg(drawn: str, *, name: str, title: str, words: str, roles: Mapping[str, str]) -> str:
    """Return the picture as an element of a page.

    ``name`` is unlike those of all other pictures of the page; ``roles`` are the stand-in
    colours; ``words`` say what the picture shows.
    """
    box = _BOX.search(drawn)
    body = _HEAD.sub("", drawn, count=1)
    body = _STYLE.sub("", _METADATA.sub("", body))
    body = _own_tags(_BREAKS.sub("\n", body), name, roles)
    view = f' viewBox="{box[1]}"' if box else ""
    return (
        f'<svg role="img"{view} '
        f'aria-labelledby="{name}-title {name}-words">'
        f'<title id="{name}-title">{escape(spelled(title))}</title>'
        f'<desc id="{name}-words">{escape(spelled(words))}</desc>{body.rstrip()}'
    )


def _own_tags(body: str, name: str, roles: Mapping[str, str]) -> str:
    """Give the picture's elements ids of its own, the page's colours and the page's letters.

    Only what lies inside tags is touched: a site may be called like a name of ours.
    """

    def own(tag: re.Match[str]) -> str:
        text = _IDLE_TURN.sub("", _FAMILY.sub("", tag[0]))
        text = re.sub(r' id="([^"]+)"', rf' id="{name}-\1"', text)
        text = re.sub(r' xlink:href="#([^"]+)"', rf' href="#{name}-\1"', text)
        text = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", text)
        for role, stand_in in roles.items():
            text = text.replace(stand_in, f"var(--{role})")
        return text

    return re.sub(r"<[^>]*>", own, body)
