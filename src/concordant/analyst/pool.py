"""Bring the rows of all sites into one table that a model can be trained on.

In:  bundles and the sites' maps.
Out: features as every site will compute them for its own rows, labels, groups, and the constants
     that travel in the return. The analyst runs this.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float, Float32, Int64, Num

from concordant.linalg.arrays import Array
from concordant.linalg.scaling import scale_of_all
from concordant.wire.blocks import from_precision
from concordant.wire.messages import RepresentationBundle


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pool:
    """All rows of all sites, aligned, centred and brought to one scale.

    ``features`` are single precision, as a site feeds them to the model. ``sites`` is the place
    of each row's site in ``names``; ``groups`` numbers persons across sites (None without groups).
    """

    names: tuple[str, ...]
    features: Float32[Array, "rows dims"]
    labels: Num[Array, " rows"]
    sites: Int64[Array, " rows"]
    groups: Int64[Array, " rows"] | None
    centre: Float[Array, " dims"]
    scale: Float[Array, " dims"]

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return len(self.features)


def pool_rows(
    bundles: Sequence[RepresentationBundle],
    maps: Sequence[Float[Array, "dims dims"]],
    *,
    scale: Literal["unit", "none"] = "unit",
) -> Pool:
    """Return the rows of those sites that sent some; at least one must have.

    ``unit`` subtracts the mean of each column and divides all by one number, the root mean square
    of what is left: distances keep their proportions. ``none`` leaves the method's own scale.
    """
    parts = [
        (bundle, from_precision(bundle) @ site_map)
        for bundle, site_map in zip(bundles, maps, strict=True)
        if len(bundle.rows)
    ]
    features = np.concatenate([rows for _, rows in parts])
    centre, unit = np.zeros(features.shape[1]), np.ones(features.shape[1])
    if scale == "unit":
        centre, unit = scale_of_all(features)
    lengths = [len(rows) for _, rows in parts]
    sites = np.repeat(np.arange(len(parts)), lengths)
    return Pool(
        names=tuple(bundle.envelope.site for bundle, _ in parts),
        features=((features - centre) / unit).astype(np.float32),
        labels=np.concatenate([bundle.labels for bundle, _ in parts if bundle.labels is not None]),
        sites=sites,
        groups=_number_persons([bundle for bundle, _ in parts], sites),
        centre=centre,
        scale=unit,
    )


def _number_persons(
    bundles: Sequence[RepresentationBundle], sites: Int64[Array, " rows"]
) -> Int64[Array, " rows"] | None:
    """Return one number per person; the sites' own numbers may coincide by chance."""
    groups = [bundle.groups for bundle in bundles if bundle.groups is not None]
    if not groups:
        return None
    pairs = np.stack([sites, np.concatenate(groups)], axis=1)
    _, persons = np.unique(pairs, axis=0, return_inverse=True)
    return persons.reshape(-1).astype(np.int64)
