"""The charter: everything that the numbers of a study depend on, agreed by all, known to anybody.

In:  agreed constants (typed by a person, or drafted by ``draft``).
Out: a frozen Charter with two faces: the canonical content that its digest is taken of, and
     (``charter_text``) a commented TOML that people read and edit.
"""

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Literal

from concordant.terms.digest import content_digest
from concordant.terms.features import column_features
from concordant.terms.schema import ClassLabel, Column, Label
from concordant.wire.messages import Precision

Task = Literal["classification", "regression"]
SpanPlan = Literal["own", "shared", "agreed", "public"]
AnchorKind = Literal["orthonormal", "uniform", "gaussian", "public"]

FORMAT = 1


@dataclass(frozen=True, slots=True)
class AnchorPlan:
    """How the shared anchor is made from the pact.

    ``n_rows`` counts the rows of a uniform or gaussian anchor (an orthonormal one has as many
    as there are features, a public one as many as the public table). ``draw`` numbers the
    recipe of the random numbers; its known answers never change.
    """

    kind: AnchorKind = "orthonormal"
    n_rows: int | None = None
    draw: int = 1


@dataclass(frozen=True, slots=True)
class Consents:
    """Risks that a study takes knowingly; each that is true is repeated on every screen."""

    accept_weak_anchor: bool = False
    agreed_below_floor: bool = False
    analyst_is_site: bool = False
    model_may_contain_rows: bool = False
    accept_unique_labels: bool = False

    def spoken(self) -> tuple[str, ...]:
        """Return the names of those that are true."""
        return tuple(name for name in self.__dataclass_fields__ if getattr(self, name))


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The stamp of ``charter confirm``: a later edit of the terms no longer matches it."""

    version: int
    terms_digest: str


@dataclass(frozen=True)
class Charter:
    """The agreed terms of one study."""

    study: str
    study_id: str
    task: Task
    label: Label
    columns: tuple[Column, ...]
    n_dims: int
    span: SpanPlan = "own"
    anchor: AnchorPlan = field(default_factory=AnchorPlan)
    precision: Precision = "float32"
    group: str | None = None
    public_sha256: str | None = None
    threat_model: str = "semi-honest"
    retention: str = ""
    consents: Consents = field(default_factory=Consents)
    rehearsal: bool = False
    confirmed: Confirmation | None = None

    @cached_property
    def feature_names(self) -> tuple[str, ...]:
        """The names of the numeric features, in order; their number is the paper's m."""
        return tuple(name for column in self.columns for name in column_features(column))

    @property
    def n_features(self) -> int:
        """How many numbers a row becomes."""
        return len(self.feature_names)

    @property
    def classes(self) -> tuple[str, ...]:
        """The label's classes in order; empty for a regression."""
        return self.label.classes if isinstance(self.label, ClassLabel) else ()

    @cached_property
    def terms_digest(self) -> str:
        """SHA-256 of the canonical content, in hexadecimal."""
        return content_digest(self.content())

    def content(self) -> dict[str, Any]:
        """Everything that numbers depend on, as plain data; the stamp is not part of it."""
        return charter_content(self)


def charter_content(charter: Charter) -> dict[str, Any]:
    """Return the agreed content of a charter, laid out like its TOML text.

    Keys that are not set are absent. The order of the columns counts: it is the order of the
    features. The stamp of ``charter confirm`` is not content.
    """
    anchor = charter.anchor
    content: dict[str, Any] = {
        "format": FORMAT,
        "study": {
            "name": charter.study,
            "id": charter.study_id,
            "task": charter.task,
            "threat_model": charter.threat_model,
            "retention": charter.retention,
            "rehearsal": charter.rehearsal,
        },
        "label": _plain(charter.label),
        "projection": _without_none(
            {
                "dims": charter.n_dims,
                "span": charter.span,
                "anchor": anchor.kind,
                "anchor_rows": anchor.n_rows,
                "draw": anchor.draw,
                "precision": charter.precision,
                "public_sha256": charter.public_sha256,
            }
        ),
        "consents": asdict(charter.consents),
        "columns": [{"kind": column.kind, **_plain(column)} for column in charter.columns],
    }
    if charter.group is not None:
        content["group"] = {"column": charter.group}
    return content


def _plain(record: Column | Label) -> dict[str, Any]:
    """Return the set fields; every float without the sign of a zero."""
    return _without_none({key: _plain_value(value) for key, value in asdict(record).items()})


def _plain_value(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    return value + 0.0 if isinstance(value, float) else value


def _without_none(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value is not None}
