"""Look up what a real study would ask of a rehearsal's table, besides scores.

In:  the table, the plan that was carried out, its facts.
Out: Circumstances for the advice: counts and one share. Anybody may run this.
"""

import numpy as np

from concordant.rehearsal.advice_words import Circumstances
from concordant.rehearsal.cuts import draw_placed
from concordant.rehearsal.rehearsed import Rehearsed
from concordant.rehearsal.whole_table import encode_whole
from concordant.terms.labels import share_unique
from concordant.terms.table import Table


def circumstances_of(table: Table, rehearsed: Rehearsed) -> Circumstances:
    """Return them; what concerns the labels of sites is that of the first seed's cut."""
    plan, facts = rehearsed.plan, rehearsed.facts
    whole = encode_whole(table, plan)
    at_sites = [whole.labels[site.own] for site in draw_placed(whole, plan, plan.first_seed).sites]
    is_numbers = plan.task == "regression"
    return Circumstances(
        n_features=facts.n_features,
        n_sites=facts.n_sites,
        fewest_rows=facts.fewest_rows,
        n_one_class=0 if is_numbers else sum(len(np.unique(labels)) == 1 for labels in at_sites),
        share_unique=max(share_unique(labels) for labels in at_sites) if is_numbers else None,
    )
