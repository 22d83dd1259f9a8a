"""Settings of Word Search: the words, those that must not be read, a message, and how many."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

from pipeline.kinds import kit
from pipeline.kinds.kit.options import one_of, range_from
from pipeline.model import JsonObject, cut

SHORTEST: Final = 3  # Fewest letters of a word that is looked for
LEAST_BLOCKED: Final = 2
MOST_LETTERS: Final = 60  # Most letters of a word in a file
MOST_WORDS: Final = 20_000
THEMES: Final = ("animals", "tiere", "animaux")
_LETTERS_A_CELL: Final = 0.45
"""Letters of words to cells, if no number of words is asked for."""
_SPELLED: Final = str.maketrans(
    {"Ä": "AE", "Ö": "OE", "Ü": "UE", "ẞ": "SS", "Æ": "AE", "Œ": "OE", "Ø": "OE", "Þ": "TH"}
)
_JOINING: Final = " -'’."  # What words of several parts have between them


def fold(text: str) -> str:
    """Return a word in capitals from A to Z, other characters as they are.

    Umlauts become two letters, as in German crosswords; other accents are left out.

    >>> fold("Bär"), fold("éléphant"), fold("Straße"), fold("ice cream")
    ('BAER', 'ELEPHANT', 'STRASSE', 'ICECREAM')
    """
    spelled = unicodedata.normalize("NFC", text).upper().translate(_SPELLED)
    parts = unicodedata.normalize("NFD", spelled)
    return "".join(one for one in parts if not unicodedata.combining(one) and one not in _JOINING)


def read_words(key: str, text: str, shortest: int = SHORTEST) -> tuple[str, ...]:
    """Return the words of a file, one a line; `ConfigError` with the line of a wrong one."""
    line_of: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        entry = line.partition("#")[0].strip().removeprefix("\ufeff")
        if not entry:
            continue
        word = fold(entry)
        if not (word.isascii() and word.isalpha() and shortest <= len(word) <= MOST_LETTERS):
            raise kit.ConfigError(
                f"{key}: line {number}: expected a word of {shortest} to {MOST_LETTERS} letters "
                f"from A to Z, with or without accents, found {cut(entry)!r}; correct it"
            )
        if word in line_of:
            raise kit.ConfigError(
                f"{key}: line {number}: expected each word once, found {word} as in line "
                f"{line_of[word]}; leave one out"
            )
        line_of[word] = number
    if not 0 < len(line_of) <= MOST_WORDS:
        raise kit.ConfigError(
            f"{key}: expected 1 to {MOST_WORDS} words, one a line, found {len(line_of)}; "
            "correct the file"
        )
    return tuple(line_of)


def read_blocked(key: str, text: str) -> tuple[str, ...]:
    """Return the words of a file that no board may have."""
    return read_words(key, text, LEAST_BLOCKED)


def read_message(key: str, text: str) -> str:
    """Return a message in capitals, its words parted by spaces."""
    words = [*filter(None, (fold("".join(filter(_is_written, one))) for one in text.split()))]
    letters = "".join(words)
    if not words or not (letters.isascii() and letters.isalpha()):
        raise kit.ConfigError(
            f"{key}: expected a text of letters from A to Z, with or without accents, found "
            f"{cut(text)!r}; correct it"
        )
    return " ".join(words)


def _is_written(sign: str) -> bool:
    return unicodedata.category(sign)[0] != "P"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for of a board."""

    words: tuple[str, ...]
    blocked: tuple[str, ...] = ()
    message: str = ""
    word_count: tuple[int, int] | None = None

    @property
    def letters(self) -> str:
        """The letters of the message."""
        return self.message.replace(" ", "")

    def fitting(self, rows: int, cols: int) -> list[str]:
        """Return the words that fit a board and have no blocked word in them."""
        return _fitting(self, min(rows, cols))

    def blocked_in(self, text: str) -> list[str]:
        """Return the blocked words that can be read in a text, forwards or backwards."""
        return [one for one in self.blocked if one in text or one[::-1] in text]

    def count(self, rows: int, cols: int) -> tuple[int, int]:
        """Return the least and the largest number of words of a board."""
        fitting = self.fitting(rows, cols)
        if self.word_count is not None:
            return self.word_count
        cells = rows * cols - len(self.letters)
        mean = sum(map(len, fitting)) / max(1, len(fitting))
        usual = max(1, min(len(fitting), round(_LETTERS_A_CELL * cells / max(mean, SHORTEST))))
        return usual, usual


