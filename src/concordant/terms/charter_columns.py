"""Read the columns and the label of a charter.

In:  the blocks ``[[columns]]`` and ``[label]``, as TOML gave them.
Out: frozen descriptions, and a Fault for whatever cannot be one. Anybody may run this.
"""

from collections.abc import Callable
from typing import get_args

from concordant.terms.charter import Task
from concordant.terms.charter_section import FaultList, Section, shorten
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    ClassLabel,
    Column,
    DateColumn,
    IgnoredColumn,
    Label,
    MissingLevel,
    MissingNumber,
    NumericColumn,
    NumericLabel,
    OutOfRange,
    Unseen,
)

MOST_COLUMNS = 20_000


def read_columns(faults: FaultList, data: object) -> tuple[Column, ...]:
    """Return the columns, in order; no two of them have one name."""
    path = ("columns",)
    if not isinstance(data, list) or not data:
        remedy = "Write a block [[columns]] for each column, or let `charter draft` do it."
        faults.add(path, "There is no column.", remedy)
        return ()
    if len(data) > MOST_COLUMNS:
        faults.add(path, "There are too many columns.", f"Name at most {MOST_COLUMNS}.")
        return ()
    columns: list[Column] = []
    places: dict[str, int] = {}
    for place, block in enumerate(data):
        column = _read_column(faults, block, place)
        first = places.setdefault(column.name, place)
        if first != place and column.name:
            found = f"Columns {first + 1} and {place + 1} have one name."
            faults.add((*path, place), found, "Keep one of them.", where=f"columns.{column.name}")
        columns.append(column)
    return tuple(columns)


def _read_column(faults: FaultList, block: object, place: int) -> Column:
    name = block.get("name") if isinstance(block, dict) else None
    where = f"columns.{name}" if isinstance(name, str) and name.isprintable() else ""
    section = Section(faults, block, ("columns", place), where[:80])
    if not isinstance(block, dict):
        return IgnoredColumn("")
    kind = section.choice("kind", tuple(_READERS))
    column = _READERS[kind](section, section.text("name"))
    if block.get("kind") == kind:  # otherwise nobody knows which keys belong there
        section.finish(f"a column of kind {kind}")
    return column


def _numeric(section: Section, name: str) -> NumericColumn:
    centre, scale, low, high = (section.has(key) for key in ("centre", "scale", "low", "high"))
    by_scale, by_range = centre or scale, low or high
    if by_scale == by_range:
        found = "It has both ways to bring it to scale." if by_scale else "It has no scale."
        section.fault("", found, "Give `centre` and `scale`, or `low` and `high`.")
        section.skip("centre", "scale", "low", "high")
        by_scale = by_range = False
    column = NumericColumn(
        name,
        centre=section.number("centre") if by_scale else None,
        scale=section.number("scale", positive=True) if by_scale else None,
        clip=section.number("clip", 3.0, positive=True),
        low=section.number("low") if by_range else None,
        high=section.number("high") if by_range else None,
        unit=section.text("unit", "", empty=True),
        missing=section.choice("missing", get_args(MissingNumber), "centre"),
        out_of_range=section.choice("out_of_range", get_args(OutOfRange), "clip"),
    )
    if column.low is not None and column.high is not None and low and high:
        _require_order(section, reverse=not column.low < column.high)
    section.skip("centre", "scale", "low", "high")
    return column


def _date(section: Section, name: str) -> DateColumn:
    column = DateColumn(
        name,
        low=section.day("low"),
        high=section.day("high"),
        missing=section.choice("missing", get_args(MissingNumber), "centre"),
        out_of_range=section.choice("out_of_range", get_args(OutOfRange), "clip"),
    )
    if section.has("low") and section.has("high"):
        _require_order(section, reverse=not column.low < column.high)
    return column


def _require_order(section: Section, *, reverse: bool) -> None:
    if reverse:
        section.fault("low", "It is not below `high`.", "Write the smaller one as `low`.")


def _categorical(section: Section, name: str) -> CategoricalColumn:
    levels = section.levels("levels")
    if section.has("levels") and section.data["levels"] == []:
        section.fault("levels", "The list is empty.", "Name its levels, or ignore the column.")
    return CategoricalColumn(
        name,
        levels=levels,
        missing=section.choice("missing", get_args(MissingLevel), "zero"),
        unseen=section.choice("unseen", get_args(Unseen), "zero"),
    )


def _binary(section: Section, name: str) -> BinaryColumn:
    levels = section.levels("levels")
    if section.has("levels") and len(levels) != 2:
        found = f"A binary column has two levels, here are {len(levels)}."
        section.fault("levels", found, 'Write two, or make it kind = "categorical".')
    first, second = levels if len(levels) == 2 else ("", "")
    return BinaryColumn(
        name,
        levels=(first, second),
        missing=section.choice("missing", get_args(MissingNumber), "centre"),
        unseen=section.choice("unseen", ("zero", "refuse"), "zero"),
    )


def _ignored(section: Section, name: str) -> IgnoredColumn:
    return IgnoredColumn(name, reason=section.remark("reason", ""))


_READERS: dict[str, Callable[[Section, str], Column]] = {
    "numeric": _numeric,
    "categorical": _categorical,
    "binary": _binary,
    "date": _date,
    "ignored": _ignored,
}


def read_label(faults: FaultList, data: object, task: Task | None) -> Label:
    """Return the label that the task asks for; without a task, by the keys that are there."""
    section = Section(faults, data, ("label",))
    if not isinstance(data, dict):
        return ClassLabel("", ())
    column = section.text("column")
    is_class = section.has("classes") if task is None else task == "classification"
    others = ("step", "unit") if is_class else ("classes",)
    for key in others:
        if section.has(key):
            found = f"A {task or 'study'} with this label has no `{key}`."
            remedy = "Take it out, or correct the task (classification has classes, "
            section.fault(key, found, f"{remedy}regression a step).")
    section.skip(*others)
    label: Label
    if is_class:
        label = ClassLabel(column, section.levels("classes"))
    else:
        step = section.number("step", positive=True)
        label = NumericLabel(column, step, unit=section.text("unit", "", empty=True))
    section.finish(f"the label of {shorten(task)} studies" if task else "")
    return label
