import os
import stat
from pathlib import Path

import pytest

from concordant.errors.files import (
    FileMissing,
    FileUnwritable,
    ForeignSecretStore,
    NotAFile,
    NotAFolder,
    OpenSecretStore,
    PermissionsUnknown,
)
from concordant.files import private
from concordant.files.private import (
    is_readable_secret,
    require_private_file,
    require_private_folder,
)

POSIX = pytest.mark.skipif(os.name == "nt", reason="modes are kept by POSIX systems")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "vault"
    path.mkdir(mode=0o700)
    return path


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is shown as open to everybody, as on a FAT stick."""
    really_look = Path.stat

    def look(path: Path, **choices: object) -> os.stat_result:
        facts = really_look(path, **choices)
        return os.stat_result((stat.S_IFMT(facts.st_mode) | 0o777, *facts[1:]))

    monkeypatch.setattr(Path, "stat", look)


def secret_in(folder: Path, mode: int = 0o600) -> Path:
    path = folder / "pact"
    path.write_bytes(b"secret")
    path.chmod(mode)
    return path


@POSIX
def test_a_new_folder_is_its_owners_alone(tmp_path):
    path = tmp_path / "deep" / "vault"
    assert require_private_folder(path, create=True, accept_open=False)
    assert stat.S_IMODE(path.stat().st_mode) == 0o700


@POSIX
def test_a_folder_that_is_there_is_used_when_it_is_private(folder):
    for create in (True, False):
        assert require_private_folder(folder, create=create, accept_open=False)


def test_a_folder_is_not_made_unasked(tmp_path):
    with pytest.raises(FileMissing):
        require_private_folder(tmp_path / "vault", create=False, accept_open=False)
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "vault").write_bytes(b"")
    for create in (True, False):
        with pytest.raises(NotAFolder):
            require_private_folder(tmp_path / "vault", create=create, accept_open=False)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileUnwritable):
        require_private_folder(tmp_path / "file" / "vault", create=True, accept_open=False)


@POSIX
@pytest.mark.parametrize("mode", [0o777, 0o750, 0o701, 0o740])
@pytest.mark.parametrize("accept_open", [True, False])
def test_a_folder_that_others_can_enter_is_refused_whatever_is_accepted(folder, mode, accept_open):
    folder.chmod(mode)
    with pytest.raises(OpenSecretStore, match="chmod 700") as caught:
        require_private_folder(folder, create=False, accept_open=accept_open)
    assert caught.value.exit_code == 4
    assert list(folder.iterdir()) == [], "the trial left something behind"


@POSIX
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o622])
def test_a_file_that_others_can_read_is_refused(folder, mode):
    path = secret_in(folder)
    assert require_private_file(path, accept_open=False)
    path.chmod(mode)
    with pytest.raises(OpenSecretStore, match="chmod 600"):
        require_private_file(path, accept_open=True)


def test_a_missing_secret_is_named(folder):
    with pytest.raises(FileMissing):
        require_private_file(folder / "pact", accept_open=False)


def test_a_folder_is_no_secret(folder):
    with pytest.raises(NotAFile):
        require_private_file(folder, accept_open=False)


@POSIX
@pytest.mark.usefixtures("forgetful")
def test_where_no_permissions_are_kept_it_is_refused_unless_accepted(folder):
    path = secret_in(folder)
    with pytest.raises(PermissionsUnknown, match="--accept-open-store"):
        require_private_folder(folder, create=False, accept_open=False)
    with pytest.raises(PermissionsUnknown):
        require_private_file(path, accept_open=False)
    assert not require_private_folder(folder, create=False, accept_open=True)
    assert not require_private_file(path, accept_open=True)
    assert list(folder.iterdir()) == [path], "the trial left something behind"


@POSIX
@pytest.mark.usefixtures("forgetful")
def test_where_nothing_can_be_tried_the_rights_that_are_shown_count(folder, monkeypatch):
    def refusing(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refusing)
    with pytest.raises(OpenSecretStore):
        require_private_folder(folder, create=False, accept_open=True)


@POSIX
def test_a_folder_of_somebody_else_is_refused(folder, monkeypatch):
    owner = folder.stat().st_uid
    really_look = Path.stat

    def look(path: Path, **choices: object) -> os.stat_result:
        facts = list(really_look(path, **choices))
        facts[stat.ST_UID] = owner + 1
        return os.stat_result(facts)

    monkeypatch.setattr(Path, "stat", look)
    monkeypatch.setattr(os, "geteuid", lambda: owner)
    with pytest.raises(ForeignSecretStore):
        require_private_folder(folder, create=False, accept_open=True)


def test_a_secret_that_the_analyst_could_read_is_noticed(folder, monkeypatch):
    path = folder / "pact"
    assert not is_readable_secret(path)
    secret_in(folder)
    assert is_readable_secret(path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert not is_readable_secret(path)


# Windows, played: access lists instead of modes.


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """Play a Windows whose access lists answer as ``answers`` says."""
    answers: dict[str, object] = {"others": False, "knows": True, "restricted": []}

    def ask(path: Path) -> bool:
        if not answers["knows"]:
            raise PermissionsUnknown(path=str(path))
        return bool(answers["others"])

    def restrict(path: Path) -> None:
        if not answers["knows"]:
            raise PermissionsUnknown(path=str(path))
        answers["restricted"].append(path)

    monkeypatch.setattr(private, "_WINDOWS", True)
    monkeypatch.setattr(private, "others_have_access", ask)
    monkeypatch.setattr(private, "restrict_to_owner", restrict)
    return answers


def test_on_windows_a_new_folder_is_restricted_and_an_old_one_is_asked(windows, tmp_path):
    path = tmp_path / "vault"
    assert require_private_folder(path, create=True, accept_open=False)
    assert windows["restricted"] == [path]
    windows["others"] = True
    with pytest.raises(OpenSecretStore):
        require_private_folder(path, create=True, accept_open=True)
    assert windows["restricted"] == [path]


def test_on_windows_a_file_that_others_can_open_is_refused(windows, folder):
    path = secret_in(folder)
    assert require_private_file(path, accept_open=False)
    windows["others"] = True
    with pytest.raises(OpenSecretStore):
        require_private_file(path, accept_open=True)


@pytest.mark.parametrize("name", ["vault", "new"])
def test_on_a_stick_without_access_lists_it_is_refused_unless_accepted(windows, folder, name):
    windows["knows"] = False
    path = folder.parent / name
    with pytest.raises(PermissionsUnknown):
        require_private_folder(path, create=True, accept_open=False)
    assert not require_private_folder(path, create=True, accept_open=True)
