"""The list of ways to train that a rehearsal compares, each a function that plays one Trial.

In:  functions, registered by ``@method``.
Out: methods by name. Never part of a real study.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar, get_args

from jaxtyping import Num

from concordant.errors.rehearsal import (
    MethodNameRefused,
    MethodTwice,
    MethodUnknown,
    NeedUnknown,
)
from concordant.linalg.arrays import Array
from concordant.rehearsal.trial import Trial
from concordant.terms.answers import Answers
from concordant.wire.rules import WORD, matches

Need = Literal["dims", "span", "anchor"]
PlainAnswers: TypeAlias = Answers | Num[Array, "..."]
Play: TypeAlias = Callable[[Trial], Sequence[PlainAnswers]]
_Play = TypeVar("_Play", bound=Play)

DEFAULT_METHODS = ("local", "central", "pooled-pca", "auto", "odc")


@dataclass(frozen=True, slots=True)
class KnownMethod:
    """One way to train: ``play`` answers a trial; ``needs`` says what it depends on.

    A method is played once for each combination of what it needs, and not once more.
    """

    name: str
    about: str
    needs: tuple[Need, ...]
    play: Play


_registered: dict[str, KnownMethod] = {}


def method(
    name: str, *, about: str, needs: Iterable[Need] = ("dims", "span", "anchor")
) -> Callable[[_Play], _Play]:
    """Register a function as a way to train that ``rehearse`` can compare.

    The function is given a ``Trial`` and returns the answers of each site, in the order of
    ``trial.sites``: one entry a site with one answer for each of its asked rows. An entry is an
    ``Answers`` (what ``.answers(...)`` of a trained model returns), or a plain array: class codes
    or values, or the probabilities of all classes with one row for each asked row.

    Parameters
    ----------
    name
        What the method is called in the plan and in the results.
    about
        One sentence for the list of methods.
    needs
        Which of ``dims``, ``span`` and ``anchor`` its results depend on.
    """
    if not matches(WORD, name):
        raise MethodNameRefused(name=repr(name)[:80])
    needed = tuple(needs)
    for need in needed:
        if need not in get_args(Need):
            raise NeedUnknown(method=name, need=str(need), known=", ".join(get_args(Need)))
    if name in _registered:
        raise MethodTwice(name=name)

    def register(play: _Play) -> _Play:
        _registered[name] = KnownMethod(name, about, needed, play)
        return play

    return register


def known_methods() -> Mapping[str, KnownMethod]:
    """Return what is registered, by name: ours, and what this process has added."""
    # Only their import makes our own known; at the top it would be a circle.
    from concordant.rehearsal import methods_baselines, methods_collaborative  # noqa: F401

    return MappingProxyType(dict(_registered))


@contextmanager
def methods_of_a_file() -> Iterator[Callable[[], Mapping[str, KnownMethod]]]:
    """Let a file register methods, and forget them at the end; the value returns what is there."""
    before = dict(known_methods())
    try:
        yield known_methods
    finally:
        _registered.clear()
        _registered.update(before)


def method_names() -> tuple[str, ...]:
    """Return the names that a plan may give, ours in the order of the docs."""
    return tuple(known_methods())


def about(name: str) -> str:
    """Return the sentence that says what a method does."""
    return require_methods((name,), known_methods())[0].about


def require_methods(
    names: Sequence[str], known: Mapping[str, KnownMethod]
) -> tuple[KnownMethod, ...]:
    """Return the methods of these names, or refuse the first that is unknown or named twice."""
    for place, name in enumerate(names):
        if name not in known:
            raise MethodUnknown(name=name, known=", ".join(known))
        if name in names[:place]:
            raise MethodTwice(name=name)
    return tuple(known[name] for name in names)
