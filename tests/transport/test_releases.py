"""A release can be interrupted anywhere and run again: one number, one basis, one bundle."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from concordant.analyst.intake import intake_bundles
from concordant.errors.files import FileExists, FileUnwritable, NotAFolder
from concordant.errors.site import (
    AlreadyReleased,
    BasisMissing,
    ReleaseUnknown,
    SecondSpan,
    VaultBusy,
)
from concordant.errors.site_release import SpanFileNeeded
from concordant.linalg.orthonormal import draw_haar
from concordant.linalg.subspaces import distance_from_span
from concordant.site.anchor import draw_anchor
from concordant.site.send_view import view
from concordant.site.vault import Vault
from concordant.terms.charter import Consents
from concordant.transport.folder import releases
from concordant.transport.folder.analyst import read_inbox
from concordant.transport.folder.releases import prepare_release, send_release, send_view
from concordant.wire.codec import encode_message, read_message
from concordant.wire.limits import Limits
from concordant.wire.messages import AgreedSpan
from tests.studies import make_charter, make_pact, make_table, span_message

CHARTER = make_charter()
AGREED = make_charter(span="agreed", consents=Consents(agreed_below_floor=True))


class Site:
    """A site with its vault, a folder to send to, and one table."""

    def __init__(self, folder, rng, charter=CHARTER):
        self.charter, self.table = charter, make_table(rng)
        self.vault, self.inbox = Vault(folder / "vault"), folder / "inbox"

    def prepare(self, **choices):
        choices = {"vault": self.vault} | choices
        return prepare_release(self.charter, make_pact(), self.table, site="north", **choices)

    def send(self, prepared, **choices):
        return send_release(prepared, self.charter, self.inbox, self.vault, **choices)

    def go(self, **choices):
        return self.send(self.prepare(**choices))

    def read_bundle(self):
        raw = (self.inbox / "north.bundle").read_bytes()
        limits = Limits(n_features=11, n_dims=4)
        return read_message(io.BytesIO(raw), limits=limits, kinds=("bundle",))

    def require_consistent(self, number: int):
        """The bundle that lies there was made with the basis that is kept, and is accepted."""
        kept = self.vault.read_release(self.charter, "north")
        bundle = self.read_bundle()
        assert kept.envelope == bundle.envelope
        assert kept.envelope.release == number
        anchor = draw_anchor(make_pact(), self.charter)
        np.testing.assert_array_equal(bundle.anchor_view, anchor.view(kept.basis.reveal()))
        assert [path.name for path in self.inbox.iterdir()] == ["north.bundle"]
        intake = intake_bundles(self.charter, read_inbox(self.inbox, "bundle").arrivals)
        assert [each.envelope.site for each in intake.accepted] == ["north"], intake.refused


@pytest.fixture
def site(tmp_path, rng):
    return Site(tmp_path, rng)


def test_a_release_leaves_with_its_basis_kept_and_its_line_in_the_log(site):
    prepared = site.prepare()
    assert (prepared.number, prepared.resumed) == (1, False)
    assert not site.vault.path.exists()
    assert not site.inbox.exists(), "nothing is written before the yes"
    uploaded = site.send(prepared)
    site.require_consistent(1)
    (release,) = site.vault.read_releases(CHARTER, "north")
    assert (release.sha256, release.n_bytes) == (uploaded.sha256, uploaded.n_bytes)
    (line,) = site.vault.read_log(CHARTER, "north")
    assert line["sha256"] == uploaded.sha256
    assert (line["what"], line["file"], line["release"]) == ("bundle", "north.bundle", 1)
    assert line["n_rows"] == 60


def test_a_second_release_needs_the_word_and_gets_a_fresh_basis_and_number(site):
    site.go()
    first = site.vault.read_release(CHARTER, "north").basis.reveal()
    with pytest.raises(AlreadyReleased):
        site.prepare()
    site.go(replace=True)
    site.require_consistent(2)
    second = site.vault.read_release(CHARTER, "north").basis.reveal()
    assert not np.allclose(first, second)
    assert distance_from_span(first, second) < 1e-9
    kept = site.vault.read_release(CHARTER, "north", 1)
    np.testing.assert_array_equal(kept.basis.reveal(), first)


def test_a_bundle_that_disappeared_is_not_made_again_unasked(site):
    site.go()
    (site.inbox / "north.bundle").unlink()
    with pytest.raises(AlreadyReleased):
        site.prepare()
    site.go(replace=True)
    site.require_consistent(2)


def test_a_strangers_file_of_that_name_is_left_alone(site):
    site.inbox.mkdir()
    (site.inbox / "north.bundle").write_bytes(b"theirs")
    prepared = site.prepare()
    with pytest.raises(FileExists):
        site.send(prepared)
    assert (site.inbox / "north.bundle").read_bytes() == b"theirs"
    assert site.vault.read_releases(CHARTER, "north") == (), "nothing was begun"
    site.send(prepared, force=True)
    site.require_consistent(1)


class Killed(BaseException):
    """Stands for the end of the process: nothing of ours catches it."""


def die(*_args, **_choices):
    raise Killed


STEPS = [
    ("before the basis", Vault, "begin_release", "before"),
    ("after the basis", Vault, "begin_release", "after"),
    ("before the bundle", releases, "write_upload", "before"),
    ("after the bundle", releases, "write_upload", "after"),
    ("before the line", Vault, "note", "before"),
    ("after the line", Vault, "note", "after"),
    ("before the end", Vault, "finish_release", "before"),
    ("after the end", Vault, "finish_release", "after"),
]


@pytest.mark.parametrize(
    ("owner", "name", "when"), [s[1:] for s in STEPS], ids=[s[0] for s in STEPS]
)
@pytest.mark.parametrize("replace", [False, True], ids=["first", "second"])
def test_killed_at_any_step_the_same_call_finishes_it(
    site, monkeypatch, owner, name, when, replace
):
    if replace:
        site.go()
    real = getattr(owner, name)

    def and_die(*args, **choices):
        if when == "after":
            real(*args, **choices)
        raise Killed

    monkeypatch.setattr(owner, name, and_die)
    prepared = site.prepare(replace=replace)
    with pytest.raises(Killed):
        site.send(prepared)
    monkeypatch.undo()

    number = 2 if replace else 1
    finished = name == "finish_release" and when == "after"
    begun = not (name == "begin_release" and when == "before")
    site.vault = Vault(site.vault.path)
    if not finished:
        again = site.prepare(replace=replace)
        assert (again.number, again.resumed) == (number, begun)
        if begun:
            np.testing.assert_array_equal(
                again.contribution.basis.reveal(), prepared.contribution.basis.reveal()
            )
        site.send(again)
    site.require_consistent(number)
    with pytest.raises(AlreadyReleased):
        site.prepare()


def test_killed_inside_the_writing_no_half_bundle_is_seen(site, monkeypatch):
    monkeypatch.setattr("concordant.transport.folder.site.write_message", die)
    with pytest.raises(Killed):
        site.go()
    monkeypatch.undo()
    assert list(site.inbox.iterdir()) == []
    with pytest.raises(BasisMissing):
        site.vault.read_release(CHARTER, "north")
    site.go()
    site.require_consistent(1)


def test_an_interrupted_release_with_another_pact_begins_anew_only_on_demand(site, monkeypatch):
    monkeypatch.setattr(releases, "write_upload", die)
    with pytest.raises(Killed):
        site.go()
    monkeypatch.undo()
    with pytest.raises(AlreadyReleased):
        prepare_release(CHARTER, make_pact(1), site.table, site="north", vault=site.vault)
    other = prepare_release(
        CHARTER, make_pact(1), site.table, site="north", vault=site.vault, replace=True
    )
    assert (other.number, other.resumed) == (2, False)


def test_two_who_prepared_at_once_do_not_both_send(site):
    first, second = site.prepare(), site.prepare()
    site.send(first)
    bundle = (site.inbox / "north.bundle").read_bytes()
    with pytest.raises(FileExists):
        site.send(second)
    with pytest.raises(ReleaseUnknown, match="already finished"):
        site.send(second, force=True)
    assert (site.inbox / "north.bundle").read_bytes() == bundle
    site.require_consistent(1)


def test_a_vault_in_use_is_waited_for_by_the_person(site):
    prepared = site.prepare()
    with Vault(site.vault.path).lock(CHARTER, "north"), pytest.raises(VaultBusy):
        site.send(prepared)
    assert not site.inbox.exists()
    with site.vault.lock(CHARTER, "north"):
        site.send(prepared)
    site.require_consistent(1)


def agreed_span(rng, sites=("north", "south")) -> AgreedSpan:
    return span_message(AGREED, make_pact(), draw_haar(rng, 11, 4), sites)


def test_a_second_span_is_refused_once_one_was_used(tmp_path, rng):
    site = Site(tmp_path, rng, AGREED)
    first, second = agreed_span(rng), agreed_span(rng)
    with pytest.raises(SpanFileNeeded):
        site.prepare()
    site.prepare(span=second)  # looking at what would leave uses nothing
    site.go(span=first)
    with pytest.raises(SecondSpan):
        site.prepare(span=second, replace=True)
    site.go(span=first, replace=True)
    site.require_consistent(2)


def test_a_second_span_is_refused_at_the_moment_of_sending_too(tmp_path, rng):
    site = Site(tmp_path, rng, AGREED)
    late = site.prepare(span=agreed_span(rng))
    site.vault.keep_span(AGREED, "north", "1" * 64)
    with pytest.raises(SecondSpan):
        site.send(late)
    assert list(site.inbox.iterdir()) == []


def test_a_view_leaves_under_its_name_and_is_noted(tmp_path, rng):
    site = Site(tmp_path, rng, AGREED)
    made = view(AGREED, make_pact(), site.table, site="north")
    uploaded = send_view(AGREED, made, site.inbox, site.vault)
    assert uploaded.path.read_bytes() == encode_message(made)
    assert [line["what"] for line in site.vault.read_log(AGREED, "north")] == ["view"]
    again = view(AGREED, make_pact(), site.table, site="north")
    with pytest.raises(FileExists):
        send_view(AGREED, again, site.inbox, site.vault)
    assert uploaded.path.read_bytes() == encode_message(made)
    send_view(AGREED, again, site.inbox, site.vault, force=True)
    assert uploaded.path.read_bytes() == encode_message(again)
    assert len(site.vault.read_log(AGREED, "north")) == 2


def test_joining_without_rows_is_a_release_too(site):
    site.go(with_rows=False)
    assert site.read_bundle().rows.shape == (0, 4)
    assert site.vault.read_log(CHARTER, "north")[0]["n_rows"] == 0
    with pytest.raises(AlreadyReleased):
        site.prepare(with_rows=True)


def test_a_folder_that_cannot_be_made_is_named_before_anything_begins(site, tmp_path):
    (tmp_path / "file").write_text("no folder")
    prepared = site.prepare()
    for inbox, error in (
        (tmp_path / "file", NotAFolder),
        (tmp_path / "file" / "inbox", FileUnwritable),
    ):
        with pytest.raises(error):
            send_release(prepared, CHARTER, inbox, site.vault)
    assert site.vault.read_releases(CHARTER, "north") == ()


RUN_AND_HANG = """
import sys, time
from pathlib import Path
import numpy as np
from concordant.transport.folder import releases
from concordant.transport.folder.releases import prepare_release, send_release
from concordant.site.vault import Vault
from tests.studies import make_charter, make_pact, make_table

folder, where = Path(sys.argv[1]), sys.argv[2]

def hang(*args, **choices):
    if where == "after":
        real(*args, **choices)
    print("here", flush=True)
    time.sleep(600)

real, releases.write_upload = releases.write_upload, hang
charter, vault = make_charter(), Vault(folder / "vault")
table = make_table(np.random.default_rng(0))
prepared = prepare_release(charter, make_pact(), table, site="north", vault=vault)
with vault.lock(charter, "north"):
    send_release(prepared, charter, folder / "inbox", vault)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is POSIX")
@pytest.mark.parametrize("where", ["before", "after"])
def test_a_killed_process_leaves_no_lock_and_can_be_gone_on_with(site, tmp_path, where):
    command = [sys.executable, "-c", RUN_AND_HANG, str(tmp_path), where]
    project = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=project) as process:  # noqa: S603
        assert process.stdout.readline().strip() == b"here"
        with pytest.raises(VaultBusy), site.vault.lock(CHARTER, "north"):
            pass
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    assert (site.inbox / "north.bundle").exists() == (where == "after")
    again = site.prepare()
    assert (again.number, again.resumed) == (1, True)
    site.send(again)
    site.require_consistent(1)
