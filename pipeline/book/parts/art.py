"""Art of the title page and of the pages that open sections: solved examples of the book's kinds.

They are not puzzles of the book, so they are no spoilers.
"""

from __future__ import annotations

from typing import Final

from pipeline.book.parts.boards import enlarge_type, smallest_type_pt
from pipeline.book.parts.guide import example_cell, examples_under
from pipeline.book.parts.page_plan import LayoutContext
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
    kinds = {section.kind: index for index, section in reversed([*enumerate(setting.sections)])}
    shown = sorted(kinds.values())
    side = 3 if len(shown) >= 9 else 2 if len(shown) >= 4 else 1
    wide = min(room, _MOST_MM) / (side + (side - 1) * _GAP)
    found = [opener_art(setting, index, wide) for index in shown]
    boards = [scene for scene in found if scene is not None][: side * side]
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
    """Return the largest example of a section's kind that is legible in a square, if any."""
    section = setting.sections[index]
    kind = setting.boards[index][0].kind
    has_hues = get_theme(section.theme or setting.options.theme).has_hues
    best: tuple[int, Scene] | None = None
    for clues, solution in examples_under(kind, section.rule):
        cell = example_cell(kind, clues, room, _MOST_CELL_MM)
        scene = kind.draw(clues, solution, cell)
        while max(scene.height_mm, scene.width_mm) > room + 1e-6:
            cell *= 0.99 * room / max(scene.height_mm, scene.width_mm)
            scene = kind.draw(clues, solution, cell)
        scene = enlarge_type(scene, setting.limits.type_pt, cell)
        scene = show_symbols(kind, scene, section.symbols, cell, has_hues).in_theme(section.theme)
        type_pt = smallest_type_pt(scene.marks) or setting.limits.type_pt
        rank = clues.rows * clues.cols
        if type_pt >= setting.limits.type_pt - 1e-3 and (best is None or rank > best[0]):
            best = (rank, scene)
    return None if best is None else best[1]
