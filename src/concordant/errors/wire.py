"""What can be wrong with a file that crosses the wall.

In:  facts: the site's name, array names, shapes, dtypes, counts.
Out: refusals by name of site and field; never a value of an array. Anybody may run this.

``site`` is the name in the file once it is known, otherwise ``UNKNOWN_SENDER``; a span, which
belongs to no single site, says ``WHOLE_STUDY``.
"""

from concordant.errors import BundleRejected, InputRejected, SetupIncomplete

UNKNOWN_SENDER = "an unknown sender"
WHOLE_STUDY = "the whole study"


class BundleUnreadable(BundleRejected):
    """The operating system could not read the file to its end."""

    found = "File of {site}: the system could not read it to its end ({reason})."
    remedy = "Check the drive or the share, then copy the file again."


class BundleLength(BundleRejected):
    """The file is shorter or longer than its own description."""

    found = "File of {site}: it has {sent} bytes where {described} are described."
    remedy = "The copy is probably incomplete: ask for the file again and compare its digest."


class BundleMalformed(BundleRejected):
    """A part of the file is not written the one way in which we write it."""

    found = "File of {site}: {field} is not written as concordant writes it."
    remedy = "Ask the sender to write the file again with concordant; do not repair it by hand."


class NotCanonical(BundleRejected):
    """Data is not canonical JSON (RFC 8785) of the plain kind we use."""

    found = "The JSON is not in its canonical form: {reason}."
    remedy = "Ask the sender to write the file again with concordant; do not repair it by hand."


class UnsupportedFormat(BundleRejected):
    """The file was written by a version whose format is not known here."""

    found = "File of {site}: its format is number {sent}; this version reads number {known}."
    remedy = "Use the same version of concordant at both ends."


class WrongKind(BundleRejected):
    """The file is a sound file of another kind than the one expected here."""

    found = "File of {site}: it is of kind {sent!r}; expected here: {expected}."
    remedy = "Check which file was put where: view, bundle, span and return have their own places."


class BundleTampered(BundleRejected):
    """Bytes differ from the digest that was written with them."""

    found = "File of {site}: {field} does not match its SHA-256."
    remedy = "The file was damaged or changed on its way: ask for it again."


class BundleTooLarge(BundleRejected):
    """A part of the file is larger than this study allows."""

    found = "File of {site}: {field} is {sent}; at most {limit} is allowed."
    remedy = "Check that it is a file of this study; nothing of this size is read."


class ArraysDiffer(BundleRejected):
    """The arrays of the file are not those of its kind, in their order."""

    found = "File of {site}: array number {position} is {sent!r}; {agreed!r} belongs there."
    remedy = "Ask the sender to write the file again with concordant."


class BundleShape(BundleRejected):
    """An array has another shape than the agreed terms say."""

    found = "File of {site}: array {field!r} has shape {sent}; the terms say {agreed}."
    remedy = "Compare the charter of both sides: columns and dimensions must be the same."


class OtherTerms(BundleRejected):
    """A file of another study, or made under another version of the charter."""

    found = "File of {site}: its {field} is {sent}…; the charter's is {agreed}…."
    remedy = "Take the file and the charter that belong together: one study, one version."


class BundleDtype(BundleRejected):
    """An array has another number type than its kind."""

    found = "File of {site}: array {field!r} has type {sent}; it must be {agreed}."
    remedy = "Ask the sender to write the file again with concordant."


class BundleNotFinite(BundleRejected):
    """An array holds values that are not numbers, or infinite."""

    found = "File of {site}: array {field!r} holds {count} values that are not finite."
    remedy = "Ask the site to check its table (`concordant site check`) and to contribute again."


class BundleField(BundleRejected):
    """A field of the manifest is not of the form that its rule allows."""

    found = "File of {site}: field {field!r} breaks its rule: {rule}."
    remedy = "Ask the sender to write the file again with concordant."


class ModelUnreadable(BundleRejected):
    """The bytes are no ONNX model."""

    found = "The returned model cannot be read as ONNX: {reason}."
    remedy = "Ask the analyst for the return again."


class ModelTooLarge(BundleRejected):
    """A model is larger than a site accepts."""

    found = "The returned model has {sent} bytes; at most {limit} are allowed."
    remedy = "Ask the analyst for a smaller model (fewer or shallower trees)."


class ModelUnsafe(BundleRejected):
    """A model holds a part that could do more than compute."""

    found = "The returned model holds {part!r}, which is not on the list of plain operations."
    remedy = "Do not run it elsewhere either; ask the analyst which model it is."


class ModelInterface(BundleRejected):
    """A model takes or gives something else than features and predictions."""

    found = "The returned model's {part} is {sent}; it must be {agreed}."
    remedy = "Ask the analyst for a return made by `concordant analyst train`."


class ModelFailed(BundleRejected):
    """The ONNX runtime refused the model or stopped while running it."""

    found = "The returned model could not be {action} ({reason})."
    remedy = "Ask the analyst for the return again; other models of the study may work."


class ModelOutput(BundleRejected):
    """A model answered with something that is no prediction."""

    found = "The returned model's output {field!r} is unusable: {reason}."
    remedy = "Ask the analyst to train again; do not use these predictions."


class PrecisionOverflow(InputRejected):
    """Projected rows do not fit into the agreed precision."""

    found = "{count} projected values do not fit into {precision}."
    remedy = "Agree on a wider precision (float32) or on scaled columns in the charter."


class ModelRuntimeMissing(SetupIncomplete):
    """The runtime of models is not installed."""

    found = "The package {package!r} is needed to run a returned model and is not installed."
    remedy = "Install it: pip install {package}"
