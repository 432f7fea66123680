"""Say in plain words which risks a charter takes knowingly.

In:  the charter, or the names of its consents as a record carries them.
Out: the sentences that every screen, every preview and every report repeats. Anybody may run this.
"""

from collections.abc import Sequence
from types import MappingProxyType

from concordant.terms.charter import Charter

CONSENT_WORDS = MappingProxyType(
    {
        "accept_weak_anchor": (
            "The terms accept a weak anchor (accept_weak_anchor = true): an analyst can find it "
            "out without the pact, and with it the sites' bases and rows."
        ),
        "agreed_below_floor": (
            "The terms accept an agreed span below the floor (agreed_below_floor = true): with few "
            "sites or few rows, others can come close to one site's span or learn whether a "
            "person was in the table."
        ),
        "analyst_is_site": (
            "The analyst is also a site (analyst_is_site = true): it holds the pact and the "
            "uploads, so it can turn every site's upload back into rows, up to what the "
            "dimensions drop."
        ),
        "model_may_contain_rows": (
            "The terms accept a model that may contain rows (model_may_contain_rows = true): every "
            "site that receives it can rebuild rows of the others."
        ),
        "accept_unique_labels": (
            "The terms accept labels that are nearly unique (accept_unique_labels = true): whoever "
            "knows a person's exact label can find that person's row."
        ),
    }
)

REHEARSAL_WORDS = "This is a rehearsal: its secrets are known to everybody; use no real rows."
LOSSLESS_WORDS = (
    "There are as many dimensions as features: the projection drops nothing, and whoever gets "
    "the pact and the upload reads the rows themselves."
)


def spoken_consents(charter: Charter) -> tuple[str, ...]:
    """Return one sentence for each risk that the charter takes knowingly."""
    lossless = (LOSSLESS_WORDS,) if charter.n_dims >= charter.n_features else ()
    return (
        *consent_sentences(charter.consents.spoken()),
        *lossless,
        *((REHEARSAL_WORDS,) if charter.rehearsal else ()),
    )


def consent_sentences(names: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence for each consent; one that this version does not know is named.

    >>> consent_sentences(["of_the_future"])
    ('The terms carry the consent of_the_future.',)
    """
    return tuple(CONSENT_WORDS.get(name, f"The terms carry the consent {name}.") for name in names)
