"""No way of looking at, copying or failing over a secret shows it."""

import copy
import json
import logging
import pickle  # noqa: TID251  to see it fail
import pprint
import traceback
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import concordant
from concordant.errors import ConcordantError
from concordant.errors.site import SecretStaysHere
from concordant.site.anchor import draw_anchor
from concordant.site.basis import SecretBasis
from concordant.site.contribute import contribute
from concordant.site.kept_secret import KeptSecret
from concordant.site.own_rows import OwnRows, encode_labelled_rows
from concordant.site.pact import derive
from concordant.site.send_view import view
from concordant.site.spans import SpanResult, own_span
from concordant.site.vault import Vault
from concordant.site.view_guards import guarded_span
from concordant.terms.charter import Consents
from concordant.terms.schema import NumericColumn
from concordant.terms.table import table_from_frame
from concordant.transport.folder.releases import prepare_release
from tests.studies import COLUMNS, make_charter, make_columns, make_pact, make_regression

CANARY_NUMBER = 8675309.25
CANARY_TEXT = "zanzibar-quokka"


def secrets() -> dict[str, KeptSecret]:
    """Return one object of each class that keeps a secret."""
    charter, rng = make_charter(), np.random.default_rng(0)
    rows = rng.standard_normal((40, 11))
    keys = derive(make_pact(), charter)
    objects = (
        make_pact(),
        keys,
        keys.stream("anchor-stream"),
        draw_anchor(make_pact(), charter),
        own_span(rows, 4, rng),
        guarded_span(rows, 4, rng),
        SecretBasis(np.linalg.qr(rng.standard_normal((11, 4)))[0]),
    )
    return {type(each).__name__: each for each in objects}


SECRETS = secrets()
every_secret = pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)


def subclasses(kind: type) -> set[type]:
    return {kind}.union(*(subclasses(each) for each in kind.__subclasses__()))


def test_every_class_that_keeps_a_secret_is_tried_here():
    assert {kind.__name__ for kind in subclasses(KeptSecret)} - {"KeptSecret"} == set(SECRETS)


@every_secret
def test_it_prints_as_its_class(secret, caplog):
    logging.getLogger("anybody").warning("%s %r", secret, secret)
    shown = [
        repr(secret),
        str(secret),
        f"{secret}",
        f"{secret!r:>5}",
        format(secret, "s"),
        "%s" % (secret,),  # noqa: UP031  an old way that people still use
        pprint.pformat([secret]),
        pprint.pformat({"kept": secret}),
    ]
    name = type(secret).__name__
    for text in shown:
        rest = text.replace(f"<{name}: secret>", "").translate(str.maketrans("", "", "[]{}': "))
        assert rest in ("", "kept")
    assert caplog.messages == [f"<{name}: secret> <{name}: secret>"]


@every_secret
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_it_cannot_be_pickled(secret, protocol):
    for holder in (secret, [secret], {"kept": secret}):
        with pytest.raises(SecretStaysHere):
            pickle.dumps(holder, protocol)


@every_secret
def test_it_cannot_be_copied(secret):
    for deed in (copy.copy, copy.deepcopy):
        with pytest.raises(SecretStaysHere):
            deed(secret)
    with pytest.raises(SecretStaysHere):
        copy.deepcopy([secret])


@every_secret
def test_it_gives_no_state_to_tools_that_ask_otherwise(secret):
    for deed in (secret.__reduce__, secret.__getstate__):
        with pytest.raises(SecretStaysHere):
            deed()


@every_secret
def test_it_has_no_dictionary_and_is_no_json_and_cannot_be_changed(secret):
    with pytest.raises(TypeError):
        vars(secret)
    with pytest.raises(TypeError):
        json.dumps(secret)
    for name in ("_secret", "_matrix", "anything"):
        with pytest.raises(AttributeError):
            setattr(secret, name, b"")
        with pytest.raises(AttributeError):
            delattr(secret, name)


def canary_columns(rng, n_rows: int = 60):
    columns = make_columns(rng, n_rows)
    columns["x0"][7] = CANARY_NUMBER
    columns["colour"][7] = CANARY_TEXT
    return columns


