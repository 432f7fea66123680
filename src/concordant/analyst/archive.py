"""Keep a trained estimator in a file that cannot execute code.

In:  a fitted estimator; or the bytes of an archive and the types that its reader allows.
Out: bytes (skops), or the estimator. The analyst runs this: an archive may contain rows.
"""

from collections.abc import Sequence

from concordant.errors.analyst import ArchiveNotWritten, ArchiveUnreadable, ArchiveUntrusted
from concordant.terms.recipes_build import Estimator


def encode_archive(estimator: Estimator) -> bytes:
    """Return the archive of an estimator, whatever scikit-learn made it of."""
    import skops.io

    try:
        return bytes(skops.io.dumps(estimator))
    except Exception as error:  # noqa: BLE001  objects of any make may lie inside
        raise ArchiveNotWritten(
            given=type(estimator).__name__, reason=type(error).__name__
        ) from None


def decode_archive(raw: bytes, trusted: Sequence[str]) -> Estimator:
    """Return the estimator; every type that scikit-learn's own list lacks must be in ``trusted``.

    ``trusted`` holds full names such as "sklearn.tree._tree.Tree". Nothing is built before all
    names were looked at.
    """
    import skops.io

    try:
        unknown = sorted(set(skops.io.get_untrusted_types(data=raw)) - set(trusted))
        estimator = None if unknown else skops.io.loads(raw, trusted=list(trusted))
    except Exception as error:  # noqa: BLE001  a damaged archive fails in many ways
        raise ArchiveUnreadable(reason=type(error).__name__) from None
    if unknown:
        raise ArchiveUntrusted(count=len(unknown), types=", ".join(map(ascii, unknown)))
    return estimator
