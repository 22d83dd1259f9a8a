"""The words that the layout prints, by language: ``languages/<code>.toml``. Nothing is hard-coded.

A language file also says how quotation marks look. Words of the user (title, credits) are printed
as they are; only prose that ships with puzzlepress is given typographic marks.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pipeline.model import ConfigError


@dataclass(frozen=True, slots=True)
class Language:
    """The texts of one language, by dotted key."""

    code: str
    texts: Mapping[str, str]

    def say(self, key: str, **values: object) -> str:
        """Return the text of a key with its ``{placeholders}`` filled in."""
        return self.texts[key].format(**values)

    def count(self, key: str, number: int) -> str:
        """Return the text of a key in the singular (``key_one``) or plural (``key_other``)."""
        return self.say(f"{key}_one" if number == 1 else f"{key}_other", count=number)

    def ranges(self, numbers: list[int]) -> str:
        """Return numbers in rising order as text, runs drawn together.

        Examples
        --------
        >>> load_language("en").ranges([1, 2, 3, 7])
        '1–3, 7'
        """
        runs: list[list[int]] = []
        for number in numbers:
            if runs and number == runs[-1][1] + 1:
                runs[-1][1] = number
            else:
                runs.append([number, number])
        parts = [
            str(first) if first == last else self.say("number.range", first=first, last=last)
            for first, last in runs
        ]
        return self.say("number.separator").join(parts)

    def smarten(self, text: str) -> str:
        r"""Return prose with typographic quotation marks, apostrophes, dashes and ellipses.

        Examples
        --------
        >>> load_language("en").smarten('He said "don\'t" -- twice...')
        'He said “don’t” – twice…'
        """
        text = text.replace("...", "…").replace("--", "–")
        text = re.sub(r'(^|[\s(\[–—*])"', lambda m: m[1] + self.say("quote.open"), text)
        text = text.replace('"', self.say("quote.close"))
        text = re.sub(r"(^|[\s(\[–—*“„«])'", lambda m: m[1] + self.say("quote.inner_open"), text)
        return re.sub(r"'(?=\w)|(?<=\w)'", "’", text).replace("'", self.say("quote.inner_close"))


def list_languages() -> tuple[str, ...]:
    """Return the codes of the languages that a book can be set in, sorted."""
    folder = resources.files(__package__).joinpath("languages")
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml")))


@cache
def load_language(code: str) -> Language:
    """Return the texts of a language.

    Raises
    ------
    ConfigError
        If there is no such language.

    Examples
    --------
    >>> load_language("en").say("puzzle.answer_on", page=12)
    'Answer on page 12'
    """
    if code not in list_languages():
        raise ConfigError(
            f"unknown language {code!r}: expected one of {', '.join(list_languages())}"
        )
    file = resources.files(__package__).joinpath("languages", f"{code}.toml")
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return Language(
        code,
        {f"{part}.{name}": text for part, texts in table.items() for name, text in texts.items()},
    )
