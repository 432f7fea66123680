"""Put a charter into words: blocks of TOML with a comment for each thing that can be changed.

In:  a Charter, and what the drafter had to say about single keys and columns.
Out: the blocks of ``charter.toml``, in their order. Anybody may run this.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from concordant.terms.charter import Charter, Confirmation, charter_content
from concordant.terms.floors import ROWS_PER_DIM, SITES_FLOOR, SMALLEST_FLOOR
from concordant.terms.schema import Column, NumericColumn

WIDEST = 88

TITLE = """\
The charter of a study: what its sites and its analyst agree on. It holds no secret.

Everything from here on may be edited, in any text editor. Lines that start with # are
comments: they, the order of the keys and the ends of the lines never count.
After an edit:            concordant charter check charter.toml
When everybody agrees:    concordant charter confirm charter.toml
Then everybody must hold the same terms: an edit after that voids every upload."""

NO_GROUP = """\
If one person can have several rows, add these two lines without the "# " before them:
[group]
column = "patient_id\""""

_WORDS: dict[str, str] = {
    "format": "The version of this layout.",
    "study.name": "A name for people.",
    "study.id": "Random, made once for this study. Leave it as it is.",
    "study.task": '"classification" (the label is one of some classes) or "regression" (a number).',
    "study.threat_model": "What the parties are trusted with, in words for people.",
    "study.retention": "How long uploads and returns are kept, in words for people.",
    "study.rehearsal": "true only with data that everybody may see: secrets are then known to all.",
    "label": "What the model predicts. It is never among the columns below.",
    "label.column": "The name of its column in every site's table.",
    "label.classes": "All classes, in one order for everybody, spelled as in the tables.",
    "label.step": "Labels leave a site rounded to a multiple of this number.",
    "label.unit": "The unit of the number, for people.",
    "projection": "How rows are projected before they leave a site.",
    "projection.dims": "How many numbers of each row leave, fewer than the columns become below.",
    "projection.span": """\
Which directions of the data the dimensions keep:
"own"     each site its own main ones (one upload),
"shared"  random ones, drawn from the pact, the same everywhere (one upload; needs more dims),
"agreed"  the ones that all sites share best (two uploads, the first without rows),
"public"  the main ones of a table that every site holds (one upload).""",
    "projection.anchor": """\
The secret yardstick that sites have in common: "orthonormal" is the safe one. "gaussian",
"uniform" and "public" are for repeating published results; the last two are weak.""",
    "projection.anchor_rows": 'How many rows a "uniform" or "gaussian" anchor has.',
    "projection.draw": "The numbered recipe by which random numbers come from the pact.",
    "projection.precision": 'How exactly rows leave: "float64", "float32", "float16" or "int8".',
    "projection.public_sha256": "SHA-256 of the public table, the same file at every site.",
    "consents": "Risks that all of you take knowingly. Each that is true is said on every screen.",
    "consents.accept_weak_anchor": "An anchor from which an analyst can find out the bases.",
    "consents.agreed_below_floor": f"""\
An agreed span with fewer than {SITES_FLOOR} sites, or with fewer rows at a site than \
{SMALLEST_FLOOR} or {ROWS_PER_DIM} for each
dimension: others may come close to one site's span.""",
    "consents.analyst_is_site": "The analyst is also a site, so it holds the pact.",
    "consents.model_may_contain_rows": "A model, such as nearest neighbours, that holds rows.",
    "consents.accept_unique_labels": "Numeric labels so fine that one can point at a person.",
    "group": "Rows with one value here (a patient) stay together when models are compared.",
    "group.column": "The name of the column. Its values never leave a site.",
    "columns": """\
The columns, in order. Each has a name (as in the tables) and a kind:

"numeric"      a number: (value - centre) / scale, cut off at clip scales; or low and high,
               which become 0 and 1. unit is for people, and for finding wrong units.
"date"         a day such as "2024-01-31", from low to high.
"categorical"  one of the levels, spelled as in the tables.
"binary"       one of two levels.
"ignored"      may be in a table and is not used; reason says why.

missing        numeric, date, binary: "centre" takes the middle, "indicator" does so and says
               so in a column of its own, "refuse" refuses the table.
               categorical: "zero", "level" (missing is a level of its own), "refuse".
out_of_range   numeric, date: "clip", "keep" or "refuse".
unseen         a level that is not listed: "zero" (none of the levels), "other" (a level of its
               own, categorical only) or "refuse".""",
    "confirmed": "Written by `concordant charter confirm`. Nobody edits this.",
}


