"""The manners of an object that holds a secret: it does not show, copy or serialise itself.

In:  nothing.
Out: a parent class for the pact, its keys, streams, spans and bases. Only sites run this.
"""

from typing import Any, NoReturn

from concordant.errors.site import SecretStaysHere


class KeptSecret:
    """An object that prints as its class name and refuses to be copied or pickled.

    It guards against accidents (a log line, a traceback, a cache, a subprocess), not against
    code that wants the secret and runs in the same process.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: secret>"

    def __str__(self) -> str:
        return repr(self)

    def __format__(self, format_spec: str) -> str:
        return repr(self)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        self._refuse("pickled")

    def __reduce__(self) -> NoReturn:
        self._refuse("pickled")

    def __getstate__(self) -> NoReturn:
        self._refuse("pickled")

    def __copy__(self) -> NoReturn:
        self._refuse("copied")

    def __deepcopy__(self, memo: dict[int, Any]) -> NoReturn:
        self._refuse("copied")

    def __setattr__(self, name: str, value: object) -> None:
        msg = f"{type(self).__name__} cannot be changed"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> None:
        msg = f"{type(self).__name__} cannot be changed"
        raise AttributeError(msg)

    def _refuse(self, deed: str) -> NoReturn:
        raise SecretStaysHere(what=type(self).__name__, deed=deed)
