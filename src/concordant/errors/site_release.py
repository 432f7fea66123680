"""What a site refuses at the moment of sending, joining a span, or using a return.

In:  counts, shapes, digests and agreed names.
Out: errors; none holds a cell, a label, a person's key, a basis entry or the pact.
"""

from concordant.errors import BundleRejected, InputRejected, WrongCall


class SpanFileNeeded(WrongCall):
    """The terms want the agreed span and none was given."""

    found = "The terms say span = 'agreed'; a contribution needs the agreed span."
    remedy = "Send your view first, then contribute with the analyst's file (`--span study.span`)."


class SpanFileNotPlanned(WrongCall):
    """An agreed span was given in a study that has none."""

    found = "The terms say span = {plan!r}; no agreed span belongs to this study."
    remedy = "Leave the span out, and ask the analyst why it was sent."


class ViewNotPlanned(WrongCall):
    """A view was asked for in a study of one upload."""

    found = "The terms say span = {plan!r}; views are sent only where span = 'agreed'."
    remedy = "Contribute at once (`concordant site contribute`)."


class PublicRowsNeeded(WrongCall):
    """The terms build on public rows and none were given."""

    found = "The terms take the {purpose} from public rows, and none were given."
    remedy = "Give the public table that the terms name by its digest."


class PublicRowsNotPlanned(WrongCall):
    """Public rows were given in a study that uses none."""

    found = "Public rows were given; the terms use none (span = {plan!r}, anchor = {anchor!r})."
    remedy = "Leave the public table out."


class PublicFileDiffers(InputRejected):
    """The public table is not the file that the terms name."""

    found = "The public table has the digest {sent}…; the terms name {agreed}…."
    remedy = "Copy the public table again: every site needs the same file, byte for byte."


class KnownRandomness(WrongCall):
    """Somebody passed a generator for the secret draws of a real study."""

    found = "A generator was passed for secret draws, and this study is not a rehearsal."
    remedy = "Leave `rng` out: secrets are drawn from the operating system's entropy."


class UnknownChoice(WrongCall):
    """A choice that is not on its list."""

    found = "{choice!r} is no choice for {name}."
    remedy = "Choose one of: {choices}."


class TableNeeded(WrongCall):
    """The span comes from the site's own rows and there are none."""

    found = "The terms take the span from the site's own rows, and no table was given."
    remedy = "Give the table; with `with_rows=False` its rows shape the view and stay here."


class PublicRowsTooPlain(InputRejected):
    """The public rows cannot fill the span that all sites are to share."""

    found = "The public rows vary in {rank} directions; the terms ask for {n_dims} dimensions."
    remedy = "Agree fewer dimensions, or a public table with more variety."


class AnchorNotForAgreedSpan(InputRejected):
    """The agreed span needs an anchor that can be undone."""

    found = "span = 'agreed' with a {anchor} anchor cannot be carried out."
    remedy = "Agree `anchor = 'orthonormal'`."


class TooFewRowsForDims(InputRejected):
    """A view of so few rows would be the rows themselves."""

    found = "The table has {n_rows} rows for {n_dims} dimensions; the view needs more rows."
    remedy = "Add rows or agree fewer dimensions; no consent lifts this rule."


class BelowFloor(InputRejected):
    """Too few rows to hide one person in the agreed span."""

    found = (
        "The table has {n_rows} rows; the agreed span with {n_dims} dimensions asks for "
        "{floor}, because one odd row shows in a span made from fewer."
    )
    remedy = "Add rows, or agree to take the risk by `agreed_below_floor = true`."


class TooFewSitesForSpan(InputRejected):
    """Too few sites to hide one site in the agreed span."""

    found = (
        "The agreed span comes from {n_sites} sites; below {floor} the others can work out "
        "one site's own span from it."
    )
    remedy = "Wait for more sites, or agree to take the risk by `agreed_below_floor = true`."


class LabelsSingleOut(InputRejected):
    """The labels name persons: too many rows have a label nobody else at the site has."""

    found = "{percent} % of the {n_rows} labels occur once at this site; at most {limit} % may."
    remedy = (
        "Agree a coarser step (now {step}), or take the risk by `accept_unique_labels = true`: "
        "whoever knows a person's label finds the row."
    )


class NoRowsLeft(InputRejected):
    """Nothing would leave."""

    found = "Of {n_rows} rows, {n_withheld} are withheld as too rare a class: none is left."
    remedy = "Contribute without withholding, or join without rows (`--no-rows`)."


class BasisNotOfThisCharter(InputRejected):
    """The secret basis has another shape than the terms ask for."""

    found = "The basis has shape {basis}; the terms ask for {agreed}."
    remedy = "Use the basis that was kept when this site contributed under these terms."


class BasisOffSpan(InputRejected):
    """The secret basis that was kept lies outside the span that all sites share."""

    found = "The basis kept for release {release} does not lie in the {plan} span of the study."
    remedy = "Start a new release (`--replace`); the old basis was made for another span."


class SpanNotOurs(BundleRejected):
    """A span file speaks of another study, other terms, or another pact."""

    found = "The span's {field} is {sent!r}; this study's is {agreed!r}."
    remedy = "Do not use it. Ask the analyst for the span of this study."


class SpanMisshapen(BundleRejected):
    """A span file has another size than agreed."""

    found = "The span has shape {sent}; the terms ask for {agreed}."
    remedy = "Do not use it. Ask the analyst for the span of this study."


class SpanNotFinite(BundleRejected):
    """A span file holds values that are no numbers."""

    found = "The span has {n_bad} entries that are not finite."
    remedy = "Do not use it. Ask the analyst to send it again."


class SpanNotOrthonormal(BundleRejected):
    """A span that an honest analyst does not make."""

    found = "The span's columns are off orthonormal by {deviation}; at most {limit} is rounding."
    remedy = (
        "Do not use it: a span of this kind can single out one site. "
        "Compare its fingerprint words with the other sites by telephone."
    )


class ReturnNotOurs(BundleRejected):
    """A return speaks of another site, study, pact, span or release."""

    found = "The return's {field} is {sent!r}; this site's is {ours!r}."
    remedy = "Ask the analyst for the return of this site's latest release."


class ReturnMisshapen(BundleRejected):
    """An array of a return has another shape than the terms ask for."""

    found = "The return's {field} has shape {sent}; the terms ask for {agreed}."
    remedy = "Ask the analyst to issue the return again."


class ReturnNotUsable(BundleRejected):
    """An array of a return cannot be computed with."""

    found = "The return's {field} {problem} in {n_bad} places."
    remedy = "Ask the analyst to issue the return again."


class ReturnClassesDiffer(BundleRejected):
    """A return names other classes than the terms."""

    found = "The return names {sent} classes; the terms name {agreed}, in their own order."
    remedy = "Ask the analyst to train under the terms of this study."


class ModelAnswerUnfit(BundleRejected):
    """The model's answers do not fit the task."""

    found = "The model answered with {problem} for {n_rows} of the rows."
    remedy = "Ask the analyst to check the model and issue the return again."


class RowsNotEncodable(InputRejected):
    """Some new rows cannot be encoded, and nobody chose to leave them blank."""

    found = "{n_refused} of {n_rows} rows hold what the terms refuse (columns: {columns})."
    remedy = "Mend them, or choose to leave their predictions blank (`--unencodable blank`)."


class NothingToScore(InputRejected):
    """No row is left to score."""

    found = "None of the {n_rows} rows can be encoded, so there is nothing to score."
    remedy = "Mend the table (`concordant site check` lists what is refused)."
