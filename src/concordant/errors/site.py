"""What can go wrong with a site's secrets: the pact, the anchor, the basis, the vault.

In:  counts, shapes, positions, file names and agreed names; never a word, a key, a row or an
     entry of a basis.
Out: refusals whose text may be pasted into a ticket. Anybody may read them.
"""

from concordant.errors import InputRejected, SetupIncomplete, WrongCall


class SecretStaysHere(WrongCall):
    """Somebody tried to pickle, copy or serialise a secret object."""

    found = "{what} is a secret and was about to be {deed}."
    remedy = "Keep it in the vault (`concordant.site.vault`), which alone may write it down."


# --- the pact


class PactIsPassphrase(InputRejected):
    """What was given as a pact is text that a person could have chosen."""

    found = "A pact is 32 random bytes; this is text."
    remedy = "Make one with `concordant pact new`; a passphrase can be guessed in seconds."


class PactWrongLength(InputRejected):
    """A pact does not have 32 bytes."""

    found = "A pact is 32 random bytes; this has {sent}."
    remedy = "Make one with `concordant pact new`, or import the file or the 24 words again."


class PactNotRandom(InputRejected):
    """The bytes of a pact repeat themselves far more than random ones can."""

    found = "These 32 bytes hold only {distinct} different values: they are not random."
    remedy = "Make a pact with `concordant pact new`."


class PactWordsCount(InputRejected):
    """There are not 24 words."""

    found = "A pact is 24 words; this text has {sent}."
    remedy = "Ask for the words that are missing; numbers and line breaks between them are fine."


class PactWordsUnknown(InputRejected):
    """Some words are not in the list; they are told by position, never echoed."""

    found = "These words are not in the word list, counted from 1: {positions}."
    remedy = "Have those words spelled out again (English BIP-39 list); the others are fine."


class PactWordsChecksum(InputRejected):
    """Every word exists, but together they are no pact."""

    found = "All 24 words exist, but their checksum does not fit."
    remedy = "One word is another of the list, or two changed places: have all 24 read again."


class PactUnreadable(InputRejected):
    """A pact file is damaged or is something else."""

    found = "The pact file cannot be used: {reason}."
    remedy = "Copy the file again from the site that made it, or type its 24 words."


class PactForOtherStudy(InputRejected):
    """The pact file belongs to another study."""

    found = "This pact belongs to study id {sent}; the charter's study id is {agreed}."
    remedy = "Use the pact file that was made for this charter; never share one between studies."


class NoticeUnreadable(InputRejected):
    """A pact notice is damaged or is something else."""

    found = "The pact notice cannot be used: {reason}."
    remedy = "Copy `pact.notice` again from the site that made the pact."


class PactDiffersFromNotice(InputRejected):
    """The pact held here is not the one that the study's notice speaks of."""

    found = "The pact here gives another tag than the study's notice does."
    remedy = "Compare the fingerprint words of both sites (`concordant pact check`)."


class NoticeOfOtherTerms(InputRejected):
    """The notice is older than the terms, or belongs to another study."""

    found = "The pact's notice was written for another version of these terms, or another study."
    remedy = (
        "The pact may still be right: ask whoever made it to write the notice anew "
        "(`concordant pact check --write-notice --force`) and to send it round."
    )


# --- anchor, span and basis


class UnknownDraw(InputRejected):
    """The charter asks for a recipe of random numbers that this version does not have."""

    found = "The charter asks for draw {asked}; this version has draw {known}."
    remedy = "Update concordant at every site, or agree on a draw that all have."


class WeakAnchorNotAccepted(InputRejected):
    """The charter's anchor can be undone and nobody agreed to that."""

    found = "The anchor {kind!r} can be undone by an attacker; the charter does not accept that."
    remedy = "Use `orthonormal`, or agree on `accept_weak_anchor = true` knowing the risk."


class AnchorTooSmall(InputRejected):
    """A uniform or gaussian anchor needs at least as many rows as there are features."""

    found = "The anchor has {rows} rows for {features} features; it needs at least as many."
    remedy = "Raise `anchor_rows` in the charter, or use the `orthonormal` anchor."


class PublicRowsMissing(WrongCall):
    """The plan needs the public table and it was not given."""

    found = "This charter's plan {plan!r} needs the public table, and none was given."
    remedy = "Name the public table that the charter's digest speaks of."


class AnchorCannotTurnBack(WrongCall):
    """Only an orthonormal anchor turns an agreed span back."""

    found = "An agreed span was given, but the anchor is {kind!r}."
    remedy = 'The agreed span needs `anchor = "orthonormal"` in the charter.'


class FeaturesDiffer(WrongCall):
    """An array does not have as many features as the charter has."""

    found = "{what} has {sent} features; the charter has {agreed}."
    remedy = "Encode the table with this charter first."


class DimsTooMany(InputRejected):
    """More dimensions are asked for than there are features."""

    found = "{dims} dimensions were asked for; there are only {features} features."
    remedy = "Agree on fewer dimensions in the charter."


class RowsNotFinite(InputRejected):
    """Encoded rows hold something that is not a finite number."""

    found = "{count} of the encoded values are not finite numbers."
    remedy = "Run `concordant site check`: a column's policy lets them through."


class BasisNotOrthonormal(InputRejected):
    """A matrix that should become a secret basis does not have orthonormal columns."""

    found = "The basis ({features} × {dims}) is not orthonormal."
    remedy = "Draw it with `draw_basis`; a basis from a file is damaged."


# --- the vault


class VaultNameUnsafe(InputRejected):
    """A study id cannot name a folder."""

    found = "The study id of the charter cannot be the name of a folder."
    remedy = "Use the random id that `concordant charter draft` writes (32 hexadecimal digits)."


class VaultBusy(SetupIncomplete):
    """Another process works on the same study and site."""

    found = "Another command is working in the vault of site {site!r}."
    remedy = "Wait until it has finished, then run this again."


class VaultDamaged(InputRejected):
    """A file in the vault is not what was written there."""

    found = "The vault's file {file!r} is damaged or was changed ({reason})."
    remedy = "Restore the vault from its backup; do not edit files in it."


class PactMissing(SetupIncomplete):
    """The vault has no pact for this study."""

    found = "The vault has no pact for study id {study_id}."
    remedy = "Run `concordant pact import` with the file or the words of the study's pact."


class PactAlreadyThere(InputRejected):
    """The vault already holds another pact for this study."""

    found = "The vault already holds a different pact for study id {study_id}."
    remedy = "Compare fingerprints (`concordant pact check`) before replacing it with `--force`."


class BasisMissing(SetupIncomplete):
    """The vault has no secret basis for this site, study and release."""

    found = "The vault has no secret basis of site {site!r} for these terms{but}."
    remedy = "Use the vault that `concordant site contribute` wrote to, and the same charter."


class AlreadyReleased(InputRejected):
    """A release for these terms has left already."""

    found = "Site {site!r} already released its rows for these terms (release {number})."
    remedy = (
        "A second release shows each row under two rotations, which tells more than one; "
        "if it is really needed, use `--replace`."
    )


class ReleaseUnknown(WrongCall):
    """A release was finished that was never begun, or a number was taken twice."""

    found = "Release {number} of site {site!r} is {state}."
    remedy = "Begin a release with the number that `plan_release` gave, then finish it once."


class SecondSpan(InputRejected):
    """Another agreed span arrived for terms that already have one."""

    found = (
        "Another agreed span was used before with these terms (it reads {first}; this {second})."
    )
    remedy = (
        "Do not use it: two spans for one study tell the analyst more. Compare the words with "
        "the other sites; a new span needs new terms."
    )
