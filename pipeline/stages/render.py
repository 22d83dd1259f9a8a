"""Render: records to picture files, named by the records' ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind
from pipeline.model import ConfigError, Credit, Record
from pipeline.render.picture import (
    FORMATS,
    Metadata,
    cell_for_size,
    render_picture,
    scale_for_cell,
    with_caption,
)
from pipeline.render.theme import get_theme
from pipeline.scene import Scene
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import Puzzle, read_puzzle
from pipeline.store.files import make_folder, write_atomic

MM_PER_INCH: Final = 25.4
CELL_MM: Final = 10.0
"""Side of a cell in pictures whose size is given in pixels per cell."""
LARGEST_PX: Final = 20_000
"""Longest side of a picture in pixels; beyond it browsers and printers refuse."""


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How pictures are drawn: see ``puzzlepress render --help``."""

    formats: tuple[str, ...] = ("png",)
    theme: str = "mono"
    size_mm: float = 120.0
    dpi: int = 300
    cell_px: int | None = None
    has_solution: bool = False
    has_credit: bool = False


def require_drawable(options: RenderOptions) -> RenderOptions:
    """Return the options if it can be drawn.

    Raises
    ------
    ConfigError
        If a format, theme, size or resolution cannot be.
    """
    for name in options.formats:
        if name == "gif":
            raise ConfigError(
                "format gif is for kinds whose solution moves; choose png, svg or webp"
            )
        if name not in FORMATS:
            raise ConfigError(f"unknown format {name!r}: expected one of {', '.join(FORMATS)}")
    get_theme(options.theme)
    if not 5 <= options.size_mm <= 2000:
        raise ConfigError(f"expected --size-mm from 5 to 2000, found {options.size_mm:g}")
    if not 20 <= options.dpi <= 2400:
        raise ConfigError(f"expected --dpi from 20 to 2400, found {options.dpi}")
    if options.cell_px is not None and not 4 <= options.cell_px <= 1000:
        raise ConfigError(f"expected --cell-px from 4 to 1000, found {options.cell_px}")
    return options


def render_records(
    records: Iterable[Record], folder: Path, options: RenderOptions, mapper: Mapper = serial
) -> Iterator[int]:
    """Write the pictures of each record and yield how many files that were.

    A file that is there already is left as it is, so that a killed run goes on where it was.

    Raises
    ------
    ConfigError
        If the options cannot be drawn.
    StoreError
        If the folder cannot be written.
    """
    return render_named(((record.id, record) for record in records), folder, options, mapper)


def render_named(
    named: Iterable[tuple[str, Record]],
    folder: Path,
    options: RenderOptions,
    mapper: Mapper = serial,
) -> Iterator[int]:
    """Write pictures whose names begin with those given; otherwise as `render_records` does."""
    require_drawable(options)
    make_folder(folder)
    return mapper(partial(_render_one, folder=folder, options=options), named)


def picture_names(
    record: Record, options: RenderOptions, stem: str | None = None
) -> list[tuple[str, str, bool]]:
    """Return (file name, format, whether it shows the solution) of each picture of a record."""
    stem = record.id if stem is None else stem
    shown = [False, True] if options.has_solution and record.solution is not None else [False]
    return [
        (f"{stem}{'-solution' if is_solved else ''}.{name}", name, is_solved)
        for is_solved in shown
        for name in options.formats
    ]


def credit_line(credit: Credit | None) -> str:
    """Return the credit in one line, the wording of its author first; empty where there is none.

    Examples
    --------
    >>> credit_line(Credit(author="A. Setter", licence="CC-BY-4.0"))
    'A. Setter, CC-BY-4.0'
    """
    if credit is None:
        return ""
    if credit.text:
        return credit.text
    parts = (credit.title, credit.author, credit.url, credit.licence)
    return ", ".join(part for part in parts if part)


def _render_one(named: tuple[str, Record], folder: Path, options: RenderOptions) -> int:
    stem, record = named
    names = picture_names(record, options, stem)
    missing = [name for name in names if not (folder / name[0]).exists()]
    if missing:
        puzzle = read_puzzle(record)
        for name, picture_format, is_solved in missing:
            data = _picture(puzzle, picture_format, is_solved, options)
            write_atomic(folder / name, data, durable=False)
    return len(names)


def _picture(puzzle: Puzzle, picture_format: str, is_solved: bool, options: RenderOptions) -> bytes:
    kind, clues = puzzle.kind, puzzle.clues
    cell_mm, pixels_per_mm = measures(kind, clues, options)
    scene = kind.draw(clues, puzzle.solution if is_solved else None, cell_mm)
    credit = credit_line(puzzle.record.credit)
    if options.has_credit and credit:
        scene = with_caption(scene, credit)
    what = "Solution" if is_solved else "Puzzle"
    return paint(puzzle.record, scene, what, picture_format, options, pixels_per_mm)


def measures(kind: AnyKind, clues: Any, options: RenderOptions) -> tuple[float, float]:
    """Return the side of a cell in millimetres, and the pixels per millimetre, of a picture."""
    if options.cell_px is not None:
        return CELL_MM, scale_for_cell(options.cell_px, CELL_MM)
    size = options.size_mm
    cell_mm = cell_for_size(lambda cell: kind.draw(clues, None, cell), size, size)
    return cell_mm, options.dpi / MM_PER_INCH


def paint(
    record: Record,
    scene: Scene,
    what: str,
    picture_format: str,
    options: RenderOptions,
    pixels_per_mm: float,
) -> bytes:
    """Return a picture of a record's puzzle as a file; ``what`` it shows stands in its metadata.

    Raises
    ------
    ConfigError
        If it has too many pixels.
    """
    size = f"{record.puzzle['cols']}x{record.puzzle['rows']}"
    longest = max(scene.width_mm, scene.height_mm) * pixels_per_mm
    if picture_format != "svg" and longest > LARGEST_PX:
        raise ConfigError(
            f"expected a picture of at most {LARGEST_PX} pixels a side, found {longest:.0f} "
            f"({size}); lower --dpi, --size-mm or --cell-px"
        )
    about = Metadata(
        title=f"{get_kind(record.kind).title} {size} {record.id}",
        author=(record.credit.author if record.credit else None) or "",
        rights=credit_line(record.credit),
        description=f"{what} {record.id}, {size}",
    )
    return render_picture(scene, picture_format, get_theme(options.theme), pixels_per_mm, about)
