"""Decide whether a return is for this site, this study and this basis.

In:  the charter, the envelope that the site sent under, its basis, and the return.
Out: nothing, or an error that names the field. Only a site runs this.
"""

import numpy as np

from concordant.errors.site_release import (
    BasisNotOfThisCharter,
    ReturnClassesDiffer,
    ReturnMisshapen,
    ReturnNotOurs,
    ReturnNotUsable,
)
from concordant.site.basis import SecretBasis
from concordant.terms.charter import Charter
from concordant.terms.same_terms import Compared, compare_terms, find_difference
from concordant.wire.messages import Envelope, ReturnBundle


def require_own_return(
    charter: Charter, basis: SecretBasis, returned: ReturnBundle, sent: Envelope | None
) -> None:
    """Refuse a return that would give wrong predictions with this basis.

    ``sent`` is the envelope of the bundle that the basis belongs to. A return for another
    release or site has the right shapes and would predict nonsense; only ``sent`` can tell.
    """
    _require_same_envelope(charter, returned.envelope, sent)
    agreed = (charter.n_features, charter.n_dims)
    if (basis.n_features, basis.n_dims) != agreed:
        raise BasisNotOfThisCharter(basis=(basis.n_features, basis.n_dims), agreed=agreed)
    _require_sound_arrays(charter, returned)
    if returned.classes != charter.classes:
        raise ReturnClassesDiffer(sent=len(returned.classes), agreed=len(charter.classes))


def _require_same_envelope(charter: Charter, got: Envelope, sent: Envelope | None) -> None:
    fields = compare_terms(charter, got)
    if sent is not None:
        fields += (
            Compared("site", got.site, sent.site),
            Compared("tag of the pact", got.tag, sent.tag),
            Compared("release", str(got.release), str(sent.release)),
            Compared("fingerprint of the span", got.span or "none", sent.span or "none"),
        )
    other = find_difference(fields)
    if other is not None:
        raise ReturnNotOurs(field=other.field, sent=other.sent, ours=other.agreed)


def _require_sound_arrays(charter: Charter, returned: ReturnBundle) -> None:
    n_dims = charter.n_dims
    for field, array, agreed in (
        ("map", returned.map, (n_dims, n_dims)),
        ("centre", returned.centre, (n_dims,)),
        ("scale", returned.scale, (n_dims,)),
    ):
        if array.shape != agreed:
            raise ReturnMisshapen(field=field, sent=tuple(array.shape), agreed=agreed)
        n_bad = int(np.count_nonzero(~np.isfinite(array)))
        if n_bad:
            raise ReturnNotUsable(field=field, problem="is not finite", n_bad=n_bad)
    n_bad = int(np.count_nonzero(returned.scale <= 0))
    if n_bad:
        raise ReturnNotUsable(field="scale", problem="is not positive", n_bad=n_bad)
