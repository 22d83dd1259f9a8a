"""Credits and comments of a collection, and the records among its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from html import unescape
from itertools import pairwise, takewhile
from typing import Any, Final

from pipeline.kinds.kit.text_lines import number_lines
from pipeline.model import Credit, PuzzleFormatError, Record
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.jsonl import parse_record
from pipeline.store.sources import CREDIT_FIELDS, SourceText

OF_THIS: Final = "of this puzzle"
"""Behind a name, in a comment above the first puzzle: it does not hold for the others."""

OWN_FIELDS: Final = ("difficulty", "level", "date", "info", "solver")
"""What comments say of a puzzle beside its credit and rule; it is kept as the source's own."""

_NAMES: Final = ("author", "title", "url", "licence", "text", "rule", *OWN_FIELDS)
_SPELT: Final = {"license": "licence", "source": "url"}
_COMMENT: Final = re.compile(
    rf"^[ \t]*#[ \t]*({'|'.join((*_NAMES, *_SPELT))})( of [^:\n]*)?[ \t]*:[ \t]*(\S.*?)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)

_TAG: Final = re.compile(r"#([ADCBSLU])(\S.*)")
_TAGS: Final = {
    "A": "Author", "D": "Title", "C": "Info", "B": "Date", "S": "Source", "L": "Level", "U": "URL",
}  # fmt: skip
"""Tags of SudoCue and SadMan, a sign behind ``#`` with nothing between it and what it says."""

_ENTITY: Final = re.compile(r"&(#?\w+;)")


class Comments:
    """What comments such as ``# Author: A. B.`` say of the puzzles below them.

    Those above the first puzzle hold for all, those between two puzzles for the next, and one that
    names a rule up to the next that does. ``rest`` is the text with these lines left empty, so that
    forms without comments can have them, too.
    """

    def __init__(self, text: str) -> None:
        self.rest = text
        self.above: dict[str, str] = {}
        self._between: list[tuple[int, dict[str, str]]] = []
        self._rules: list[tuple[int, str]] = []
        if "#" not in text:
            return
        text = _named_tags(text)
        if _COMMENT.search(text) is None:
            return
        is_head, is_open, title_line, titled = True, False, 0, False
        for number, line in number_lines(text):
            found = _COMMENT.match(line)
            if found is None:
                if line and line[0] != "#":
                    is_head = is_open = False
                continue
            key = found[1].lower()
            key = _SPELT.get(key, key)
            if key == "rule":
                self._rules.append((number, found[3]))
                continue
            is_of_this = (found[2] or "").lower().endswith(OF_THIS)
            # A second title in the head is that of the first puzzle, the first that of all.
            is_second = key == "title" and key in self.above
            if is_head and not is_of_this and not is_second:
                self.above[key] = found[3]
                title_line = number if key == "title" else title_line
                continue
            titled = titled or (key == "title" and not is_head and not is_of_this)
            title_line = 0 if is_head and is_second else title_line
            if not is_open:
                self._between.append((number, {}))
            is_open = True
            self._between[-1][1][key] = found[3]
        self.rest = _COMMENT.sub("", text)
        if titled and title_line:  # each puzzle has a title of its own, the first as well
            self._between.insert(0, (title_line, {"title": self.above.pop("title")}))
        self._between.reverse()

    def by_rule(self) -> dict[str | None, str]:
        """Return the rest parted by rules, None where none is named; lines keep their numbers."""
        if not self._rules:
            return {None: self.rest}
        lines = self.rest.split("\n")
        parts: dict[str | None, list[str]] = {}
        marks = [(1, None), *self._rules, (len(lines) + 1, None)]
        for (start, rule), (end, _) in pairwise(marks):
            part = parts.setdefault(rule, [""] * len(lines))
            part[start - 1 : end - 1] = lines[start - 1 : end - 1]
        return {rule: "\n".join(part) for rule, part in parts.items() if any(part)}

    def before(self, line: int) -> dict[str, str]:
        """Return what is said of the puzzle on a line; lines are asked for in rising order."""
        said: dict[str, str] = {}
        while self._between and self._between[-1][0] < line:
            said = self._between.pop()[1]
        return said

    def left(self) -> list[tuple[int, str]]:
        """Return the lines of comments that no puzzle follows, and what they say."""
        return [(line, f"{key}: {said}") for line, told in reversed(self._between)
                for key, said in told.items()]  # fmt: skip


def _named_tags(text: str) -> str:
    """Return a text with the tags of SudoCue at its head as comments, where it has two at least."""
    lines = text.split("\n")
    found = (_TAG.fullmatch(line.strip()) for line in lines)
    tags = [tag for tag in takewhile(lambda tag: tag is not None, found) if tag]
    if len({tag[1] for tag in tags}) < 2:
        return text
    return "\n".join([*(f"#{_TAGS[tag[1]]}: {tag[2]}" for tag in tags), *lines[len(tags) :]])


def write_comments(told: Mapping[str, str]) -> str:
    """Return what holds for one puzzle as comments, line by line, as `Comments` reads them."""
    names = {own: name for name, own in _SPELT.items() if name != "license"}
    return "".join(
        f"# {names.get(key, key).title()} {OF_THIS}: {escape_entities(' '.join(said.split()))}\n"
        for key, said in told.items()
    )


def escape_entities(said: str) -> str:
    """Return a text in which nothing is an entity of HTML, since an import reads these."""
    return _ENTITY.sub(r"&amp;\1", said)


def read_entities(said: str) -> str:
    """Return a text with the characters that entities of HTML stand for.

    An entity ends with a semicolon: browsers know some without, which stand in addresses.
    """
    return _ENTITY.sub(lambda found: unescape(found[0]), said)


def fill_credit(told: Mapping[str, str], given: Credit | None) -> Credit | None:
    """Return the credit that a source tells, with what was given for what it does not tell."""
    known: dict[str, Any] = {key: read_entities(told[key]) for key in CREDIT_FIELDS if key in told}
    merged = Credit(**known)
    if given is not None:
        missing = {
            name: getattr(given, name) for name in CREDIT_FIELDS if getattr(merged, name) is None
        }
        merged = replace(merged, **missing)
    return None if merged == Credit() else merged


def read_own(
    source: SourceText, credit: Credit | None, rule: str | None, settings: Mapping[str, str]
) -> Iterator[Record | Rejection]:
    """Yield the records of a source; a line that is none is refused, and the rest is read.

    The credit beside the file and the one given fill what a record does not say; a rule or settings
    pose it anew.
    """
    lines = source.lines or enumerate(source.text.split("\n"), start=1)
    while True:
        try:
            number, line = next(lines)
        except StopIteration:
            return
        except PuzzleFormatError as error:  # the rest is no text
            yield Rejection(source.name, error.line, error.message)
            return
        if not line.strip():
            continue
        try:
            record = parse_record(line, source.name, number)
        except PuzzleFormatError as error:
            yield Rejection(source.name, number, error.message)
            continue
        own = record.credit
        told = {} if own is None else {f.name: getattr(own, f.name) for f in fields(own)}
        known = {key: value for key, value in told.items() if value is not None}
        filled = fill_credit({**source.credit, **known}, credit)
        if filled is not None:
            record = record.with_(credit=replace(filled, extra=own.extra if own else {}))
        if rule or settings:
            record = read_puzzle(record, rule, settings).record
        yield record
