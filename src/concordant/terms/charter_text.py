"""Write a charter as TOML that people read and edit, and read what they made of it.

In:  a Charter, or the text of one (hostile until proven otherwise).
Out: commented TOML; or a Charter, or a refusal that names every fault with its line.
     Anybody may run this.
"""

from collections.abc import Mapping
from typing import get_args

from concordant.terms.arguments import require_argument
from concordant.terms.charter import (
    FORMAT,
    AnchorKind,
    AnchorPlan,
    Charter,
    Confirmation,
    Consents,
    SpanPlan,
    Task,
)
from concordant.terms.charter_columns import read_columns, read_label
from concordant.terms.charter_section import FaultList, Section
from concordant.terms.charter_toml import parse_toml, unreadable
from concordant.terms.charter_write import write_blocks
from concordant.wire.messages import Precision

_BLOCKS = ("study", "label", "projection", "consents", "group", "columns", "confirmed")


def encode_charter(charter: Charter, *, comments: Mapping[str, str] | None = None) -> str:
    """Return the text of ``charter.toml``.

    ``comments`` are said above a key (``projection.dims``), a block (``label``) or a column
    (``columns.age``), each of one line or several.
    """
    return "\n\n".join(write_blocks(charter, comments or {})) + "\n"


def decode_charter(text: str) -> Charter:
    """Return the charter in ``text``, or refuse it with all its faults.

    Comments, the order of keys, line ends and a byte-order mark do not count. The terms may
    still be such as nobody can carry out: ``charter_check`` looks at that.
    """
    advice = "Give the text of the file: `decode_charter(Path(…).read_text(encoding='utf-8'))`."
    require_argument(text, str, argument="text", advice=advice)
    data, lines = parse_toml(text)
    faults = FaultList(lines)
    whole = Section(faults, data, ())
    whole.skip(*_BLOCKS)
    if whole.count("format") != FORMAT:
        whole.fault("format", "The format is not known.", f"This version reads format {FORMAT}.")
    whole.finish("a charter")
    charter = _read(faults, data)
    if faults.faults:
        raise unreadable(faults.faults)
    return charter


def _read(faults: FaultList, data: Mapping[str, object]) -> Charter:
    study = Section(faults, data.get("study"), ("study",))
    projection = Section(faults, data.get("projection"), ("projection",))
    task = study.choice("task", get_args(Task))
    has_task = study.data.get("task") == task
    charter = Charter(
        study=study.text("name", "", empty=True),
        study_id=study.study_id("id"),
        task=task,
        label=read_label(faults, data.get("label"), task if has_task else None),
        columns=read_columns(faults, data.get("columns")),
        n_dims=projection.count("dims"),
        span=projection.choice("span", get_args(SpanPlan), "own"),
        anchor=AnchorPlan(
            kind=projection.choice("anchor", get_args(AnchorKind), "orthonormal"),
            n_rows=_optional_count(projection, "anchor_rows"),
            draw=projection.count("draw", 1),
        ),
        precision=projection.choice("precision", get_args(Precision), "float32"),
        group=_read_group(faults, data),
        public_sha256=_optional_digest(projection, "public_sha256"),
        threat_model=study.remark("threat_model", "semi-honest"),
        retention=study.remark("retention", ""),
        consents=_read_consents(faults, data.get("consents", {})),
        rehearsal=study.flag("rehearsal", default=False),
        confirmed=_read_stamp(faults, data),
    )
    study.finish("[study]")
    projection.finish("[projection]")
    return charter


def _optional_count(section: Section, key: str) -> int | None:
    section.skip(key)
    return section.count(key) if section.has(key) else None


def _optional_digest(section: Section, key: str) -> str | None:
    section.skip(key)
    return section.digest(key) if section.has(key) else None


def _read_group(faults: FaultList, data: Mapping[str, object]) -> str | None:
    if "group" not in data:
        return None
    group = Section(faults, data["group"], ("group",))
    column = group.text("column")
    group.finish("[group]")
    return column


def _read_consents(faults: FaultList, data: object) -> Consents:
    section = Section(faults, data, ("consents",))
    names = Consents.__dataclass_fields__
    consents = Consents(**{name: section.flag(name, default=False) for name in names})
    section.finish("[consents]")
    return consents


def _read_stamp(faults: FaultList, data: Mapping[str, object]) -> Confirmation | None:
    if "confirmed" not in data:
        return None
    section = Section(faults, data["confirmed"], ("confirmed",))
    stamp = Confirmation(section.count("version"), section.digest("terms_digest"))
    section.finish("[confirmed]")
    return stamp
