"""Keep a fitted estimator in an archive (skops), and read one under a list of allowed types.

In:  a fitted estimator; or the bytes of an archive and the types that its reader allows by name.
Out: bytes; the names to allow; the estimator and what it says of rows. The analyst writes one, a
     site that trusts the names reads it.

An archive is code that its reader chooses to trust. Nothing is built before all names were looked
at, and nothing is unpacked before its size is known.
"""

import io
import json
import warnings
import zipfile
from collections.abc import Collection

import numpy as np
from jaxtyping import Float32

from concordant.errors.model_archive import (
    ArchiveNotWritten,
    ArchiveTooLarge,
    ArchiveUnreadable,
    ArchiveUntrusted,
)
from concordant.errors.wire import ModelFailed
from concordant.linalg.arrays import Array
from concordant.terms.answers import ask
from concordant.terms.listing import list_some
from concordant.terms.recipes_build import Estimator
from concordant.wire.limits import Limits
from concordant.wire.model import ModelOutputs

_SCHEMA = "schema.json"
_ZIP = b"PK"
_MOST_NAMED = 30
_LONGEST_NAME = 120


def encode_archive(estimator: Estimator) -> bytes:
    """Return the archive of an estimator, whatever scikit-learn made it of."""
    import skops.io

    try:
        return bytes(skops.io.dumps(estimator))
    except Exception as error:  # noqa: BLE001  objects of any make may lie inside
        raise ArchiveNotWritten(
            given=type(estimator).__name__, reason=type(error).__name__
        ) from None


def list_types(raw: bytes) -> tuple[str, ...]:
    """Return the names that a reader must allow: the model's own type, and all beyond the rest.

    "The rest" is skops's list of scikit-learn's own estimators. The model's own type is on it at
    times and is asked for all the same: nobody runs an archive without having named one type.
    """
    import skops.io

    _require_small(raw)
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            root = json.loads(archive.read(_SCHEMA))
        found = {f"{root['__module__']}.{root['__class__']}"}
        return tuple(sorted(found.union(skops.io.get_untrusted_types(data=raw))))
    except Exception as error:  # noqa: BLE001  a damaged archive fails in many ways
        raise ArchiveUnreadable(reason=type(error).__name__) from None


def decode_archive(raw: bytes, allowed: Collection[str]) -> Estimator:
    """Return the estimator; every name of ``list_types`` must be among ``allowed``."""
    import skops.io
    from sklearn.exceptions import InconsistentVersionWarning

    types = list_types(raw)
    unknown = [ascii(name[:_LONGEST_NAME]) for name in types if name not in allowed]
    if unknown:
        raise ArchiveUntrusted(count=len(unknown), types=list_some(unknown, most=_MOST_NAMED))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # Another version may give other answers, and nobody here could tell.
            warnings.simplefilter("error", InconsistentVersionWarning)
            return skops.io.loads(raw, trusted=list(types))
    except Exception as error:  # noqa: BLE001  as above; and what is allowed may not be installed
        raise ArchiveUnreadable(reason=type(error).__name__) from None


def run_archived(
    estimator: Estimator, features: Float32[Array, "rows dims"], n_classes: int
) -> ModelOutputs:
    """Return what an estimator from an archive says, in the form of any returned model.

    It gets the numbers of single precision that sites send, as doubles: the type in which
    estimators of one's own are trained.
    """
    n_rows, n_dims = features.shape
    # scikit-learn refuses a table without rows; one row tells the shapes of the answers.
    asked = features.astype(np.float64) if n_rows else np.zeros((1, n_dims))
    try:
        said = ask(estimator, asked, n_classes)
    except Exception as error:  # noqa: BLE001  objects of any make may lie inside
        raise ModelFailed(action="run", reason=type(error).__name__) from None
    return ModelOutputs(
        labels=None if said.codes is None else said.codes[:n_rows],
        probabilities=None if said.probabilities is None else said.probabilities[:n_rows],
        values=None if said.values is None else said.values[:n_rows],
    )


def _require_small(raw: bytes) -> None:
    """Refuse what is, or would unpack to, more than any returned model may have."""
    limit = Limits().max_model_bytes
    if len(raw) > limit:
        raise ArchiveTooLarge(sent=len(raw), limit=limit)
    try:
        n_bytes = _count_unpacked(raw, limit)
    except Exception as error:  # noqa: BLE001  a damaged archive fails in many ways
        raise ArchiveUnreadable(reason=type(error).__name__) from None
    if n_bytes > limit:
        raise ArchiveTooLarge(sent=n_bytes, limit=limit)


def _count_unpacked(raw: bytes, limit: int) -> int:
    """Return the bytes of all parts, and of the parts of sparse matrices, archives themselves.

    Counting ends beyond ``limit``. Our parts are not compressed: some methods would unpack a
    part whole, whatever size it claims.
    """
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = archive.infolist()
        n_bytes = _add_up(parts, zipfile.ZIP_STORED)
        for part in parts:
            if n_bytes > limit:
                break
            content = archive.read(part)
            if content.startswith(_ZIP):
                with zipfile.ZipFile(io.BytesIO(content)) as matrix:
                    n_bytes += _add_up(matrix.infolist(), zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    return n_bytes


def _add_up(parts: list[zipfile.ZipInfo], *methods: int) -> int:
    if any(part.compress_type not in methods for part in parts):
        raise zipfile.BadZipFile
    return sum(part.file_size for part in parts)
