"""Errors caused by the user or the machine; only the command line catches them.

A message has what was expected, what was found, where, and what to do. Expected outcomes (a puzzle
without a solution, a spent budget) are values, not errors.
"""

from __future__ import annotations

import difflib
import errno
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final


class PipelineError(Exception):
    """Base of every error whose message is meant for the user (exit code 2)."""


class ConfigError(PipelineError):
    """An invalid configuration, option or combination of options."""


class PuzzleFormatError(PipelineError):
    """A puzzle, record or file that cannot be parsed.

    ``source`` is the name of the file ("-" is standard input), ``line`` counts from 1. With
    ``is_foreign`` the puzzle is recognised as one of a kind that does not exist here.

    >>> str(PuzzleFormatError("expected 5 cells, found 4", source="a.txt", line=3))
    'a.txt:3: expected 5 cells, found 4'
    """

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        line: int | None = None,
        is_foreign: bool = False,
    ) -> None:
        self.message = message
        self.source = source
        self.line = line
        self.is_foreign = is_foreign
        super().__init__(self._text())

    def _text(self) -> str:
        name = "standard input" if self.source == "-" else self.source
        if name is None:
            return self.message if self.line is None else f"line {self.line}: {self.message}"
        place = name if self.line is None else f"{name}:{self.line}"
        return f"{place}: {self.message}"

    def located(self, source: str, line: int | None = None) -> PuzzleFormatError:
        """Return the same error with the file, and with the line unless it has one."""
        return PuzzleFormatError(
            self.message,
            source=self.source or source,
            line=self.line or line,
            is_foreign=self.is_foreign,
        )


class RenderError(PipelineError):
    """A puzzle that cannot be drawn or printed (too large, a missing glyph).

    ``section`` is the 0-based section of the book, if known; ``key`` is the key to change there.
    """

    section: int | None = None
    key: str = "size"


class StoreError(PipelineError):
    """A file or folder that cannot be read or written (missing, no permission, disk full)."""


class WorkerError(PipelineError):
    """Work at which every worker process was killed (exit code 1)."""


_LEAST_SIMILAR: Final = 0.65  # Least likeness of a word that a message suggests


def found_instead(
    value: object, known: Iterable[str], also: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return the end of a message: the value found, and the most similar known word.

    ``also`` maps other names to known words.

    >>> found_instead("numberlnk", ["numberlink", "hashi"])
    "found 'numberlnk'; did you mean 'numberlink'?"
    """
    return f"found {_shown(value)}{_did_you_mean(value, known, also)}"


def unknown_name(
    what: str,
    name: str,
    known: Iterable[str],
    *,
    of: str = "",
    or_else: str = "",
    also: Mapping[str, str] = MappingProxyType({}),
) -> ConfigError:
    """Return the error for an unknown name, with the known names and the most similar one.

    ``of`` follows the name, ``or_else`` follows the known names; ``also`` maps other names to known
    ones.

    >>> str(unknown_name("band", "hrad", ["easy", "hard"]))
    "unknown band 'hrad': expected one of easy, hard; did you mean 'hard'?"
    """
    names = [str(one) for one in known]
    return ConfigError(
        f"unknown {what} {name!r}{of}: expected one of {', '.join(names)}{or_else}"
        f"{_did_you_mean(name, names, also)}"
    )


def nearest_first(value: object, known: Iterable[str]) -> str:
    """Return known words as a list in a message, the most similar one first if one is similar.

    >>> nearest_first("trimm", ["title", "trim"]), nearest_first("qqq", ["title", "trim"])
    ('trim, title', 'title, trim')
    """
    words = [*map(str, known)]
    near = difflib.get_close_matches(str(value).lower(), words, n=1, cutoff=_LEAST_SIMILAR)
    return ", ".join(dict.fromkeys([*near, *words]))


def _did_you_mean(value: object, known: Iterable[str], also: Mapping[str, str]) -> str:
    words = [*map(str, known), *also]
    near = difflib.get_close_matches(str(value).lower(), words, n=1, cutoff=_LEAST_SIMILAR)
    return f"; did you mean {also.get(near[0], near[0])!r}?" if near else ""


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "a table"
    return cut(repr(value), 60)


def cut(text: str, length: int = 40) -> str:
    """Return a text of at most ``length`` characters, its end replaced by dots.

    >>> cut("x" * 50)
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'
    """
    return text if len(text) <= length else f"{text[: length - 4]}..."


MEMORY: Final = "memory"
FILES: Final = "files"
_NO_MEMORY: Final = re.compile(
    "failed to map segment|[Cc]annot allocate memory|can't start new thread|without exception set"
)


def shortage(error: BaseException | None) -> str:
    """Return what the machine had too little of, `MEMORY` or (open) `FILES`; "" for other errors.

    Libraries that cannot be loaded for want of memory raise errors of their own after the first.
    """
    while error is not None:
        number = getattr(error, "errno", None)
        text = "".join((str(error), *getattr(error, "__notes__", ())))
        if isinstance(error, MemoryError) or number == errno.ENOMEM or _NO_MEMORY.search(text):
            return MEMORY
        if number in (errno.EMFILE, errno.ENFILE):
            return FILES
        error = error.__cause__ or error.__context__
    return ""


class StoppedError(BaseException):
    """A signal to stop the program; like `KeyboardInterrupt`, no stage catches it."""

    def __init__(self, number: int) -> None:
        super().__init__(f"stopped by signal {number}")
        self.number = number
