"""Turn anchor views into the span that all sites share best.

In:  one anchor view per site, without any row. Out: one orthonormal span in the anchor's
     coordinates, which the analyst cannot read. Run by the analyst.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from concordant.analyst.diagnostics import measure_views, require_full_rank
from concordant.analyst.views import require_views
from concordant.errors.linalg import TooManyColumns
from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import draw_haar, orthonormal_factor


def agree_span(
    anchor_views: Sequence[Float[Array, "..."]] | Float[Array, "sites rows dims"],
    n_dims: int,
    rng: np.random.Generator | None = None,
    *,
    names: Sequence[str] | None = None,
) -> Float[Array, "rows n_dims"]:
    """Return the ``n_dims`` directions that the sites' spans hold best on average.

    Every view is orthonormalised first, so that no site counts for more than one. The columns
    are turned by a fresh Haar rotation: their order and signs tell nothing, and sites that
    work together cannot take the average apart column by column.

    Parameters
    ----------
    anchor_views
        Views of an orthonormal anchor, of full rank.
    n_dims
        Columns of the span, at most those of a view.
    rng
        Draws the rotation; the operating system's entropy unless told. Whoever knows it can
        undo the rotation: only rehearsals pass one.
    names
        Site names for errors.

    Raises
    ------
    AnchorRankLow, AnchorViewNotFinite, AnchorViewsDiffer
        Naming the site.
    """
    views = require_views(anchor_views, names, centre=False)
    if not 1 <= n_dims <= views.n_dims:
        raise TooManyColumns(n_rows=views.n_dims, n_columns=n_dims)
    directions = require_full_rank(measure_views(views))
    rotation = draw_haar(np.random.default_rng() if rng is None else rng, n_dims)
    # Another QR takes the rounding errors of the eigenvectors out; sites demand 1e-10.
    return orthonormal_factor(directions.columns[:, :n_dims]).columns @ rotation
