"""The vault gives back what was kept, to its owner, for the very terms it was kept under."""

import json
import os
import stat
from dataclasses import replace

import numpy as np
import pytest

from concordant.errors.files import NotAFolder, OpenSecretStore, PermissionsUnknown
from concordant.errors.site import (
    AlreadyReleased,
    BasisMissing,
    PactAlreadyThere,
    PactMissing,
    ReleaseUnknown,
    SecondSpan,
    VaultDamaged,
    VaultNameUnsafe,
)
from concordant.errors.terms import SiteNameRefused
from concordant.site.basis import SecretBasis
from concordant.site.vault import KeptRelease, PlannedRelease, Vault
from concordant.wire.container import write_container
from concordant.wire.manifest import ManifestDraft
from concordant.wire.messages import Envelope
from tests.studies import make_charter, make_pact

CHARTER = make_charter()
ANOTHER_VERSION = make_charter(retention="ten years")
LEFT = {"sha256": "a" * 64, "n_bytes": 1000}
posix = pytest.mark.skipif(os.name == "nt", reason="permission bits are POSIX")


@pytest.fixture
def vault(tmp_path):
    return Vault(tmp_path / "vault")


def draw_basis(rng, n_dims: int = 4) -> SecretBasis:
    return SecretBasis(np.linalg.qr(rng.standard_normal((11, n_dims)))[0])


def envelope(number: int = 1, *, charter=CHARTER, site="north", tag="b" * 64) -> Envelope:
    return Envelope(charter.study_id, charter.terms_digest, site, number, tag)


def equal(kept: KeptRelease, basis: SecretBasis, sent: Envelope) -> bool:
    return kept.envelope == sent and np.array_equal(kept.basis.reveal(), basis.reveal())


def file_of(vault, name, charter=CHARTER):
    return vault.path / charter.study_id / "north" / charter.terms_digest / name


# ---------------------------------------------------------------- the pact


def test_a_pact_is_kept_and_the_same_one_again_is_fine(vault):
    with pytest.raises(PactMissing):
        vault.read_pact(CHARTER)
    vault.store_pact(CHARTER, make_pact())
    vault.store_pact(CHARTER, make_pact())
    assert vault.read_pact(CHARTER) == make_pact()
    assert Vault(vault.path).read_pact(ANOTHER_VERSION) == make_pact(), "one pact for a study"


def test_another_pact_needs_force(vault):
    vault.store_pact(CHARTER, make_pact())
    with pytest.raises(PactAlreadyThere):
        vault.store_pact(CHARTER, make_pact(1))
    assert vault.read_pact(CHARTER) == make_pact()
    vault.store_pact(CHARTER, make_pact(1), force=True)
    assert vault.read_pact(CHARTER) == make_pact(1)


def test_studies_do_not_meet(vault):
    other = make_charter(study_id="f" * 32)
    vault.store_pact(CHARTER, make_pact())
    with pytest.raises(PactMissing):
        vault.read_pact(other)
    vault.store_pact(other, make_pact(1))
    assert vault.read_pact(CHARTER) == make_pact()


def test_a_damaged_pact_is_told_and_force_replaces_it(vault):
    vault.store_pact(CHARTER, make_pact())
    path = vault.path / CHARTER.study_id / "pact.key"
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(VaultDamaged):
        vault.read_pact(CHARTER)
    with pytest.raises(VaultDamaged):
        vault.store_pact(CHARTER, make_pact())
    vault.store_pact(CHARTER, make_pact(), force=True)
    assert vault.read_pact(CHARTER) == make_pact()


# ---------------------------------------------------------------- the folder


@posix
def test_everything_in_the_vault_is_for_its_owner_alone(vault, rng):
    vault.store_pact(CHARTER, make_pact())
    with vault.lock(CHARTER, "north"):
        vault.begin_release(CHARTER, envelope(), draw_basis(rng))
        vault.finish_release(CHARTER, envelope(), **LEFT)
        vault.note(CHARTER, "north", {"what": "bundle"})
    paths = [vault.path, *vault.path.rglob("*")]
    assert len(paths) == 9
    for path in paths:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


