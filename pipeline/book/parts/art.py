"""Art of the title page and of the pages that open sections: unsolved puzzles of the book.

Each is one of the largest of its section, and the title page has another than the opener. Where
none is legible it is a solved example of the kind, which is no puzzle of the book.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from pipeline.book.parts.boards import BookBoard, enlarge_type, smallest_type_pt
from pipeline.book.parts.guide import example_cell
from pipeline.book.parts.page_plan import LayoutContext
from pipeline.edition.worked import examples_under
from pipeline.kinds.interface import show_symbols
from pipeline.render.theme import get_theme
from pipeline.scene import Scene

_MOST_MM: Final = 150.0
_MOST_CELL_MM: Final = 24.0
_GAP: Final = 0.12  # Space between several boards, as a share of one


def title_art(setting: LayoutContext, room: float) -> Scene | None:
    """Return a board of each kind, in a square of four or nine if there are that many kinds.

    None if no board is legible in ``room`` millimetres.
    """
    kinds = {section.kind: index for index, section in enumerate(setting.sections)}
    shown = sorted(kinds.values())
    side = 3 if len(shown) >= 9 else 2 if len(shown) >= 4 else 1
    wide = min(room, _MOST_MM) / (side + (side - 1) * _GAP)
    found = [[*islice(_scenes(setting, index, wide), 2)][-1:] for index in shown]
    boards = [scene for some in found for scene in some][: side * side]
    if len(boards) < side * side:
        return boards[0] if boards else None
    step = (1 + _GAP) * wide
    marks = [
        mark
        for k, scene in enumerate(boards)
        for mark in scene.moved(
            k % side * step + (wide - scene.width_mm) / 2,
            k // side * step + (wide - scene.height_mm) / 2,
        ).marks
    ]
    whole = side * wide * (1 + _GAP) - _GAP * wide
    return Scene(whole, whole, tuple(marks))


def opener_art(setting: LayoutContext, index: int, room: float) -> Scene | None:
    """Return the last of the largest puzzles of a section that are legible in a square, if any."""
    return next(_scenes(setting, index, room), None)


def _scenes(setting: LayoutContext, index: int, room: float) -> Iterator[Scene]:
    """Yield boards that are legible in a square: a section's own, else the largest example."""
    boards = sorted(setting.boards[index], key=lambda board: (_cells(board), board.number))
    own = (_own_scene(board, room) for board in reversed(boards))
    found = False
    for scene in filter(None, own):
        found = True
        yield scene
    if not found:
        examples = sorted(_example_scenes(setting, index, room), key=lambda one: -one[0])
        yield from (scene for _, scene in examples)


def _cells(board: BookBoard) -> int:
    return board.rows * board.cols


def _own_scene(board: BookBoard, room: float) -> Scene | None:
    fit = board.puzzle_fit
    cell = min(_MOST_CELL_MM, fit.cell(room, room))
    if cell < fit.legible_mm:
        return None
    while max(board.size(cell)) > room + 1e-6:
        cell *= 0.99
    return board.draw(cell)


def _example_scenes(setting: LayoutContext, index: int, room: float) -> Iterator[tuple[int, Scene]]:
    section = setting.sections[index]
    kind = setting.boards[index][0].kind
    has_hues = get_theme(section.theme or setting.options.theme).has_hues
    has_words = kind.declared is not None and kind.declared.looks.letters
    draw = (has_words and kind.draw_bare) or kind.draw  # words would take most of the square
    for clues, solution in examples_under(kind, section.rule):
        cell = example_cell(kind, clues, room, _MOST_CELL_MM)
        scene = draw(clues, solution, cell)
        while max(scene.height_mm, scene.width_mm) > room + 1e-6:
            cell *= 0.99 * room / max(scene.height_mm, scene.width_mm)
            scene = draw(clues, solution, cell)
        scene = enlarge_type(scene, setting.limits.type_pt, cell)
        scene = show_symbols(kind, scene, section.symbols, cell, has_hues).in_theme(section.theme)
        type_pt = smallest_type_pt(scene.marks) or setting.limits.type_pt
        if type_pt >= setting.limits.type_pt - 1e-3:
            yield clues.rows * clues.cols, scene
