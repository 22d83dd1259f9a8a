"""What a run made, puzzle by puzzle: names of pictures, and lists for people and programs."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pipeline.book import PrintedPlace
from pipeline.model import Json, Record
from pipeline.stages.render import RenderOptions, pictures_of
from pipeline.store.cells import write_csv_rows
from pipeline.store.files import write_own
from pipeline.store.run_folder import LISTS

PUZZLES_CSV, PUZZLES_JSON = LISTS


class Numbered(NamedTuple):
    """A chosen puzzle by its number in the book, with the name that its pictures begin with."""

    number: int
    section: str
    record: Record
    name: str
    issue: int | None = None
    """Which of several sheets it stands on; its number is that on its sheet then."""


def number_puzzles(titles: Sequence[str], chosen: Sequence[Sequence[Record]]) -> list[Numbered]:
    """Return the puzzles of all sections in print order, numbered from 1.

    Pictures are named so that they sort as the book does: ``037-easy-8x8``.
    """
    pairs = [
        (title, record) for title, records in zip(titles, chosen, strict=True) for record in records
    ]
    digits = max(3, len(str(len(pairs))))
    found = []
    for number, (title, record) in enumerate(pairs, 1):
        size = f"{record.puzzle['cols']}x{record.puzzle['rows']}"
        band = f"{record.grade.band}-" if record.grade else ""
        found.append(Numbered(number, title, record, f"{number:0{digits}}-{band}{size}"))
    return found


def write_puzzle_lists(
    folder: Path,
    puzzles: Sequence[Numbered],
    placements: Sequence[PrintedPlace],
    pictures: RenderOptions | None,
    drawn: str,
) -> None:
    """Write ``puzzles.csv`` and ``puzzles.json``: number, pages, dots, id, kind, size, band, files.

    The puzzles come in order of number; without a book there are no placements. ``pictures`` is how
    they are drawn, None where they are not, into ``drawn``, a folder of the run's.
    """
    places = {place.number: place for place in placements}
    rows: list[dict[str, Json]] = []
    for puzzle in puzzles:
        record = puzzle.record
        place = places.get(puzzle.number)
        shown = pictures_of(record, pictures) if pictures else []
        rows.append(
            {
                **({} if puzzle.issue is None else {"issue": puzzle.issue}),
                "number": puzzle.number,
                "section": puzzle.section,
                "page": place and place.puzzle_page,
                "answer_page": place and place.answer_page,
                "dots": place and place.dots,
                "id": record.id,
                "kind": record.kind,
                "size": f"{record.puzzle['cols']}x{record.puzzle['rows']}",
                "band": str(record.grade.band) if record.grade else None,
                "score": record.grade.score if record.grade else None,
                "files": [f"{drawn}/{puzzle.name}{picture.ending}" for picture in shown],
            }
        )
    text = json.dumps(rows, indent=1, ensure_ascii=False) + "\n"
    write_own(folder, PUZZLES_JSON, text)
    table = io.StringIO()
    write_csv_rows(table, [list(rows[0]) if rows else ["number"]])
    write_csv_rows(table, ([_cell(value) for value in row.values()] for row in rows))
    write_own(folder, PUZZLES_CSV, table.getvalue())


def _cell(value: Json) -> Json:
    return " ".join(map(str, value)) if isinstance(value, list) else value
