"""One process at a time, and none that is dead."""

import os
import subprocess
import sys

import pytest

from concordant.errors.files import FileUnwritable
from concordant.errors.site import VaultBusy
from concordant.files import one_process
from concordant.files.one_process import only_process
from concordant.site.vault import Vault
from tests.studies import make_charter

CHARTER = make_charter()
HOLD = """
import sys
from pathlib import Path
from concordant.files.one_process import only_process
with only_process(Path(sys.argv[1])) as alone:
    print(alone, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def vault(tmp_path):
    return Vault(tmp_path / "vault")


def test_a_second_writer_is_told_at_once_and_may_come_later(vault):
    other = Vault(vault.path)
    with vault.lock(CHARTER, "north"):
        with pytest.raises(VaultBusy) as caught, other.lock(CHARTER, "north"):
            pytest.fail("two were in")
        assert caught.value.facts == {"site": "north"}
        with other.lock(CHARTER, "south"):
            pass
    with other.lock(CHARTER, "north"):
        pass


def test_a_lock_inside_a_lock_of_the_same_vault_lets_nobody_else_in(vault):
    other = Vault(vault.path)
    with vault.lock(CHARTER, "north"):
        with vault.lock(CHARTER, "north"):
            pass
        with pytest.raises(VaultBusy), other.lock(CHARTER, "north"):
            pass


def test_an_error_inside_gives_the_lock_back(vault):
    with pytest.raises(KeyboardInterrupt), vault.lock(CHARTER, "north"):
        raise KeyboardInterrupt
    with vault.lock(CHARTER, "north"):
        pass


def test_a_killed_process_leaves_no_lock(tmp_path):
    path = tmp_path / "lock"
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdout.readline().strip() == b"True"
        with only_process(path) as alone:
            assert not alone
        process.kill()
        process.wait()
    with only_process(path) as alone:
        assert alone


@pytest.fixture
def no_system_locks(monkeypatch):
    def refuse(_: int) -> None:
        raise OSError(95, "not supported")

    monkeypatch.setattr(one_process, "_take", refuse)


@pytest.mark.usefixtures("no_system_locks")
def test_without_locks_of_the_system_a_named_file_takes_their_place(tmp_path):
    path = tmp_path / "lock"
    with only_process(path) as first:
        assert first
        assert str(os.getpid()) in (tmp_path / "lock.owner").read_text("utf-8")
        with only_process(path) as second:
            assert not second
    assert not (tmp_path / "lock.owner").exists()


@pytest.mark.skipif(os.name == "nt", reason="there a process cannot be asked for without a handle")
@pytest.mark.usefixtures("no_system_locks")
def test_a_named_file_of_a_dead_process_is_taken_over(tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    host = one_process.socket.gethostname()
    owner = tmp_path / "lock.owner"
    owner.write_text(f"{ended.pid} token {host}", "utf-8")
    with only_process(tmp_path / "lock") as alone:
        assert alone
    for foreign in (f"{ended.pid} token elsewhere", "nonsense", ""):
        owner.write_text(foreign, "utf-8")
        with only_process(tmp_path / "lock") as alone:
            assert not alone
        assert owner.exists(), "what may be somebody's is not taken away"


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(FileUnwritable), only_process(tmp_path / "nowhere" / "lock"):
        pass