def holds_canary(text: str) -> bool:
    spellings = (CANARY_TEXT, "8675309", "8_675_309", f"{CANARY_NUMBER:.3e}", "8.675309")
    return any(each in text for each in spellings)


def test_own_rows_print_as_their_size_only(rng):
    own = encode_labelled_rows(make_charter(), table_from_frame(canary_columns(rng)))
    assert repr(own) == str(own) == f"{own}" == "OwnRows(<60 rows of 11 features>)"
    assert pprint.pformat(own) == repr(own)
    assert pprint.pformat([own]) == f"[{own!r}]"


def test_a_contribution_prints_neither_rows_nor_basis(rng):
    made = contribute(make_charter(), make_pact(), canary_columns(rng), site="north")
    for text in (repr(made), str(made), pprint.pformat(made)):
        assert not holds_canary(text)
        assert "array" not in text
        assert "<SecretBasis: secret>" in text


NOT_MISSING = NumericColumn("x1", centre=10.0, scale=2.0, missing="refuse")
STRICT_RANGE = NumericColumn("x0", centre=0.0, scale=2.0, out_of_range="refuse")
STRICT_LEVELS = replace(COLUMNS[6], unseen="refuse")


def spoil(columns, name, cell):
    columns[name][7] = cell
    return columns


# (what is wrong, charter, column, cell)
FAILURES = {
    "out of range": (make_charter(columns=(STRICT_RANGE, *COLUMNS[1:])), "x1", 1.0),
    "unknown level": (make_charter(columns=(*COLUMNS[:6], STRICT_LEVELS)), "x1", 1.0),
    "missing": (make_charter(columns=(COLUMNS[0], NOT_MISSING)), "x1", None),
    "unknown label": (make_charter(), "outcome", CANARY_TEXT),
    "label no number": (make_regression(), "stay", CANARY_TEXT),
    "unique labels": (make_regression(), "stay", CANARY_NUMBER),
    "group missing": (make_charter(group="mrn"), "mrn", None),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failing_contribution_says_nothing_of_a_cell(name, rng, tmp_path):
    charter, column, cell = FAILURES[name]
    columns = canary_columns(rng) | {"mrn": [f"{CANARY_TEXT}-{k}" for k in range(60)]}
    if name == "unique labels":
        columns["stay"] = [CANARY_NUMBER + k for k in range(60)]
    columns = spoil(columns, column, cell)
    vault = Vault(tmp_path / "vault")
    for call, choices in ((contribute, {}), (prepare_release, {"vault": vault})):
        with pytest.raises(ConcordantError) as caught:
            call(charter, make_pact(), columns, site="north", **choices)
        said = traceback.format_exception(caught.value)
        said += [repr(caught.value), json.dumps(caught.value.as_record())]
        assert not holds_canary("\n".join(said))


def test_a_failing_view_says_nothing_of_a_cell(rng):
    columns = (STRICT_RANGE, *COLUMNS[1:])
    consents = Consents(agreed_below_floor=True)
    charter = make_charter(span="agreed", columns=columns, consents=consents)
    with pytest.raises(ConcordantError) as caught:
        view(charter, make_pact(), canary_columns(rng), site="north")
    assert not holds_canary("".join(traceback.format_exception(caught.value)))


def test_the_canary_would_be_heard(rng):
    """The alarm itself: a plain error that quotes a cell is found by the same search."""
    with pytest.raises(ValueError, match="could not convert") as caught:
        float(CANARY_TEXT)
    assert holds_canary("".join(traceback.format_exception(caught.value)))
    assert holds_canary(repr(canary_columns(rng)["x0"]))
    assert holds_canary(repr(np.array([CANARY_NUMBER])))


def test_only_the_vault_and_the_basis_users_name_the_reader_of_a_basis():
    """``reveal`` is the one door to the matrix: who walks through it is a closed list."""
    source = Path(concordant.__file__).parent
    users = {path.stem for path in source.rglob("*.py") if ".reveal()" in path.read_text("utf-8")}
    assert users == {"common_features", "explain", "release_rows", "vault", "vault_files"}


def test_spans_are_kept_as_secrets_too():
    assert issubclass(SpanResult, KeptSecret)
    assert not issubclass(OwnRows, KeptSecret), "own rows are copied inside a site, never shown"
