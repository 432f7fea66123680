"""Write a profile as JSON, and read one that came from somebody else.

In:  a Profile, or the text of a profile file (hostile until proven otherwise).
Out: JSON with closed keys, or a Profile; anything that does not follow the format is refused with
     the place where it stops following it. Anybody may run this.
"""

import json
import math
import re
from collections.abc import Callable
from typing import Any, TypeGuard, get_args

from concordant.errors.drafting import ProfileUnreadable
from concordant.terms.profile_facts import (
    QUANTILES,
    ColumnProfile,
    LevelCount,
    NumberFacts,
    Profile,
    ProfileKind,
    is_sayable,
)

FORMAT = 1
MOST_CHARACTERS = 16 * 1024 * 1024
MOST_COLUMNS = 20_000
MOST_LEVELS = 200
MOST_ROWS = 10**12
LARGEST_NUMBER = 1e300

_KINDS = frozenset(get_args(ProfileKind))
_MONTH = re.compile(r"(?!0000)[0-9]{4}-(0[1-9]|1[0-2])")
_NUMBER_KEYS = frozenset(NumberFacts.__dataclass_fields__)


def encode_profile(profile: Profile) -> str:
    """Return the profile as JSON that a person can read."""
    data = {
        "concordant_profile": FORMAT,
        "rows_about": profile.n_rows,
        "min_count": profile.min_count,
        "columns": [_column_data(column) for column in profile.columns],
    }
    return json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def decode_profile(text: str) -> Profile:
    """Return the profile in ``text``, or refuse it.

    >>> decode_profile(encode_profile(Profile(100, 10, ()))) == Profile(100, 10, ())
    True
    """
    if len(text) > MOST_CHARACTERS:
        raise _refusal("file", "it is too long")
    data = _Reader(_parse(text), "file")
    data.require_keys({"concordant_profile", "rows_about", "min_count", "columns"})
    if data.take("concordant_profile", _is_count) != FORMAT:
        raise _refusal("concordant_profile", f"it is not format {FORMAT}")
    columns = data.take("columns", lambda value: isinstance(value, list))
    if len(columns) > MOST_COLUMNS:
        raise _refusal("columns", f"there are more than {MOST_COLUMNS}")
    read = tuple(
        _column(_Reader(column, f"column {place + 1}")) for place, column in enumerate(columns)
    )
    if len({column.name for column in read}) < len(read):
        raise _refusal("columns", "a name appears twice")
    return Profile(
        n_rows=data.take("rows_about", _is_count),
        min_count=data.take("min_count", lambda value: _is_count(value) and value >= 1),
        columns=read,
    )


def _column_data(column: ColumnProfile) -> dict[str, Any]:
    data: dict[str, Any] = {"name": column.name, "kind": column.kind}
    if column.reason:
        data["reason"] = column.reason
    if column.kind in ("identifier", "few"):
        return data
    data |= {"share_missing": column.share_missing, "values_about": column.n_values}
    if column.levels or column.n_rare:
        data["levels"] = {level.level: level.n_rows for level in column.levels}
        data["rare_rows_about"] = column.n_rare
    if column.months is not None:
        data["months"] = list(column.months)
    if column.numbers is not None:
        facts = column.numbers
        data["numbers"] = {key: getattr(facts, key) for key in facts.__dataclass_fields__}
    return data


def _parse(text: str) -> Any:
    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_without_twins,
            parse_constant=lambda _: math.nan,
        )
    except ProfileUnreadable:
        raise
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise _refusal(f"line {line}" if line else "file", "it is not JSON") from None


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise _refusal("file", "a key appears twice")
    return data


