"""Say how large a message of a study may be.

In:  the charter's numbers.
Out: frozen Limits, which the codec holds every file against before it reads an array.
     Anybody may run this.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The sizes that the terms fix, and the largest that anybody accepts.

    ``n_features`` (anchor rows of an orthonormal plan) and ``n_dims`` must match exactly; None
    means that no terms are at hand (`inspect`), and the file's own numbers are shown as they are.
    """

    n_features: int | None = None
    n_dims: int | None = None
    max_rows: int = 50_000_000
    max_model_bytes: int = 512 * 1024 * 1024
