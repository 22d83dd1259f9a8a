"""Small books for the tests of reading back: written, spoilt and painted over."""

import io
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pikepdf

from pipeline.book import BookSection, lay_out, write_book
from pipeline.kinds import get_kind
from pipeline.model import Record, Status, Verdict, record_id
from pipeline.scene import Mark
from pipeline.stages.books.printed import read_book
from pipeline.stages.books.verify_book import verify_book
from tests.book.sample import make_options, make_record
from tests.known import the

COUNT = 5


def proved_records(
    count: int,
    rule: str | None,
    options: dict[str, str],
    kind_id: str = "numberlink",
    side: int = 5,
) -> list[Record]:
    """Return so many puzzles with one solution, the same on every machine."""
    kind = get_kind(kind_id)
    sample = replace(make_record(5, 5, 1), kind=kind_id)
    params = kind.parse_params(side, side, rule, options)
    records: list[Record] = []
    for seed in range(1, 100):
        made = kind.generate(params, seed)
        if made.clues is None:
            continue
        verdict = the(kind.uniqueness).prove(made.clues, made.solution, kind.budget)
        if verdict.status is Status.UNIQUE:
            puzzle = kind.encode(made.clues)
            records.append(replace(
                sample, id=record_id(kind.id, puzzle), puzzle=puzzle,
                solution=kind.encode_solution(made.solution), verdict=verdict,
            ))  # fmt: skip
        if len(records) == count:
            return records
    raise AssertionError("too few puzzles")


def made_records(kind_id: str, number: int) -> list[Record]:
    """Return so many small puzzles of a kind, proved where it can be."""
    kind, found, seeds = get_kind(kind_id), list[Record](), count()
    while len(found) < number:
        made = kind.generate(next(iter(kind.presets.values())), next(seeds))
        if made.clues is None:
            continue
        puzzle, verdict = kind.encode(made.clues), Verdict(Status.NOT_APPLICABLE, None, "", 0)
        if kind.uniqueness is not None:
            verdict = kind.uniqueness.prove(made.clues, made.solution, kind.budget)
        if verdict.status in (Status.UNIQUE, Status.NOT_APPLICABLE):
            found.append(
                replace(
                    make_record(5, 5, 1), id=record_id(kind_id, puzzle), kind=kind_id,
                    puzzle=puzzle, solution=kind.encode_solution(made.solution), verdict=verdict,
                )
            )  # fmt: skip
    return found


Spoiler = Callable[[list[Mark]], list[Mark]]


def make_book(
    path: Path, records: list[Record], spoil: Spoiler | None = None, at: str = "",
    rule: str = "free", section: dict[str, Any] | None = None, **options: Any,
) -> Path:  # fmt: skip
    """Write a book; ``spoil`` changes the marks of the first page of the role ``at``."""
    one = BookSection(
        title="All", kind=records[0].kind, rule=rule, records=tuple(records),
        **{"per_page": 2, **(section or {})},
    )  # fmt: skip
    book = lay_out(make_options(**options), [one])
    if spoil is not None:
        chosen = next(page for page in book.pages if page.role == at)
        painted = chosen.painted()
        wrong = replace(painted, marks=tuple(spoil(list(painted.marks))))
        pages = [replace(page, painted=lambda: wrong) if page is chosen else page
                 for page in book.pages]  # fmt: skip
        book = replace(book, pages=tuple(pages))
    stream = io.BytesIO()
    write_book(book, stream)
    path.write_bytes(stream.getvalue())
    return path


def problems(path: Path, records: list[Record]) -> list[str]:
    return [
        f"{finding.name}: {said}"
        for finding in verify_book(path, records)
        for said in finding.problems
    ]


def paint_over(path: Path, page: int, operators: str) -> Path:
    """Paint on a page of a finished book."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[page].contents_add(operators.encode())
        pdf.save(path)
    return path


def pages_of(path: Path) -> dict[str, int]:
    """Return the page, from 0, of puzzles and of answers."""
    pages = {}
    book = read_book(path)
    for board in book.boards:
        if board.number is not None:
            pages["answers" if board.solution else "puzzles"] = board.page - 1
    return pages
