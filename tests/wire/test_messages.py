from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest

from tests.messages import KINDS, make_bundle, make_message


@pytest.mark.parametrize("kind", KINDS)
def test_a_message_knows_its_kind_and_cannot_be_changed(kind, rng):
    message = make_message(kind, rng)
    assert message.kind == kind
    for field in fields(message):
        with pytest.raises(FrozenInstanceError):
            setattr(message, field.name, None)


@pytest.mark.parametrize("kind", KINDS)
def test_no_array_is_in_the_text_of_a_message(kind, rng):
    assert "array" not in repr(make_message(kind, rng))


def test_no_array_is_in_the_text_of_a_full_bundle(rng):
    text = repr(make_bundle(rng, precision="int8", groups=True))
    assert "array" not in text
    assert "precision='int8'" in text


@pytest.mark.parametrize("kind", KINDS)
def test_messages_are_compared_by_identity_since_arrays_have_no_one_truth(kind, rng):
    message = make_message(kind, rng)
    assert message == message  # noqa: PLR0124
    assert message != make_message(kind, np.random.default_rng(1))
