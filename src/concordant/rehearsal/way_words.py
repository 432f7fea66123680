"""Name ways to train as shortly as the others beside them allow.

In:  all ways of one rehearsal.
Out: names for tables and pictures, and words for sentences. Anybody may run this.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from concordant.rehearsal.run_line import Way

_FIELDS = ("span", "n_dims", "model", "anchor", "condition")


@dataclass(frozen=True, slots=True)
class WayWords:
    """Names of the ways of one rehearsal: what is the same for all of them is left out."""

    told: tuple[str, ...]

    def name(self, way: Way) -> str:
        """Return a name for a table: the method and what sets this way apart."""
        return ", ".join([way.method, *self._settings(way, "{} dims")])

    def words(self, way: Way) -> str:
        """Return the way for a sentence, with everything that it depends on."""
        said = [f"`{way.method}`"]
        if way.span:
            said.append(f"with the {way.span} span" if way.span != "own" else "with own spans")
        if way.n_dims:
            said.append(f"in {way.n_dims} dimensions" if way.n_dims > 1 else "in 1 dimension")
        if "model" in self.told:
            said.append(f"with the model `{way.model}`")
        if "anchor" in self.told and way.anchor:
            article = "an" if way.anchor[0] in "aeio" else "a"
            said.append(f"through {article} {way.anchor} anchor")
        return " ".join(said)

    def _settings(self, way: Way, dims: str) -> list[str]:
        settings = []
        for field in self.told:
            value = getattr(way, field)
            if value:
                settings.append(dims.format(value) if field == "n_dims" else str(value))
        return settings


def way_words(ways: Sequence[Way]) -> WayWords:
    """Return the names that tell these ways apart.

    >>> own = Way("auto", "ridge", "own", "orthonormal", n_dims=6)
    >>> agreed = Way("auto", "ridge", "agreed", "orthonormal", n_dims=6)
    >>> words = way_words([own, agreed, Way("local", "ridge")])
    >>> words.name(own), words.words(agreed)
    ('auto, own', '`auto` with the agreed span in 6 dimensions')
    """
    told = []
    for field in _FIELDS:
        values = {getattr(way, field) for way in ways} - {"", 0}
        if len(values) > 1:
            told.append(field)
    return WayWords(tuple(told))
