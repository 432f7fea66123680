"""Put an explanation into a folder of the site: a page for people, a record for programs.

In:  a folder, the record, the page.
Out: ``explanation.html`` and ``explanation.json``, which only their owner may read: they are made
     with the site's secret basis. Only a site runs this.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concordant.errors.cli import SystemRefused
from concordant.files.atomic import require_free, write_text_atomically

if TYPE_CHECKING:
    from concordant.report.page import Page

PAGE, RECORD = "explanation.html", "explanation.json"


def require_room(folder: Path, *, force: bool) -> None:
    """Refuse a folder that holds an explanation, unless it may be replaced."""
    for name in (PAGE, RECORD):
        require_free(folder / name, force=force)


def write_explanation(
    folder: Path, record: Mapping[str, Any], page: "Page", *, force: bool
) -> tuple[Path, Path]:
    """Write both files, each whole or not at all, and return their paths."""
    from concordant.report.page import render_page

    html = render_page(page)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SystemRefused(path=str(folder), reason=reason) from None
    text = json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    write_text_atomically(folder / PAGE, html, force=force, private=True)
    write_text_atomically(folder / RECORD, text, force=force, private=True)
    return folder / PAGE, folder / RECORD
