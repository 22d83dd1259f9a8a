"""Records and placements for the library: from files, folders of runs and printed books."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import Final

from pipeline.library import Placement, board_key
from pipeline.model import ConfigError, Provenance, Record, StoreError
from pipeline.stages.books.printed import read_book
from pipeline.stages.puzzle import new_record
from pipeline.store.files import read_text
from pipeline.store.jsonl import read_records
from pipeline.store.run_folder import BOOK, GRADED, MANIFEST, read_run_records

_PDF: Final = ".pdf"


def read_sources(sources: Iterable[str]) -> Iterator[Record]:
    """Return the records of files, folders of runs (graded puzzles) and printed books.

    The first record is read immediately, so that a misspelt name creates nothing. Raise
    `StoreError` or `PuzzleFormatError` if a source cannot be read, `ConfigError` if a folder has no
    run, or a book states no rules.
    """
    records = chain.from_iterable(map(_read, sources))
    return chain(list(islice(records, 1)), records)


def _read(source: str) -> Iterator[Record]:
    path = Path(source)
    if path.is_dir():
        _require_run(path)
        return read_run_records(path)
    if path.suffix.lower() == _PDF:
        return (placement.record for placement in read_placements(source))
    return read_records(source)


def read_placements(source: str) -> list[Placement]:
    """Return the placements of a book or the book of a run, or of records numbered in order.

    A printed puzzle is the record of the same board beside the book; without one, the puzzle and
    answer on the page, unproved and ungraded. Sections are those of the manifest of the run. Errors
    are those of `read_sources`; also raise `ConfigError` if a board of a book cannot be read, or
    none has a number.
    """
    path = Path(source)
    if path.is_dir():
        _require_run(path)
        path = path / BOOK
        if not path.is_file():
            raise ConfigError(
                f"{source}: expected {BOOK} in the folder of the run, found none; "
                "name the file of the records that were placed"
            )
    if path.suffix.lower() != _PDF:
        return [Placement(record, n) for n, record in enumerate(read_records(source), start=1)]
    folder = path.parent
    beside = {}
    if (folder / GRADED).is_file():
        beside = {board_key(record): record for record in read_run_records(folder)}
    titles = dict(enumerate(_sections(folder / MANIFEST), start=1))
    return [
        Placement(beside.get(board_key(record), record), number, titles.get(number, ""), page)
        for number, page, record in _printed(path)
    ]


def _printed(path: Path) -> Iterator[tuple[int, int, Record]]:
    """Yield number, page and record of each puzzle of a book, read from its pages."""
    boards = read_book(path).boards
    answers = {board.number: board.solution for board in boards if board.solution is not None}
    puzzles = [
        (board.number, board)
        for board in boards
        if board.number is not None and board.solution is None
    ]
    if not puzzles:
        raise ConfigError(f"{path}: expected numbered puzzles, found none")
    for number, board in sorted(puzzles, key=itemgetter(0)):
        if board.clues is None or board.fault:
            raise ConfigError(
                f"{path}: page {board.page}: expected a puzzle, found a board that "
                f"{board.fault or 'cannot be read'}; puzzlepress verify --book lists all of them"
            )
        provenance = Provenance("printed", extra={"file": path.name, "page": board.page})
        record = new_record(board.kind, board.clues, answers.get(number), provenance)
        yield number, board.page, record


def _sections(manifest: Path) -> list[str]:
    """Return the section of each puzzle in order of number, by the manifest of a run."""
    if not manifest.is_file():
        return []
    try:
        counts = json.loads(read_text(manifest))["counts"]["sections"]
        return [part["title"] for part in counts for _ in range(part["printed"])]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise StoreError(
            f"{manifest}: expected the manifest of a run, found something else; make the run again"
        ) from None


def _require_run(folder: Path) -> None:
    if not (folder / GRADED).is_file():
        raise ConfigError(f"{folder}: expected the folder of a run with {GRADED}, found none")
