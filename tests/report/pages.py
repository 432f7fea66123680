"""The pages that the tests of the report look at: every kind, large and small, hostile names."""

from typing import Any

from concordant.report.demo_page import demo_page
from concordant.report.explanation_page import explanation_page
from concordant.report.page import Page
from concordant.report.run_page import run_page
from tests.report.demo_records import demo_record
from tests.report.explanations import curved_record
from tests.report.records import full_record, minimal_record

HOSTILE = (
    "<script>alert('x')</script>",
    "\"quoted\" & 'so' &lt;b&gt; $x^2$ \\alpha",
    "Krankenhauszweckverbandsverwaltungsgebäude" * 3,
    "בית חולים שערי צדק",
    "\u202egnp.exe \x1b[2J\x00",
    "🏥👩‍⚕️ 東京",
)

RECORDS: dict[str, dict[str, Any]] = {
    "two classes": full_record(),
    "six classes": full_record(classes=("oak", "beech", "pine", "birch", "larch", "fir")),
    "a number": full_record(classes=()),
    "hundred sites": full_record(n_sites=100),
    "minimal": minimal_record(),
    "hostile": full_record(names=HOSTILE, classes=HOSTILE, study=HOSTILE[0] + HOSTILE[2]),
}


def make_pages() -> dict[str, Page]:
    """One page of each kind, by name."""
    pages = {name: run_page(record) for name, record in RECORDS.items()}
    return {
        **pages,
        "demo": demo_page(demo_record(), run=RECORDS["two classes"]),
        "explanation": explanation_page(curved_record()),
    }
