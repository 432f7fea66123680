"""The forms that a field of a manifest may have.

In:  values parsed from a file, of any type.
Out: the value unchanged, or a refusal that names the field and its rule. Anybody may run this.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from concordant.errors.wire import BundleField

KIND = re.compile(r"[a-z]{1,16}")
HEX_256 = re.compile(r"[0-9a-f]{64}")
STUDY_ID = re.compile(r"[0-9a-f]{32}")
SITE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
ARRAY_NAME = re.compile(r"[a-z][a-z_]{0,31}(/[0-9]{5})?")
WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
LONGEST_TEXT = 200
MOST_PARAMETERS = 64
MOST_NAMES = 100_000


def matches(form: re.Pattern[str], value: object) -> bool:
    """Tell whether ``value`` is a text that has the whole of ``form``."""
    return isinstance(value, str) and form.fullmatch(value) is not None


def is_count(value: object, *, most: int) -> bool:
    """Tell whether ``value`` is an integer (no boolean, no float) from 0 to ``most``."""
    return type(value) is int and 0 <= value <= most


def is_plain_text(value: object) -> bool:
    """Tell whether ``value`` is a short printable text: nothing that steers a terminal."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT and value.isprintable()


def require_keys(data: Mapping[str, Any], keys: Sequence[str], *, site: str, field: str) -> None:
    """Refuse ``data`` unless it has exactly ``keys``."""
    if set(data) != set(keys):
        raise BundleField(site=site, field=field, rule=f"exactly the keys {', '.join(keys)}")


def require_field(holds: bool, *, site: str, field: str, rule: str) -> None:  # noqa: FBT001
    """Refuse ``field`` by its ``rule`` unless it ``holds``."""
    if not holds:
        raise BundleField(site=site, field=field, rule=rule)
