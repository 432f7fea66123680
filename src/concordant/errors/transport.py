"""What is refused in a shared folder before it is opened.

In:  names and sizes of files.
Out: errors that name the file; its content was not read.
"""

from concordant.errors import BundleRejected, SetupIncomplete


class InboxMissing(SetupIncomplete):
    """The folder of the uploads is not there."""

    found = "There is no folder {path}."
    remedy = "Give the folder that the sites upload to with --inbox."


class NotARegularFile(BundleRejected):
    """A link, a folder or a device lies where an upload should be."""

    found = "{file!r} is {what}, not a file."
    remedy = "Copy the upload itself into the folder; links and folders are never followed."


class OddFileName(BundleRejected):
    """The name of an upload does not say whose it is."""

    found = "{file!r} is not a name that a site's upload has."
    remedy = "Ask the sender; uploads are named SITE.{kind}, in small letters, digits and hyphens."


class HugeFile(BundleRejected):
    """An upload is larger than any real one."""

    found = "{file!r} has {n_bytes} bytes; at most {limit} are read."
    remedy = "Ask the sender what it is."


class EmptyFile(BundleRejected):
    """An upload without content: a copy that broke off."""

    found = "{file!r} is empty."
    remedy = "Ask the sender to copy it again."
