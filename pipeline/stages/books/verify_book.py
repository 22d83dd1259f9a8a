"""Verify a printed book: its puzzles read back from the PDF, proved again, answers compared.

The run's records say which puzzles were meant to be printed; everything else comes from the page.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pipeline.kinds import get_kind
from pipeline.kinds.capabilities import with_rule
from pipeline.kinds.interface import AnyKind
from pipeline.model import ConfigError, JsonObject, Record, Status
from pipeline.pdf.folios import find_folios
from pipeline.preflight.references import check_references, find_references
from pipeline.stages.books.printed import PrintedBoard, PrintedBook, read_book
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import NO_LIMITS, StepLimits, find_verdict
from pipeline.store.jsonl import read_records
from pipeline.store.run_folder import GRADED


@dataclass(frozen=True, slots=True)
class BookFinding:
    """One board of a book, or the whole book where ``page`` is None, and what is wrong with it."""

    page: int | None
    name: str
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Task:
    """A board to be proved: its puzzle as JSON, the rules it may stand under, its answer."""

    kind: str
    page: int
    name: str
    puzzle: JsonObject
    rules: tuple[str | None, ...]
    answer: JsonObject | None
    answer_page: int | None
    problems: tuple[str, ...]


def records_beside(book: Path, source: str) -> Iterator[Record]:
    """Return the records that a book was made from: of a file, a run's folder, or the book's own.

    The source "-" stands for the folder that the book lies in. `ConfigError` if a folder holds no
    graded records.
    """
    path = book.parent if source == "-" else Path(source)
    if path.is_dir():
        if not (path / GRADED).is_file():
            raise ConfigError(
                f"{path}: expected the folder of a run with {GRADED}, found none; name the "
                "folder or the records before --book"
            )
        path = path / GRADED
    return read_records(str(path))


def verify_book(
    path: Path,
    records: Iterable[Record],
    limits: StepLimits = NO_LIMITS,
    mapper: Mapper = serial,
) -> Iterator[BookFinding]:
    """Yield a finding for each board printed in a book, and for the book as a whole at the end.

    A numbered puzzle is right if it is one of the records, is proved unique under the rule that the
    book states, has one answer with its number, and that answer keeps the rules by their
    definition: then it is the only one there is. Boards without a number (worked examples, the
    title page) are held to the same, but need not be records. `StoreError` if the file is missing,
    locked or no PDF. `ConfigError` if the book states no rules.
    """
    book = read_book(path)
    tasks = list(_tasks(book, _known(records, book)))
    yield from mapper(partial(_prove, limits=limits), tasks)
    yield BookFinding(None, "the book", tuple(_whole(book)))


def _known(records: Iterable[Record], book: PrintedBook) -> dict[tuple[str, Hashable], str | None]:
    """Return the rule under which each puzzle of the records is unique, by kind and clues."""
    known: dict[tuple[str, Hashable], str | None] = {}
    for record in records:
        if record.kind in book.rules:
            kind = get_kind(record.kind)
            clues = kind.decode(record.puzzle)
            known[record.kind, _key(kind, clues)] = record.verdict.rule or kind.rules[0]
    return known


def _key(kind: AnyKind, clues: Any) -> Hashable:
    """Return what tells puzzles apart whatever rule they are posed under: the clues themselves."""
    key: Hashable = with_rule(kind, clues, kind.rules[0])
    return key


def _first_steps(book: PrintedBook) -> list[PrintedBoard]:
    """Return the half-drawn boards of worked examples: each needs its right end.

    One that lacks it is held to the rules as any board is.
    """
    examples: dict[tuple[str, Hashable], list[PrintedBoard]] = {}
    for board in book.boards:
        if board.number is None and board.clues is not None and board.kind.deductions is not None:
            key = (board.kind.id, _key(board.kind, board.clues))
            examples.setdefault(key, []).append(board)
    steps = []
    for boards in examples.values():
        drawn = [board for board in boards if board.fault or board.solution is not None]
        halves = [board for board in drawn if not _is_right(board, book)]
        if 2 * len(halves) <= len(drawn):
            steps += halves
    return steps


def _is_right(board: PrintedBoard, book: PrintedBook) -> bool:
    kind = board.kind
    return not board.fault and any(
        not kind.check(with_rule(kind, board.clues, rule), board.solution)
        for rule in book.rules[kind.id]
    )


def _tasks(book: PrintedBook, known: dict[tuple[str, Hashable], str | None]) -> Iterator[_Task]:
    answers: dict[int, list[PrintedBoard]] = {}
    for board in book.boards:
        if board.number is not None and board.clues is not None and board.solution is not None:
            answers.setdefault(board.number, []).append(board)
    has_answers = bool(answers)
    steps = _first_steps(book)
    for board in book.boards:
        if board in steps:
            continue
        if board.clues is None or board.fault:
            yield _task(board, (), None, None, (board.fault or "cannot be read",))
        elif board.number is None:
            solution = board.solution
            yield _task(board, book.rules[board.kind.id], solution, board.page, ())
        elif board.solution is None:
            found = answers.get(board.number, [])
            rules, problems = _rules(board, book, known)
            if has_answers and len(found) != 1:
                problems = (*problems, f"{len(found)} answers with its number, expected one")
            elif found and _key(board.kind, found[0].clues) != _key(board.kind, board.clues):
                problems = (*problems, f"the answer on page {found[0].page} has other clues")
            answer = found[0] if found else None
            yield _task(
                board, rules, answer.solution if answer else None,
                answer.page if answer else None, problems,
            )  # fmt: skip


def _rules(
    board: PrintedBoard, book: PrintedBook, known: dict[tuple[str, Hashable], str | None]
) -> tuple[tuple[str | None, ...], tuple[str, ...]]:
    """Return the rule that a puzzle is posed under, and what is wrong with that."""
    stated = book.rules[board.kind.id]
    key = (board.kind.id, _key(board.kind, board.clues))
    if key not in known:
        return stated, ("is none of the records",)
    rule = known[key]
    if rule not in stated:
        said = f"proved under {rule}, the book states {', '.join(map(str, stated))}"
        # a puzzle unique under a stronger rule may be printed under a weaker one: prove that
        return stated[:1], () if len(stated) == 1 else (said,)
    return (rule,), ()


def _task(
    board: PrintedBoard,
    rules: tuple[str | None, ...],
    solution: Any,
    answer_page: int | None,
    problems: tuple[str, ...],
) -> _Task:
    kind = board.kind
    name = kind.title if board.number is None else f"puzzle {board.number}"
    puzzle = kind.encode(board.clues) if board.clues is not None else {}
    answer = kind.encode_solution(solution) if solution is not None else None
    return _Task(kind.id, board.page, name, puzzle, rules, answer, answer_page, problems)


def _prove(task: _Task, limits: StepLimits) -> BookFinding:
    """Return whether a board is unique under one of its rules, with the answer that is printed."""
    if not task.rules:
        return BookFinding(task.page, task.name, task.problems)
    kind = get_kind(task.kind)
    attempts = [_faults(kind, task, rule, limits) for rule in task.rules]
    best = min(attempts, key=len)
    return BookFinding(task.page, task.name, (*task.problems, *best))


def _faults(kind: AnyKind, task: _Task, rule: str | None, limits: StepLimits) -> tuple[str, ...]:
    clues = with_rule(kind, kind.decode(task.puzzle), rule)
    faults: list[str] = []
    known = None
    if task.answer is not None:
        solution = kind.decode_solution(clues, task.answer)
        faults += [
            f"the answer on page {task.answer_page} breaks {broken.code}: {broken.message}"
            for broken in kind.check(clues, solution)
        ]
        known = None if faults else solution
    # A right answer shortens the proof; that there is no other is still shown in full.
    verdict = find_verdict(kind, clues, known, limits.budget(kind))
    if verdict.status not in (Status.UNIQUE, Status.NOT_APPLICABLE):
        faults.append(f"proved again: {verdict.status} under {rule}, expected unique")
    return tuple(faults)


def _whole(book: PrintedBook) -> Iterator[str]:
    """Yield what is wrong with the numbers and references of the book."""
    puzzles = [b for b in book.boards if b.number is not None and b.solution is None]
    numbers = sorted(b.number for b in puzzles if b.number is not None)
    expected = list(range(1, len(numbers) + 1))
    kinds = [get_kind(kind_id) for kind_id in book.rules]
    unread = [kind.title for kind in kinds if kind.read_board is None]
    if not numbers:
        yield (
            f"boards of {', '.join(unread)} cannot be read back from pages; verify their records"
            if unread
            else "no numbered puzzles found"
        )
    elif unread and len({*numbers}) == len(numbers):
        pass  # the numbers between are those of boards that nobody reads
    elif numbers != expected:
        wrong = next(a for a, b in zip(numbers, expected, strict=True) if a != b)
        yield f"puzzles are not numbered 1 to {len(numbers)}: {wrong} is out of place"
    printed = {board.number for board in puzzles}
    for board in book.boards:
        if board.number is not None and board.solution is not None and board.number not in printed:
            yield f"page {board.page}: answer {board.number} belongs to no puzzle"
    folios = find_folios(book.pieces, book.sheets)
    for page, said in check_references(find_references(book.pieces), folios, book.pieces):
        yield f"page {page}: {said}"
