"""Names that people choose: cleaned before others see them, and told apart where several meet at a table.

What counts is how names look, for that is all the others see: "Anna" with a Greek or a Cyrillic A is taken for "Anna".
Nobody is refused: who looks like somebody else gets a number.
"""

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from shoal.core import msg
from shoal.core.translations import LANGUAGES, speaker

__all__ = ["clean_name", "distinct_names", "free_name", "words_for_you"]

_LONGEST: Final = 24
_LONGEST_WITH_NUMBER: Final = 20
#: Above and below one letter; no script needs more.
_MOST_MARKS: Final = 3
#: Characters that show nothing, though Unicode takes them for letters, marks or symbols.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    "\U00013441\U00013442\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
#: Letters of other alphabets, and Latin ones of other names, by the letter that they look like.
_LOOK_ALIKES: Final = {
    "a": "АаΑαᎪꓮɑⲀ",
    "b": "ВвЬьΒβᏴꓐƄƅ",
    "c": "СсϹϲςᏟꓚⲤⲥ",
    "d": "ԀԁᎠꓓ",
    "e": "ЕеЄєΕεϵᎬꓰɛ",
    "f": "ꓝϜ",
    "g": "ᏀꓖցɡƍԌԍ",
    "h": "НнҺһΗᎻꓧհⲎ",
    "i": "ІіΙιᎥꓲɩꙇⲒ",
    "j": "ЈјͿϳᎫꓙյ",
    "k": "КкΚκᏦꓗⲔ",
    "l": "ӀӏᏞꓡƖǀլ∣|",
    "m": "МмΜϺᎷꓟⲘ",
    "n": "ПпΝηꓠոռⲚ",
    "o": "ОоΟοσՕօꓳⲞⲟ",
    "p": "РрΡρᏢꓑⲢⲣ",
    "q": "Ԛԛզգ",
    "r": "ᏒᎡꓣгᴦ",
    "s": "ЅѕՏᏚꓢƽ",
    "t": "ТтΤτᎢꓔⲦ",
    "u": "υՍսꓴʋ",
    "v": "ѴѵνᏙꓦ",
    "w": "ԜԝѠѡωᎳꓪɯա",
    "x": "ХхΧχꓫⲬ",
    "y": "УуҮүΥγᎩꓬʏⲨ",
    "z": "ΖᏃꓜ",
    "3": "ЗзƷʒȜȝӠӡ",
    "6": "б",
    "ی": "يى",
    "ک": "ك",
}
_PLAIN: Final = {ord(letter): plain for plain, letters in _LOOK_ALIKES.items() for letter in letters}
#: Letters as Unicode names them: small capitals, letters with strokes and hooks, in squares, in flags.
_LATIN: Final = re.compile(
    r"(?:.*\bLATIN (?:CAPITAL |SMALL )?LETTER|REGIONAL INDICATOR SYMBOL LETTER)"
    r"(?: SMALL CAPITAL| DOTLESS| SCRIPT)* ([A-Z]{1,2})(?: WITH .*)?"
)
#: I, l and 1 look the same, and so do O and 0.
_SAME: Final = str.maketrans("i10", "llo")


def clean_name(name: str, otherwise: str) -> str:
    """The name as one short line that can be read; `otherwise` if there is no letter, digit or symbol in it."""
    kept = "".join(letter for letter in name if unicodedata.category(letter)[0] != "C" or letter == " ")
    cleaned = _bound_marks(unicodedata.normalize("NFC", _BLANK.sub("", kept)))
    cleaned = " ".join(cleaned.split())[:_LONGEST].strip()
    return cleaned if any(map(_is_readable, cleaned)) else otherwise


def _bound_marks(name: str) -> str:
    """The name without marks that belong to no letter, and without those that pile up."""
    bounded = ""
    room = 0
    for letter in name:
        is_mark = unicodedata.category(letter) in ("Mn", "Me")
        room = room - 1 if is_mark else 0 if letter.isspace() else _MOST_MARKS
        if room >= 0:
            bounded += letter
    return bounded


def _is_readable(letter: str) -> bool:
    category = unicodedata.category(letter)
    return (category[0] in "LN" and category != "Lm") or category in ("So", "Sm", "Sc")


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it if it looks like one of those that are taken."""
    looks = {look for other in taken for look in _looks(other)}
    return name if looks.isdisjoint(_looks(name)) else _numbered(name, looks, 2)


def distinct_names(names: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """The names, where all that look alike have numbers behind them, and so have those that look taken."""
    looks = {look for other in taken for look in _looks(other)}
    shared = Counter(look for name in names for look in _looks(name))
    distinct: list[str] = []
    for name in names:
        own = _looks(name)
        is_alone = all(shared[look] == 1 for look in own)
        told_apart = name if is_alone and looks.isdisjoint(own) else _numbered(name, looks, 2 if is_alone else 1)
        looks |= _looks(told_apart)
        distinct.append(told_apart)
    return distinct


@cache
def words_for_you() -> tuple[str, ...]:
    """What the server calls whoever reads a page, in each language: a name for nobody else."""
    return tuple(speaker(language)(msg("You")) for language in LANGUAGES)


def _numbered(name: str, looks: set[str], first: int) -> str:
    stem = name[:_LONGEST_WITH_NUMBER].rstrip()
    numbered = (f"{stem} {number}" for number in itertools.count(first))
    return next(candidate for candidate in numbered if looks.isdisjoint(_looks(candidate)))


def _looks(name: str) -> set[str]:
    """How a name may be read: by its letters, whatever their case, and by their shapes."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    shape = "".join(_shape(letter) for letter in unicodedata.normalize("NFKD", name.translate(_PLAIN)))
    return {plain, shape.replace("m", "rn").replace("w", "vv") or plain}


@lru_cache(maxsize=4096)
def _shape(letter: str) -> str:
    """The plain letters or digit that a character looks like; nothing for accents, spaces and punctuation."""
    category, name = unicodedata.category(letter), unicodedata.name(letter, "")
    if category[0] in "PZC" or category == "Sk":
        return ""
    if category in ("Mn", "Me"):
        # The marks of other scripts make other letters of them: vowels, and voiced syllables.
        is_accent = name.startswith("COMBINING") and "KATAKANA" not in name
        return "" if is_accent else letter
    if category == "Nd":
        plain = str(unicodedata.decimal(letter))
    elif ord(letter) in _PLAIN:
        plain = _PLAIN[ord(letter)]
    else:
        named = _LATIN.fullmatch(name)
        plain = named[1] if named is not None else letter
    return plain.casefold().translate(_SAME)
