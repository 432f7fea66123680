"""Tell a demo to a newcomer: what it is, what to be wary of, where everything lies, what next.

In:  what was played.
Out: sentences for the screen and the page alike.
"""

from concordant.cli.demo.folder import OWN_SPAN, SHARED_SPAN
from concordant.cli.demo.handout import NEW, PREDICTIONS, TABLE, VAULT
from concordant.cli.demo.stage import Choices, Stage, is_below_floor
from concordant.cli.demo.steps import say_counts
from concordant.rehearsal.split import Cut
from concordant.site.view_guards import MIN_ROWS_PER_COLUMN
from concordant.terms.floors import SITES_FLOOR, rows_floor

REHEARSAL = (
    "This is a rehearsal. Pact and bases come from the seed, which everybody knows, so nothing "
    "here is protected. Never use its files with real data."
)

NEXT = (
    "With your own data, begin with the terms: `concordant charter draft TABLE.csv --label COLUMN "
    "--task classification --sites NAME,NAME,NAME --out charter.toml`, from rows that all may "
    "see. Without such rows, each site describes its own with `concordant site profile`. The "
    "commands after that stand behind the steps above; docs/first-collaboration.md goes through "
    "all of them."
)

PLACES = (
    ("charter.toml, roster.toml", "the terms that everybody agreed on: text, with comments"),
    ("inbox/", "what the sites sent: views (*.view) and bundles (*.bundle)"),
    ("study.span", "what the analyst made from the views"),
    ("run/returns/", "what came back to each site (*.return)"),
    ("run/report.html, run.json", "the analyst's report of the training, and its record"),
    (
        "sites/NAME/",
        (
            f"what only that site sees: its rows ({TABLE}), those it kept back ({NEW}), their "
            f"{PREDICTIONS}, and its secrets ({VAULT}/)"
        ),
    ),
    (f"{OWN_SPAN}/, {SHARED_SPAN}/", "the other studies of the table, laid out alike"),
    ("report.html, demo.json", "the table and this story as a page; all numbers for programs"),
)


def opening(choices: Choices, cut: Cut) -> tuple[str, ...]:
    """Return what is about to be played, on which rows."""
    dataset = choices.dataset
    own = say_counts([len(site.own) for site in cut.sites])
    new = say_counts([len(site.new) for site in cut.sites])
    who = (
        f"{choices.n_sites} institutions, which may not show each other their rows, train one "
        "model together. All of them are played on this machine, with real files and real rows: "
        f"{dataset.about}."
    )
    rows = (
        f"{len(cut.public)} rows are set aside as a table that all may see. Each site gets {own} "
        f"rows to learn from and {new} that it keeps back."
    )
    return (who, rows)


def warnings(stage: Stage) -> tuple[str, ...]:
    """Return what holds for this demo and must not be taken for a real study."""
    said = [REHEARSAL]
    if is_below_floor(stage.cut, stage.terms.n_dims):
        said.append(_below_floor(stage))
    if stage.cut.fewest_own <= MIN_ROWS_PER_COLUMN:
        said.append(
            f"With {stage.cut.fewest_own} rows at a site, the guards of its view hide every "
            f"column that fewer than {MIN_ROWS_PER_COLUMN} rows tell apart: the agreed span is "
            "little better than a random one here. Fewer sites give each one more rows."
        )
    if stage.terms.consents.accept_unique_labels:
        said.append(
            "The labels are numbers that few rows at a site share, and the terms accept that "
            "(accept_unique_labels = true): whoever knows a person's label can find the row."
        )
    return tuple(said)


def _below_floor(stage: Stage) -> str:
    n_dims, cut = stage.terms.n_dims, stage.cut
    return (
        f"These small sets lie below the floor of the agreed span: it asks for {SITES_FLOOR} sites "
        f"and, with {n_dims} dimensions, {rows_floor(n_dims)} rows at each; here "
        f"{len(cut.sites)} sites have {cut.fewest_own} or more. So the terms say "
        "agreed_below_floor = true. In a real study that means: one odd row may show in the span "
        "that everybody gets, and with few sites one can work out another's main directions. "
        "Take it knowingly, or take more rows or the shared span."
    )


def places() -> tuple[dict[str, str], ...]:
    """Return where everything is, by paths inside the folder."""
    return tuple({"path": path, "what": what} for path, what in PLACES)


def what_next() -> tuple[str, ...]:
    """Return what to do with one's own data."""
    return (NEXT,)