def write_blocks(charter: Charter, comments: Mapping[str, str]) -> list[str]:
    """Return the blocks of the text: title, one per table, one per column, the stamp."""
    content = charter_content(charter)
    blocks = [_comment(TITLE), "\n".join(_key(content, "format", "", comments))]
    blocks += [
        _block(name, content[name], comments)
        for name in ("study", "label", "projection", "consents", "group")
        if name in content
    ]
    if charter.group is None:
        blocks.append(_comment(NO_GROUP))
    if charter.columns:
        blocks.append(_words("columns", comments))
    blocks += [_column_block(column, comments) for column in charter.columns]
    if charter.confirmed is not None:
        blocks.append(confirmed_block(charter.confirmed))
    return blocks


def confirmed_block(stamp: Confirmation) -> str:
    """Return the block that ``charter confirm`` adds."""
    return "\n".join(
        (
            _comment(_WORDS["confirmed"]),
            "[confirmed]",
            f"version = {stamp.version}",
            f"terms_digest = {_value(stamp.terms_digest)}",
        )
    )


def _block(name: str, data: Mapping[str, Any], comments: Mapping[str, str]) -> str:
    words = _words(name, comments)
    lines = [words] if words else []
    lines.append(f"[{name}]")
    for key in data:
        lines += _key(data, key, f"{name}.", comments)
    return "\n".join(lines)


def _key(data: Mapping[str, Any], key: str, prefix: str, comments: Mapping[str, str]) -> list[str]:
    words = _words(f"{prefix}{key}", comments)
    return [*([words] if words else []), f"{key} = {_value(data[key], indent=key)}"]


def _column_block(column: Column, comments: Mapping[str, str]) -> str:
    lines = ["[[columns]]", f"name = {_value(column.name)}", f'kind = "{column.kind}"']
    said = comments.get(f"columns.{column.name}", "")
    if said:
        lines.insert(0, _comment(said))
    lines += [
        f"{name} = {_value(value, indent=name)}"
        for name, value in _fields(column)
        if name != "name"
    ]
    return "\n".join(lines)


def _fields(column: Column) -> list[tuple[str, Any]]:
    """Return the keys to write: what is set, without what would say nothing."""
    given = [
        (field.name, getattr(column, field.name), field.default is MISSING)
        for field in fields(column)
    ]
    silent = {"unit", "reason"}
    if isinstance(column, NumericColumn) and column.scale is None and column.clip == 3.0:
        silent |= {"clip"}
    return [
        (name, value)
        for name, value, needed in given
        if needed or (value is not None and not (name in silent and _is_default(column, name)))
    ]


def _is_default(column: Column, name: str) -> bool:
    default = next(field.default for field in fields(column) if field.name == name)
    return bool(getattr(column, name) == default)


def _words(key: str, comments: Mapping[str, str]) -> str:
    said = [text for text in (_WORDS.get(key, ""), comments.get(key, "")) if text]
    return _comment("\n".join(said)) if said else ""


def _comment(text: str) -> str:
    """Return the text as comment lines; signs that TOML forbids there become blanks."""
    lines = ("".join(sign if sign.isprintable() else " " for sign in line) for line in _lines(text))
    return "\n".join(f"# {line}".rstrip() for line in lines)


def _lines(text: str) -> Sequence[str]:
    return text.splitlines() or [""]


def _value(value: object, *, indent: str = "") -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON's escapes are TOML's too; DEL is the one sign that JSON lets stand.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        items = [_value(item) for item in value]
        line = f"[{', '.join(items)}]"
        if len(indent) + len(line) <= WIDEST:
            return line
        return "[\n" + "".join(f"  {item},\n" for item in items) + "]"
    return repr(value + 0.0) if isinstance(value, float) else str(value)
