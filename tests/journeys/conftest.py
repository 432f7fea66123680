"""The folders of ``tests/cli``: a small study before and after the analyst's run."""

from tests.cli.conftest import _study, _trained, study, trained

__all__ = ["_study", "_trained", "study", "trained"]