@posix
def test_a_vault_that_others_can_read_is_refused_at_each_opening(vault):
    vault.store_pact(CHARTER, make_pact())
    vault.path.chmod(0o750)
    for accept_open in (False, True):
        with pytest.raises(OpenSecretStore):
            Vault(vault.path, accept_open=accept_open)
    with pytest.raises(OpenSecretStore):
        vault.store_pact(CHARTER, make_pact(1), force=True)


@posix
def test_where_no_permissions_are_kept_the_owner_has_to_accept_it(vault, rng, monkeypatch):
    vault.store_pact(CHARTER, make_pact())
    for folder in (vault.path, vault.path / CHARTER.study_id):
        folder.chmod(0o755)
    monkeypatch.setattr("concordant.files.private._keeps_permissions", lambda _: False)
    with pytest.raises(PermissionsUnknown):
        Vault(vault.path)
    opened = Vault(vault.path, accept_open=True)
    assert opened.read_pact(CHARTER) == make_pact()
    opened.begin_release(CHARTER, envelope(), draw_basis(rng))
    opened.read_release(CHARTER, "north", 1)


def test_what_the_vault_has_instead_is_said(vault, rng):
    vault.begin_release(CHARTER, envelope(), draw_basis(rng))
    with pytest.raises(BasisMissing, match="but of release 1"):
        vault.read_release(CHARTER, "north", 2)
    with pytest.raises(BasisMissing, match="but of 'north'"):
        vault.read_release(CHARTER, "south")
    with pytest.raises(BasisMissing, match="but of another version"):
        vault.read_release(replace(CHARTER, study="renamed"), "north")


def test_opening_and_reading_make_no_folder(vault):
    with pytest.raises(PactMissing):
        vault.read_pact(CHARTER)
    with pytest.raises(BasisMissing):
        vault.read_release(CHARTER, "north")
    assert vault.plan_release(CHARTER, "north") == PlannedRelease(1, None)
    assert vault.read_log(CHARTER, "north") == []
    assert not vault.path.exists()


def test_a_file_is_no_vault(tmp_path):
    path = tmp_path / "vault"
    path.write_text("mine")
    with pytest.raises(NotAFolder):
        Vault(path)


@pytest.mark.parametrize("study_id", ["", "../../etc", "0" * 31, "0" * 31 + "G", "A" * 32])
def test_a_study_id_that_is_no_plain_name_is_refused(vault, study_id):
    charter = replace(CHARTER, study_id=study_id)
    with pytest.raises(VaultNameUnsafe):
        vault.store_pact(charter, make_pact())
    with pytest.raises(VaultNameUnsafe):
        vault.plan_release(charter, "north")
    assert not vault.path.exists()


@pytest.mark.parametrize("site", ["..", "a/b", "North", "", "nul", "-a"])
def test_a_site_that_is_no_plain_name_is_refused(vault, site):
    with pytest.raises(SiteNameRefused):
        vault.plan_release(CHARTER, site)


def test_a_vault_says_where_it_is_and_no_more(vault):
    vault.store_pact(CHARTER, make_pact())
    assert repr(vault) == f"Vault({str(vault.path)!r})"


# ---------------------------------------------------------------- releases


def test_a_release_is_planned_begun_finished_and_read(vault, rng):
    basis = draw_basis(rng)
    assert vault.plan_release(CHARTER, "north") == PlannedRelease(1, None)
    vault.begin_release(CHARTER, envelope(), basis)
    with pytest.raises(BasisMissing):
        vault.read_release(CHARTER, "north")
    vault.finish_release(CHARTER, envelope(), **LEFT)
    assert equal(Vault(vault.path).read_release(CHARTER, "north"), basis, envelope())
    (release,) = vault.read_releases(CHARTER, "north")
    assert (release.number, release.sha256, release.n_bytes) == (1, "a" * 64, 1000)
    assert release.begun.endswith("Z")


