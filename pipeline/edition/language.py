"""The texts that the layout prints, by language: ``languages/<code>.toml``. None is hard-coded.

A language file also defines quotation marks, the space before a colon, and hyphenation. Texts of
the user are printed as they are.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources

from pipeline.edition.flow.typeset import SOFT_HYPHEN
from pipeline.edition.section import runs_of
from pipeline.model import ConfigError, Credit, Grade, unknown_name


@dataclass(frozen=True, slots=True)
class Language:
    """The texts of one language, by dotted key, and the words that may be hyphenated.

    ``divided`` maps words in lower case to the parts that a line may end after, ``forms`` the
    polite forms of address to those for children.
    """

    code: str
    texts: Mapping[str, str]
    divided: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    forms: Mapping[str, str] = field(default_factory=dict, repr=False)
    is_for_children: bool = False

    def say(self, key: str, **values: object) -> str:
        """Return the text of a key with its ``{placeholders}`` filled in."""
        return self.texts[key].format(**values)

    def prose(self, key: str, **values: object) -> str:
        """Return the text of a key, filled in, with soft hyphens: for paragraphs only."""
        return self.hyphenate(self.say(key, **values))

    def hyphenate(self, text: str) -> str:
        r"""Return a text with soft hyphens in the words that may be hyphenated.

        >>> load_language("en").with_words(["puz-zle"]).hyphenate("Puzzle!").split("\u00ad")
        ['Puz', 'zle!']
        """

        def divide(match: re.Match[str]) -> str:
            word, pieces, start = match[0], [], 0
            for part in self.divided.get(word.lower(), (word,)):
                pieces.append(word[start : start + len(part)])
                start += len(part)
            return SOFT_HYPHEN.join(pieces)

        return _WORD.sub(divide, text)

    def with_words(self, words: Iterable[str]) -> Language:
        """Return the language with more words that may be hyphenated, given with their hyphens.

        `ConfigError` if one is not a word with hyphens.
        """
        divided = dict(self.divided)
        for word in words:
            parts = tuple(word.lower().split("-"))
            if len(parts) < 2 or not all(part.isalpha() for part in parts):
                raise ConfigError(
                    f"expected a word with the hyphens where it may be divided, found {word!r}"
                )
            divided["".join(parts)] = parts
        return replace(self, divided=divided)

    def for_children(self) -> Language:
        """Return the language with all texts addressed to children (du, tu).

        >>> load_language("de").for_children().smarten("Malen Sie es aus.")
        'Mal es aus.'
        """
        texts = {key: self._familiar(text) for key, text in self.texts.items()}
        return replace(self, texts=texts, is_for_children=True)

    def _familiar(self, text: str) -> str:
        words = "|".join(re.escape(form) for form in sorted(self.forms, key=len, reverse=True))
        found = rf"\b({words})\b"
        return re.sub(found, lambda match: self.forms[match[0]], text) if words else text

    def credit_line(self, credit: Credit) -> str:
        """Return the credit printed under a puzzle: its own wording, kept verbatim.

        The author is named first if the wording does not. Without wording the line is made of
        author, title and licence.
        """
        author, text = credit.author or "", credit.text or ""
        by = self.say("puzzle.by", author=author) if author and author not in text else ""
        if text:
            return f"{by} {text}".lstrip()
        parts = (
            by,
            credit.title and self.say("credits.titled", title=credit.title),
            credit.licence and self.say("credits.licence", licence=credit.licence),
            credit.url,
        )
        return " ".join(filter(None, parts))

    def minutes(self, grade: Grade | None) -> str:
        """Return about how many minutes a puzzle takes, "" where that is unknown."""
        minutes = "" if grade is None else grade.extra.get("minutes", "")
        return self.count("puzzle.minutes", max(1, round(float(minutes)))) if minutes else ""

    def count(self, key: str, number: int) -> str:
        """Return the text of a key in the singular (``key_one``) or plural (``key_other``)."""
        return self.say(f"{key}_one" if number == 1 else f"{key}_other", count=number)

    def ranges(self, numbers: list[int]) -> str:
        """Return numbers in rising order as text, with runs as ranges.

        >>> load_language("en").ranges([1, 2, 3, 7])
        '1–3, 7'
        """
        parts = [
            str(first) if first == last else self.say("number.range", first=first, last=last)
            for first, last in runs_of(numbers)
        ]
        return self.say("number.separator").join(parts)

    def sizes(self, sizes: Iterable[tuple[int, int]]) -> str:
        """Return the size of boards by columns and rows, or the smallest and the largest.

        >>> load_language("en").sizes([(6, 6), (4, 4), (5, 5)]).replace(chr(160), " ")
        '4 × 4 to 6 × 6'
        """
        found = sorted(set(sizes), key=lambda size: (size[0] * size[1], size))
        small, large = (self.say("size.board", cols=c, rows=r) for c, r in (found[0], found[-1]))
        return small if small == large else self.say("size.span", small=small, large=large)

    def smarten(self, text: str) -> str:
        r"""Return a text with typographic quotation marks, apostrophes, dashes and ellipses.

        >>> load_language("en").smarten('He said "don\'t" -- twice...')
        'He said “don’t” – twice…'
        """
        text = self._familiar(text) if self.is_for_children else text
        text = text.replace("...", "…").replace("--", "–")
        text = re.sub(r" (?=[;!?])", self.texts["space.before_mark"], text)
        text = re.sub(r" (?=:)", self.texts["space.before_colon"], text)
        text = re.sub(r'(^|[\s(\[–—*])"', lambda m: m[1] + self.say("quote.open"), text)
        text = text.replace('"', self.say("quote.close"))
        text = re.sub(r"(^|[\s(\[–—*“„«])'", lambda m: m[1] + self.say("quote.inner_open"), text)
        opened, closed = self.say("quote.inner_open"), self.say("quote.inner_close")
        # The first mark at the end of a word closes a quotation that is open; others are letters.
        text = re.sub(rf"({opened}[^{opened}']*)'(?!\w)", lambda m: m[1] + closed, text)
        return re.sub(r"'(?=\w)|(?<=\w)'", "’", text).replace("'", closed)


def list_languages() -> tuple[str, ...]:
    """Return the codes of the languages that a book can be set in, sorted."""
    folder = resources.files(__package__).joinpath("languages")
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml")))


@cache
def load_language(code: str) -> Language:
    """Return the texts of a language; `ConfigError` if there is no such language.

    >>> load_language("en").say("puzzle.answer_on", page=12)
    'Answer on page 12'
    """
    if code not in list_languages():
        raise unknown_name("language", code, list_languages())
    file = resources.files(__package__).joinpath("languages", f"{code}.toml")
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    words = table.pop("hyphenation")["words"].split()
    lines = table.pop("children", {"forms": ""})["forms"].splitlines()
    pairs = [line.split(" = ") for line in lines if line]
    capital = [[form[:1].upper() + form[1:] for form in pair] for pair in pairs]
    forms = {pair[0]: pair[1] for pair in (*pairs, *capital)}
    raw = Language(
        code,
        {f"{part}.{name}": text for part, texts in table.items() for name, text in texts.items()},
        forms=forms,
    )
    texts = {
        key: text if key.startswith(("quote.", "space.")) else raw.smarten(text)
        for key, text in raw.texts.items()
    }
    return replace(raw, texts=texts).with_words(words)


_WORD = re.compile(r"[^\W\d_]+")
