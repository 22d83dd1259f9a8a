"""Report: write the pages and tables of a collection, or the steps of one puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from pipeline.kinds.interface import require
from pipeline.kinds.kit.telling.deduction import cells_of_step, join_steps
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.model import ConfigError, Record, StoreError
from pipeline.scene.shading import tint_cells
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import Puzzle, read_puzzle
from pipeline.stages.report.html import Listing, list_page, listing_page, parts_page, summary_page
from pipeline.stages.report.pictures import (
    Figure,
    Figures,
    Heading,
    Paragraph,
    Part,
    Pictures,
    cell_size,
)
from pipeline.stages.report.sections import report_parts
from pipeline.stages.report.tables import TABLES, Table, survey, write_xlsx
from pipeline.store.files import Content, clear_leftovers, make_folder, write_own
from pipeline.store.jsonl import Reader

MOST_STEPS: Final = 150  # Most steps that are drawn; of others only the number is given
MOST_WORDS: Final = 300  # Most characters of a caption; ``grade --explain`` writes the whole text


def write_solving(records: Iterable[Record], wanted: str, folder: Path) -> Path:
    """Write the steps of one puzzle into ``steps-ID.html``, and return that file.

    ``wanted`` is the id of the puzzle or a unique prefix. Raise `ConfigError` if there is no such
    puzzle, several, no solution, or no steps for its kind; `StoreError` if the folder cannot be
    written.
    """
    found = {record.id: record for record in records if record.id.startswith(wanted)}
    if len(found) != 1:
        what = "none" if not found else f"{len(found)}: {', '.join(sorted(found)[:5])}"
        raise ConfigError(f"expected --steps to be the id of one puzzle, found {what}")
    (record,) = found.values()
    puzzle = read_puzzle(record)
    parts = list(_step_parts(puzzle))
    title = f"{puzzle.kind.title} {record.puzzle['cols']}x{record.puzzle['rows']}, step by step"
    make_folder(folder)
    return write_own(folder, f"steps-{record.id}.html", parts_page(title, parts))


def _step_parts(puzzle: Puzzle) -> Iterator[Part]:
    kind, clues, solution, record = puzzle.kind, puzzle.clues, puzzle.solution, puzzle.record
    deductions = require(kind, kind.deductions, "steps of a solution")
    if solution is None or kind.check(clues, solution):
        raise ConfigError(
            f"puzzle {record.id} has no right solution; prove it first with puzzlepress filter"
        )
    steps = list(deductions.explain_steps(clues, solution))
    reasons = deductions.reasons("en", record.puzzle.get("rule"))
    cols = int(record.puzzle["cols"])
    cell_mm = cell_size(puzzle)
    grade, credit = record.grade, record.credit
    facts = [
        record.place,
        f"by {credit.author}" if credit is not None and credit.author else "",
        f"{grade.band}, score {grade.score}" if grade is not None else "",
        f"{len(steps)} steps, {sum(step.assumed is not None for step in steps)} assumptions",
    ]
    yield Paragraph("; ".join(fact for fact in facts if fact))
    yield Heading("The puzzle")
    yield Figures([Figure(kind.draw(clues, None, cell_mm))])
    yield Heading("The steps")
    yield Paragraph("What a step decides is tinted; the cells that it follows from are framed.")
    figures = []
    for number, step in enumerate(steps[:MOST_STEPS], start=1):
        board = deductions.draw_step(clues, solution, join_steps(steps[:number]), cell_mm)
        new, matter = cells_of_step(step, cols)
        text = step_text(step, cols, reasons)
        text = text if len(text) <= MOST_WORDS else f"{text[:MOST_WORDS].rsplit(' ', 1)[0]} ..."
        figures.append(Figure(tint_cells(board, cols, cell_mm, new, matter), f"{number}. {text}"))
    yield Figures(figures)
    if len(steps) > MOST_STEPS:
        yield Paragraph(f"{len(steps) - MOST_STEPS} more steps; grade --explain writes all.")
    yield Heading("The solution")
    yield Figures([Figure(kind.draw(clues, solution, cell_mm))])


SINGLE_PAGE: Final = 2_000  # Most puzzles of a report on a single page
PAGE: Final = 500  # Puzzles on each page of a longer report
LIST: Final = "list.html"  # Page of a longer report with all puzzles, to sort and filter
MOST_LISTED: Final = 100_000  # Most puzzles with a list, pictures and a workbook


def write_report(
    read: Reader, folder: Path, refused: Sequence[Rejection] = (), mapper: Mapper = serial
) -> list[Path]:
    """Write the pages and tables of a collection, and return the files.

    ``index.html`` needs no other file; above `SINGLE_PAGE` puzzles the list has its own pages,
    above `MOST_LISTED` only the index, CSV and JSON are written. ``refused`` are the rejections of
    an import. The reader is called several times, so that records are not kept. Raise `StoreError`
    if the folder cannot be written, or without records and rejections.
    """
    table, findings = survey(read(None), mapper)
    if not (table or refused):
        raise StoreError("expected at least one record to report on, found none")
    make_folder(folder)
    clear_leftovers(folder, r"(?:report|index|list|page-[0-9]+)\.[a-z]+")
    written: list[Path] = []

    def put(name: str, content: Content) -> None:
        written.append(write_own(folder, name, content))

    is_listed = len(table) <= MOST_LISTED
    for name, write in TABLES.items():
        if is_listed or write is not write_xlsx:
            put(name, partial(write, table))
    parts = list(report_parts(table, findings, Pictures.chosen(read, table, findings), refused))
    title = f"{len(table)} puzzles"
    is_single = len(table) <= SINGLE_PAGE
    count = -(-len(table) // PAGE) if is_listed else 0
    pages = ["index.html"] if is_single else [f"page-{n + 1}.html" for n in range(count)]
    links = pages if is_single or not is_listed else [LIST, *pages]
    puzzles = mapper(listing_page, _listings(read, table, links))
    put("index.html", summary_page(title, parts, next(puzzles, "") if is_single else "", links))
    if LIST in links:
        put(LIST, list_page(table, links))
    for name, page in zip(() if is_single else pages, puzzles, strict=False):
        put(name, page)
    return written


def _listings(read: Reader, table: Table, pages: list[str]) -> Iterator[Listing]:
    records = iter(read(None)) if pages else iter(())
    size = max(1, len(table)) if len(pages) == 1 else PAGE
    for start in range(0, len(table) if pages else 0, size):
        part = list(islice(records, size))
        yield part, table[start : start + size], pages, start // size
