"""End a command that answers in full even where it refuses.

In:  the command's record for ``--json``, and the refusal that the answer amounts to, if any.
Out: the exit code, after one JSON document on stdout. Anybody may run this.

A check that finds a fault has a whole answer to give and an exit code above 0; raising would
leave a script with the refusal alone.
"""

from typing import Any

from concordant.cli.console import Screen, print_failure
from concordant.errors import ConcordantError


def finish(screen: Screen, record: dict[str, Any], refusal: ConcordantError | None) -> int:
    """Give the answer, then say the refusal if there is one; return the exit code."""
    if refusal is None:
        screen.answer({**record, "exit_code": 0})
        return 0
    screen.answer({**record, **refusal.as_record(), "exit_code": refusal.exit_code})
    print_failure(refusal.found_text, refusal.remedy_text)
    return refusal.exit_code
