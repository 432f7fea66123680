"""Settle how many dimensions a rehearsal tries: those asked for, or those a draft would propose.

In:  an encoded table, the plan, the cuts of all seeds.
Out: dimensions by span, or a refusal with the largest number that is possible. For rehearsals.
"""

from collections.abc import Sequence

from concordant.errors.rehearsal import NoDimsPossible, SplitTooFine
from concordant.rehearsal.cuts import Placed
from concordant.rehearsal.plan import Plan
from concordant.rehearsal.whole_table import WholeTable
from concordant.terms.charter import SpanPlan
from concordant.terms.draft_dims import dims_of_spectrum


def most_dims(whole: WholeTable, cuts: Sequence[Placed]) -> int:
    """Return the most dimensions for which each site has a row more, in every cut."""
    return min(whole.charter.n_features, min(cut.fewest_own for cut in cuts) - 1)


def settle_dims(
    whole: WholeTable, plan: Plan, cuts: Sequence[Placed]
) -> dict[str, tuple[int, ...]]:
    """Return the dimensions to try, by span, or by the name of the condition."""
    most = most_dims(whole, cuts)
    fewest = min(cut.fewest_own for cut in cuts)
    if most < 1:
        raise SplitTooFine(split=plan.split, n_rows=fewest, least=2)
    if plan.dims and max(plan.dims) > most:
        raise NoDimsPossible(
            n_dims=max(plan.dims),
            n_rows=fewest,
            n_features=whole.charter.n_features,
            most=most,
        )
    if plan.condition is not None:
        # The spans of the conditions are taken from rows, like those of "own".
        return {plan.condition: plan.dims or (_proposed(whole, "own", most),)}
    return {span: plan.dims or (_proposed(whole, span, most),) for span in plan.spans}


def _proposed(whole: WholeTable, span: SpanPlan, most: int) -> int:
    drafted = dims_of_spectrum(whole.matrix, span=span, n_rows_smallest=whole.n_rows)
    return min(drafted.n_dims, most)
