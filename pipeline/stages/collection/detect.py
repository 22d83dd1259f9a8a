"""Detect the kind and form of a text, and read the answers that solvers write beside it.

Forms of other programs that are recognised and not read are refused with what to use instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, islice
from math import isqrt
from typing import Any, Final, NamedTuple, TypeAlias

from pipeline.kinds import working_kinds
from pipeline.kinds.interface import AnyKind, Parsed, TextFormat, change_rule, rule_of
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.sites.janko_sheets import JANKO
from pipeline.kinds.kit.sites.penpa import DOTS, SQUARES
from pipeline.kinds.kit.sites.pzpr import HEADER
from pipeline.kinds.kit.sites.text_lines import content_lines, head_of, is_number
from pipeline.model import ConfigError, PuzzleFormatError, cut
from pipeline.stages.collection.file_readers import EMPTY
from pipeline.stages.puzzle import duplicate_key

_KANPEN: Final = (
    "Kanpen's forms are not supported, since its site is gone; open the puzzle in the editor of "
    "puzz.link and save it as a file of pzprv3 or as an address"
)
_OPEN: Final = "copy the puzzles from it into a file of text"
_TEXTS: Final = (
    (r"\{\\rtf", "a document of a word processor", _OPEN),
    (
        r"[0-9]++x[0-9]++[^\s:#]*#[0-9]++\s*(?:\n|$)",
        "a random seed of Simon Tatham's collection",
        "copy the game ID, which has a colon",
    ),
    (
        r"(?:[1-8pnbrqkPNBRQK]{1,8}/){7}[1-8pnbrqkPNBRQK]{1,8}(?:\s+[wb]\s|\s*(?:\n|\Z))",
        "a position of chess (FEN)",
        "no kind reads it; leave it out",
    ),
    (
        r"(?:#[^\n]*\n\s*)*(?:\[{1,2}[\w.-]+\]{1,2}[^\S\n]*\n\s*[A-Za-z][\w.-]*[ \t]*="
        r"|[A-Za-z][\w.-]*[ \t]*=[ \t]*[\"'])",
        "a file of settings (TOML or INI)",
        _OPEN,
    ),
    (r"[A-Za-z][\w-]*:[ \t]*\n[ \t]+(?:- )?[\w-]+:[ \t]", "YAML", _OPEN),
    (r"(?i)<(?:!doctype )?html|<svg|<\?xml[^>]*>\s*<svg", "a page or a picture", _OPEN),
    (r"\S*?(?:kanpen\.net|\w\.html\?problem=)", "an address of Kanpen", _KANPEN),
    (r"(?:<\?xml[^>]*>\s*)?<puzzle\s[^>]*\btype\s*=", "XML of Kanpen", _KANPEN),
    (
        r"[0-9]{1,2}\s*\n[0-9]{1,2}\s*\n(?:[0-9.#+*?]+ )+[0-9.#+*?]*\s*(?:\n|$)",
        "a text of Kanpen (rows, columns, cells)",
        f"{_KANPEN}, or leave out the two lines of the size and name the form: --from KIND/table",
    ),
)

_LISTS: Final = (  # Texts that a form may recognise but none reads
    (
        r"(?:-?[0-9]{1,3}(?:\.[0-9]+)?[ \t]*\n\s*){2,}-?[0-9]{1,3}(?:\.[0-9]+)?\s*\Z",
        "a column of numbers",
        "write the cells of a row on one line, and a blank line between puzzles",
    ),
    (
        r"(?i:[^\n]*word ?search[^\n]*\n)"
        r"|(?:[A-Z](?: ?[A-Z]){4,}\n){4,}\s*\n(?:[A-Z][A-Z -]+(?:\n|\Z))+\Z",
        "a word search",
        "no kind reads it; leave it out",
    ),
)

_UNREAD: Final = (  # Texts that no form reads, though files of some programs look like them
    (r"</?[A-Za-z!?]", "a page or XML", _OPEN),
    (r"https?://", "an address without a puzzle", "open it, and copy a longer address"),
)


def refuse_foreign_form(format_name: str) -> None:
    """Raise `ConfigError` for a form that was supported formerly."""
    if format_name.rpartition("/")[2].startswith("kanpen"):
        raise ConfigError(f"unknown format {format_name!r}: {_KANPEN}")


def refuse_foreign_text(text: str) -> None:
    """Raise `PuzzleFormatError` if a text begins in a form that is not supported any more."""
    _refuse(text, _TEXTS)


def require_boards(text: str, choice: Choice | None) -> Choice:
    """Return the form that recognises a text and does not read it.

    `PuzzleFormatError` if there is none, or the text looks like none of boards.
    """
    lines = list(islice(content_lines(text), 2)) or [(1, "")]
    number, first = lines[0]
    _refuse(text, _LISTS)
    if choice is not None and (choice.form[1].name not in BARE or choice.line > lines[-1][0]):
        return choice
    _refuse(text, _UNREAD)
    is_prose = re.search(r"(?<![^._])(?>[^._]*?[^\W\d_]{3})[^._]*[ :,]", first)
    is_line = len(lines) == 1 and len(first) > LONGEST_ROW and " " not in first
    if choice is None or is_prose or is_line:
        raise PuzzleFormatError(
            f"expected a puzzle in a form that a kind reads, found {cut(first)!r}; "
            f"{NAME_IT} to see what does not fit",
            line=number,
        )
    return choice


def _refuse(text: str, known: Iterable[tuple[str, str, str]]) -> None:
    lead = len(text) - len(text.lstrip())
    for pattern, name, advice in known:
        if re.compile(pattern).match(text, lead):
            line = text.count("\n", 0, lead) + 1
            raise PuzzleFormatError(f"found {name}: {advice}", line=line)


Form: TypeAlias = tuple[AnyKind, TextFormat[Any, Any]]  # A kind, and one of its text forms
Found: TypeAlias = Sequence[Parsed[Any, Any] | PuzzleFormatError]  # Puzzles and errors of a text

NAME_IT: Final = "name the form with --from KIND/FORM"
LONGEST_ROW: Final = 8  # Most cells of a single row that is taken for a board if no form is named

_LIKELY: Final = (  # What the first rows of the kind with a tag look like in a form
    (SQUARES, "line", re.compile(r"(?=\S{70,90}\n)[0-9.]+(?:[^\s0-9.][0-9.]+){0,3}\n")),
    (SQUARES, "rows", re.compile(r"(?:[0-9.]{9}\n){2}")),
    (SQUARES, "table", re.compile(r"(?:(?:[0-9._-] ){8}[0-9._-]\n){3}")),
    (DOTS, "rows", re.compile(r"(?:[0-3.-]{4,}\n){2}")),
    (DOTS, "table", re.compile(r"(?:(?:[0-3.-] ){3,}[0-3.-]\n){2}")),
)

ROWS: Final = "rows"  # Name of the form with a sign for each cell

BARE: Final = {"table", "regions", ROWS, "bare", "map", "solved-map", "zero", "grid"}
"""Forms that do not name the game, nor all of them the size."""

GUESSED: Final = {*BARE, "line", "tatham"}  # Forms whose kind is guessed
DOUBT: Final = 2  # Mistakes, besides one in ten puzzles, that a chosen form may have
SAMPLE: Final = 200  # Puzzles of a text that are read to detect its form
SAMPLE_LINES: Final = 10_000  # Lines read to detect a form: the largest board has fewer


class Choice(NamedTuple):
    """A form, and its puzzles if the choice read the whole text.

    ``others`` are forms that read as many other puzzles without a mistake, or, if no form is read,
    all that fit if named; then ``sign`` is an empty cell for only one of them, "" if that is not
    the reason. ``is_scrap``: only boards of one row are read, and not all of the text.
    ``is_sure``: more is read than not. ``line`` is that of the first mistake, 0 without one.
    """

    form: Form
    found: Found | None
    others: tuple[Form, ...] = ()
    is_read: bool = False
    is_scrap: bool = False
    is_sure: bool = False
    line: int = 0
    sign: str = ""


def detect_forms(text: str, skip: int = 0) -> list[Form]:
    """Return the forms that a text looks like, kind by kind, by number of guesses.

    ``skip`` is the number of lines to skip, such as a title.
    """
    text = head_of(text, SAMPLE_LINES)
    text = "\n".join(text.split("\n", skip)[skip:]) if skip else text
    text = re.sub(r"\n{3,}", "\n\n", text)  # no form depends on the number of blank lines
    # Kinds share detectors of tables, which are slow for a million cells.
    looks = cache(lambda detect: detect(text))
    is_announced = text.lstrip().startswith(HEADER)
    return [
        (kind, form)
        for kind in working_kinds()
        for form in kind.formats
        if form.name == HEADER or not is_announced
        if looks(form.detect)
    ]


def likely_form(text: str) -> Form | None:
    """Return the form that the first lines of a text look like, None if they look like none."""
    head = "".join(f"{line}\n" for _, line in islice(content_lines(text), 9))
    for tag, name, pattern in _LIKELY:
        if pattern.match(head):
            tagged = (
                kind for kind in working_kinds() if any(tag in form.tags for form in kind.formats)
            )
            kind = next(tagged)
            return next((kind, form) for form in kind.formats if form.name == name)
    return None


def choose_form(
    forms: Sequence[Form],
    text: str,
    rule: str | None,
    settings: Mapping[str, str],
    is_named: bool = False,
) -> Choice:
    """Return the form that reads the most puzzles of a text, by preference of a kind with the rule.

    Of equal ones the most likely is chosen, unless ``is_named`` by the user. If none reads a
    puzzle, the one that gets furthest is returned, for its error. The settings change parts of the
    rule.
    """
    best, best_rank, is_thin = Choice(forms[0], None), (False, False, -1, -1, -1, -1), False
    whole: list[tuple[Form, int, list[tuple[str, Any]]]] = []
    for form in forms if len(forms) > 1 or not is_named else ():
        kind, text_format = form
        has_rule = rule is None or rule in kind.rules
        try:
            posed = change_rule(kind, rule if has_rule else None, settings)
        except ConfigError:
            continue
        entries, is_all = _read_some(text_format, text, posed)
        # A puzzle that is understood and of an unknown kind also shows the form.
        mistakes = [one for one in entries if (
            not one.is_foreign if isinstance(one, PuzzleFormatError)
            else is_flattened(one.clues, text)
        )]  # fmt: skip
        read = len(entries) - len(mistakes)
        line = next((mistake.line for mistake in mistakes if mistake.line), 0)
        clues = [one.clues for one in entries if not isinstance(one, PuzzleFormatError)]
        is_given = is_named or (rule is not None and has_rule)
        confidence = 1 if is_given else min(map(text_format.confidence, clues), default=1)
        if read and not mistakes:
            whole.append((form, confidence, [(kind.id, one) for one in clues]))
        rank = (read > 0, has_rule, read, -len(mistakes))
        if read and kind is best.form[0] and rank == best_rank[:4]:
            # Of the forms of one kind the first is chosen, even if a later one is more likely.
            best_rank = (*rank, max(confidence, best_rank[4]), best_rank[5])
        elif confidence > 0 and (*rank, confidence, line) > best_rank:
            known = entries if is_all and has_rule else None
            best = Choice(form, known, is_read=read > 0, line=line)
            best_rank = (*rank, confidence, line)
            is_thin = all(min(one.rows, one.cols) == 1 for one in clues)
            is_bare = text_format.name in BARE and not is_named
            is_scrap = is_bare and bool(mistakes) and is_thin
            best = best._replace(is_scrap=is_scrap)
    _, _, read, sound, *_ = best_rank
    most_whole = max((len(own) for *_, own in whole), default=0)
    doubt = 0 if is_thin or read == most_whole else DOUBT + read / 10
    if best.is_read and read <= most_whole and -sound > doubt:
        best = best._replace(is_read=False)  # some puzzles happen to fit another kind
    if not best.is_read:
        # Rows of signs fit many kinds, so unlikely ones are rejected.
        boards = [
            (form, confidence)
            for form, confidence, puzzles in whole
            if form[1].name != ROWS and min(one.rows for _, one in puzzles) > 1
        ]
        fitting = tuple(form for form, confidence in boards if confidence >= 0)
        fitting = fitting or tuple(form for form, _ in boards)
        if len(fitting) == 1:
            return Choice(fitting[0], None, is_read=True, is_sure=True)
        return best._replace(others=fitting)
    chosen = next((puzzles for form, _, puzzles in whole if form == best.form), None)
    others = [
        form
        for form, confidence, puzzles in whole
        if chosen and len(puzzles) == len(chosen) and puzzles != chosen
        and confidence > 0 and len(_blanks(form, text)) < 2
    ]  # fmt: skip
    for form in others if not is_named else ():
        for sign in _blanks(form, text) ^ _blanks(best.form, text):
            if form[1].blanks and best.form[1].blanks and not is_number(sign):
                both = (best.form, form)
                return best._replace(is_read=False, found=None, others=both, sign=sign)
    return best._replace(others=tuple(others), is_sure=-sound <= max(1, read / 2))


def _blanks(form: Form, text: str) -> frozenset[str]:
    """Return the signs of empty cells in a text, if a form reads it."""
    head = head_of(text, SAMPLE_LINES)
    return form[1].blanks & {*(head if form[1].name == ROWS else head.split())}


def form_names(forms: Iterable[Form]) -> str:
    """Return forms with their kinds for a message."""
    return ", ".join(f"{kind.id} ({form.name})" for kind, form in forms)


def is_flattened(clues: Any, text: str) -> bool:
    """Return whether a board of one row is probably a square whose rows were joined."""
    if clues.rows != 1 or clues.cols <= LONGEST_ROW or isqrt(clues.cols) ** 2 != clues.cols:
        return False
    return not text.lstrip().startswith((f"{clues.cols} 1\n", "http", "pzprv3", "1\n"))


def _read_some(form: TextFormat[Any, Any], text: str, rule: str | None) -> tuple[Found, bool]:
    entries: list[Parsed[Any, Any] | PuzzleFormatError] = []
    head = head_of(text, SAMPLE_LINES)
    try:
        for entry in islice(form.read_each(head, rule), SAMPLE):
            entries.append(entry)  # noqa: PERF402 (entries before an error are kept)
    except PuzzleFormatError as error:
        return [*entries, error], False
    return entries, len(entries) < SAMPLE and head == text


def faults_of(form: TextFormat[Any, Any], text: str) -> Iterator[PuzzleFormatError]:
    """Yield the first error of a form in a text."""
    try:
        yield from islice((one for one in form.read_each(text, None)
                           if isinstance(one, PuzzleFormatError)), 1)  # fmt: skip
    except PuzzleFormatError as error:
        yield error


def read_output(form: Form, puzzle: Parsed[Any, Any], text: str, output: str) -> Any:
    """Return the solution of a puzzle in the output of a solver, None if there is none.

    ``text`` is the puzzle, ``output`` a form of its kind with clues and answer, or the cells of the
    answer only.
    """
    kind, rule = form[0], rule_of(form[0], puzzle.clues)
    key = duplicate_key(kind, puzzle.clues)
    for owner, text_format in detect_forms(output):
        with suppress(PuzzleFormatError):
            for entry in text_format.read_each(output, rule) if owner is kind else ():
                if isinstance(entry, PuzzleFormatError) or entry.solution is None:
                    continue
                if duplicate_key(kind, entry.clues) == key:
                    return entry.solution
    return read_answer(form, puzzle, text, output)


def read_answer(form: Form, puzzle: Parsed[Any, Any], text: str, answer: str) -> Any:
    """Return the solution in the cells of an answer, None if they are not one.

    They are read as in texts of janko.at, or in the form of the puzzle.
    """
    kind, rule = form[0], getattr(puzzle.clues, "rule", None) or None
    janko = next((one for one in kind.formats if one.name == JANKO), None)
    if janko is None:
        return None

    def boards() -> Iterator[str]:
        yield with_answer(text, answer)
        filled = next(form[1].read(answer, rule)).clues
        own, solved = (janko.write([(clues, None)]) for clues in (puzzle.clues, filled))
        yield own.replace("end\n", "solution\n" + solved.partition("problem\n")[2])

    with suppress(PuzzleFormatError, StopIteration):
        for board in boards():
            for one in janko.read_each(board, rule):
                if isinstance(one, Parsed) and one.solution and one.clues == puzzle.clues:
                    return one.solution
    return None


def with_answer(text: str, solved: str) -> str:
    """Return a board and its solved cells as one text of janko.at."""
    lines = ["begin", "problem", *_cells(text), "solution", *_cells(solved), "end"]
    return "".join(f"{line}\n" for line in lines)


def _cells(text: str) -> list[str]:
    """Return the rows of a board as words; 0 is an empty cell if there is no other sign for it."""
    lines = [line for _, line in content_lines(text)]
    rows = [line.split() if " " in line else list(line) for line in lines]
    side = isqrt(len(rows[0])) if len(rows) == 1 else 0
    if side > 1 and side * side == len(rows[0]):
        rows = [list(row) for row in split_rows(rows[0], side)]
    if len(rows) > 1 and sorted(rows[0]) == sorted([str(len(rows) - 1), str(len(rows[1]))]):
        del rows[0]  # columns and rows, in either order
    signs = {".", "_", EMPTY}
    empty = signs if signs.intersection(chain.from_iterable(rows)) else {"0"}
    return [" ".join(EMPTY if cell in empty else cell for cell in row) for row in rows]
