"""Every kind reads its boards back from a printed page exactly as it drew them."""

import functools
import io
from collections.abc import Sequence
from dataclasses import replace

import pytest

from pipeline.kinds.interface import AnyKind, rule_of
from pipeline.kinds.kit.looks.drawing import draw
from pipeline.kinds.kit.looks.look import Looks
from pipeline.pdf.document import PageRead
from pipeline.render.pdf import write_pdf
from pipeline.render.theme import THEMES, get_theme
from pipeline.scene import Mark, Role, Scene
from pipeline.scene.board_reading import TextRun
from pipeline.stages.check_kind.boards import boards_of, example_boards, preset_boards
from pipeline.stages.check_kind.drawing import misread
from tests.kinds.boards import KIND_IDS, kind_of, kinds_with
from tests.known import the
from tests.pages import pages_of
from tests.slices import cases, share

CELLS_MM = (7.0, 13.7, 27.0)
LOOKS = [
    *((cell_mm, "mono") for cell_mm in CELLS_MM),
    *((7.0, name) for name in sorted({*THEMES} - {"mono"})),
]
READ = kinds_with("read_board")


@pytest.fixture(scope="module", params=READ)
def kind(request: pytest.FixtureRequest) -> AnyKind:
    return kind_of(request.param)


def printed(scenes: Sequence[Scene], theme: str = "mono") -> list[PageRead]:
    """Return scenes as they are read back from a file, each on a page with air round it."""
    stream = io.BytesIO()
    write_pdf(
        [Scene(s.width_mm + 40, s.height_mm + 50, s.moved(17.3, 21.9).marks) for s in scenes],
        stream,
        get_theme(theme),
    )
    stream.seek(0)
    return pages_of(stream)


@pytest.mark.part(5)
@pytest.mark.parametrize(("kind_id", "look"), cases(READ, LOOKS))
def test_boards_and_answers_are_read_as_they_were_drawn(
    kind_id: str, look: tuple[float, str]
) -> None:
    """In the sizes and themes that `check_drawing` does not try."""
    kind, (cell_mm, theme) = kind_of(kind_id), look
    for board in boards_of(kind) if theme == "mono" else example_boards(kind):
        assert [*misread(kind, board, cell_mm, theme)] == []


LATIN_SQUARES = {
    "template", "sudoku", "killer", "futoshiki", "skyscrapers", "calcudoku", "ripple",
}  # fmt: skip
"""Kinds that accept Latin squares as answers, or some: without the clues that only one has."""


def test_a_box_lies_round_its_board(kind: AnyKind) -> None:
    board = next(boards_of(kind))
    scene = kind.draw(board.clues, None, 9.0)
    (page,) = printed([scene])
    (found,) = the(kind.read_board)(page.upright, rule_of(kind, board.clues))
    left, top, right, bottom = found.box
    assert left >= 17.3 - 0.1
    assert top >= 21.9 - 0.1
    assert right <= 17.3 + scene.width_mm + 0.1
    assert bottom <= 21.9 + scene.height_mm + 0.1


def test_an_empty_page_holds_no_board(kind: AnyKind) -> None:
    (page,) = printed([Scene(50, 50, ())])
    assert the(kind.read_board)(page.upright, kind.rules[0]) == ()


@functools.cache
def answer_page(kind_id: str) -> PageRead:
    kind = kind_of(kind_id)
    board = next(preset_boards(kind))
    (page,) = printed([kind.draw(board.clues, board.solution, 9.0)])
    return page


@pytest.mark.part(5)
def test_boards_of_other_kinds_are_left_alone_or_are_no_puzzle(kind: AnyKind) -> None:
    """A page may hold several kinds; what one kind reads from another's board proves nothing."""
    for other in (kind_of(kind_id) for kind_id in KIND_IDS if kind_id != kind.id):
        if {kind.id, other.id} <= LATIN_SQUARES or (kind.id, other.id) == ("hidato", "numbrix"):
            continue  # every Numbrix is a Hidato
        for found in the(kind.read_board)(answer_page(other.id).upright, kind.rules[0]):
            assert found.fault or found.solution is None or found.clues is None or kind.check(
                found.clues, found.solution
            )  # fmt: skip


@pytest.mark.part(2)
@pytest.mark.sliced
@pytest.mark.parametrize(("kind_id", "is_solved"), cases(READ, [False, True]))
def test_no_mark_of_a_clue_or_an_answer_can_be_lost_unseen(kind_id: str, is_solved: bool) -> None:
    """What is under another mark of the same shape and ink, and paper, is not seen."""
    kind = kind_of(kind_id)
    boards = list(example_boards(kind))
    for board in boards[: share(len(boards))]:
        solution = board.solution if is_solved and kind.answer_text is None else None
        scene = kind.draw(board.clues, solution, 9.0)
        rule = rule_of(kind, board.clues)
        kept = [k for k, mark in enumerate(scene.marks) if is_content(mark)]
        spoilt = [replace(scene, marks=(*scene.marks[:k], *scene.marks[k + 1 :])) for k in kept]
        whole, *pages = printed([scene, *spoilt])
        read = the(kind.read_board)
        right = read(whole.upright, rule)
        for k, page in zip(kept, pages, strict=True):
            assert read(page.upright, rule) != right, (board.name, scene.marks[k])


def is_content(mark: Mark) -> bool:
    inks = [getattr(mark, name, None) for name in ("ink", "fill")]
    return any(ink is not None and ink.role in (Role.CLUE, Role.ANSWER, Role.PATH) for ink in inks)


@pytest.mark.parametrize(
    ("kind_id", "rule", "looks"),
    [
        ("starbattle", "one-star", Looks(shaded="star")),
        ("binairo", "signs", Looks(symbols=("0", "1"))),
    ],
)
def test_stars_and_digits_that_books_had_before_are_read(
    kind_id: str, rule: str, looks: Looks
) -> None:
    kind = kind_of(kind_id)
    board = next(one for one in example_boards(kind) if one.clues.rule == rule)
    former = draw(looks, kind.declared.boards, board.clues, board.solution, 9.0)
    for page in printed([former, kind.draw(board.clues, board.solution, 9.0)]):
        (found,) = the(kind.read_board)(page.upright, rule)
        assert found.fault == ""
        assert kind.encode(found.clues) == kind.encode(board.clues)
        assert kind.encode_solution(found.solution) == kind.encode_solution(board.solution)


@pytest.mark.parametrize(("size_mm", "is_outside"), [(2.2, True), (3.7, False)])
def test_a_caption_above_a_small_board_is_no_number_outside(
    size_mm: float, is_outside: bool
) -> None:
    sudoku, variant = kind_of("sudoku"), kind_of("variantsudoku")
    clues = sudoku.generate(sudoku.parse_params(9, 9, "boxes", {}), 1).clues
    (page,) = printed([sudoku.draw(clues, None, 4.5)])
    (found,) = the(sudoku.read_board)(page.upright, "boxes")
    left, top, *_ = found.box
    number = TextRun("31", (left + 2.25, top - 2.0), size_mm, True, 1.1 * size_mm)
    content = replace(page.upright, texts=(*page.upright.texts, number))
    boxes = [one.box for one in the(variant.read_board)(content, "sandwich")]
    assert [box[1] < top - 1 for box in boxes] == [is_outside]
