"""Recognise columns that name persons or records instead of describing them.

In:  a column's name and a few facts about it (how many values, how many differ, whole or not).
Out: a sentence why it looks like an identifier, or an empty text. Anybody may run this.
"""

import re
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array

FEWEST_VALUES = 20
UNIQUE_SHARE = 0.95
SEQUENTIAL_SHARE = 0.9
KEY_SHARE = 0.5

# One of these words anywhere in the name is enough.
_KEY_WORDS = frozenset(
    "mrn ssn nhs id ids uid pid guid uuid identifier key iban passport insurance surname "
    "lastname firstname forename fullname maidenname email mail phone telephone mobile fax "
    "address street".split()
)
# The whole name, without blanks and signs.
_WHOLE_NAMES = frozenset(
    "name names patient patientname patientno patientnumber patnr patnum caseno casenumber "
    "recordno recordnumber chartnumber subject subjectno accession accessionnumber barcode "
    "rowno rownumber row index unnamed0 lfdnr nr".split()
)
# Words that end in "id" and are no key: paid, acid, covid, steroid, fluid, lipid, solid ...
_NOT_KEYS = re.compile(
    r"(paid|acid|ovid|oid|luid|lipid|alid|olid|said|bid|brid|aid|upid|apid|epid|ucid|opid|ivid)$"
)


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """What the recognition needs to know: counts, never a value.

    ``is_sequential``: sorted, nearly all values are one apart, or they rise from row to row.
    """

    n_values: int
    n_distinct: int
    is_number: bool
    is_whole: bool
    is_sequential: bool = False

    @property
    def share_distinct(self) -> float:
        """The number of different values over the number of values."""
        return self.n_distinct / self.n_values if self.n_values else 0.0


def name_tokens(name: str) -> tuple[str, ...]:
    """Return the words of a column name, in lower case.

    >>> name_tokens("PatientID_2")
    ('patient', 'id', '2')
    """
    split = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return tuple(re.findall(r"[^\W_]+", split.casefold()))


def is_identifier_name(name: str) -> bool:
    """Answer whether the name alone says that the column is a key or names a person.

    >>> is_identifier_name("patient_id"), is_identifier_name("uric acid")
    (True, False)
    """
    tokens = name_tokens(name)
    joined = "".join(tokens)
    if not tokens or joined in _WHOLE_NAMES or _KEY_WORDS.intersection(tokens):
        return True
    last = tokens[-1]
    return len(last) > len("grid") and last.endswith("id") and not _NOT_KEYS.search(last)


def identifier_reason(name: str, facts: ColumnFacts) -> str:
    """Return why the column looks like an identifier, or an empty text.

    A name such as ``MRN`` is believed when the values agree with it: a column of six levels
    that is called ``ward id`` is a code, and a number in it still means nothing.
    """
    enough = facts.n_values >= FEWEST_VALUES
    # A measurement with decimals differs from row to row without naming anybody.
    could_name = not facts.is_number or facts.is_whole
    if enough and not facts.is_number and facts.share_distinct >= UNIQUE_SHARE:
        return "nearly every row has its own text"
    if enough and facts.is_number and facts.is_whole and facts.is_sequential:
        return "it counts the rows: whole numbers that follow each other"
    if not (could_name and is_identifier_name(name)):
        return ""
    if facts.is_number or facts.share_distinct >= KEY_SHARE:
        return "its name says that it names a person, a record or a place"
    return ""


def is_sequential(values: Float[Array, " rows"]) -> bool:
    """Answer whether whole numbers (without gaps in the table) number the rows.

    All values differ, and sorted they are one apart, or they only rise or only fall.
    """
    if values.size < FEWEST_VALUES or np.unique(values).size < values.size:
        return False
    steps = np.diff(values)
    if bool((steps > 0).all() or (steps < 0).all()):
        return True
    return float(np.mean(np.diff(np.sort(values)) == 1)) >= SEQUENTIAL_SHARE
