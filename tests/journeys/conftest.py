"""The folders of ``tests/cli``: a small study before and after the analyst's run."""

from tests.cli.conftest import _empty_pictures, _study, _trained, study, trained

__all__ = ["_empty_pictures", "_study", "_trained", "study", "trained"]
