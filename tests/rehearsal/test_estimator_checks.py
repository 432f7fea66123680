"""The estimators keep every promise that scikit-learn checks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.utils import estimator_checks
from sklearn.utils.estimator_checks import parametrize_with_checks

from concordant import CollaborativeClassifier, CollaborativeRegressor
from concordant.rehearsal.encoder import CollaborativeEncoder

# With own spans the encoder breaks one promise, and must: see test_encoder.py.
DEFAULTS = [CollaborativeClassifier(), CollaborativeRegressor(), CollaborativeEncoder()]
OTHERS = [
    CollaborativeClassifier(span="agreed", method="kawakami", n_sites=2),
    CollaborativeClassifier(span="shared", anchor="uniform", method="imakura"),
    CollaborativeClassifier(span="own", anchor="gaussian", method="auto", scale="none"),
    CollaborativeClassifier(span="shared", estimator=LogisticRegression(), method="odc"),
    CollaborativeClassifier(estimator="forest"),
    CollaborativeClassifier(estimator="svm", site="site-2"),
    CollaborativeRegressor(span="agreed", method="odc"),
    CollaborativeRegressor(span="shared", anchor="uniform", estimator="kernel"),
    CollaborativeRegressor(label_step=0.01, site="site-2"),
    CollaborativeEncoder(span="shared", anchor="gaussian", method="kawakami"),
    CollaborativeEncoder(span="agreed", method="imakura", scale="none"),
]
# Checks that scikit-learn runs on its own estimators and does not (yet) send to others.
OF_ENCODERS = [
    "check_set_output_transform",
    "check_set_output_transform_pandas",
    "check_set_output_transform_polars",
    pytest.param("check_global_output_transform_pandas", marks=pytest.mark.slow),
    pytest.param("check_global_set_output_transform_polars", marks=pytest.mark.slow),
    "check_get_feature_names_out_error",
    "check_transformer_get_feature_names_out",
    "check_transformer_get_feature_names_out_pandas",
]
ONE_MORE = """
from concordant import CollaborativeClassifier, CollaborativeRegressor
from concordant.rehearsal.encoder import CollaborativeEncoder
from sklearn.utils import estimator_checks
for made in (CollaborativeClassifier(), CollaborativeRegressor(), CollaborativeEncoder()):
    check = getattr(estimator_checks, "check_array_api_input", None)
    if check is not None:
        check(type(made).__name__, made, array_namespace="numpy", expect_only_array_outputs=False)
"""


@parametrize_with_checks(DEFAULTS)
def test_scikit_learns_checks_pass(estimator, check):
    check(estimator)


@pytest.mark.slow
@parametrize_with_checks(OTHERS)
def test_scikit_learns_checks_pass_under_other_choices(estimator, check):
    check(estimator)


@pytest.mark.parametrize("estimator", DEFAULTS, ids=lambda made: type(made).__name__)
def test_names_of_columns_are_kept_and_compared(estimator):
    name = type(estimator).__name__
    estimator_checks.check_dataframe_column_names_consistency(name, estimator)


# Some of them mix arrays and frames, of which scikit-learn warns.
@pytest.mark.filterwarnings("ignore:X (does not have valid|has) feature names")
@pytest.mark.parametrize("check", OF_ENCODERS)
def test_the_encoder_names_what_it_gives_and_gives_frames_on_request(check):
    getattr(estimator_checks, check)("CollaborativeEncoder", CollaborativeEncoder())


@pytest.mark.slow
def test_the_check_that_wants_an_environment_variable_passes():
    """Otherwise scikit-learn skips it; the variable must be set before SciPy is imported."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-W", "error", "-c", ONE_MORE],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "SCIPY_ARRAY_API": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
