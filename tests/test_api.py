"""What a wrong argument of the public API is answered with.

In a process of its own: here beartype would answer before our own words could.
"""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[1]
SCRIPT = """
import numpy as np
from pathlib import Path
from concordant import Pact, contribute, predict, train
from concordant.errors.terms import ArgumentUnfit, NotATable
from concordant.terms.charter_text import decode_charter
from tests.studies import make_charter, make_pact, make_table

charter, pact = make_charter(), make_pact()
table = make_table(np.random.default_rng(1))
given = [contribute(charter, pact, table, site=site) for site in ("a", "b")]
bundles = (one.bundle for one in given)
training = train(charter, bundles, model="logistic", validate=False)
mine, back = given[0], training.returns["a"]
CALLS = {
    "`charter` is of type str": lambda: contribute("charter.toml", pact, table, site="a"),
    "`pact` is of type str": lambda: contribute(charter, "pact.key", table, site="a"),
    "`bundles` is of type Contribution": lambda: train(charter, given),
    "`bundles` is of type RepresentationBundle": lambda: train(charter, mine.bundle),
    "`bundles` is of type str": lambda: train(charter, {"a": mine.bundle}),
    "`basis` is of type Contribution": lambda: predict(charter, mine, back, table),
    "`returned` is of type Training": lambda: predict(charter, mine.basis, training, table),
    "`text` is of type PosixPath": lambda: decode_charter(Path("charter.toml")),
    "of type str is not a table": lambda: contribute(charter, pact, "north.csv", site="a"),
}
for wanted, wrong in CALLS.items():
    try:
        wrong()
    except (ArgumentUnfit, NotATable) as error:
        found = str(error).replace("WindowsPath", "PosixPath")
        assert wanted in found, found
        assert error.remedy_text, found
    else:
        raise SystemExit(f"not refused: {wanted}")
"""


def test_a_wrong_argument_is_named_with_where_to_get_the_right_one():
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", SCRIPT], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
