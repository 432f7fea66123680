"""Take the digest that makes two copies of an agreement comparable.

In:  plain data (dicts, lists, texts, numbers, booleans, None).
Out: SHA-256 of its canonical JSON (RFC 8785), in hexadecimal. Anybody may run this.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from concordant.wire.canonical import canonical_json


def content_digest(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the canonical JSON of ``content``, in hexadecimal.

    The order of keys does not count; the order of lists does.

    >>> content_digest({"b": 1.0, "a": [1, 2]}) == content_digest({"a": [1, 2], "b": 1})
    True
    """
    return hashlib.sha256(canonical_json(dict(content))).hexdigest()
