"""What a training is: the model, a return for each site, and everything worth saying about it.

In:  what ``train`` found. Out: frozen records; none is changed afterwards. Only the analyst holds
     one: the estimator may contain rows, the returns are each for one site.
"""

from dataclasses import dataclass, field
from typing import Literal

from concordant.analyst.align import Alignment
from concordant.analyst.conversion import ConversionCheck
from concordant.analyst.gains import Gains
from concordant.analyst.sites import SiteReport
from concordant.analyst.traffic import Traffic
from concordant.analyst.validation import Validation
from concordant.analyst.verdicts import Method
from concordant.terms.charter import Charter
from concordant.terms.recipes_build import Estimator
from concordant.terms.recipes_parameters import Plain
from concordant.wire.messages import ReturnBundle

Scale = Literal["unit", "none"]
How = Literal["by row", "by group", "leave one site out"]


@dataclass(frozen=True, slots=True)
class FoldScore:
    """One measure of one way of cross-validation: mean and standard deviation over the folds.

    Folds in which the measure means nothing (no second class to rank) are not counted.
    """

    how: How
    measure: str
    mean: float
    spread: float
    n_folds: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """One model that ``search`` tried: its mean loss over the folds, and the loss's error.

    ``loss`` is None where it could not be trained.
    """

    name: str
    parameters: dict[str, Plain]
    loss: float | None
    error: float | None
    chosen: bool


@dataclass(frozen=True, slots=True, eq=False)
class Training:
    """One model from all sites that could be trusted.

    ``excluded`` names the sites that were left out, each with the reason. ``forecast`` tells
    whether ``scores`` say how the model will do at the sites; if not, ``forecast_reasons`` say why.
    ``warnings`` are sentences on what no other field tells. ``validation`` and ``gains`` are None
    where nothing was cross-validated.
    """

    charter: Charter = field(repr=False)
    method: Method
    model_name: str
    parameters: dict[str, Plain]
    scale: Scale
    seed: int
    estimator: Estimator = field(repr=False)
    alignment: Alignment = field(repr=False)
    returns: dict[str, ReturnBundle] = field(repr=False)
    sites: tuple[SiteReport, ...]
    excluded: dict[str, str]
    scores: tuple[FoldScore, ...]
    forecast: bool
    forecast_reasons: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    conversion: ConversionCheck
    warnings: tuple[str, ...]
    n_rows: int
    traffic: Traffic
    validation: Validation | None = None
    gains: Gains | None = None

    @property
    def n_sites(self) -> int:
        """How many sites the alignment brought together."""
        return len(self.returns)

    @property
    def class_counts(self) -> dict[str, dict[str, int]]:
        """Rows of each class by site; empty for a regression."""
        return {each.site: dict(each.class_counts) for each in self.sites if each.class_counts}
