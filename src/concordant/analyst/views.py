"""Bring anchor views to one form before the algebra: float64, named, of one shape, centred or not.

In:  one array per site. Out: Views; the given arrays are not changed. Run by the analyst.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from concordant.errors.linalg import AnchorViewsDiffer, AnchorViewWide, NamesDiffer, NoAnchorViews
from concordant.linalg.arrays import Array


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Anchor views of one shape in float64, at least as many rows as columns.

    ``dtype`` is what they came in; its rounding error decides what counts as full rank.
    """

    names: tuple[str, ...]
    arrays: tuple[Float[Array, "rows dims"], ...]
    dtype: np.dtype

    @property
    def n_dims(self) -> int:
        """Columns of each view."""
        return int(self.arrays[0].shape[1])


def require_views(
    anchor_views: Sequence[Float[Array, "..."]] | Float[Array, "sites rows dims"],
    names: Sequence[str] | None,
    *,
    centre: bool,
) -> Views:
    """Return the views ready for the algebra, or refuse shapes and names that do not fit.

    Without ``names`` the sites are called "site 1", "site 2", ... in the order given.
    """
    given = list(anchor_views)
    if not given:
        raise NoAnchorViews
    known = tuple(names) if names is not None else tuple(f"site {i + 1}" for i in range(len(given)))
    if len(set(known)) != len(given) or len(known) != len(given):
        raise NamesDiffer(n_names=len(set(known)), n_views=len(given))
    _require_one_shape(known, given)
    arrays = tuple(np.asarray(view, dtype=np.float64) for view in given)
    if centre:
        # Infinities are measured and refused later; here they may become NaN in silence.
        with np.errstate(invalid="ignore"):
            arrays = tuple(view - view.mean(axis=0) for view in arrays)
    return Views(names=known, arrays=arrays, dtype=given[0].dtype)


def _require_one_shape(names: tuple[str, ...], given: list[Float[Array, "..."]]) -> None:
    agreed = given[0].shape
    for name, view in zip(names, given, strict=True):
        if view.shape != agreed or view.ndim != 2:
            raise AnchorViewsDiffer(site=name, sent=view.shape, first=names[0], agreed=agreed)
    n_rows, n_dims = agreed
    if not 1 <= n_dims <= n_rows:
        raise AnchorViewWide(n_anchor_rows=n_rows, n_dims=n_dims)
