"""Show what was counted while a contribution was made, before anything leaves.

In:  the facts of a contribution.
Out: counts, agreed names and warnings on the screen, or as plain data; no cell. Only a site
     runs this.
"""

from dataclasses import asdict
from typing import Any

from concordant.cli.console import Screen
from concordant.cli.sizes import say_count
from concordant.site.contribution_facts import ContributionFacts


def show_facts(screen: Screen, facts: ContributionFacts) -> None:
    """Print the counts of a contribution, what was changed in the rows, and each warning."""
    if facts.n_rows:
        screen.tell(f"{say_count(facts.n_rows, 'row')} with labels would leave, projected.")
    else:
        screen.tell("No row and no label would leave: this site joins only to predict.")
    if facts.findings:
        screen.table(
            "Cells that the terms change or fill",
            ("column", "what", "rows"),
            [(each.column, each.what, each.count) for each in facts.findings],
        )
    for warning in facts.warnings:  # what the terms accept knowingly is among them
        screen.warn(warning)
    if facts.span_words is not None:
        screen.tell(f"The agreed span reads: {facts.span_words}", style="bold")
        screen.tell(
            "Compare these words with another site by telephone before you say yes. Once sent, "
            "no other span is taken for these terms."
        )


def facts_record(facts: ContributionFacts) -> dict[str, Any]:
    """Return the facts as plain data."""
    record = asdict(facts)
    record["findings"] = [asdict(each) for each in facts.findings]
    record["rare_classes"] = list(facts.rare_classes)
    record["warnings"] = list(facts.warnings)
    return record
