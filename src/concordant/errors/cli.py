"""What the command line refuses, or cannot do without a person.

In:  names of options, files and studies, and counts.
Out: errors with an exit code; the command line prints them as two sentences.
"""

from typing import Any

from concordant.errors import InputRejected, SetupIncomplete, WrongCall


class CallNotUnderstood(WrongCall):
    """The words after the command do not fit its options."""

    found = "{problem}"
    remedy = "See `{command} --help`."


class OptionsContradict(WrongCall):
    """Two options, or an option and the terms, exclude each other."""

    found = "{problem}"
    remedy = "{advice}"


class NoTerminal(SetupIncomplete):
    """A question has to be asked and nobody is there to answer it."""

    found = "This command asks before it goes on, and there is no terminal to ask in."
    remedy = "Nothing was written. Read what it shows, then run it again with --yes."


class NotConfirmed(SetupIncomplete):
    """The person did not say yes."""

    found = "The answer was not yes."
    remedy = "Nothing was written. Run the command again when you are ready."


class SystemRefused(SetupIncomplete):
    """The operating system would not let us use a file or folder."""

    found = "The system refused to use {path}: {reason}."
    remedy = "Check that it exists, that you may use it, and that the disk has room."


class OutOfMemory(SetupIncomplete):
    """The table or the model does not fit into memory."""

    found = "There is not enough memory to finish."
    remedy = "Close other programs or use a machine with more memory. Nothing is half-made."


class Interrupted(SetupIncomplete):
    """Ctrl-C."""

    found = "Stopped by Ctrl-C."
    remedy = "No half-made file was left behind; run the same command again to go on."
    exit_code = 130


class UnexpectedFault(SetupIncomplete):
    """A bug of ours: the only exit with code 1."""

    found = "This is a bug in concordant: {fault} at {place}."
    remedy = (
        "Please report these words at https://github.com/concordant-dc/concordant/issues "
        "(concordant {version}, Python {python}, {system}, command `{command}`). "
        "They hold nothing of your data. `--debug` shows more, and may show data."
    )
    exit_code = 1


class CharterFaulty(InputRejected):
    """The charter can be read, and its terms cannot be carried out."""

    found = "Faults of the charter {path}: {count}.\n{listing}\n"
    remedy = "Mend these lines, then run `concordant charter check {path}` again."
    faults: tuple[Any, ...] = ()


class TableWouldBeRefused(InputRejected):
    """``site check`` found something that the site's upload would be refused for."""

    found = "The table {path} would be refused; findings marked `refused`: {count}."
    remedy = "Mend the columns named above, or agree other terms with the other sites."


class NoCharter(SetupIncomplete):
    """There is no charter where one was expected."""

    found = "There is no charter at {path}."
    remedy = "Give the path of the study's charter with --charter."


class SitesIncomplete(InputRejected):
    """Not every site of the roster sent something that can be used."""

    found = "{n_accepted} of {n_expected} sites can be used ({absent})."
    remedy = "Ask the sites named above to send again, or go on without them with --partial."


class RehearsalFiles(InputRejected):
    """Files of a demonstration were given to a real study."""

    found = "The charter {path} is of a rehearsal: its secrets are known to everybody."
    remedy = "Draft a charter for your own study with `concordant charter draft`."


class SpanPlanDiffers(WrongCall):
    """A command belongs to another span plan than the one agreed."""

    found = "The terms say span = {span!r}; `{command}` is for span = {needed!r}."
    remedy = "{advice}"


class UnknownIdColumn(InputRejected):
    """``--id`` names a column that the table does not have."""

    found = "The table has no column {column!r} to take the row's id from."
    remedy = "Use one of: {columns}."


class IdColumnTaken(WrongCall):
    """The column for the row's id is called like a column of the predictions."""

    found = "The id column {column!r} has the name of a column of the predictions."
    remedy = "Rename it in a copy of the table, or leave --id out and join by `row`."
