"""Fixtures that every test may use, and how laws are tried."""

import hashlib

import hypothesis
import numpy as np
import pytest

# A law is true or false however busy the machine is, and the same examples are tried each time.
hypothesis.settings.register_profile("laws", deadline=None, derandomize=True)
hypothesis.settings.load_profile("laws")


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Return a generator seeded by the test's own name: no test depends on another's draws."""
    digest = hashlib.sha256(request.node.nodeid.encode("utf-8")).digest()
    return np.random.default_rng(int.from_bytes(digest[:16], "big"))