def test_an_interrupted_release_gives_its_number_and_basis_again(vault, rng):
    basis = draw_basis(rng)
    vault.begin_release(CHARTER, envelope(), basis)
    for replaces in (False, True):
        planned = Vault(vault.path).plan_release(CHARTER, "north", replace=replaces)
        assert planned.number == 1
        assert np.array_equal(planned.basis.reveal(), basis.reveal())
    vault.begin_release(CHARTER, envelope(), planned.basis)
    vault.finish_release(CHARTER, envelope(), **LEFT)


def test_a_finished_release_is_followed_only_on_demand_and_by_a_fresh_basis(vault, rng):
    first, second = draw_basis(rng), draw_basis(rng)
    vault.begin_release(CHARTER, envelope(), first)
    vault.finish_release(CHARTER, envelope(), **LEFT)
    with pytest.raises(AlreadyReleased) as caught:
        vault.plan_release(CHARTER, "north")
    assert caught.value.facts == {"site": "north", "number": 1}
    assert vault.plan_release(CHARTER, "north", replace=True) == PlannedRelease(2, None)
    vault.begin_release(CHARTER, envelope(2), second)
    assert equal(vault.read_release(CHARTER, "north"), first, envelope()), "2 has not left yet"
    vault.finish_release(CHARTER, envelope(2), **LEFT)
    assert equal(vault.read_release(CHARTER, "north"), second, envelope(2))
    assert equal(vault.read_release(CHARTER, "north", 1), first, envelope(1))
    with pytest.raises(BasisMissing):
        vault.read_release(CHARTER, "north", 3)


def test_a_return_proves_that_an_unfinished_release_left(vault, rng):
    basis = draw_basis(rng)
    vault.begin_release(CHARTER, envelope(), basis)
    assert equal(vault.read_release(CHARTER, "north", 1), basis, envelope())


def test_a_release_begun_with_another_pact_is_not_gone_on_with(vault, rng):
    vault.begin_release(CHARTER, envelope(), draw_basis(rng))
    with pytest.raises(AlreadyReleased):
        vault.plan_release(CHARTER, "north", tag="c" * 64)
    planned = vault.plan_release(CHARTER, "north", tag="c" * 64, replace=True)
    assert planned == PlannedRelease(2, None)
    assert vault.plan_release(CHARTER, "north", tag="b" * 64).number == 1


def test_a_charter_confirmed_anew_starts_from_nothing_and_takes_nothing_away(vault, rng):
    first, second = draw_basis(rng), draw_basis(rng)
    old, new = envelope(), envelope(charter=ANOTHER_VERSION)
    vault.begin_release(CHARTER, old, first)
    vault.finish_release(CHARTER, old, **LEFT)
    assert vault.plan_release(ANOTHER_VERSION, "north") == PlannedRelease(1, None)
    vault.begin_release(ANOTHER_VERSION, new, second)
    vault.finish_release(ANOTHER_VERSION, new, **LEFT)
    assert equal(vault.read_release(CHARTER, "north"), first, old)
    assert equal(vault.read_release(ANOTHER_VERSION, "north"), second, new)


def test_two_sites_of_one_vault_do_not_meet(vault, rng):
    vault.begin_release(CHARTER, envelope(), draw_basis(rng))
    assert vault.plan_release(CHARTER, "south") == PlannedRelease(1, None)


@pytest.mark.parametrize(
    ("steps", "state"),
    [
        (["finish 1"], "not begun"),
        (["begin 2"], "not the next one"),
        (["begin 1", "finish 1", "finish 1"], "already finished"),
        (["begin 1", "finish 1", "begin 1"], "already finished"),
        (["begin 1", "finish 1", "begin 3"], "not the next one"),
        (["begin 1", "begin 1"], "already begun with another basis"),
    ],
)
def test_steps_out_of_order_are_refused(vault, rng, steps, state):
    def take(step: str) -> None:
        deed, number = step.split()
        if deed == "begin":
            vault.begin_release(CHARTER, envelope(int(number)), draw_basis(rng))
        else:
            vault.finish_release(CHARTER, envelope(int(number)), **LEFT)

    for step in steps[:-1]:
        take(step)
    with pytest.raises(ReleaseUnknown, match=state):
        take(steps[-1])


