"""Take a plan apart into units of work, each of which can be done by itself.

In:  a checked plan, its methods, and the dimensions to try.
Out: Units in a fixed order: a seed and a setting, with all methods that depend on no more and no
     less than that setting. Anybody may run this.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from concordant.rehearsal.methods import KnownMethod, Need
from concordant.rehearsal.plan import Condition, Plan
from concordant.rehearsal.run_line import Way
from concordant.rehearsal.setting import Setting
from concordant.terms.charter import AnchorKind, SpanPlan

Dims = Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class WorkUnit:
    """All methods (by name) of one seed and one setting; each is run with every model."""

    seed: int
    setting: Setting
    methods: tuple[str, ...]

    def n_runs(self, plan: Plan) -> int:
        """Return how many models are trained and judged."""
        return len(self.methods) * len(plan.models)


def expand(plan: Plan, methods: Sequence[KnownMethod], dims: Dims) -> tuple[WorkUnit, ...]:
    """Return all units of a plan; what cannot exist (see ``is_possible``) is left out."""
    groups: dict[frozenset[Need], list[str]] = {}
    for one in methods:
        groups.setdefault(frozenset(one.needs), []).append(one.name)
    return tuple(
        WorkUnit(seed, setting, tuple(names))
        for seed in plan.seeds
        for needs, names in groups.items()
        for setting in settings_of(plan, needs, dims)
    )


def settings_of(plan: Plan, needs: frozenset[Need], dims: Dims) -> Iterator[Setting]:
    """Yield the settings that methods with these needs are run in, in the order of the plan."""
    spans: Sequence[SpanPlan | None] = (None,)
    condition: Condition | None = None
    if "span" in needs:
        condition = plan.condition
        spans = (None,) if condition else plan.spans
    anchors: Sequence[AnchorKind | None] = plan.anchors if "anchor" in needs else (None,)
    for span in spans:
        for anchor in anchors:
            if is_possible(span, anchor):
                for n_dims in _dims_of(span or condition, needs, dims):
                    yield Setting(span, anchor, condition, n_dims)


def is_possible(span: SpanPlan | None, anchor: AnchorKind | None) -> bool:
    """Answer whether a study can have both: an agreed span is turned back by a rotation only."""
    return span != "agreed" or anchor in {None, "orthonormal"}


def ways_in_order(plan: Plan, methods: Sequence[KnownMethod], dims: Dims) -> tuple[Way, ...]:
    """Return every way to train, in the order of the results: by method, model and setting."""
    return tuple(
        way_of(setting, one.name, model)
        for one in methods
        for model in plan.models
        for setting in settings_of(plan, frozenset(one.needs), dims)
    )


def way_of(setting: Setting, method: str, model: str) -> Way:
    """Return the name of a method with a model in a setting."""
    span, anchor, condition = setting.words
    return Way(method, model, span, anchor, condition, setting.n_dims)


def _dims_of(where: str | None, needs: frozenset[Need], dims: Dims) -> Sequence[int]:
    if "dims" not in needs:
        return (0,)
    if where is not None:
        return dims[where]
    return sorted({n_dims for each in dims.values() for n_dims in each})
