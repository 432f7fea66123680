"""What can go wrong in the algebra: shapes, ranks and matrices that are not what they should be."""

from concordant.errors import AlignmentUnreliable, BundleRejected, WrongCall


class NormalsMissing(WrongCall):
    """The source of normals gave another number than it was asked for."""

    found = "A reflector needs {expected} normals; their source gave an array of shape {sent}."
    remedy = "Return a one-dimensional array of exactly as many normals as asked for."


class TooManyColumns(WrongCall):
    """More orthonormal columns were asked for than the space has directions."""

    found = "{n_columns} orthonormal columns were asked for in {n_rows} dimensions."
    remedy = "Ask for at least one and at most {n_rows} columns."


class NoAnchorViews(WrongCall):
    """There is nothing to align."""

    found = "No anchor view was given."
    remedy = "Give the anchor view of at least one site."


class UnknownMethod(WrongCall):
    """The named alignment method does not exist."""

    found = "There is no alignment method {method!r}."
    remedy = "Choose one of: {known}."


class OptionNotForMethod(WrongCall):
    """An option was given that the chosen method has no place for."""

    found = "The option {option!r} means nothing to the method {method!r}."
    remedy = "Leave it out, or choose the method {owner!r}."


class NamesDiffer(WrongCall):
    """The names do not belong to the views, one each."""

    found = "{n_names} different names were given for {n_views} anchor views."
    remedy = "Give each view one name, and no name twice."


class TargetNotOrthogonal(WrongCall):
    """The target of ODC is not an orthogonal matrix of the right size."""

    found = "The target of ODC is not an orthogonal matrix with {n_dims} rows."
    remedy = "Leave it out (identity), pass 'haar', or pass an orthogonal matrix."


class RightFactorSingular(WrongCall):
    """The right factor of Imakura's target has no inverse."""

    found = "The right factor is not an invertible matrix with {n_dims} rows."
    remedy = "Leave it out (identity), or pass an invertible matrix."


class PowerNegative(WrongCall):
    """The power of the shares would blow up directions that few sites hold."""

    found = "The power of the shares is {power}."
    remedy = "Pass a finite power of 0 or more; 2 is the default."


class AnchorViewsDiffer(BundleRejected):
    """The anchor views do not have one shape."""

    found = (
        "The anchor view of site {site!r} has shape {sent}; that of site {first!r} has {agreed}."
    )
    remedy = "All sites must use the dimensions and the anchor of one charter."


class AnchorViewWide(BundleRejected):
    """An anchor view has fewer rows than columns, so that no map can be told from it."""

    found = "The anchor views have {n_anchor_rows} rows and {n_dims} columns."
    remedy = "Use at least as many anchor rows as dimensions."


class AnchorViewNotFinite(BundleRejected):
    """An anchor view holds NaN or infinity."""

    found = "The anchor view of site {site!r} has {n_bad} entries that are not finite."
    remedy = "Ask the site to contribute again; leave it out until then."


class AnchorRankLow(AlignmentUnreliable):
    """The columns of an anchor view depend on each other: directions of the site are lost."""

    found = "The anchor view of site {site!r} has rank {rank}; it needs {n_dims}."
    remedy = "Ask the site to contribute again, with at most {rank} dimensions; or leave it out."