def test_an_envelope_of_other_terms_is_refused(vault, rng):
    with pytest.raises(ReleaseUnknown, match="other terms"):
        vault.begin_release(CHARTER, envelope(charter=ANOTHER_VERSION), draw_basis(rng))


@pytest.mark.parametrize("step", ["write_basis", "write_record"])
def test_killed_while_beginning_nothing_was_begun(vault, rng, monkeypatch, step):
    """A basis that no state speaks of was never used; a state without its basis is never seen."""

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"concordant.site.vault.{step}", killed)
    with pytest.raises(KeyboardInterrupt):
        vault.begin_release(CHARTER, envelope(), draw_basis(rng))
    monkeypatch.undo()
    assert vault.plan_release(CHARTER, "north") == PlannedRelease(1, None)
    basis = draw_basis(rng)
    vault.begin_release(CHARTER, envelope(), basis)
    assert equal(vault.read_release(CHARTER, "north", 1), basis, envelope())


# ---------------------------------------------------------------- span and log


def test_one_span_for_one_set_of_terms(vault):
    vault.require_same_span(CHARTER, "north", "1" * 64)
    vault.keep_span(CHARTER, "north", "1" * 64)
    vault.keep_span(CHARTER, "north", "1" * 64)
    vault.require_same_span(CHARTER, "north", "1" * 64)
    for deed in (vault.keep_span, vault.require_same_span):
        with pytest.raises(SecondSpan) as caught:
            deed(CHARTER, "north", "2" * 64)
    first, second = caught.value.facts["first"], caught.value.facts["second"]
    assert first != second
    assert len(first.split()) == len(second.split()) == 12
    vault.keep_span(ANOTHER_VERSION, "north", "2" * 64)
    with pytest.raises(ValueError, match="64"):
        vault.keep_span(CHARTER, "south", "words")


def test_a_release_keeps_the_span_and_a_span_the_releases(vault, rng):
    vault.keep_span(CHARTER, "north", "1" * 64)
    vault.begin_release(CHARTER, envelope(), draw_basis(rng))
    vault.finish_release(CHARTER, envelope(), **LEFT)
    with pytest.raises(SecondSpan):
        vault.keep_span(CHARTER, "north", "2" * 64)
    assert len(vault.read_releases(CHARTER, "north")) == 1


def test_the_log_grows_line_by_line(vault):
    lines = [{"what": "view", "n_bytes": 5}, {"what": "bundle", "release": 1, "span": None}]
    for line in lines:
        vault.note(CHARTER, "north", line)
    read = Vault(vault.path).read_log(CHARTER, "north")
    assert [{k: v for k, v in line.items() if k != "at"} for line in read] == lines
    assert all(line["at"].endswith("Z") for line in read)
    assert vault.read_log(ANOTHER_VERSION, "north") == []


# ---------------------------------------------------------------- damage


def finished(vault, rng) -> SecretBasis:
    basis = draw_basis(rng)
    vault.begin_release(CHARTER, envelope(), basis)
    vault.finish_release(CHARTER, envelope(), **LEFT)
    vault.note(CHARTER, "north", {"what": "bundle"})
    return basis


