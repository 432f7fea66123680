"""What the analyst cannot agree, train, hand out or keep.

In:  facts: names of sites and models, counts, agreed names.
Out: errors; none holds a value of a row or a label. Anybody may read them.
"""

from concordant.errors import AlignmentUnreliable, InputRejected, WrongCall


class SpanBelowFloor(InputRejected):
    """Too few sites to hide one site in the agreed span."""

    found = "{n_sites} sites sent a view; below {floor} the others can work out one site's span."
    remedy = "Wait for more sites, or agree to take the risk by `agreed_below_floor = true`."


# --- training


class TooFewSites(AlignmentUnreliable):
    """Nothing can be learned together from fewer than two sites."""

    found = "Sites that can be used: {n_sites}; a collaboration needs at least two."
    remedy = "Ask the sites named above to send again."


class NoRowsAtAll(AlignmentUnreliable):
    """All sites joined only to predict."""

    found = "None of the {n_sites} sites sent rows."
    remedy = "At least one site has to contribute with rows."


class UnusableSites(AlignmentUnreliable):
    """A site whose numbers forbid training would enter it."""

    found = "{n_unusable} of {n_sites} sites cannot be trusted under {method!r}: {listing}"
    remedy = "Ask these sites to contribute again, or go on without them with --partial."


class OneClassOnly(InputRejected):
    """All rows have the same label, so there is nothing to learn."""

    found = "All {n_rows} rows have the same label."
    remedy = "Wait for a site whose rows differ."


class ModelNotTrained(InputRejected):
    """The estimator stopped while it was trained."""

    found = "The model {name!r} could not be trained on {n_rows} rows ({reason})."
    remedy = "Choose another model or other parameters."


class NotAnEstimator(WrongCall):
    """What was given as a model is neither a name nor an estimator for the task."""

    found = "An object of type {given} is no scikit-learn {needed}."
    remedy = "Give a name ({known}) or a {needed} that scikit-learn can clone."


class ParametersNotForEstimator(WrongCall):
    """Parameters by name were given where they have no meaning."""

    found = "Parameters go with a model by name, not with {given}."
    remedy = "Set them where you make the estimator, or name one model."


class UnknownModelFormat(WrongCall):
    """A form of the issued model that does not exist."""

    found = "There is no model format {model_format!r}."
    remedy = "Choose 'onnx' or 'skops'."


class UnknownScale(WrongCall):
    """A scale that does not exist."""

    found = "There is no scale {scale!r}."
    remedy = "Choose 'unit' or 'none'."


# --- handing out


class ModelHoldsRows(InputRejected):
    """A fitted model contains rows of the training table: every site could read them."""

    found = "The model {name!r} contains rows of the sites it was trained on ({where})."
    remedy = (
        "Choose one of {known}, which hold none; or let all sites agree to "
        "`model_may_contain_rows = true`."
    )


class ModelNotConvertible(InputRejected):
    """There is no way to write the model as plain operations."""

    found = "The model {name!r} cannot be written as ONNX ({reason})."
    remedy = (
        "These can: {known}. Or issue it as an archive (`--model-format skops`): each site must "
        "then allow its types by name, and such a model is code that a site chooses to trust."
    )


class ConversionDiffers(InputRejected):
    """The converted model does not say what the estimator says."""

    found = (
        "The model {name!r}, as sites would get it, differs from the estimator on {n_rows} rows: "
        "largest difference {difference} (allowed {allowed}), {n_labels} labels."
    )
    remedy = (
        "Do not hand it out so. These convert faithfully: {known}. Or issue an archive of it "
        "(`--model-format skops`), which converts nothing; each site must allow its types by name."
    )
