"""What a rehearsal is to try: the sites, the ways to train, the seeds.

In:  the choices of a researcher, already checked.
Out: a frozen Plan. Anybody may run this.
"""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from concordant.terms.charter import AnchorKind, SpanPlan, Task

Placement = Literal["own-site", "spread"]
"""Who predicts a test row: the site that kept it back, or a site drawn at random."""

Condition = Literal["samespan-orth", "samespan", "diffspan-orth", "diffspan"]
"""The paper's four: one span or a span of each site's own, orthonormal bases or any."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One rehearsal.

    ``split`` is "iid", "by-label", "by-column:NAME" or "dirichlet:CONCENTRATION"; with
    ``site_column`` the table says itself where each row belongs, and ``n_sites`` and ``split``
    are not used. Empty ``dims`` stand for the number that a draft would propose. With a
    ``condition`` bases are made as in the paper, and ``spans`` are not used.
    """

    label: str
    task: Task
    n_sites: int = 6
    site_column: str | None = None
    split: str = "iid"
    test: Placement = "own-site"
    methods: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    spans: tuple[SpanPlan, ...] = ("own", "shared", "agreed")
    anchors: tuple[AnchorKind, ...] = ("orthonormal",)
    condition: Condition | None = None
    dims: tuple[int, ...] = ()
    n_seeds: int = 5
    first_seed: int = 1
    group: str | None = None
    ignore: tuple[str, ...] = ()

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds in order; each cuts the table and draws every secret anew."""
        return tuple(range(self.first_seed, self.first_seed + self.n_seeds))

    def as_record(self) -> dict[str, Any]:
        """Return the plan as plain data, to be kept beside its results."""
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
        }