@pytest.mark.parametrize("name", ["state.json", "log.json", "000001.basis"])
def test_every_kind_of_damage_has_the_name_of_the_file(vault, rng, name):
    finished(vault, rng)
    path = file_of(vault, name)
    whole = path.read_bytes()

    def read():
        vault.read_release(CHARTER, "north")
        vault.read_log(CHARTER, "north")

    damages = [b"", b"\x00" * 64, whole[:-2], whole + b" ", whole[: len(whole) // 2]]
    damages += [whole.replace(b"format", b"fourth"), b"[]\n", b'{"a":1}\n']
    for damage in damages:
        path.write_bytes(damage)
        with pytest.raises(VaultDamaged) as caught:
            read()
        assert caught.value.facts["file"] == name
    path.unlink()
    path.mkdir()
    with pytest.raises(VaultDamaged):
        read()


@pytest.mark.parametrize("place", [40, 200, -1])
def test_a_changed_byte_of_the_basis_is_noticed(vault, rng, place):
    finished(vault, rng)
    path = file_of(vault, "000001.basis")
    raw = bytearray(path.read_bytes())
    raw[place] ^= 1
    path.write_bytes(raw)
    with pytest.raises(VaultDamaged):
        vault.read_release(CHARTER, "north")


@posix
def test_links_in_the_vault_are_not_followed(vault, rng, tmp_path):
    finished(vault, rng)
    for name in ("state.json", "000001.basis"):
        path = file_of(vault, name)
        path.rename(tmp_path / name)
        path.symlink_to(tmp_path / name)
        with pytest.raises(VaultDamaged):
            vault.read_release(CHARTER, "north")
        path.unlink()
        (tmp_path / name).rename(path)
    vault.read_release(CHARTER, "north")


def test_a_lost_basis_is_told_and_replace_goes_on_without_it(vault, rng):
    vault.begin_release(CHARTER, envelope(), draw_basis(rng))
    file_of(vault, "000001.basis").unlink()
    with pytest.raises(VaultDamaged, match="missing"):
        vault.plan_release(CHARTER, "north")
    assert vault.plan_release(CHARTER, "north", replace=True) == PlannedRelease(2, None)


@pytest.mark.parametrize(
    "change",
    [
        {"span": "short"},
        {"span": 7},
        {"site": "south"},
        {"terms_digest": "0" * 64},
        {"kind": "diary"},
        {"format": True},
        {"releases": {}},
        {"releases": [1]},
        {"more": 1},
        {"number": 2},
        {"number": "1"},
        {"tag": None},
        {"begun": "yesterday"},
        {"begun": 5},
        {"finished": None},
        {"sha256": "x"},
        {"n_bytes": -1},
        {"n_bytes": 1.5},
    ],
)
def test_a_state_that_breaks_a_rule_is_damage(vault, rng, change):
    finished(vault, rng)
    path = file_of(vault, "state.json")
    state = json.loads(path.read_bytes())
    ((key, value),) = change.items()
    holder = state["releases"][0] if key in state["releases"][0] else state
    holder[key] = value
    path.write_text(json.dumps(state, sort_keys=True, separators=(",", ":")) + "\n", "utf-8")
    with pytest.raises(VaultDamaged):
        vault.read_release(CHARTER, "north")


def write_basis_file(path, kind, sent, arrays, details=None):
    with path.open("wb") as file:
        write_container(file, ManifestDraft(kind, sent, details or {}), arrays)


def test_a_sound_file_of_something_else_is_no_basis(vault, rng):
    matrix = finished(vault, rng).reveal()
    path = file_of(vault, "000001.basis")
    wrong = [
        ("notbasis", envelope(), [("basis", matrix)], None),
        ("basis", envelope(2), [("basis", matrix)], None),
        ("basis", envelope(site="south"), [("basis", matrix)], None),
        ("basis", envelope(tag="c" * 64), [("basis", matrix)], None),
        ("basis", envelope(charter=ANOTHER_VERSION), [("basis", matrix)], None),
        ("basis", envelope(), [("basis", matrix[:, :3])], None),
        ("basis", envelope(), [("basis", matrix.astype(np.float32))], None),
        ("basis", envelope(), [("basis", matrix), ("more", matrix)], None),
        ("basis", envelope(), [("basis", matrix)], {"more": 1}),
        ("basis", envelope(), [("basis", matrix * 2.0)], None),
    ]
    for kind, sent, arrays, details in wrong:
        write_basis_file(path, kind, sent, arrays, details)
        with pytest.raises(VaultDamaged):
            vault.read_release(CHARTER, "north")
    write_basis_file(path, "basis", envelope(), [("basis", matrix)])
    vault.read_release(CHARTER, "north")
