"""Whether boards are drawn within their scenes, and read back from a page."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice, product
from typing import Any, Final

from pipeline.kinds.interface import AnyKind, rule_of
from pipeline.kinds.kit.board.board import Solution
from pipeline.pdf.document import open_pdf, read_pages
from pipeline.render.pdf import write_pdf
from pipeline.render.theme import get_theme
from pipeline.scene import Align, Ink, Label, Role, Scene
from pipeline.stages.check_kind.boards import (
    MOST_DIFFERENCES,
    Board,
    boards_of,
    small_boards,
    what_differs,
)
from pipeline.stages.check_kind.bounds import outside

CELLS_MM: Final = (4.2, 9.0)
DRAWN_MM: Final = (2.5, 8.0, 19.3)
ANOTHER: Final = "another answer"


def check_drawing(kind: AnyKind) -> Iterator[str]:
    """Yield drawings without an answer or beyond their scene, and boards that are not read back."""
    for board in boards_of(kind):
        for cell_mm in DRAWN_MM:
            yield from _drawn(kind, board, cell_mm)
        yield from _texts(kind, board)
    columns = {tuple(kind.facts(board.clues)) for board in boards_of(kind)}
    if len(columns) > 1:
        yield f"expected equal columns of reports for all boards, found {columns}; see facts"
    for board in small_boards(kind):
        if kind.frames is None:
            break
        frames = [*kind.frames(board.clues, board.solution, 8.0)]
        sizes = {(scene.width_mm, scene.height_mm) for scene in frames}
        if frames[:1] == frames[-1:] or len(sizes) != 1 or any(map(outside, frames)):
            yield f"{board.name}: expected an animation in scenes of one size; see frames"
    for cell_mm, board in product(CELLS_MM, boards_of(kind)):
        yield from misread(kind, board, cell_mm)


def _drawn(kind: AnyKind, board: Board, cell_mm: float) -> Iterator[str]:
    puzzle, solved = (kind.draw(board.clues, one, cell_mm) for one in (None, board.solution))
    if kind.answer_text is None and puzzle == solved:
        yield f"{board.name}: expected a drawn answer, found that of the puzzle; see Looks"
    asked = kind.encode(board.clues)
    for solution, scene in ((None, puzzle), (board.solution, solved)):
        if scene != kind.draw(board.clues, solution, cell_mm):
            yield f"{board.name}: expected equal drawings of equal boards; see draw"
        if not scene.marks or outside(scene):
            yield f"{board.name}: expected marks within the scene, found {outside(scene)[:1]}"
        if scene.width_mm < asked["cols"] * cell_mm or scene.height_mm < asked["rows"] * cell_mm:
            yield f"{board.name}: expected room for all cells of {cell_mm} mm; see draw"
    if (puzzle.width_mm, puzzle.height_mm) != (solved.width_mm, solved.height_mm):
        yield f"{board.name}: expected the answer in the size of the puzzle; see draw"


def _texts(kind: AnyKind, board: Board) -> Iterator[str]:
    """Yield what is wrong with a board as text, in a terminal and in reports."""
    for name, write in kind.texts.items():
        plain, coloured = (write(board.clues, board.solution, flag) for flag in (False, True))
        if not (plain.strip() and plain.endswith("\n") and coloured.strip()) or "\x1b" in plain:
            yield f"{board.name}: expected lines of text, found {plain!r}; see texts, {name}"
    facts = kind.facts(board.clues)
    if not all(type(value) in (int, str) for value in facts.values()):
        yield f"{board.name}: expected whole numbers and texts in reports, found {dict(facts)}"
    if kind.answer_text is not None:
        first, again = (kind.answer_text(board.clues, board.solution) for _ in range(2))
        if not first.strip() or first != again:
            yield f"{board.name}: expected an answer as text, found {first!r}; see answer_text"


def misread(kind: AnyKind, board: Board, cell_mm: float, theme: str = "mono") -> Iterator[str]:
    """Yield that a board or its answer is read from its printed page as another, or not at all."""
    if kind.read_board is None:
        return
    for what, solution in (("puzzle", None), ("answer", board.solution)):
        scene = kind.draw(board.clues, solution, cell_mm)
        is_text = False
        if solution is not None and kind.answer_text is not None:
            is_text = True
            scene = with_answer(scene, kind.answer_text(board.clues, solution))
        read = kind.read_board(printed(scene, theme), rule_of(kind, board.clues))
        found, *texts = read or (None,)
        answer = found and found.solution
        if is_text:
            answer = _same_text(kind, board, texts[0].solution) if texts else None
            texts = texts[1:]
        faults = ", ".join(one.fault for one in read if one.fault)
        if found is None or texts or faults or (found.clues, answer) != (board.clues, solution):
            other = faults or _found(kind, board, read)
            yield f"{board.name}: expected to read the {what} from its page, found {other}"


def _same_text(kind: AnyKind, board: Board, read: Any) -> Any:
    """Return the solution of a board if what was read from a text is right and has that text."""
    assert kind.answer_text is not None
    wanted = kind.answer_text(board.clues, board.solution)
    is_right = not kind.check(board.clues, read) and kind.answer_text(board.clues, read) == wanted
    return board.solution if is_right else read


def _found(kind: AnyKind, board: Board, read: Any) -> str:
    """Return how many boards were read instead of one, or in what the one differs."""
    if not read or (len(read) != 1 and kind.answer_text is None):
        return f"{len(read) or 'no'} boards"
    return what_differs(kind, board.clues, read[0].clues) or (
        f"{ANOTHER}{_where(board, read[0].solution)}"
    )


def _where(board: Board, read: Solution | None) -> str:
    """Return the first cells in which an answer was read wrong, as the end of a message."""
    if read is None or not hasattr(board.clues, "cols") or not hasattr(read, "items"):
        return ""
    wrong = sorted({*board.solution.items} ^ {*read.items})
    cells = dict.fromkeys(divmod(item[0], board.clues.cols) for item in wrong)
    places = [f"row {row + 1}, column {col + 1}" for row, col in islice(cells, MOST_DIFFERENCES)]
    return f" at {'; '.join(places)}; see the looks of clues there"


def with_answer(scene: Scene, text: str) -> Scene:
    """Return a scene with an answer as text under it."""
    place = (0.0, scene.height_mm + 8.0)
    return scene.over([Label(text, place, 4.0, Ink(Role.TEXT), align=Align.LEFT)])


def printed(scene: Scene, theme: str) -> Any:
    """Return the content of a page with a scene and air round it, as it is read from its file."""
    stream = io.BytesIO()
    page = Scene(scene.width_mm + 40, scene.height_mm + 50, scene.moved(17.3, 21.9).marks)
    write_pdf([page], stream, get_theme(theme))
    stream.seek(0)
    with open_pdf(stream) as file:
        return next(read_pages(file)).upright
