"""Credits and comments of a collection, and the records among its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from html import unescape
from itertools import takewhile
from typing import Any, Final

from pipeline.kinds.kit.sites.text_lines import is_comment, number_lines, part_lines, whole_lines
from pipeline.model import Credit, PuzzleFormatError, Record
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.jsonl import parse_record
from pipeline.store.sources import CREDIT_FIELDS, SourceText

OF_THIS: Final = "of this puzzle"  # Suffix of a comment's name for the first puzzle only
OWN_FIELDS: Final = ("difficulty", "level", "date", "info", "solver")  # Kept as data

_NAMES: Final = ("author", "title", "url", "licence", "text", "rule", *OWN_FIELDS)
_SPELT: Final = {"license": "licence", "source": "url"}
_COMMENT: Final = re.compile(
    rf"^[ \t]*#[ \t]*({'|'.join((*_NAMES, *_SPELT))})( of [^:\n]*+)?[ \t]*:[ \t]*(\S.*)$",
    re.IGNORECASE | re.MULTILINE,
)

_TAG: Final = re.compile(r"#([ADCBSLU])(\S.*)")
_TAGS: Final = {  # Tags of SudoCue and SadMan: a letter after ``#``, directly followed by the value
    "A": "Author", "D": "Title", "C": "Info", "B": "Date", "S": "Source", "L": "Level", "U": "URL",
}  # fmt: skip

_ENTITY: Final = re.compile(r"&(#?\w+;)")


class Comments:
    """Comments such as ``# Author: A. B.`` in a text.

    Those above the first puzzle apply to all puzzles, those between two puzzles to the next, and a
    rule applies up to the next rule. ``rest`` is the text with these lines empty, for forms without
    comments.
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
            comment = _COMMENT.match(line)
            if comment is None:
                if line and not is_comment(line):
                    is_head = is_open = False
                continue
            key = comment[1].lower()
            key, value = _SPELT.get(key, key), comment[3].rstrip()
            if key == "rule":
                self._rules.append((number, value))
                continue
            is_of_this = (comment[2] or "").lower().endswith(OF_THIS)
            # The first title in the head belongs to all puzzles, a second to the first puzzle.
            is_second = key == "title" and key in self.above
            if is_head and not is_of_this and not is_second:
                self.above[key] = value
                title_line = number if key == "title" else title_line
                continue
            titled = titled or (key == "title" and not is_head and not is_of_this)
            title_line = 0 if is_head and is_second else title_line
            if not is_open:
                self._between.append((number, {}))
            is_open = True
            self._between[-1][1][key] = value
        self.rest = _COMMENT.sub("", text)
        if titled and title_line:  # each puzzle has its own title, so this is the first puzzle's
            self._between.insert(0, (title_line, {"title": self.above.pop("title")}))
        self._between.reverse()

    def by_rule(self) -> dict[str | None, str]:
        """Return the rest by rule, None without one; lines keep their numbers."""
        if not self._rules:
            return {None: self.rest}
        rules = dict(self._rules)

        def owned() -> Iterator[tuple[str | None, str]]:
            rule = None
            for number, line in whole_lines(self.rest):
                rule = rules.get(number, rule)
                yield rule, line

        return part_lines(owned(), "rules")

    def before(self, line: int) -> dict[str, str]:
        """Return the comments of the puzzle on a line; call it with lines in order."""
        found: dict[str, str] = {}
        while self._between and self._between[-1][0] < line:
            found = self._between.pop()[1]
        return found

    def left(self) -> list[tuple[int, str]]:
        """Return line and text of comments that no puzzle follows."""
        return [(line, f"{key}: {value}") for line, fields in reversed(self._between)
                for key, value in fields.items()]  # fmt: skip


def _named_tags(text: str) -> str:
    """Return a text with at least two tags of SudoCue at its head rewritten as comments."""
    lines = text.split("\n")
    found = (_TAG.fullmatch(line.strip()) for line in lines)
    tags = [tag for tag in takewhile(lambda tag: tag is not None, found) if tag]
    if len({tag[1] for tag in tags}) < 2:
        return text
    return "\n".join([*(f"#{_TAGS[tag[1]]}: {tag[2]}" for tag in tags), *lines[len(tags) :]])


def write_comments(fields: Mapping[str, str]) -> str:
    """Return fields of one puzzle as comments that `Comments` reads."""
    names = {own: name for name, own in _SPELT.items() if name != "license"}
    return "".join(
        f"# {names.get(key, key).title()} {OF_THIS}: {escape_entities(' '.join(value.split()))}\n"
        for key, value in fields.items()
    )


def escape_entities(text: str) -> str:
    """Return a text in which HTML entities are escaped, since an import decodes them."""
    return _ENTITY.sub(r"&amp;\1", text)


def read_entities(text: str) -> str:
    """Return a text with HTML entities decoded if they end with a semicolon.

    Browsers also accept some without, but these occur in addresses.
    """
    return _ENTITY.sub(lambda found: unescape(found[0]), text)


def fill_credit(found: Mapping[str, str], given: Credit | None) -> Credit | None:
    """Return the credit of a source, with missing fields from the given one."""
    known: dict[str, Any] = {
        key: read_entities(found[key]) for key in CREDIT_FIELDS if key in found
    }
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
    """Yield the records of a source, and a rejection for each other line.

    The credit of the source and the given one fill missing fields; a rule or settings are applied.
    """
    lines = source.lines or enumerate(source.text.split("\n"), start=1)
    while True:
        try:
            number, line = next(lines)
        except StopIteration:
            return
        except PuzzleFormatError as error:  # the rest is not text
            yield Rejection(source.name, error.line, error.message)
            return
        if not line.strip():
            continue
        try:
            record = parse_record(line, source.name, number)
        except PuzzleFormatError as error:
            yield Rejection(source.name, number, error.message)
            continue
        stated = record.credit
        named = {} if stated is None else {f.name: getattr(stated, f.name) for f in fields(stated)}
        known = {key: value for key, value in named.items() if value is not None}
        filled = fill_credit({**source.credit, **known}, credit)
        if filled is not None:
            record = record.with_(credit=replace(filled, extra=stated.extra if stated else {}))
        if rule or settings:
            record = read_puzzle(record, rule, settings).record
        yield record
