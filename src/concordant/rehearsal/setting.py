"""What the results of a method may depend on, besides the cut and the model.

In:  one choice each of span, anchor and dimensions, or fewer.
Out: a frozen Setting; fields that a method does not depend on are empty. Anybody may run this.
"""

from dataclasses import dataclass

from concordant.rehearsal.plan import Condition
from concordant.terms.charter import AnchorKind, SpanPlan


@dataclass(frozen=True, slots=True)
class Setting:
    """One combination; under a ``condition`` of the paper there is no ``span`` of ours."""

    span: SpanPlan | None = None
    anchor: AnchorKind | None = None
    condition: Condition | None = None
    n_dims: int = 0

    @property
    def words(self) -> tuple[str, str, str]:
        """Span, anchor and condition as they stand in the results: empty where there is none."""
        return self.span or "", self.anchor or "", self.condition or ""
