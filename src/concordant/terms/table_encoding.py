"""Turn the bytes of a text file into text, in one of three encodings.

In:  bytes, and the encoding that a person named, if any.
Out: text without byte-order mark; or a refusal with the number of the line. Anybody may run this.
"""

import codecs
import re

from concordant.errors.terms import EncodingUnclear, OptionUnknown

_ENCODINGS = {
    "utf-8": "utf-8-sig",
    "utf8": "utf-8-sig",
    "utf-16": "utf-16",
    "utf16": "utf-16",
    "windows-1252": "cp1252",
    "cp1252": "cp1252",
}
_SPOKEN = {"utf-8-sig": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows-1252"}
_NEITHER = "UTF-8 or Windows-1252"

# Two, three and four bytes that only UTF-8 writes together.
_LETTERS = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f]")


def require_encoding(name: str | None) -> str | None:
    """Return the codec of an encoding that a person named, if any."""
    if name is None:
        return None
    codec = _ENCODINGS.get(name.strip().lower())
    if codec is None:
        allowed = "utf-8, utf-16, windows-1252"
        raise OptionUnknown(option="encoding", given=name[:20], allowed=allowed)
    return codec


def decode_text(raw: bytes, file: str, codec: str | None) -> str:
    """Return the text in ``raw``: by its byte-order mark, else UTF-8, else Windows-1252."""
    codec = codec or _by_mark(raw)
    if codec is not None:
        text = _decoded(raw, file, codec)
    else:
        try:
            text = raw.decode("utf-8")
            codec = "utf-8-sig"
        except UnicodeDecodeError as error:
            _require_no_mixture(raw, file, error.start)
            codec = "cp1252"
            text = _decoded(raw, file, codec, spoken=_NEITHER)
    # Some old programs end a text with control-Z; any other control sign is no text.
    text = text.removesuffix("\x1a")
    if strange := _NO_TEXT.search(text):
        line = text.count("\n", 0, strange.start()) + 1
        spoken = _NEITHER if codec == "cp1252" else _SPOKEN[codec]
        raise EncodingUnclear(file=file, line=line, encoding=spoken)
    return text


def _by_mark(raw: bytes) -> str | None:
    if raw.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return None


def _decoded(raw: bytes, file: str, codec: str, *, spoken: str | None = None) -> str:
    try:
        return raw.decode(codec)
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode(codec, errors="ignore")
        line = before.count("\n") + 1
        raise EncodingUnclear(file=file, line=line, encoding=spoken or _SPOKEN[codec]) from None


def _require_no_mixture(raw: bytes, file: str, offset: int) -> None:
    """Refuse UTF-8 with a few broken bytes: as Windows-1252 all its accents would be wrong."""
    n_letters = sum(1 for _ in _LETTERS.finditer(raw))
    n_high = len(raw) - len(raw.translate(None, delete=bytes(range(128, 256))))
    n_in_letters = sum(len(letter[0]) for letter in _LETTERS.finditer(raw))
    if n_letters >= max(1, n_high - n_in_letters):
        line = raw.count(b"\n", 0, offset) + 1
        raise EncodingUnclear(file=file, line=line, encoding="UTF-8")
