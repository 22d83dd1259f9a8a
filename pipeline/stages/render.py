"""Render: records to picture files, named by the records' ids."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind, require, show_symbols
from pipeline.model import ConfigError, Credit, Record, found_instead, unknown_name
from pipeline.render.animation import ANIMATED, Tempo, render_animation
from pipeline.render.metadata import Metadata
from pipeline.render.picture import FORMATS, VECTORS, cell_for_size, render_picture, with_caption
from pipeline.render.theme import get_theme
from pipeline.scene import MM_PER_INCH, Scene
from pipeline.scene.symbols import Symbols
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import Puzzle, read_puzzle, require_right
from pipeline.stages.solve import require_solver
from pipeline.store.files import make_folder, write_atomic

CELL_MM: Final = 10.0  # Side of a cell in pictures whose size is given in pixels per cell
SCREEN_SHARE: Final = 1 / 3  # Resolution of animations relative to printed pictures
SPLIT: Final = ("puzzles", "solutions")  # Folders for ``--split``
BACKGROUNDS: Final = ("paper", "transparent")
LARGEST_MM: Final = 2000  # Longest side of a picture
LARGEST_PX: Final = 20_000  # Longest side in pixels; browsers refuse larger pictures


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How pictures are drawn; see ``puzzlepress render --help``."""

    formats: tuple[str, ...] = ("png",)
    theme: str = "mono"
    symbols: Symbols = "numbers"
    size_mm: float = 120.0
    width_mm: float | None = None
    height_mm: float | None = None  # Largest width or height, which replace ``size_mm``
    dpi: int = 300
    cell_px: int | None = None
    has_solution: bool = False
    has_puzzle: bool = True
    has_credit: bool = False
    is_moving: bool = False  # Whether WebP solutions are animated; GIFs always are
    frame_ms: int = 500
    loops: int = 0  # Repetitions of an animation; 0 repeats it forever
    background: str = "paper"  # Or "transparent"
    is_split: bool = False  # Whether puzzles and solutions are in separate folders
    has_outlines: bool = False  # Whether letters in SVG and PDF are outlines
    solver: str | None = None  # For animations; None animates the record's solution


def require_drawable(options: RenderOptions) -> RenderOptions:
    """Return the options; raise `ConfigError` for a bad format, theme, size or resolution."""
    for name in options.formats:
        if name not in (*FORMATS, *ANIMATED):
            raise unknown_name("format", name, dict.fromkeys((*FORMATS, *ANIMATED)))
    get_theme(options.theme)
    if options.symbols not in get_args(Symbols):
        raise unknown_name("name for symbols", options.symbols, get_args(Symbols))
    if options.background not in BACKGROUNDS:
        raise ConfigError(
            f"expected --background to be one of {', '.join(BACKGROUNDS)}; "
            f"{found_instead(options.background, BACKGROUNDS)}"
        )
    if options.background == "transparent" and ("gif" in options.formats or options.is_moving):
        raise ConfigError(
            "expected still pictures with --background transparent, found animations; leave "
            "--animate and the format gif out"
        )
    for name, value, lowest, highest in (
        ("frame-ms", options.frame_ms, 20, 60_000),
        ("loop", options.loops, 0, 10_000),
        ("size-mm", options.size_mm, 5, LARGEST_MM),
        ("width-mm", options.width_mm, 5, LARGEST_MM),
        ("height-mm", options.height_mm, 5, LARGEST_MM),
        ("dpi", options.dpi, 20, 2400),
        ("cell-px", options.cell_px, 4, 1000),
    ):
        if value is not None and not lowest <= value <= highest:
            raise ConfigError(f"expected --{name} from {lowest} to {highest}, found {value:g}")
    return options


def render_records(
    records: Iterable[Record], folder: Path, options: RenderOptions, mapper: Mapper = serial
) -> Iterator[int]:
    """Write the pictures of each record and yield their number.

    Existing files are kept, so that a killed run resumes. Raise `ConfigError` for bad options,
    `StoreError` if the folder cannot be written.
    """
    require_drawable(options)
    make_folder(folder)
    if options.is_split:
        for name in SPLIT:
            make_folder(folder / name)
    seen: set[str] = set()
    named = (
        (record.id, record)
        for record in records
        if record.id not in seen and not seen.add(record.id)  # type: ignore[func-returns-value]
    )
    return mapper(partial(render_record, folder=folder, options=options), named)


