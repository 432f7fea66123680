"""Write what a rehearsal found: runs, tables, pictures, the page, the record.

In:  the folder, the record, the lines.
Out: files, each whole or not at all; the record goes last and says that all of them are there.
     Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.cli.rehearse.folder import PICTURES, RUNS, TABLE_MD, TABLE_TEX, Taken, write_record
from concordant.files.atomic import write_bytes_atomically, write_text_atomically
from concordant.report.chart import Chart
from concordant.report.draw import picture_svg, render_png
from concordant.report.markdown import render_markdown
from concordant.report.page import Page, render_page
from concordant.report.rehearsal_charts import comparison_chart, dims_chart, sites_chart
from concordant.report.rehearsal_page import rehearsal_page
from concordant.report.rehearsal_tables import comparison_latex, comparison_table, sites_table
from concordant.report.rehearsal_words import placement_note
from concordant.transport.folder.layout import REPORT

Record = dict[str, Any]

FILES: Mapping[str, str] = {
    REPORT: "the advice, the pictures and the tables as one page",
    TABLE_MD: "the tables as Markdown",
    TABLE_TEX: "the comparison for LaTeX (booktabs)",
    "comparison.png, comparison.svg": "all ways with their intervals",
    "dimensions.png, dimensions.svg": "scores over dimensions, where several were tried",
    "sites.png, sites.svg": "each site's gain",
    RUNS: "every run: a line for each way, seed and site, with versions and machine",
    "rehearsal.json": "all numbers of the page, for programs",
    "journal.jsonl": "finished work: what a killed rehearsal goes on from",
}


def write_outputs(taken: Taken, asked: Mapping[str, Any], record: Record, runs: str) -> Page:
    """Write all files of a finished rehearsal, and return its page."""
    page = rehearsal_page(record)
    texts = {
        RUNS: runs,
        TABLE_MD: render_markdown(_tables(record)),
        TABLE_TEX: comparison_latex(record),
        REPORT: render_page(page),
    }
    for name, text in texts.items():
        write_text_atomically(taken.path / name, text, force=True)
    for name, chart in _charts(record).items():
        write_bytes_atomically(taken.path / f"{name}.png", render_png(chart), force=True)
        write_text_atomically(taken.path / f"{name}.svg", picture_svg(chart), force=True)
    write_record(taken.path, asked, record)
    return page


def places(record: Mapping[str, Any]) -> tuple[Record, ...]:
    """Return what lies in the folder, by paths inside it."""
    charts = _charts(record)
    return tuple(
        {"path": path, "what": what}
        for path, what in FILES.items()
        if (name := path.partition(".")[0]) not in PICTURES or name in charts
    )


def _charts(record: Mapping[str, Any]) -> dict[str, Chart]:
    drawn = (comparison_chart(record), dims_chart(record), sites_chart(record))
    return {name: chart for name, chart in zip(PICTURES, drawn, strict=True) if chart is not None}


def _tables(record: Mapping[str, Any]) -> Page:
    tables = (comparison_table(record), sites_table(record))
    return Page(
        title=f"Rehearsal: {record['title']}",
        lead=(placement_note(record),),
        parts=tuple(table for table in tables if table is not None),
    )
