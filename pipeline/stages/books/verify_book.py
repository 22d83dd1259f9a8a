"""Verify a printed book: its puzzles read back from the PDF, proved again, answers compared.

Headings, references and the list of a run name the puzzles to be found; records have their claims.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from pipeline.edition.language import list_languages, load_language
from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind, with_rule
from pipeline.model import Band, ConfigError, JsonObject, PuzzleFormatError, Record
from pipeline.pdf.words import FEWEST, Folios, find_folios, plain
from pipeline.preflight.check_book import References, check_references, find_references
from pipeline.stages.books.printed import (
    BoardKey,
    PrintedBoard,
    PrintedBook,
    Rules,
    clues_key,
    is_right,
    read_book,
)
from pipeline.stages.filter import ACCEPTED
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import NO_LIMITS, StepLimits, find_verdict
from pipeline.store.files import expecting, open_binary
from pipeline.store.jsonl import read_records
from pipeline.store.limits import read_whole
from pipeline.store.run_folder import GRADED, LISTS, read_run_records

_PUZZLES: Final = ("section.number_one", "section.number_other")
_ANSWERS: Final = ("answers.running_one", "answers.running_other")
_NUMBERS: Final = r"([0-9]+(?: ?- ?[0-9]+)?(?:, ?[0-9]+(?: ?- ?[0-9]+)?)*)"


@dataclass(frozen=True, slots=True)
class Listed:
    """A puzzle in the list of a run: its record, pages, dots and section."""

    record_id: str
    page: int | None
    answer_page: int | None
    dots: int | None = None  # Number of filled dots over it, None without dots
    section: str = ""


def read_listed(folder: Path) -> dict[int, Listed] | None:
    """Return the list of puzzles in the folder of a run, None without one.

    Raise `PuzzleFormatError` if the list is damaged.
    """
    path = folder / LISTS[1]
    if not path.is_file():
        return None
    with open_binary(path) as stream:
        text = read_whole(stream, str(path))
    with expecting("the list of a run's puzzles; run it again", path):
        return {
            row["number"]: Listed(
                row["id"], row["page"], row["answer_page"], row.get("dots"), row["section"]
            )
            for row in json.loads(text)
        }


def expected_numbers(book: PrintedBook, listed: Mapping[int, Listed] | None) -> set[int]:
    """Return the numbers of the puzzles that a book must have."""
    if listed is not None:
        return set(listed)
    found = find_references(book.pieces)
    expected = {ref.number for ref in (*found.forward, *found.back)}
    for _, _, numbers in _ranges(book, _PUZZLES):
        expected |= set(numbers)
    return expected


def promises_answers(book: PrintedBook, listed: Mapping[int, Listed] | None) -> bool:
    """Return whether a book must have an answer for each puzzle."""
    if listed is not None:
        return any(one.answer_page is not None for one in listed.values())
    return bool(find_references(book.pieces).forward)


def check_numbering(book: PrintedBook, listed: Mapping[int, Listed] | None) -> Iterator[str]:
    """Yield the problems with numbers and references of a book."""
    answers: dict[int, set[int]] = {}
    printed: dict[int, int] = {}
    twice: list[int] = []
    for board in book.boards:
        if board.number is not None and board.solution is not None:
            answers.setdefault(board.page, set()).add(board.number)
        elif board.number is not None:
            if board.number in printed:
                twice.append(board.number)
            printed[board.number] = board.page
    expected = expected_numbers(book, listed)
    unread = [kind.title for kind in map(get_kind, book.rules) if kind.read_board is None]
    if unread:
        yield f"not checked: boards of {', '.join(unread)} cannot be read back from pages"
    elif not printed:
        yield "no numbered puzzles found"
    elif not expected and sorted(printed) != [*range(1, len(printed) + 1)]:
        wrong = next(a for a, b in zip(sorted(printed), range(1, len(printed) + 1), strict=True)
                     if a != b)  # fmt: skip
        yield f"puzzles are not numbered 1 to {len(printed)}: {wrong} is out of place"
    yield from (f"two puzzles have the number {number}" for number in sorted({*twice}))
    for number in sorted(expected - printed.keys()) if not unread else ():
        page = listed[number].page if listed is not None else None
        where = f": expected on page {page}" if page is not None else ""
        yield f"puzzle {number} is missing, or cannot be read{where}"
    if expected:
        yield from (
            f"page {printed[number]}: puzzle {number} is not named in the book"
            for number in sorted(printed.keys() - expected)
        )
    for page, numbers in sorted(answers.items()):
        for number in sorted(numbers - printed.keys()):
            yield f"page {page}: answer {number} belongs to no puzzle"
    yield from _check_ranges(book, set(printed) if not unread else expected, answers)
    folios = yield from _check_folios(book, listed or {})
    found: References = find_references(book.pieces)
    for page, text in check_references(found, folios, book.pieces):
        yield f"page {page}: {text}"


def _check_folios(book: PrintedBook, listed: Mapping[int, Listed]) -> Generator[str, None, Folios]:
    """Yield the problems of page numbers, compared with the pages of puzzles; return them."""
    headings = {id(board.heading) for board in book.boards}
    pages = [
        [piece for piece in pieces if id(piece) not in headings and not piece.is_turned]
        for pieces in book.pieces
    ]
    folios = find_folios(pages, book.sheets)
    numbered = {board.page: board for board in book.boards if board.number is not None}
    for page, (found, right) in folios.wrong.items():
        yield f"page {page}: numbered {found}, expected {right}"
    if folios.offset is None:
        feet = Counter(round(last.baseline) for pieces in pages for last in pieces[-1:]
                       if last.text.isdecimal())  # fmt: skip
        if max(feet.values(), default=0) >= FEWEST:
            yield "the numbers of its pages do not run on"
        return folios
    for page, board in sorted(numbered.items()):
        place = listed.get(board.number or 0)
        named = place and (place.page if board.solution is None else place.answer_page)
        expected = named or page + min(folios.offset, 0)  # pages before it may be unnumbered
        text = folios.of_page.get(page)
        if text is None and page not in folios.wrong:
            yield f"page {page}: expected the page number {expected}, found none"
        elif text is not None and text != str(expected):
            yield f"page {page}: numbered {text}, expected {expected}"
    return folios


def _check_ranges(
    book: PrintedBook, printed: set[int], answers: Mapping[int, set[int]]
) -> Iterator[str]:
    """Yield the problems of headings whose numbers do not match a section or its answers."""
    owner: dict[int, frozenset[int]] = {}
    for page, text, numbers in _ranges(book, _PUZZLES):
        if any(owner.setdefault(number, numbers) != numbers for number in numbers):
            yield f"page {page}: {text!r} shares puzzles with another heading of the book"
        elif not numbers <= printed:
            yield f"page {page}: {text!r} names puzzle {min(numbers - printed)}, which is missing"
    if owner and (bare := printed - owner.keys()):
        yield f"puzzle {min(bare)} has no heading"
    for page, text, numbers in _ranges(book, _ANSWERS):
        # one number alone may be the caption of an answer
        if len(numbers) > 1 and numbers != answers.get(page, numbers):
            yield f"page {page}: {text!r} is over other answers"


def _ranges(book: PrintedBook, keys: tuple[str, ...]) -> Iterator[tuple[int, str, frozenset[int]]]:
    """Yield page, text and numbers of each heading with numbers of puzzles."""
    for page, pieces in enumerate(book.pieces, 1):
        for piece in pieces:
            for pattern in _patterns(keys):
                match = pattern.fullmatch(plain(piece.text))
                if match:
                    yield page, piece.text, _numbers_in(match[1])
                    break


def _numbers_in(text: str) -> frozenset[int]:
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        found.update(range(int(first), min(int(last or first), int(first) + 9999) + 1))
    return frozenset(found)


@cache
def _patterns(keys: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    patterns = []
    for code in list_languages():
        texts = load_language(code).texts
        between = texts["section.summary"].removeprefix("{first}").removesuffix("{second}")
        rest = rf"(?: ?{re.escape(plain(between))} ?.*)?"
        for key in keys:
            before, after = texts[key].split("{numbers}")
            words = (re.escape(plain(before)), re.escape(plain(after)))
            patterns.append(re.compile(rf"{words[0]} ?{_NUMBERS} ?{words[1]}{rest}"))
    return tuple(dict.fromkeys(patterns))


@dataclass(frozen=True, slots=True)
class BookFinding:
    """The problems of a board, or of the whole book if ``page`` is None."""

    page: int | None
    name: str
    problems: tuple[str, ...]
    is_puzzle: bool = False  # Whether it is a numbered puzzle
    notes: tuple[str, ...] = ()  # Messages on what could not be checked


_CELL_MM: Final = 10.0

_Known: TypeAlias = dict[BoardKey, Record]  # The records by kind and clues


@dataclass(frozen=True, slots=True)
class _Task:
    """A board to be proved: its puzzle as JSON, possible rules, answer, and problems so far."""

    kind: str
    puzzle: JsonObject
    rules: tuple[str | None, ...]
    answer: JsonObject | None
    answer_page: int | None
    finding: BookFinding


def records_beside(book: Path, source: str) -> Iterator[Record]:
    """Return the records of a book: from a file, or the folder of a run ("-" is that of the book).

    Raise `ConfigError` if a folder has no graded records.
    """
    path = book.parent if source == "-" else Path(source)
    if path.is_dir():
        if not (path / GRADED).is_file():
            raise ConfigError(
                f"{path}: expected the folder of a run with {GRADED}, found none; name the "
                "folder or the records before --book"
            )
        return read_run_records(path)
    return read_records(str(path))


def listed_beside(book: Path, source: str) -> dict[int, Listed] | None:
    """Return the list of the run in a folder, None if ``source`` is a file; see `read_listed`."""
    folder = book.parent if source == "-" else Path(source)
    return read_listed(folder) if folder.is_dir() else None


def verify_book(
    path: Path,
    records: Iterable[Record],
    limits: StepLimits = NO_LIMITS,
    mapper: Mapper = serial,
    listed: Mapping[int, Listed] | None = None,
) -> Iterator[BookFinding]:
    """Yield a finding for each board printed in a book, and for the book as a whole at the end.

    A numbered puzzle is right if it is one of the records, is proved unique under the rule of the
    book, and has one right answer with its number. The expected puzzles are those of ``listed``,
    the list of a run, or of headings and references. Rules in the publisher's own wording are not
    checked. Raise `StoreError` if the file is missing, locked or no PDF, `ConfigError` if there are
    neither rules nor records.
    """
    known = {_key_of(record): record for record in records}
    book = read_book(path, known, _rules_of(known.values()))
    yield from mapper(partial(_prove, limits=limits), list(_tasks(book, known, listed)))
    notes = tuple(
        f"the rules of {get_kind(kind).title} have another wording than ours and are not checked; "
        f"the puzzles are proved under {', '.join(map(str, book.rules[kind]))}, the rule of their "
        "records"
        for kind in book.reworded
    )
    if pages := ", ".join(map(str, book.step_pages)):
        notes += (f"solutions in steps, on pages {pages}, are not checked",)
    yield BookFinding(None, "the book", tuple(check_numbering(book, listed)), notes=notes)


def _rules_of(records: Iterable[Record]) -> Rules:
    found: dict[str, dict[str | None, None]] = {}
    for record in records:
        found.setdefault(record.kind, {})[_rule_of(record)] = None
    return {kind: tuple(rules) for kind, rules in found.items()}


def _rule_of(record: Record) -> str | None:
    return record.verdict.rule or get_kind(record.kind).rules[0]


def _key_of(record: Record) -> BoardKey:
    kind = get_kind(record.kind)
    return clues_key(kind, kind.decode(record.puzzle))


def _first_steps(book: PrintedBook) -> list[PrintedBoard]:
    """Return the partly solved boards of examples whose solved board is in the book too."""
    examples: dict[BoardKey, list[PrintedBoard]] = {}
    for board in book.boards:
        if board.number is None and board.clues is not None and board.kind.deductions is not None:
            key = clues_key(board.kind, board.clues)
            examples.setdefault(key, []).append(board)
    steps = []
    for boards in examples.values():
        drawn = [board for board in boards if board.fault or board.solution is not None]
        halves = [board for board in drawn if not is_right(board, book.rules)]
        if 2 * len(halves) <= len(drawn):
            steps += halves
    return steps


def _tasks(
    book: PrintedBook, known: _Known, listed: Mapping[int, Listed] | None
) -> Iterator[_Task]:
    answers: dict[int, list[PrintedBoard]] = {}
    for board in book.boards:
        if board.number is not None and board.solution is not None:
            answers.setdefault(board.number, []).append(board)
    has_answers = bool(answers) or promises_answers(book, listed)
    steps = _first_steps(book)
    example: PrintedBoard | None = None
    for board in book.boards:
        if board in steps:
            continue
        if board.fault or (board.clues is None and board.solution is None):
            yield _task(board, (), None, None, (board.fault or "cannot be read",))
        elif board.number is None:
            # an answer as text belongs to the example before it
            if board.clues is not None or (example and example.kind is not board.kind):
                example = board
            rules = book.rules[board.kind.id]
            yield _task(example or board, rules, board.solution, board.page, ())
        elif board.solution is None:
            matching = answers.get(board.number, [])
            rules, problems = _rules(board, book, known)
            problems += tuple(_mismatches(board, matching, known, listed))
            if has_answers and len(matching) != 1:
                problems += (f"{len(matching)} answers with its number, expected one",)
            answer = matching[0] if matching and matching[0].kind is board.kind else None
            yield _task(
                board, rules, answer.solution if answer else None,
                answer.page if answer else None, problems,
            )  # fmt: skip


def _mismatches(
    board: PrintedBoard,
    answers: Sequence[PrintedBoard],
    known: _Known,
    listed: Mapping[int, Listed] | None,
) -> Iterator[str]:
    """Yield how a numbered puzzle differs from its answer, its record, and the text below it."""
    kind = board.kind
    key = clues_key(kind, board.clues)
    for answer in answers[:1]:
        if answer.fault:
            yield f"the answer on page {answer.page}: {answer.fault}"
        elif answer.kind is not kind or (
            answer.clues is not None and clues_key(kind, answer.clues) != key
        ):
            yield f"the answer on page {answer.page} has other clues"
    record = known.get(key)
    if record is None:
        return
    yield from _undrawn(board, record, answers[:1])
    yield from _dot_faults(board, record, listed)
    yield from _word_faults(board, record)
    assert board.number is not None
    if listed is not None and board.number in listed:
        expected = listed[board.number].record_id
        if record.id != expected:
            yield f"is the record {record.id}, the run printed {expected} here"
    if kind.book_matter is not None and record.solution is not None:
        solution = kind.decode_solution(board.clues, record.solution)
        tasks = dict.fromkeys(
            plain(kind.book_matter.task_text(board.clues, solution, code))
            for code in list_languages()
        )
        if plain(board.below) not in tasks:
            yield f"below it is {board.below!r}, expected {next(iter(tasks))!r}"
        for answer in answers[:1]:
            if kind.shortest is not None and answer.kind is kind and answer.solution is not None:
                count_moves = kind.shortest.count_moves
                if count_moves(answer.solution) != count_moves(solution):
                    yield f"the answer on page {answer.page} is not as long as the record's"


def _undrawn(board: PrintedBoard, record: Record, answers: Sequence[PrintedBoard]) -> Iterator[str]:
    """Yield the boards without the marks of puzzles under the rule of the record."""
    kind, rule = board.kind, _rule_of(record)
    for name, shown in (("", board), *(("the answer ", answer) for answer in answers)):
        if kind.variants is None or shown.kind is not kind or shown.clues is None:
            continue
        posed = with_rule(kind, shown.clues, rule)
        looks = kind.declared and kind.declared.looks
        if looks and looks.under(posed.rule) != looks.under(shown.clues.rule):
            continue  # a page is read with the looks of all rules
        if kind.draw(posed, None, _CELL_MM) != kind.draw(shown.clues, None, _CELL_MM):
            yield f"{name}is not drawn as puzzles under {rule} are"


def _dot_faults(
    board: PrintedBoard, record: Record, listed: Mapping[int, Listed] | None
) -> Iterator[str]:
    """Yield the problems of the dots over a puzzle; the list of a run has their number."""
    dots, entry = board.dots, (listed or {}).get(board.number or 0)
    if dots is None or record.grade is None:
        return
    if not dots.total and (entry is None or entry.dots is None):
        return  # a shuffled section
    if not dots.is_whole:
        yield f"over it are {dots.total} dots, {dots.filled} filled, expected {len(Band)}"
    elif entry is not None and entry.dots is not None and dots.filled != entry.dots:
        yield f"over it {dots.filled} dots are filled, expected {entry.dots}"


def _word_faults(board: PrintedBoard, record: Record) -> Iterator[str]:
    """Yield the problems of the level and the size in the text over a puzzle.

    A level in the publisher's own words is not checked.
    """
    band = record.grade.band if record.grade else None
    level = plain(board.words)
    for code in list_languages():
        say = load_language(code).say
        for key in ("puzzle.answer_on", "puzzle.answer_short"):
            level = re.sub(rf" ?{re.escape(plain(say(key, page=0)))[:-1]}[0-9]+$", "", level)
    for code in list_languages():
        say = load_language(code).say
        size = plain(say("size.board", cols=board.clues.cols, rows=board.clues.rows))
        pattern = re.escape(plain(say("size.board", cols=0, rows=0))).replace("0", "[0-9]+")
        found = re.search(rf" ?{pattern}$", level)
        if found is not None and found[0].strip() != size:
            yield f"over it is the size {found[0].strip()}, expected {size}"
        level = level[: found.start()] if found else level
    names = {
        plain(load_language(code).say(f"band.{name}")): name
        for code in list_languages()
        for name in Band
    }
    if names.get(level, band) is not band:
        yield f"over it is {level!r}, expected the level {band or 'of no puzzle'}"


def _rules(
    board: PrintedBoard, book: PrintedBook, known: _Known
) -> tuple[tuple[str | None, ...], tuple[str, ...]]:
    """Return the rules to prove a puzzle under, and a problem if they are wrong."""
    stated = book.rules[board.kind.id]
    key = clues_key(board.kind, board.clues)
    if key not in known:
        return stated, ("is none of the records",)
    rule = _rule_of(known[key])
    if rule not in stated:
        problem = f"proved under {rule}, the book states {', '.join(map(str, stated))}"
        # a puzzle that is unique under a stronger rule may be unique under a weaker one: prove it
        return stated[:1], () if len(stated) == 1 else (problem,)
    return (rule,), ()


def _task(
    board: PrintedBoard,
    rules: tuple[str | None, ...],
    solution: Any,
    answer_page: int | None,
    problems: tuple[str, ...],
) -> _Task:
    kind = board.kind
    is_numbered = board.number is not None
    name = f"puzzle {board.number}" if is_numbered else kind.title
    puzzle = kind.encode(board.clues) if board.clues is not None else {}
    answer = kind.encode_solution(solution) if solution is not None else None
    finding = BookFinding(board.page, name, problems, is_numbered and board.solution is None)
    return _Task(kind.id, puzzle, rules, answer, answer_page, finding)


def _prove(task: _Task, limits: StepLimits) -> BookFinding:
    """Return the finding of a board, proved under its rules with the printed answer."""
    best: tuple[str, ...] = ()
    if task.rules and task.puzzle:
        kind = get_kind(task.kind)
        best = min((_faults(kind, task, rule, limits) for rule in task.rules), key=len)
    return replace(task.finding, problems=(*task.finding.problems, *best))


def _faults(kind: AnyKind, task: _Task, rule: str | None, limits: StepLimits) -> tuple[str, ...]:
    clues = kind.decode(task.puzzle)
    clues = clues if kind.variants is None else with_rule(kind, clues, rule)
    faults: list[str] = []
    known = None
    if task.answer is not None:
        name = f"the answer on page {task.answer_page}"
        try:
            solution = kind.decode_solution(clues, task.answer)
        except PuzzleFormatError as error:
            faults.append(f"{name} is for another board: {error}")
        else:
            broken = kind.check(clues, solution)
            faults += [f"{name} breaks {one.code}: {one.message}" for one in broken]
            known = None if faults else solution
    # A right answer shortens the proof, which is still complete.
    verdict = find_verdict(kind, clues, known, limits.budget(kind))
    if verdict.status not in ACCEPTED:
        faults.append(f"proved again: {verdict.status} under {rule}, expected unique")
    return tuple(faults)
