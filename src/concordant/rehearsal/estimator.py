"""The scikit-learn estimators: a whole study in memory, by the functions of the commands.

In:  a table of all sites, as X and y.
Out: predictions as each site would make them. Never part of a real study: who runs this sees all
     rows.

The classes only name the steps. These modules import scikit-learn, whose classes they extend, so
nothing of the command line imports them.
"""

from concordant.rehearsal.estimator_classifier import CollaborativeClassifier
from concordant.rehearsal.estimator_regressor import CollaborativeRegressor

__all__ = ["CollaborativeClassifier", "CollaborativeRegressor"]
