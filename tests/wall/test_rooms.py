"""The house itself: rooms hold a docstring, modules say their sentence, none becomes a giant."""

import ast
import re
from pathlib import Path

import pytest

import concordant

SOURCE = Path(concordant.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
ROOMS = [path for path in MODULES if path.name == "__init__.py" and path.parent != SOURCE]
NAMELESS = {"utils", "util", "helpers", "helper", "common", "misc", "core", "base", "manager"}

# One library, one kind of room: where each may be imported.
LIBRARY_ROOMS = {
    "polars": r"terms/table\w*\.py",
    "cryptography": r"site/(pact\w*|study_keys|stream)\.py",
    "mnemonic": r"(site/pact\w*|wire/words)\.py",
    "skl2onnx": r"analyst/(issue|onnx)\w*\.py",
    "onnx": r"(analyst/(issue|onnx)\w*|wire/model\w*)\.py",
    "onnxruntime": r"wire/model\w*\.py",
    "skops": r"terms/model_archive\.py",
    "jinja2": r"report/\w+\.py",
    "matplotlib": r"report/draw\w*\.py",
    "click": r"cli/(\w+/)*\w+\.py",
    "rich": r"cli/(\w+/)*\w+\.py",
    "tomlkit": r"terms/\w+\.py",
    "rfc8785": r"wire/canonical\.py",
    "threadpoolctl": r"linalg/threads\.py",
}


def relative(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def imported_libraries(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_a_module_says_what_it_is_and_is_no_giant(path):
    text = path.read_text("utf-8")
    assert ast.get_docstring(ast.parse(text)), "no module docstring"
    assert len(text.splitlines()) <= 300, "past 300 lines a file holds two ideas"
    assert path.stem not in NAMELESS


@pytest.mark.parametrize("path", ROOMS, ids=relative)
def test_a_room_has_no_re_exports(path):
    if relative(path) == "errors/__init__.py":
        return  # the families of errors: they import nothing of ours
    body = ast.parse(path.read_text("utf-8")).body
    assert len(body) == 1, "an __init__ with code would carry one role into the other's process"


def test_every_folder_of_modules_is_a_package():
    folders = {path.parent for path in MODULES}
    assert all((folder / "__init__.py").exists() for folder in folders)


@pytest.mark.parametrize("library", sorted(LIBRARY_ROOMS))
def test_a_library_stays_in_its_room(library):
    users = [relative(path) for path in MODULES if library in imported_libraries(path)]
    assert users, f"{library} is a dependency that nothing imports"
    assert [path for path in users if not re.fullmatch(LIBRARY_ROOMS[library], path)] == []


@pytest.mark.parametrize("path", sorted((SOURCE / "linalg").glob("*.py")), ids=relative)
def test_the_algebra_needs_numpy_and_scipy_only(path):
    allowed = {"numpy", "scipy", "jaxtyping", "concordant", "typing", "collections", "dataclasses"}
    if path.stem == "threads":  # no algebra: it keeps the library of the algebra to one thread
        allowed |= {"threadpoolctl", "sys", "functools", "contextlib"}
    assert imported_libraries(path) <= allowed


def test_nothing_that_can_execute_code_is_imported():
    forbidden = {"pickle", "joblib", "cloudpickle", "dill", "marshal", "shelve"}
    assert [relative(path) for path in MODULES if imported_libraries(path) & forbidden] == []
