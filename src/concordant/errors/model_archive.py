"""What can be wrong with an archive of a model (skops), where it is written or read.

In:  counts, sizes, names of types; never a value of an array.
Out: errors. Anybody may read them.
"""

from concordant.errors import InputRejected, SetupIncomplete


class ArchiveUntrusted(InputRejected):
    """An archive holds types that nobody allowed."""

    found = (
        "The model is an archive (skops), and {count} of its types are not on the list of those "
        "allowed here: {types}."
    )
    remedy = (
        "Unlike ONNX, such a model is code that you choose to trust. Read the names; allow those "
        "that you know (`--allow-type NAME` for each, or `allow_types`), or ask the analyst for "
        "a model as ONNX."
    )


class ArchiveUnreadable(InputRejected):
    """The bytes are no archive of a model, or not one of this machine's versions."""

    found = "The model's archive (skops) cannot be read here ({reason})."
    remedy = (
        "Both ends need the same versions of scikit-learn and of the packages that the model is "
        "made of. If they have them, ask the analyst for the file again."
    )


class ArchiveTooLarge(InputRejected):
    """An archive is larger than any returned model may be, as it is or unpacked."""

    found = "The model's archive (skops) has {sent} bytes, unpacked; at most {limit} are allowed."
    remedy = "Do not unpack it by other means; ask for a smaller model."


class ArchiveNotWritten(SetupIncomplete):
    """The estimator is of a kind that an archive cannot hold."""

    found = "The estimator of type {given} cannot be archived ({reason})."
    remedy = (
        "Build it of parts that skops can write and read again, or keep the script that trains it."
    )
