"""The analyst's end of the way back: the returns, the record of the run, the agreed span.

In:  a finished training, its record and page; or the agreed span.
Out: a run's folder with one return for each site, or the span's file, whole or not at all. The
     analyst runs this. No algebra.
"""

import contextlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from concordant.analyst.training import Training
from concordant.errors.files import FileExists, NotAFolder
from concordant.files.atomic import (
    TEMPORARY_PREFIX,
    unwritable,
    write_atomically,
    write_bytes_atomically,
    write_text_atomically,
)
from concordant.terms.charter import Charter
from concordant.terms.model_archive import encode_archive
from concordant.transport.folder.layout import ARCHIVE, REPORT, RETURNS, RUN, file_name, site_of
from concordant.wire.codec import write_message
from concordant.wire.messages import AgreedSpan


def write_run(
    training: Training,
    charter: Charter,
    out: Path,
    *,
    record: dict[str, Any],
    page: str | None,
    force: bool = False,
) -> tuple[Path, ...]:
    """Write the run into the folder ``out`` and return the paths of its files.

    Everything is made aside first, so an interruption leaves no half of a run. Without
    ``force`` nothing is overwritten; with it, returns of an earlier run to sites that this one
    does not serve are taken away: they belong to another model.
    """
    names = [f"{RETURNS}/{file_name(site, 'return')}" for site in sorted(training.returns)]
    names += [RUN, ARCHIVE, *([] if page is None else [REPORT])]
    _require_free(out, names, force=force)
    with _made_aside(out) as aside:
        (aside / RETURNS).mkdir()
        for site, message in sorted(training.returns.items()):
            with write_atomically(aside / RETURNS / file_name(site, "return")) as file:
                write_message(message, file)
        # It may hold projected rows, so it is readable to the analyst alone.
        write_bytes_atomically(aside / ARCHIVE, encode_archive(training.estimator), private=True)
        if page is not None:
            write_text_atomically(aside / REPORT, page)
        write_text_atomically(aside / RUN, _encode_record(charter, record))
        _publish(aside, out, names)
    return tuple(out / name for name in names)


def write_span(span: AgreedSpan, path: Path, *, force: bool = False) -> Path:
    """Write the agreed span for all sites to ``path``."""
    with write_atomically(path, force=force) as file:
        write_message(span, file)
    return path


def _encode_record(charter: Charter, record: dict[str, Any]) -> str:
    """Return the record as JSON for people and scripts, with the terms it belongs to."""
    terms = {"study": charter.study, "study_id": charter.study_id, "terms": charter.terms_digest}
    return json.dumps(terms | record, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _require_free(out: Path, names: list[str], *, force: bool) -> None:
    for folder in (out, out / RETURNS):
        if os.path.lexists(folder) and not folder.is_dir():
            raise NotAFolder(path=str(folder))
    if force:
        return
    there = [name for name in names if os.path.lexists(out / name)]
    there += [f"{RETURNS}/{name}" for name in _returns_in(out)]
    if there:
        raise FileExists(path=str(out / there[0]))


def _returns_in(out: Path) -> list[str]:
    folder = out / RETURNS
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(path.name for path in found if site_of(path.name, "return"))


@contextlib.contextmanager
def _made_aside(out: Path) -> Iterator[Path]:
    """Give an empty folder beside ``out``; whatever is left in it is removed."""
    aside = out.parent / f"{TEMPORARY_PREFIX}{secrets.token_hex(8)}"
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        aside.mkdir()
    except OSError as error:
        raise unwritable(out, error) from None
    try:
        yield aside
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _publish(aside: Path, out: Path, names: list[str]) -> None:
    """Move the files to their places: all at once where ``out`` is new."""
    try:
        if not os.path.lexists(out):
            aside.rename(out)
            return
        stale = [name for name in _returns_in(out) if f"{RETURNS}/{name}" not in names]
        (out / RETURNS).mkdir(exist_ok=True)
        for name in stale:
            (out / RETURNS / name).unlink()
        for name in names:
            (aside / name).replace(out / name)
    except OSError as error:
        raise unwritable(out, error) from None