class Picture(NamedTuple):
    """A picture of a record: the suffix of its file name, its format and its contents."""

    ending: str
    picture_format: str
    is_solved: bool = False
    is_moving: bool = False


def pictures_of(record: Record, options: RenderOptions) -> list[Picture]:
    """Return the pictures of a record, with animations only if its kind has them.

    Raise `ConfigError` if all formats are animations and the kind has none.
    """
    kind = get_kind(record.kind)
    moving = [
        name
        for name in options.formats
        if name == "gif" or (options.is_moving and name in ANIMATED)
    ]
    still = [name for name in options.formats if name not in moving]
    if not still:
        require(kind, kind.frames, "solutions that move")
    shown = [False] * options.has_puzzle
    shown += [True] * (options.has_solution and record.solution is not None)
    pictures = [
        Picture(f"{'-solution' if is_solved else ''}.{name}", name, is_solved)
        for is_solved in shown
        for name in still
    ]
    if kind.frames is not None:
        size = f"{record.puzzle['rows']}x{record.puzzle['cols']}"
        pictures += [
            Picture(f"_{size}_{options.solver or 'solution'}.{name}", name, True, True)
            for name in moving
        ]
    return pictures


def credit_line(credit: Credit | None) -> str:
    """Return the credit in one line, by preference in the wording of its author; "" for None.

    >>> credit_line(Credit(author="A. Setter", licence="CC-BY-4.0"))
    'A. Setter, CC-BY-4.0'
    """
    if credit is None:
        return ""
    if credit.text:
        return credit.text
    parts = (credit.title, credit.author, credit.url, credit.licence)
    return ", ".join(part for part in parts if part)


def render_record(named: tuple[str, Record], folder: Path, options: RenderOptions) -> int:
    """Draw the missing pictures of a (stem, record), and return the number of all its pictures."""
    draw_missing(named, folder, options)
    return len(pictures_of(named[1], options))


def draw_missing(
    named: tuple[str, Record], folder: Path, options: RenderOptions
) -> list[tuple[str, str]]:
    """Draw the missing pictures of a (stem, record), and return name and SHA-256 of each."""
    drawn = []
    if missing := missing_pictures(named, folder, options):
        puzzle = read_puzzle(named[1])
        size = measures(puzzle.kind, puzzle.clues, options)
        for path, picture in missing:
            if picture.is_solved and options.solver is None:
                require_right(puzzle)
            draw = _moving_picture if picture.is_moving else _picture
            data = draw(puzzle, picture, options, size)
            write_atomic(path, data, durable=False, follow=False)
            drawn.append((path.name, hashlib.sha256(data).hexdigest()))
    return drawn


def missing_pictures(
    named: tuple[str, Record], folder: Path, options: RenderOptions
) -> list[tuple[Path, Picture]]:
    """Return path and picture for each missing picture; links and empty files count as missing."""
    stem, record = named
    pictures = pictures_of(record, options)
    return [
        (path, picture)
        for path, picture in ((_path(folder, stem, one, options), one) for one in pictures)
        if not path.is_file() or path.is_symlink() or path.stat().st_size == 0
    ]


def _path(folder: Path, stem: str, picture: Picture, options: RenderOptions) -> Path:
    if not options.is_split or picture.is_moving:
        return folder / f"{stem}{picture.ending}"
    name = f"{stem}.{picture.picture_format}"
    return folder / SPLIT[picture.is_solved] / name


def _picture(
    puzzle: Puzzle, picture: Picture, options: RenderOptions, size: tuple[float, float]
) -> bytes:
    kind, clues = puzzle.kind, puzzle.clues
    cell_mm, pixels_per_mm = size
    if picture.picture_format in VECTORS and options.cell_px is None:
        cell_mm = _exact_cell(kind, clues, options, cell_mm)
    scene = kind.draw(clues, puzzle.solution if picture.is_solved else None, cell_mm)
    has_hues = get_theme(options.theme).has_hues
    scene = show_symbols(kind, scene, options.symbols, cell_mm, has_hues)
    if picture.is_solved and kind.answer_text is not None:
        scene = with_caption(scene, kind.answer_text(clues, puzzle.solution))
    credit = credit_line(puzzle.record.credit)
    if options.has_credit and credit:
        scene = with_caption(scene, credit)
    what = "Solution" if picture.is_solved else "Puzzle"
    return paint(puzzle.record, scene, what, picture.picture_format, options, pixels_per_mm)


