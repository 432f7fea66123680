"""Folders in which the commands can be tried: a small study, and one that has been trained."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.commands import done
from tests.pictures import empty_pictures
from tests.small_study import SITES, joining, make_study


@contextmanager
def _standing_in(folder: Path) -> Iterator[None]:
    here = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)


@pytest.fixture(scope="package", autouse=True)
def _empty_pictures():
    with empty_pictures():
        yield


@pytest.fixture(scope="session")
def _study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    with _standing_in(folder):
        make_study(folder, seed=1)
    return folder


@pytest.fixture(scope="session")
def _trained(tmp_path_factory, _study):
    folder = tmp_path_factory.mktemp("trained") / "study"
    shutil.copytree(_study, folder)
    with _standing_in(folder):
        for site in SITES:
            done("site", "contribute", *joining(site), "--yes")
            done("site", "view", *joining(site, study="agreed"), "--yes")
        words = ["--charter", "charter.toml", "--inbox", "inbox", "--out", "run"]
        done("analyst", "train", *words, "--model", "logistic")
    return folder


@pytest.fixture
def study(_study, tmp_path, monkeypatch):
    """Stand in a fresh folder with tables, terms and pacts; nothing has left yet."""
    folder = tmp_path / "study"
    shutil.copytree(_study, folder)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def trained(_trained, tmp_path, monkeypatch):
    """Stand in a fresh folder in which all sites contributed and the analyst trained."""
    folder = tmp_path / "study"
    shutil.copytree(_trained, folder)
    monkeypatch.chdir(folder)
    return folder
