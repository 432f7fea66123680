"""What a rehearsal refuses: a table cut too fine, a folder that is not its own.

In:  counts, and paths as they were given.
Out: errors that the command line prints as two sentences.
"""

from concordant.errors import InputRejected, SetupIncomplete, WrongCall


class TooManySites(WrongCall):
    """The table has too few rows for so many sites."""

    found = "{n_sites} sites are too many for {n_rows} rows: some would have too few to learn from."
    remedy = "Ask for at most {most} sites, or take a larger set."


class FolderInUse(WrongCall):
    """The folder for a rehearsal holds something already."""

    found = "The folder {path} is there and is not empty."
    remedy = "Name another folder with --out; --force replaces an earlier demo."


class FolderNotOfDemo(WrongCall):
    """--force would delete what a demo did not make."""

    found = "The folder {path} is not empty, and no demo made it: it has no demo.json of one."
    remedy = "Name another folder with --out; --force deletes nothing but an earlier demo."


class MethodUnknown(WrongCall):
    """A plan names a way to train that nobody registered."""

    found = "There is no method {name!r}."
    remedy = "It is one of: {known}."


class MethodTwice(WrongCall):
    """A method is registered or named a second time."""

    found = "The method {name!r} is there already."
    remedy = "Give each method a name of its own, and name it once."


class MethodNameRefused(WrongCall):
    """A method is registered under a name that results could not carry."""

    found = "A method cannot be called {name}."
    remedy = "Take up to 64 of A-Z, a-z, 0-9, '.', '_' and '-', starting with a letter or a digit."


class NeedUnknown(WrongCall):
    """A method is registered as depending on something that no plan has."""

    found = "The method {method!r} needs {need!r}."
    remedy = "It may need: {known}."


class MethodsFileFails(WrongCall):
    """The researcher's own Python file with methods ends in an error of its own."""

    found = "The file {path} cannot be run: {reason}{where}."
    remedy = "Run it with Python by itself until it ends well."


class NoMethodsInFile(WrongCall):
    """The researcher's own Python file registers nothing."""

    found = "The file {path} registers no method."
    remedy = "Put @method(...) before a function in it; docs/your-own-method.md shows one."


class SplitUnknown(WrongCall):
    """A table is to be cut in a way that does not exist."""

    found = "A table cannot be split by {given!r}."
    remedy = "It is one of: {known}."


class GroupAcrossSites(InputRejected):
    """Rows of one group belong to several sites of the site column."""

    found = "{n_groups} groups have rows at more than one site of the site column."
    remedy = "Take these rows out, or name no group column: no study could keep them together."


class TooFewSitesInColumn(InputRejected):
    """The site column leaves fewer than two sites that are large enough to learn."""

    found = "{n_sites} of the {n_values} sites in the site column have {n_rows} rows or more."
    remedy = "Name smaller dimensions or a column of fewer, larger sites; two are the least."


class UploadsNotPlanned(WrongCall):
    """A method looks at uploads that it did not say it depends on."""

    found = "The method asks for what sites upload, and is not registered as depending on it."
    remedy = 'Register it with needs=("dims", "span", "anchor").'


class AnswersUnfit(WrongCall):
    """A method answered with something that cannot be scored."""

    found = "The method answered with {given}; {expected} was expected."
    remedy = "Return one array of codes, values or probabilities for each site in trial.sites."


class NoDimsPossible(InputRejected):
    """A site would have too few rows for the dimensions that are asked for."""

    found = (
        "{n_dims} dimensions are too many: the smallest site learns from {n_rows} rows, and a row "
        "becomes {n_features} numbers."
    )
    remedy = "Ask for at most {most}, for fewer sites, or for another split."


class SplitTooFine(InputRejected):
    """A split leaves a site without enough rows to learn from and to predict."""

    found = "With the split {split!r} a site has {n_rows} rows to learn from; it needs {least}."
    remedy = "Ask for fewer sites or for another split."


class PublicRowsNotHere(WrongCall):
    """A rehearsal cuts one table and has no public one beside it."""

    found = "A rehearsal has no public rows to make the {what} from."
    remedy = "Leave 'public' out of the plan."


class NothingToTry(WrongCall):
    """No combination of the plan can exist."""

    found = "The plan leaves nothing to try: an agreed span needs an orthonormal anchor."
    remedy = "Add the orthonormal anchor or another span."


class JournalDiffers(WrongCall):
    """The journal of a run that was killed belongs to another one."""

    found = "The journal {path} was begun with another {what}."
    remedy = "Carry on with what it was begun with, or name a new journal."


class NotAJournal(WrongCall):
    """A file stands where the journal of a rehearsal should."""

    found = "The file {path} is no journal of a rehearsal."
    remedy = "Name a new file; nothing is written over this one."


class ProcessLost(SetupIncomplete):
    """One of the processes of a rehearsal ended from outside."""

    found = "A process of the rehearsal ended without an answer; often the memory was full."
    remedy = "Run it again with fewer jobs; a run with a journal goes on where it was."


class MethodElsewhere(WrongCall):
    """Other processes cannot know a method that was registered in one of them."""

    found = "The method {name!r} is registered in one process only, and several are to run it."
    remedy = "Put it into a file of its own and give that file as `extra`, or run one job."


class RehearsalFolderInUse(WrongCall):
    """The folder that was named for a rehearsal holds something else."""

    found = "The folder {path} is there and is not empty, and no rehearsal made it."
    remedy = "Name another folder with --out; a rehearsal deletes nothing but an earlier one."


class OtherRehearsal(WrongCall):
    """The folder that was named holds a rehearsal of another plan."""

    found = "The folder {path} holds another rehearsal; what differs: {what}."
    remedy = "Name another folder with --out, or replace that rehearsal with --force."


class RehearsalRunning(WrongCall):
    """Another process works in the folder of a rehearsal."""

    found = "Another rehearsal is running in the folder {path}."
    remedy = "Wait until it ends, or name another folder with --out."
