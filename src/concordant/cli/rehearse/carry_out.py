"""Carry a rehearsal out: open the table, take the folder, play, sum up, write, tell.

In:  what a person asked for.
Out: the folder of the rehearsal, and what the screen shows. Anybody may run this.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from concordant import __version__
from concordant.cli.charter.draft_sources import file_sha256
from concordant.cli.console import Screen
from concordant.cli.rehearse.choices import choose_measure, command_of, plan_of
from concordant.cli.rehearse.folder import Taken, taken_folder
from concordant.cli.rehearse.methods_text import method_sentences
from concordant.cli.rehearse.outputs import places, write_outputs
from concordant.cli.rehearse.progress import Watch, shown
from concordant.cli.rehearse.record import rehearsal_record
from concordant.cli.rehearse.request import Request
from concordant.cli.rehearse.source import Source, open_source
from concordant.cli.rehearse.tell import tell_rehearsal
from concordant.cli.report_text import print_report
from concordant.errors.rehearsal import JournalDiffers, NotAJournal, OtherRehearsal
from concordant.rehearsal.advice import advise
from concordant.rehearsal.circumstances import circumstances_of
from concordant.rehearsal.plan import Plan
from concordant.rehearsal.rehearse import rehearse
from concordant.rehearsal.rehearsed import Rehearsed
from concordant.rehearsal.run_file import encode_runs
from concordant.rehearsal.summary import summarise


def carry_out(screen: Screen, request: Request, *, jobs: int, force: bool) -> None:
    """Rehearse what was asked for, or go on with it, or show it again."""
    source = open_source(
        request.table_path, request.dataset, request.label, request.task, request.table_text
    )
    plan = plan_of(request, source)
    choose_measure(plan.task, request.measure)
    if source.reason:
        screen.tell(source.reason)
    asked = _asked(plan, source, request.extra)
    with taken_folder(request.out, asked, force=force) as taken:
        rehearsed = _play_on(screen, taken, plan, source, request.extra, jobs=jobs, force=force)
        record = _record(rehearsed, source, request, taken.path)
        runs = encode_runs(rehearsed.lines, rehearsed.plan, rehearsed.facts)
        page = write_outputs(taken, asked, record, runs)
    tell_rehearsal(screen, record, taken.path)
    print_report(screen, page)
    screen.answer({"folder": str(taken.path), **record})


def _play_on(
    screen: Screen,
    taken: Taken,
    plan: Plan,
    source: Source,
    extra: Path | None,
    *,
    jobs: int,
    force: bool,
) -> Rehearsed:
    """Play what the journal does not hold yet; with ``force`` all of it, if it is no use."""
    try:
        return _play(screen, taken, plan, source, extra, jobs=jobs)
    except (JournalDiffers, NotAJournal) as differing:
        # The same call on another machine or with other libraries: its runs do not mix.
        if not force:
            raise _other_rehearsal(taken, differing) from None
    taken.journal.unlink()
    return _play(screen, taken, plan, source, extra, jobs=jobs)


def _asked(plan: Plan, source: Source, extra: Path | None) -> dict[str, Any]:
    """Return what makes two calls one rehearsal: all that its lines depend on."""
    return {
        "version": __version__,
        "table": source.fingerprint,
        "extra": None if extra is None else file_sha256(extra, "file of methods"),
        "plan": plan.as_record(),
    }


def _other_rehearsal(taken: Taken, differing: JournalDiffers | NotAJournal) -> OtherRehearsal:
    what = differing.facts.get("what", "journal")
    return OtherRehearsal(path=str(taken.path), what=str(what))


def _play(
    screen: Screen, taken: Taken, plan: Plan, source: Source, extra: Path | None, *, jobs: int
) -> Rehearsed:
    watch = Watch()
    try:
        with shown(watch):
            return rehearse(
                source.table,
                plan,
                jobs=jobs,
                journal=taken.journal,
                extra=extra,
                on_run=watch,
            )
    except KeyboardInterrupt:
        if watch.last is not None:
            screen.warn(
                f"{watch.last.done:,} of {watch.last.total:,} runs are kept in {taken.path}; the "
                "same command goes on from there."
            )
        raise


def _record(rehearsed: Rehearsed, source: Source, request: Request, folder: Path) -> dict[str, Any]:
    plan, names = rehearsed.plan, rehearsed.facts.site_names
    lines = [replace(line, site=names.get(line.site, line.site)) for line in rehearsed.lines]
    measure = choose_measure(plan.task, request.measure)
    summary = summarise(lines, measure)
    record = rehearsal_record(
        rehearsed,
        summary,
        advise(summary, plan, circumstances_of(source.table, rehearsed)),
        title=source.title,
        command=command_of(source, plan, measure=request.measure, extra=request.extra, out=folder),
        methods=_methods_of(plan, request.extra),
    )
    return {**record, "files": list(places(record))}


def _methods_of(plan: Plan, extra: Path | None) -> Mapping[str, str]:
    sentences = method_sentences(extra)
    return {name: sentences[name] for name in plan.methods}
