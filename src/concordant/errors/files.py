"""What can go wrong with files and folders of one's own machine.

In:  facts: the path as it was given, sizes, a word for what the file was meant to be.
Out: refusals; never a byte of a file. Anybody may run this.
"""

from concordant.errors import InputRejected, SetupIncomplete, WrongCall


class FileExists(WrongCall):
    """The target is already there."""

    found = "{path} is already there."
    remedy = "Choose another name, or pass --force to replace it."


class FileMissing(SetupIncomplete):
    """A file that is needed is not there."""

    found = "The {what} {path} is not there."
    remedy = "Check the path; a file on a share or a stick may not be mounted."


class FileUnreadable(SetupIncomplete):
    """The system does not let us read a file."""

    found = "The {what} {path} cannot be read ({reason})."
    remedy = "Check its permissions and the drive it is on."


class FileUnwritable(SetupIncomplete):
    """The system does not let us write a file."""

    found = "{path} cannot be written ({reason})."
    remedy = "Check that the folder exists, is yours to write, and that the drive is not full."


class NotAFile(InputRejected):
    """The path leads to a folder, a pipe, a device: no ordinary file."""

    found = "The {what} {path} is no ordinary file but {kind}."
    remedy = "Give the path of a file."


class NotAFolder(InputRejected):
    """The path leads to something that is no folder."""

    found = "{path} is there and is no folder."
    remedy = "Give the path of a folder."


class LinkRefused(InputRejected):
    """The path is a symbolic link where none is followed, or links in a circle."""

    found = "The {what} {path} is a symbolic link that is not followed."
    remedy = "Put the file itself there."


class FileTooLarge(InputRejected):
    """A file is larger than anything of its sort."""

    found = "The {what} {path} has more than {limit} bytes."
    remedy = "Check that it is the right file."


class NotText(InputRejected):
    """A file that should be text is not UTF-8."""

    found = "The {what} {path} is not UTF-8 text (at byte {offset})."
    remedy = "Save it as UTF-8."


class OpenSecretStore(SetupIncomplete):
    """A secret lies where others can read it."""

    found = "Other users of this machine can read {path}."
    remedy = "Take their rights away (chmod {mode} {path}), or choose another place."


class ForeignSecretStore(SetupIncomplete):
    """A secret lies in a place that belongs to somebody else."""

    found = "{path} belongs to another user of this machine."
    remedy = "Choose a place of your own; its owner could read or replace what is in it."


class PermissionsUnknown(SetupIncomplete):
    """The file system keeps no permissions, so nothing can be kept from other users."""

    found = "The file system of {path} keeps no permissions: others can read what lies there."
    remedy = "Choose a place on an internal drive, or accept it with --accept-open-store."
