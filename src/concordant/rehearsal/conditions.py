"""The four conditions of the paper's experiments, to the letter of the paper.

In:  everybody's encoded rows, a generator.
Out: bases F_i = V_1 E_i or V_i E_i, with E_i Haar or with entries uniform in [0, 1), and the
     views A F_i of a raw anchor. Never part of a real study.

Real sites draw orthonormal bases only, and show views of a centred, compressed anchor; nothing
of that is done here, so that the published methods meet what their papers gave them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import draw_haar
from concordant.rehearsal.plan import Condition
from concordant.site.spans import own_span
from concordant.terms.charter import AnchorKind
from concordant.terms.draft import usual_anchor_rows


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PaperBases:
    """One basis and one view a site: ``views[i] = anchor @ bases[i]``."""

    bases: tuple[Float[Array, "features dims"], ...]
    views: tuple[Float[Array, "anchor_rows dims"], ...]

    def __repr__(self) -> str:
        return f"PaperBases(<{len(self.bases)} sites>)"


def draw_paper_bases(
    rng: np.random.Generator,
    own: Sequence[Float[Array, "_ features"]],
    *,
    condition: Condition,
    anchor: AnchorKind,
    n_dims: int,
) -> PaperBases:
    """Draw an anchor, and a basis of each site under one condition.

    The spans are those of the sites' own rows (eq. 4, not centred); in the same-span conditions
    everybody has that of the first site.
    """
    n_features = own[0].shape[1]
    matrix = draw_raw_anchor(rng, anchor, n_features)
    n_spans = 1 if condition.startswith("samespan") else len(own)
    spans = [own_span(rows, n_dims, rng).span for rows in own[:n_spans]]
    turns = [
        draw_haar(rng, n_dims) if condition.endswith("-orth") else rng.random((n_dims, n_dims))
        for _ in own
    ]
    bases = tuple(spans[place % n_spans] @ turn for place, turn in enumerate(turns))
    return PaperBases(bases, tuple(matrix @ basis for basis in bases))


def draw_raw_anchor(
    rng: np.random.Generator, kind: AnchorKind, n_features: int
) -> Float[Array, "anchor_rows features"]:
    """Draw a Haar matrix, or as many random rows as a draft would propose; nothing is centred."""
    if kind == "orthonormal":
        return draw_haar(rng, n_features)
    n_rows = usual_anchor_rows(n_features)
    if kind == "gaussian":
        return rng.standard_normal((n_rows, n_features))
    return rng.random((n_rows, n_features))