class _Reader:
    """Takes values out of one JSON object and refuses what has the wrong form."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise _refusal(where, "it is not an object")
        self.data = data
        self.where = where

    def require_keys(self, needed: set[str], allowed: set[str] | None = None) -> None:
        """Refuse missing and unknown keys."""
        for key in sorted(needed - set(self.data)):
            raise _refusal(self.where, f"`{key}` is missing")
        if set(self.data) - needed - (allowed or set()):
            raise _refusal(self.where, "it has a key that profiles do not have")

    def take(self, key: str, is_proper: Callable[[Any], bool], default: Any = None) -> Any:
        """Return the value of ``key``, or refuse it."""
        value = self.data.get(key, default)
        if not is_proper(value):
            raise _refusal(f"{self.where}, {key}", "the value has the wrong form")
        return value


def _column(data: _Reader) -> ColumnProfile:
    kind = data.take("kind", lambda value: isinstance(value, str) and value in _KINDS)
    name = data.take("name", _is_text)
    if kind in ("identifier", "few"):
        data.require_keys({"name", "kind"}, {"reason"})
        return ColumnProfile(name, kind, reason=data.take("reason", _is_line, ""))
    optional = {"reason", "levels", "rare_rows_about", "months", "numbers"}
    data.require_keys({"name", "kind", "share_missing", "values_about"}, optional)
    return ColumnProfile(
        name=name,
        kind=kind,
        share_missing=float(data.take("share_missing", _is_share)),
        n_values=data.take("values_about", _is_count),
        levels=_levels(data),
        n_rare=data.take("rare_rows_about", _is_count, 0),
        numbers=_numbers(data),
        months=_months(data),
        reason=data.take("reason", _is_line, ""),
    )


def _levels(data: _Reader) -> tuple[LevelCount, ...]:
    levels = data.take("levels", lambda value: isinstance(value, dict), {})
    if len(levels) > MOST_LEVELS:
        raise _refusal(f"{data.where}, levels", f"there are more than {MOST_LEVELS}")
    if not all(_is_text(level) and _is_count(count) for level, count in levels.items()):
        raise _refusal(f"{data.where}, levels", "the value has the wrong form")
    return tuple(LevelCount(level, count) for level, count in levels.items())


def _months(data: _Reader) -> tuple[str, str] | None:
    if "months" not in data.data:
        return None
    first, last = data.take("months", _are_months)
    return first, last


def _numbers(data: _Reader) -> NumberFacts | None:
    if "numbers" not in data.data:
        return None
    facts = _Reader(data.data["numbers"], f"{data.where}, numbers")
    facts.require_keys(set(_NUMBER_KEYS))
    read = NumberFacts(
        low=float(facts.take("low", _is_number)),
        high=float(facts.take("high", _is_number)),
        tail=float(facts.take("tail", _is_share)),
        quantiles=tuple(
            None if value is None else float(value)
            for value in facts.take("quantiles", _are_quantiles)
        ),
        centre=float(facts.take("centre", _is_number)),
        scale=float(facts.take("scale", lambda value: _is_number(value) and value >= 0)),
        is_whole=facts.take("is_whole", lambda value: isinstance(value, bool)),
        share_words=float(facts.take("share_words", _is_share)),
        code=_optional(facts.take("code", lambda value: value is None or _is_number(value))),
        share_code=float(facts.take("share_code", _is_share)),
    )
    _require_order(read, facts.where)
    return read


def _require_order(facts: NumberFacts, where: str) -> None:
    given = [value for value in facts.quantiles if value is not None]
    ordered = [facts.low, *given, facts.high]
    if ordered != sorted(ordered) or not facts.low <= facts.centre <= facts.high:
        raise _refusal(where, "the percentiles are out of order")


def _optional(value: float | None) -> float | None:
    return None if value is None else float(value)


def _is_number(value: object) -> TypeGuard[int | float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= LARGEST_NUMBER


def _is_share(value: object) -> bool:
    return _is_number(value) and 0 <= value <= 1


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_ROWS


def _is_text(value: object) -> bool:
    return _is_line(value) and bool(str(value).strip())


def _is_line(value: object) -> bool:
    return isinstance(value, str) and is_sayable(value)


def _are_months(value: object) -> bool:
    if not (isinstance(value, list) and len(value) == 2):
        return False
    return all(isinstance(m, str) and _MONTH.fullmatch(m) for m in value) and value[0] <= value[1]


def _are_quantiles(value: object) -> bool:
    if not (isinstance(value, list) and len(value) == len(QUANTILES)):
        return False
    return all(one is None or _is_number(one) for one in value)


def _refusal(where: str, reason: str) -> ProfileUnreadable:
    return ProfileUnreadable(where=where, reason=reason)
