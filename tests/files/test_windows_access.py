import subprocess
from pathlib import Path

import pytest

from concordant.errors.files import PermissionsUnknown
from concordant.files.windows_access import others_have_access, restrict_to_owner


class Icacls:
    """Plays Windows' own tool: remembers its calls and answers from a list of who may enter."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self.entered_by: set[str] = set()
        self.fault: Exception | None = None

    def __call__(self, words: list[str], **choices: object) -> subprocess.CompletedProcess[str]:
        assert choices["check"]
        assert not choices.get("shell")
        assert choices["timeout"]
        self.calls.append(words)
        if self.fault:
            raise self.fault
        _, path, verb, *rest = words
        found = verb == "/findsid" and rest[0] in self.entered_by
        text = f"SID Found: {path}." if found else "No files with a matching SID was found."
        return subprocess.CompletedProcess(words, 0, stdout=text, stderr="")


@pytest.fixture
def icacls(monkeypatch: pytest.MonkeyPatch) -> Icacls:
    tool = Icacls()
    monkeypatch.setattr(subprocess, "run", tool)
    monkeypatch.setenv("SYSTEMROOT", "C:/Windows")
    return tool


def test_a_path_of_ones_own_is_not_open_to_others(icacls, tmp_path):
    assert not others_have_access(tmp_path)
    assert len(icacls.calls) == 4


@pytest.mark.parametrize("group", ["*S-1-1-0", "*S-1-5-11", "*S-1-5-32-545", "*S-1-5-32-546"])
def test_a_group_of_others_is_found_by_its_number_and_not_by_its_name(icacls, tmp_path, group):
    icacls.entered_by = {group}
    assert others_have_access(tmp_path)


def test_a_right_of_the_owner_is_none_of_others(icacls, tmp_path):
    icacls.entered_by = {"*S-1-5-21-1-2-3-1001"}
    assert not others_have_access(tmp_path)


@pytest.mark.parametrize(
    ("domain", "user"), [("CLINIC", "CLINIC\\steward"), ("", "steward")], ids=["domain", "alone"]
)
def test_only_the_current_user_keeps_a_right(icacls, tmp_path, monkeypatch, domain, user):
    monkeypatch.setenv("USERNAME", "steward")
    monkeypatch.setenv("USERDOMAIN", domain)
    (tmp_path / "pact").write_bytes(b"")
    restrict_to_owner(tmp_path / "pact")
    restrict_to_owner(tmp_path)
    of_file, of_folder = icacls.calls
    assert of_file[2:] == ["/inheritance:r", "/grant:r", f"{user}:F"]
    assert of_folder[2:] == ["/inheritance:r", "/grant:r", f"{user}:(OI)(CI)F"]


def test_the_tool_is_windows_own_and_not_one_in_the_way(icacls, tmp_path):
    others_have_access(tmp_path)
    assert Path(icacls.calls[0][0]) == Path("C:/Windows/System32/icacls.exe")


@pytest.mark.parametrize(
    "fault",
    [
        FileNotFoundError(),
        PermissionError(),
        subprocess.TimeoutExpired("icacls", 30),
        subprocess.CalledProcessError(5, "icacls"),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_where_the_tool_cannot_answer_permissions_are_unknown(icacls, tmp_path, fault):
    icacls.fault = fault
    for ask in (others_have_access, restrict_to_owner):
        with pytest.raises(PermissionsUnknown):
            ask(tmp_path)
