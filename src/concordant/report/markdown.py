"""Write a page as Markdown, with the numbers of every chart, for terminals and pull requests.

In:  a Page.
Out: text in CommonMark with GitHub's tables; foreign names cannot become markup. Anybody may
     run this.
"""

import re
from collections.abc import Iterable

from concordant.report.chart import Chart, DotChart
from concordant.report.chart_words import numbers_of
from concordant.report.page import Chaptered, Page, PageTable, chapters
from concordant.report.spelling import number_cell, spelled, with_minus

# An underscore inside a word, as in an option of a charter, is no markup and stays readable.
_MARKUP = re.compile(r"([\\`*\[<|$]|(?<!\w)_|_(?!\w)|~(?=~)|&(?=#?\w+;))")
_BEGINS_BLOCK = re.compile(r"^([#>+-]|\d+(?=[.)]))")


def render_markdown(page: Page) -> str:
    """Return the page as Markdown; it says what the HTML says."""
    blocks = [f"# {_plain(page.title)}", *map(_sentence, page.lead)]
    if page.facts:
        blocks.append(
            "\n".join(
                f"- **{_plain(with_minus(fact.value))}**: {_sentence(fact.words)}"
                for fact in page.facts
            )
        )
    blocks += [f"> **Note.** {_sentence(each)}" for each in page.warnings]
    for chapter in chapters(page):
        blocks += _chapter(chapter)
    blocks += map(_sentence, page.closing)
    if page.footer:
        blocks += ["---", _sentence(page.footer)]
    return "\n\n".join(blocks) + "\n"


def _chapter(chapter: Chaptered) -> list[str]:
    blocks = [f"## {_plain(chapter.title)}", *map(_sentence, chapter.sentences)]
    for part in chapter.parts:
        if not chapter.stands_alone:
            blocks.append(f"### {_plain(part.title)}")
        if isinstance(part, PageTable):
            blocks += [_sentence(part.note)] if part.note else []
            if part.rows:
                blocks.append(_grid(part.header, part.rows, part.numeric))
            if part.below:
                blocks.append("\n".join(f"- {_sentence(each)}" for each in part.below))
        else:
            blocks += [_sentence(part.caption), *_numbers(part)]
    return [each for each in blocks if each]


def _numbers(chart: Chart) -> list[str]:
    """Return the numbers of a chart, or the name of the table that has them."""
    if isinstance(chart, DotChart) and chart.table:
        return [f"Its numbers: {_plain(chart.table)}."]
    table = numbers_of(chart)
    return [_grid(table.header, table.rows, table.numeric), _sentence(table.note)]


def _grid(
    header: tuple[str, ...], rows: tuple[tuple[str, ...], ...], numeric: tuple[int, ...]
) -> str:
    n_columns = len(header) or max(map(len, rows), default=0)
    rule = ["---:" if column in numeric else "---" for column in range(n_columns)]
    shown = [
        [number_cell(cell) if place in numeric else cell for place, cell in enumerate(row)]
        for row in rows
    ]
    lines = [header or ("",) * n_columns, rule, *shown]
    return "\n".join(
        _line(_plain(cell) if place != 1 else cell for cell in line)
        for place, line in enumerate(lines)
    )


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _sentence(sentence: str) -> str:
    """Return a sentence in which what stands between backticks stays code."""
    parts = spelled(sentence).split("`")
    text = "".join(
        f"`{part}`" if place % 2 and place < len(parts) - 1 else _plain(with_minus(part))
        for place, part in enumerate(parts)
    )
    return _BEGINS_BLOCK.sub(_escape_begin, text)


def _escape_begin(found: re.Match[str]) -> str:
    return f"{found[1]}\\" if found[1].isdigit() else f"\\{found[1]}"


def _plain(text: str) -> str:
    """Return text on one line in which nothing is markup."""
    return _MARKUP.sub(r"\\\1", " ".join(spelled(text).split("\n")))