def apart(words: Sequence[str]) -> list[str]:
    """Return the words that are no part of another one, forwards or backwards.

    >>> apart(["CAT", "CATS", "ACT", "TAC"])
    ['CATS', 'ACT']
    """
    text = "\n".join(words)

    def is_apart(word: str) -> bool:
        return text.count(word) == 1 and (word == word[::-1] or word[::-1] not in text)

    return [word for word in words if is_apart(word)]


@lru_cache(maxsize=16)
def _fitting(asked: Asked, longest: int) -> list[str]:
    blocked = asked.blocked_in("\n".join(asked.words))

    def is_fit(word: str) -> bool:
        texts = (word, word[::-1])
        return len(word) <= longest and not any(one in text for one in blocked for text in texts)

    return [word for word in asked.words if is_fit(word)]


@lru_cache(maxsize=16)
def asked_of(params: kit.Params) -> Asked:
    """Return what params ask for; without a file of words those of a theme."""
    own: dict[str, Any] = dict(params.own)
    theme = own.pop("theme", THEMES[0])
    return Asked(**{"words": words_of_theme(theme), **own})


@cache
def words_of_theme(theme: str) -> tuple[str, ...]:
    """Return the words that come with the program for a theme."""
    file = resources.files(__package__).joinpath("themes.toml")
    return tuple(map(fold, tomllib.loads(file.read_text(encoding="utf-8"))[theme].split()))


def require_own(params: kit.Params) -> None:
    """Raise `ConfigError` if there are too few words for a board, or too many letters."""
    asked, settings = asked_of(params), dict(params.own)
    size = f"{params.cols}x{params.rows}"
    if "words" in settings and "theme" in settings:
        raise kit.ConfigError("words: expected words or theme, found both; leave one out")
    if "words" in settings and (blocked := asked.blocked_in("\n".join(asked.words))):
        spoiled = [word for word in asked.words if asked.blocked_in(word)][:1]
        raise kit.ConfigError(
            f"words: expected words without those of blocked, found {spoiled[0]} with "
            f"{blocked[0]}; leave one out"
        )
    longest, letters = max(asked.message.split(), key=len, default=""), asked.letters
    if len(longest) > 2 * params.cols:
        raise kit.ConfigError(
            f"message: expected words of at most {2 * params.cols} letters for {size}, found "
            f"{longest}; shorten it"
        )
    if blocked := asked.blocked_in(letters):
        raise kit.ConfigError(
            f"message: expected a text without words of blocked, found {blocked[0]}; change it"
        )
    fitting = asked.fitting(params.rows, params.cols)
    needed = asked.count(params.rows, params.cols)[1]
    if len(fitting) < needed or not fitting:
        raise kit.ConfigError(
            f"{'words: ' * ('words' in settings)}expected {max(needed, 1)} words of up to "
            f"{min(params.rows, params.cols)} letters for {size}, found {len(fitting)}; add "
            "words, or take a larger board or fewer words"
        )
    if asked.word_count is not None and len(fitting) < 9 * needed:
        least, found = asked.word_count[0], len(apart(fitting))
        if found < least:
            raise kit.ConfigError(
                f"word_count: expected {least} words of which none is a part of another for "
                f"{size}, found {found}; add words, or lower it"
            )
    if 10 * len(letters) > 7 * params.rows * params.cols:
        raise kit.ConfigError(
            f"message: expected at most {7 * params.rows * params.cols // 10} letters for {size}, "
            f"found {len(letters)}; shorten it"
        )


def notes(params: kit.Params, answer: kit.Solution) -> JsonObject:
    """Return the message as a note of a record."""
    message = dict(params.own).get("message")
    return {"message": message} if message else {}


SETTINGS: Final[Mapping[str, kit.Setting]] = {
    "words": kit.Setting(
        "the words, from which each puzzle takes some",
        "a file, one word a line, # before comments",
        "those of theme",
        "words.txt",
        read_words,
        is_file=True,
    ),
    "theme": one_of(
        "words that come with the program: animals, in English, German or French",
        THEMES, THEMES[0], THEMES[1],
    ),
    "word_count": range_from(1, "number of words of a puzzle", "by size", "8:12", "8:12"),
    "blocked": kit.Setting(
        "words that no puzzle may have, in any direction",
        "a file, one word a line, # before comments",
        "none",
        "blocked.txt",
        read_blocked,
        is_file=True,
    ),
    "message": kit.Setting(
        "a text that the letters left over begin with, row by row",
        "a text",
        "none",
        "well done",
        read_message,
    ),
}  # fmt: skip
