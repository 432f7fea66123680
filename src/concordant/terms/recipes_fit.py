"""Train an estimator and say, rather than print, what scikit-learn warned about.

In:  an unfitted estimator, features, target.
Out: the same estimator, fitted in place as scikit-learn does it, and the names of the warnings;
     never their texts, which may quote data. Anybody may run this.
"""

import warnings

from jaxtyping import Float, Num

from concordant.linalg.arrays import Array
from concordant.terms.recipes_build import Estimator


def fit_model(
    estimator: Estimator,
    features: Float[Array, "rows dims"],
    target: Num[Array, " rows"],
) -> tuple[str, ...]:
    """Fit ``estimator`` in place; return the names of the kinds of warning, each once."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        estimator.fit(features, target)
    return tuple(sorted({warning.category.__name__ for warning in caught}))
