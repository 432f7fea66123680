"""Say what leaves a site and what it weighs, in sentences for people.

In:  the terms; bytes and rounds that ``communication_study`` computed.
Out: short texts. Anybody may run this.
"""

from math import floor

from concordant.terms.charter import Charter
from concordant.terms.communication_study import Federated


def describe_leaving(charter: Charter) -> tuple[str, ...]:
    """Return what leaves each site under these terms, file by file, and what does not."""
    labels = "class" if charter.classes else "number, rounded to the agreed step,"
    of_rows = (
        f"A bundle left each site that has rows: for each row {charter.n_dims} projected numbers "
        f"({charter.precision}) instead of {charter.n_features}, in an order of no meaning, and "
        f"its {labels} to be predicted."
    )
    of_view = (
        f"With it went the view by which sites are aligned: {charter.n_features} x "
        f"{charter.n_dims} numbers that hold no row."
    )
    sentences = [of_rows, of_view]
    if charter.group is not None:
        sentences.append(
            "So that the rows of one person stay together, each row carries a random number in "
            "place of the person; it means nothing elsewhere."
        )
    if charter.span == "agreed":
        sentences.append(
            "Before that, each site sent a guarded view, without rows and without labels, from "
            "which the agreed span was made."
        )
    sentences.append(
        "No raw row, no secret basis and no pact is among these files. The pact, 32 bytes, went "
        "from site to site and never to the analyst."
    )
    return tuple(sentences)


def compare_in_words(words: str, rival: Federated) -> str:
    """Return the sentence on who moves less; both answers exist."""
    first = floor(rival.break_even_rounds) + 1
    if rival.break_even_rounds < rival.n_rounds:
        return f"Against {words}, this study moves less from round {first:,} on."
    return (
        f"Against {words}, this study moves more: federated averaging would reach it only in "
        f"round {first:,}."
    )
