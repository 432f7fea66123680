"""What the analyst refuses at the door: uploads, and what they are held against.

In:  facts: names of sites, files and fields, counts, shapes, digests, agreed names.
Out: errors; none holds a value of a row, a label or a view. Anybody may read them.
"""

from concordant.errors import BundleRejected, InputRejected, WrongCall

# --- one file at the door


class FileFault(BundleRejected):
    """Something went wrong with a file that no rule of ours foresaw."""

    found = "{file!r} could not be read ({reason})."
    remedy = "Copy the file again; if that does not help, ask the sender to write it again."


class FileNameDiffers(BundleRejected):
    """A file carries one site's name and speaks of another."""

    found = "{file!r}: its field 'site' says {site!r}."
    remedy = "Ask both sites what they sent; a file is named {expected!r} after its sender."


class WrongStudy(BundleRejected):
    """A file of another study."""

    found = "File of {site}: its field 'study' is {sent}; this study's id is {agreed}."
    remedy = "Ask the site to contribute under the charter of this study."


class WrongTerms(BundleRejected):
    """A file of the same study under other terms: another version of the charter."""

    found = "File of {site}: its field 'terms' is {sent}…; the terms of this charter are {agreed}…."
    remedy = "Compare the charters: the site worked with another version. It has to send again."


class RehearsalDiffers(BundleRejected):
    """A file of a rehearsal in a real study, or a real file in a rehearsal."""

    found = "File of {site}: its field 'rehearsal' is {sent}; the charter says {agreed}."
    remedy = "Keep the folders of demonstrations and of studies apart."


class WrongPact(BundleRejected):
    """The site's pact is not the one that the notice speaks of."""

    found = "File of {site}: its field 'tag' does not fit the pact's notice or the agreed span."
    remedy = "The site used another pact, or an old one: run `concordant pact check` there."


class TagsDiffer(BundleRejected):
    """The sites do not hold one pact, and nobody can tell which is right."""

    found = (
        "File of {site}: its field 'tag' is one of {n_tags} different ones among {n_files} files."
    )
    remedy = (
        "Ask the maker of the pact for pact.notice: it says which tag is right. "
        "That most sites agree says nothing."
    )


class PrecisionDiffers(BundleRejected):
    """The rows are in another number type than agreed."""

    found = "File of {site}: its field 'precision' is {sent!r}; the terms say {agreed!r}."
    remedy = "Ask the site to contribute again under this charter."


class ViewNotOrthonormal(BundleRejected):
    """The anchor view shows a basis that the plan does not allow."""

    found = "File of {site}: the columns of {field!r} are off orthonormal by {deviation}."
    remedy = "Ask the site to contribute again; no basis of the plan looks like that."


class ViewRankLow(BundleRejected):
    """The columns of an anchor view depend on each other."""

    found = "File of {site}: {field!r} has rank {rank}; it needs {n_dims}."
    remedy = "Ask the site to contribute again."


class ValuesOutsize(BundleRejected):
    """An array holds numbers that no row of the terms can give."""

    found = "File of {site}: {field!r} holds {count} values beyond {limit}."
    remedy = "Ask the site to check its table (`concordant site check`) and to contribute again."


class RowsOutsize(BundleRejected):
    """Rows are longer than the ranges of the terms allow: they would drown everybody's."""

    found = (
        "File of {site}: {count} of {n_rows} rows are longer than the agreed ranges allow "
        "(at most {limit})."
    )
    remedy = "Ask the site what it sent; `concordant site contribute` keeps rows in their ranges."


class LabelsRefused(BundleRejected):
    """Labels that are not what the terms say."""

    found = "File of {site}: {count} of its {n_rows} 'labels' are not {agreed}."
    remedy = "Ask the site to check its label column and to contribute again."


class ArrayMissing(BundleRejected):
    """An array that the terms ask for is not in the file."""

    found = "File of {site}: {field!r} is missing for its {n_rows} rows."
    remedy = "Ask the site to contribute again under this charter."


class ArrayNotPlanned(BundleRejected):
    """A file holds something that the terms do not ask for."""

    found = "File of {site}: it holds {field!r}, which the terms do not ask for."
    remedy = "Ask the site why, and to contribute again under this charter."


# --- files against each other


class SameRelease(BundleRejected):
    """Two files of one site carry one release number."""

    found = "File of {site}: its field 'release' is {release}, as in {n_files} files of this site."
    remedy = "Ask the site which file is its own; remove the others, or let it release again."


class SpanMissing(BundleRejected):
    """A contribution does not say on which agreed span it was made."""

    found = "File of {site}: its field 'span' is empty; the terms say span = 'agreed'."
    remedy = "Ask the site to contribute with the agreed span (`--span study.span`)."


class SpanNotPlanned(BundleRejected):
    """A contribution names an agreed span in a study that has none."""

    found = "File of {site}: its field 'span' names one; the terms say span = {plan!r}."
    remedy = "Ask the site to contribute again under this charter."


class WrongSpan(BundleRejected):
    """A contribution was made on another span than the one that was handed out."""

    found = "File of {site}: its field 'span' is {sent}…; the study's span is {agreed}…."
    remedy = "The site used another file as its span. Compare the fingerprint words by telephone."


class SpansMixed(BundleRejected):
    """The contributions were made on different agreed spans."""

    found = (
        "File of {site}: its field 'span' is one of {n_spans} different ones among {n_files} files."
    )
    remedy = "Give the span that was handed out with --span; the others have to contribute again."


class OffTheSpan(BundleRejected):
    """The anchor view lies outside the span that all sites share by the plan."""

    found = (
        "File of {site}: 'anchor_view' lies off the {plan} span by {distance} (at most {limit})."
    )
    remedy = "Another span, another anchor or a damaged basis: ask the site to contribute again."


class NoCommonSpan(BundleRejected):
    """The views do not lie in one span, and no span has more sites than the others."""

    found = "File of {site}: the {n_files} views lie in {n_spans} spans; the plan is {plan!r}."
    remedy = "Ask the sites for their pact's words (`concordant pact check`); one of them differs."


class DuplicatedView(BundleRejected):
    """Two sites sent one and the same anchor view: a copy under another name."""

    found = "File of {site}: its {field!r} is, bit for bit, also that of: {others}."
    remedy = "Every site draws its own secret basis; ask these sites which file is a copy."


# --- what the analyst brings along


class NoticeNotOurs(InputRejected):
    """The notice belongs to other terms."""

    found = "The notice's {field} is {sent}; this charter's is {agreed}."
    remedy = (
        "Use the pact.notice that was made for this charter; after a new version, the maker of the "
        "pact writes it anew."
    )


class SpanFileNotOurs(InputRejected):
    """The span file is not the agreed span of these terms."""

    found = "The span's {field} is {sent}; this study's is {agreed}."
    remedy = "Give the study.span that `concordant analyst agree` wrote for this charter."


class ViewsNotPlanned(WrongCall):
    """Views were brought to a study of one upload."""

    found = "The terms say span = {plan!r}; views are exchanged only where span = 'agreed'."
    remedy = "Train from the bundles."
