from dataclasses import FrozenInstanceError

import pytest

from concordant.wire.limits import Limits


def test_limits_bound_what_no_terms_bound():
    limits = Limits()
    assert limits.n_features is None
    assert limits.n_dims is None
    assert limits.max_rows > 0
    assert limits.max_model_bytes > 0


def test_limits_cannot_be_raised_on_the_way():
    with pytest.raises(FrozenInstanceError):
        Limits().max_rows = 2**60
