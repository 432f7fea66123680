"""The tables of a rehearsal: all ways beside each other, each site's gain, the plan.

In:  the plain record of a rehearsal (``rehearsal.json``).
Out: tables of text, for the screen, the page, Markdown and LaTeX alike. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.latex import LatexTable, render_latex
from concordant.report.page import PageTable
from concordant.report.rehearsal_words import (
    FIELD_HEADS,
    POOLED,
    chosen_way,
    comparison_title,
    gain_cell,
    interval_note,
    placement_note,
    score_cell,
    score_note,
    sites_title,
    split_words,
    standing_words,
    text_of,
    way_head,
)

Record = Mapping[str, Any]

_SCORE, _STANDING = 1, 5
_ALONE = "each site alone with the same model"
MARKED = "A star marks what these seeds cannot tell from the best, which is bold."


def comparison_table(record: Record) -> PageTable:
    """Return the table of all ways to train."""
    text = text_of(record)
    unit = f", {text.unit}" if text.unit else ""
    return PageTable(
        title=comparison_title(record),
        header=(
            way_head(record),
            text.axis,
            f"gain over alone{unit}",
            f"from the best{unit}",
            "all rows together",
            "standing",
        ),
        rows=tuple(
            (
                way["name"],
                score_cell(text, way["score"]),
                gain_cell(text, way["gain"]),
                "" if way["standing"] == "best" else gain_cell(text, way["from_best"]),
                score_cell(text, way["all_rows"]),
                standing_words(record, way),
            )
            for way in record["ways"]
        ),
        note=f"{placement_note(record)} {score_note(record)} {POOLED}",
        numeric=(1, 2, 3, 4),
        unbroken=(0, 1, 2, 3, 4),
        strong_row=next(
            (
                place
                for place, way in enumerate(record["ways"])
                if way["chosen"] and record["advised"]
            ),
            None,
        ),
    )


def comparison_latex(record: Record) -> str:
    """Return the same table for LaTeX: the best in bold, what cannot be told from it starred."""
    table, standings = comparison_table(record), [way["standing"] for way in record["ways"]]
    unit = text_of(record).unit
    fields = ("method", *record["told"])
    names = tuple(FIELD_HEADS.get(field, field) for field in fields)
    rows = tuple(
        (*(str(way[field] or "") for field in fields), *row[_SCORE:_STANDING])
        for way, row in zip(record["ways"], table.rows, strict=True)
    )
    score = len(fields)
    return render_latex(
        LatexTable(
            header=(*names, text_of(record).axis, "gain", "from best", "all rows"),
            rows=rows,
            caption=(
                f"{table.title}: {_about(record)} {placement_note(record)} {score_note(record)} "
                f"Gains are over {_ALONE}{f', in {unit}' if unit else ''}."
            ),
            label="tab:rehearsal",
            numeric=(score, score + 1, score + 2, score + 3),
            bold=_cells(standings, "best", score),
            marked=_cells(standings, "close", score),
            notes=(MARKED,) if "close" in standings else (),
        )
    )


def sites_table(record: Record) -> PageTable | None:
    """Return each site's scores with the chosen way and alone, or None where none was chosen."""
    chosen = chosen_way(record)
    if chosen is None:
        return None
    text = text_of(record)
    return PageTable(
        title=sites_title(chosen),
        header=("site", "rows to learn", "test rows", text.axis, "gain over alone"),
        rows=tuple(
            (
                site["site"],
                f"{site['n_own']:,}",
                f"{site['n_new']:,}",
                score_cell(text, site["score"]),
                gain_cell(text, site["gain"]),
            )
            for site in chosen["sites"]
        ),
        note=" ".join(
            (placement_note(record), interval_note(record, chosen["sites"]), named_note(record))
        ),
        numeric=(1, 2, 3, 4),
        folded=f"All {len(chosen['sites'])} sites" if len(chosen["sites"]) > 20 else "",
    )


def named_note(record: Record) -> str:
    """Say whether a site is the same with every seed."""
    if record["sites_are_named"]:
        return "A site is the same with every seed."
    return (
        "Rows are dealt out anew with each seed, so a number of a site is not one institution: "
        "its differences to other sites are chance."
    )


def methods_table(record: Record) -> PageTable:
    """Return what each method does."""
    return PageTable(
        title="Methods",
        header=("method", "what it does"),
        rows=tuple(record["methods"].items()),
        unbroken=(0,),
    )


def plan_table(record: Record) -> PageTable:
    """Return what was tried, on what, with what."""
    plan, seeds = record["plan"], record["seeds"]
    made = ", ".join(f"{name} {version}" for name, version in record["versions"].items())
    rows = [
        ("predicted", _about(record)),
        ("rows", f"{record['n_rows']:,}, {split_words(record)}"),
        ("test rows", placement_note(record)),
        ("dimensions", _dims(record)),
        ("models", ", ".join(plan["models"])),
        ("seeds", f"{seeds[0]}" if len(seeds) == 1 else f"{seeds[0]} to {seeds[-1]}"),
        ("condition of the paper", plan["condition"] or "none"),
        ("ignored columns", ", ".join(plan["ignore"]) or "none named"),
        ("persons", f"by the column {plan['group']!r}" if plan["group"] else "one a row"),
        ("table's digest", record["digest"]),
        ("made with", f"{made}; {record['machine']}"),
        ("again by", record["command"]),
    ]
    return PageTable(title="How it was done", header=(), rows=tuple(rows))


def files_table(record: Record) -> PageTable:
    """Return what lies in the folder."""
    return PageTable(
        title="Files",
        header=("file", "what"),
        rows=tuple((file["path"], file["what"]) for file in record["files"]),
        unbroken=(0,),
    )


def _about(record: Record) -> str:
    n_classes = len(record["classes"])
    what = f"{n_classes} classes" if n_classes else "a number"
    return (
        f"{record['plan']['label']!r} ({what}) from {record['n_features']} features of "
        f"{record['n_rows']:,} rows at {record['n_sites']} sites."
    )


def _dims(record: Record) -> str:
    parts = [
        f"{name}: {', '.join(map(str, dims))}" if name else ", ".join(map(str, dims))
        for name, dims in record["dims"].items()
    ]
    return f"{'; '.join(parts)} of {record['n_features']} features"


def _cells(standings: list[str], wanted: str, column: int) -> frozenset[tuple[int, int]]:
    return frozenset((row, column) for row, each in enumerate(standings) if each == wanted)