def _moving_picture(
    puzzle: Puzzle, picture: Picture, options: RenderOptions, size: tuple[float, float]
) -> bytes:
    kind, record = puzzle.kind, puzzle.record
    frames = require(kind, kind.frames, "solutions that move")
    solution = puzzle.solution
    if options.solver is not None or solution is None or kind.check(puzzle.clues, solution):
        name = require_solver(kind, options.solver)
        solutions = kind.solve(puzzle.clues, 1, kind.budget, name).solutions
        if not solutions:
            raise ConfigError(
                f"{record.id}: expected a puzzle with a solution, found none with the solver "
                f"{name}; leave it out, or choose another with --solver"
            )
        solution = solutions[0]
    cell_mm, pixels_per_mm = size
    if options.cell_px is None:
        pixels_per_mm *= SCREEN_SHARE
    scenes = list(frames(puzzle.clues, solution, cell_mm))
    theme = get_theme(options.theme)
    _require_few_pixels(record, scenes[0], pixels_per_mm)
    about = metadata_of(record, "Solution")
    tempo = Tempo(options.frame_ms, options.loops)
    return render_animation(scenes, picture.picture_format, theme, pixels_per_mm, tempo, about)


def measures(kind: AnyKind, clues: Any, options: RenderOptions) -> tuple[float, float]:
    """Return the side of a cell in millimetres, and the pixels per millimetre, of a picture."""
    if options.cell_px is not None:
        return CELL_MM, options.cell_px / CELL_MM
    cell_mm = cell_for_size(lambda cell: kind.draw(clues, None, cell), *_box(options))
    return cell_mm, options.dpi / MM_PER_INCH


def _box(options: RenderOptions) -> tuple[float, float]:
    """Return the largest width and height of a picture in millimetres."""
    sides = (options.width_mm, options.height_mm)
    other = options.size_mm if sides == (None, None) else LARGEST_MM
    width, height = (other if side is None else side for side in sides)
    return width, height


def _exact_cell(kind: AnyKind, clues: Any, options: RenderOptions, cell_mm: float) -> float:
    """Return the cell with which a picture fills its width or height to a thousandth of 1 mm."""
    width, height = _box(options)
    for _ in range(8):
        scene = kind.draw(clues, None, cell_mm)
        share = min(width / scene.width_mm, height / scene.height_mm)
        if abs(share - 1) * scene.width_mm < 0.001:
            break
        cell_mm *= share
    return cell_mm


def paint(
    record: Record,
    scene: Scene,
    what: str,
    picture_format: str,
    options: RenderOptions,
    pixels_per_mm: float,
) -> bytes:
    """Return the file of a picture; ``what`` describes it in the metadata.

    Raise `ConfigError` if it has too many pixels.
    """
    if picture_format not in VECTORS:
        _require_few_pixels(record, scene, pixels_per_mm)
    about = metadata_of(record, what)
    is_clear = options.background == "transparent"
    theme = get_theme(options.theme)
    return render_picture(
        scene, picture_format, theme, pixels_per_mm, about,
        is_clear=is_clear, has_outlines=options.has_outlines,
    )  # fmt: skip


def metadata_of(record: Record, what: str) -> Metadata:
    """Return the metadata of a picture; ``what`` describes its contents."""
    size = f"{record.puzzle['cols']}x{record.puzzle['rows']}"
    return Metadata(
        title=f"{get_kind(record.kind).title} {size} {record.id}",
        author=(record.credit.author if record.credit else None) or "",
        rights=credit_line(record.credit),
        description=f"{what} {record.id}, {size}",
    )


def _require_few_pixels(record: Record, scene: Scene, pixels_per_mm: float) -> None:
    longest = max(scene.width_mm, scene.height_mm) * pixels_per_mm
    if longest > LARGEST_PX:
        raise ConfigError(
            f"expected a picture of at most {LARGEST_PX} pixels a side, found {longest:.0f} "
            f"({record.puzzle['cols']}x{record.puzzle['rows']}); lower --dpi, --size-mm or "
            "--cell-px"
        )
