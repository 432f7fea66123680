"""What the vault knows of a site's releases under one set of terms.

In:  a plain record from the vault, or a step: a release begun, finished, a span used.
Out: frozen StudyState records, whose every field keeps its rule. Nothing secret is in them.
     Only a site runs this; it reads and writes no file.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from concordant.errors.site import ReleaseUnknown, SecondSpan, VaultDamaged
from concordant.wire.envelopes import MOST_RELEASES
from concordant.wire.rules import HEX_256, is_count, matches
from concordant.wire.words import fingerprint_words

FORMAT = 1
KIND = "concordant vault state"
_KEYS = {"format", "kind", "study_id", "site", "terms_digest", "span", "releases"}
_RELEASE_KEYS = {"number", "tag", "begun", "finished", "sha256", "n_bytes"}
_LARGEST_FILE = 2**48
_LONGEST_TIME = 40


@dataclass(frozen=True, slots=True)
class Release:
    """One release: pending from ``begun`` (the basis is on disk) until ``finished``.

    ``tag`` is that of the pact it was made with; ``sha256`` and ``n_bytes`` are of the bundle.
    Times are in UTC.
    """

    number: int
    tag: str
    begun: str
    finished: str | None = None
    sha256: str | None = None
    n_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class StudyState:
    """The releases in order, and the fingerprint of the agreed span that was used."""

    study_id: str
    terms_digest: str
    site: str
    span: str | None = None
    releases: tuple[Release, ...] = ()

    @property
    def latest(self) -> Release | None:
        """The release with the highest number."""
        return self.releases[-1] if self.releases else None

    @property
    def next_number(self) -> int:
        """The number of a release that was not begun yet."""
        return self.latest.number + 1 if self.latest else 1

    def begin(self, number: int, tag: str) -> "StudyState":
        """Return the state with a pending release; its number must be the next one."""
        if number != self.next_number:
            raise ReleaseUnknown(number=number, site=self.site, state="not the next one")
        return replace(self, releases=(*self.releases, Release(number, tag, now())))

    def finish(self, number: int, *, sha256: str, n_bytes: int) -> "StudyState":
        """Return the state in which the pending release ``number`` has left."""
        pending = self.find(number)
        if pending is None:
            raise ReleaseUnknown(number=number, site=self.site, state="not begun")
        if pending.finished is not None:
            raise ReleaseUnknown(number=number, site=self.site, state="already finished")
        done = replace(pending, finished=now(), sha256=sha256, n_bytes=n_bytes)
        return replace(
            self, releases=tuple(done if old is pending else old for old in self.releases)
        )

    def find(self, number: int) -> Release | None:
        """Return the release of that number, if it was begun."""
        return next((release for release in self.releases if release.number == number), None)

    def require_span(self, fingerprint: str) -> None:
        """Refuse another span than the one that was used under these terms."""
        if self.span not in (None, fingerprint):
            first, second = (fingerprint_words(digest) for digest in (self.span, fingerprint))
            raise SecondSpan(first=first, second=second)


def now() -> str:
    """Return this second in UTC, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def encode_state(state: StudyState) -> dict[str, Any]:
    """Return the state as plain data."""
    releases = [
        {name: getattr(release, name) for name in sorted(_RELEASE_KEYS)}
        for release in state.releases
    ]
    return {
        "format": FORMAT,
        "kind": KIND,
        "study_id": state.study_id,
        "site": state.site,
        "terms_digest": state.terms_digest,
        "span": state.span,
        "releases": releases,
    }


def decode_state(record: dict[str, Any], expected: StudyState, *, file: str) -> StudyState:
    """Return the state in ``record``, which must be of the study, site and terms expected."""
    ours = {
        "format": FORMAT,
        "kind": KIND,
        "study_id": expected.study_id,
        "site": expected.site,
        "terms_digest": expected.terms_digest,
    }
    said = {name: record.get(name) for name in ours}
    if record.keys() != _KEYS or said != ours or record["format"] is True:
        raise VaultDamaged(file=file, reason="it is of another study, site or version")
    releases = record["releases"]
    sound = record["span"] is None or matches(HEX_256, record["span"])
    sound = sound and isinstance(releases, list) and all(_is_release(line) for line in releases)
    # Numbers count from 1 without a gap: nothing is ever taken out of the list.
    sound = sound and [line["number"] for line in releases] == list(range(1, len(releases) + 1))
    if not sound:
        raise VaultDamaged(file=file, reason="a field breaks its rule")
    found = tuple(Release(**line) for line in releases)
    return replace(expected, span=record["span"], releases=found)


def _is_release(line: object) -> bool:
    if not isinstance(line, dict) or line.keys() != _RELEASE_KEYS:
        return False
    is_left = (line["finished"], line["sha256"], line["n_bytes"]) != (None, None, None)
    return (
        is_count(line["number"], most=MOST_RELEASES)
        and matches(HEX_256, line["tag"])
        and _is_time(line["begun"])
        and (
            not is_left
            or (
                _is_time(line["finished"])
                and matches(HEX_256, line["sha256"])
                and is_count(line["n_bytes"], most=_LARGEST_FILE)
            )
        )
    )


def _is_time(value: object) -> bool:
    if not isinstance(value, str) or len(value) > _LONGEST_TIME:
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True
