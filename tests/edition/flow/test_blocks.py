import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.edition.flow.blocks import (
    BASELINE,
    Block,
    MarkGroup,
    chapter_heading,
    column_steps,
    leader_entry,
    paragraph,
    plain,
    prose,
    space,
    stack,
    turn_over,
)
from pipeline.edition.flow.markdown import parse_markdown, parse_spans
from pipeline.edition.flow.style import style_for
from pipeline.edition.flow.typeset import label
from pipeline.kinds import get_kind
from pipeline.scene import Label, Line, Link, Scene
from tests.book.bounds import mark_box
from tests.book.sample import make_record

STYLE = style_for("standard", 215.9)
LONG = "Some words that fill the line again and again. " * 12


def block(text: str, kept: bool = False) -> Block:
    return Block(1, MarkGroup((label(text, 0, 0, 10),)), kept)


def texts(page: MarkGroup) -> list[str]:
    return [mark.text for mark in page.marks if isinstance(mark, Label)]


def test_pages_are_filled_in_order() -> None:
    pages = stack([block(str(k)) for k in range(7)], 3, 5.0)
    assert [texts(page) for page in pages] == [["0", "1", "2"], ["3", "4", "5"], ["6"]]


def test_a_heading_is_not_left_behind() -> None:
    blocks = [block("a"), block("b"), block("head", kept=True), block("text")]
    assert [texts(page) for page in stack(blocks, 3, 5.0)] == [["a", "b"], ["head", "text"]]


def test_a_kept_group_higher_than_a_page_is_parted() -> None:
    blocks = [block(str(k), kept=True) for k in range(5)]
    assert sum(len(texts(page)) for page in stack(blocks, 2, 5.0)) == 5


def test_white_space_vanishes_at_the_top_of_a_page() -> None:
    pages = stack([block("a"), space(), block("b")], 1, 5.0)
    assert [texts(page) for page in pages] == [["a"], ["b"]]


def test_paragraphs_leave_no_single_line_behind() -> None:
    lines = plain(LONG, STYLE, 100)
    assert len(lines) >= 5
    for steps in range(3, len(lines)):
        pages = [len(texts(page)) for page in stack(lines, steps, 5.0)]
        assert pages[0] >= 2
        assert pages[-1] >= 2


def test_all_text_is_on_the_baseline_grid() -> None:
    blocks = prose(parse_markdown("One.\n\n1. " + LONG + "\n2. two\n\n# Head\n\nEnd."), STYLE, 120)
    step = STYLE.leading_mm
    for page in stack(blocks, 200, step):
        for mark in page.marks:
            assert isinstance(mark, Label)
            offset = mark.position[1] / step - BASELINE
            assert offset == pytest.approx(round(offset))


def test_tight_lists_have_no_white_space_between_items() -> None:
    blocks = parse_markdown("One.\n\n1. a\n2. b\n3. c\n\nEnd.")
    loose, tight = (prose(blocks, STYLE, 120, is_tight) for is_tight in (False, True))
    assert column_steps(loose) - column_steps(tight) == 2
    assert [block.is_space for block in tight] == [False, True, False, False, False, True, False]


def test_lists_hang_on_their_markers() -> None:
    blocks = prose(parse_markdown("1. " + LONG), STYLE, 120)
    first, *rest = [block.painted.marks for block in blocks]
    assert isinstance(first[0], Label)
    assert first[0].text == "1."
    starts = {mark.position[0] for marks in rest for mark in marks[:1] if isinstance(mark, Label)}
    assert isinstance(first[1], Label)
    assert starts == {first[1].position[0]}


def test_contents_dots_end_at_one_edge_and_lead_to_their_page() -> None:
    ends = set()
    for title in ("Easy", "A somewhat longer title"):
        (block,) = leader_entry(title, 12, STYLE, 150)
        name, page, dots = block.painted.marks
        assert isinstance(name, Label)
        assert isinstance(dots, Label)
        assert isinstance(page, Label)
        assert (name.text, page.text) == (title, "12")
        assert set(dots.text) == {".", " "}
        ends.add(dots.position[0])
        assert block.painted.links[0].target == 12
    assert len(ends) == 1


def test_a_long_title_in_the_contents_wraps_before_the_page() -> None:
    blocks = leader_entry("word " * 60, 7, STYLE, 150)
    assert len(blocks) > 1
    assert "7" in texts(blocks[-1].painted)
    assert [len(block.painted.links) for block in blocks] == [1] + [0] * (len(blocks) - 1)


def test_large_type_takes_more_steps() -> None:
    blocks = paragraph(parse_spans("Large"), STYLE, 100, size_pt=30)
    assert blocks[0].steps == 3
    assert column_steps(chapter_heading("Head", STYLE, 100)) >= 3


def test_moving_moves_marks_and_links() -> None:
    moved = MarkGroup((label("a", 1, 2, 10),), (Link(0, 0, 5, 5, 3),)).moved(10, 20)
    assert isinstance(moved.marks[0], Label)
    assert moved.marks[0].position == (11, 22)
    assert (moved.links[0].x, moved.links[0].y) == (10, 20)
    assert not any(isinstance(mark, Line) for mark in moved.marks)


@settings(max_examples=8, deadline=None)
@given(st.integers(4, 8), st.integers(4, 8), st.integers(1, 9))
def test_turning_twice_is_turning_back_and_boxes_turn_with_the_marks(
    rows: int, cols: int, seed: int
) -> None:
    record = make_record(rows, cols, seed)
    kind = get_kind(record.kind)
    clues = kind.decode(record.puzzle)
    assert record.solution is not None
    scene = kind.draw(clues, kind.decode_solution(clues, record.solution), 6.0)
    turned = turn_over(scene)
    for mark, over in zip(scene.marks, turned.marks, strict=True):
        left, top, right, bottom = mark_box(mark)
        width, height = scene.width_mm, scene.height_mm
        box = (width - right, height - bottom, width - left, height - top)
        assert mark_box(over) == pytest.approx(box, abs=1e-6)
        assert not isinstance(over, Label) or over.turned
    again = turn_over(turned)
    for mark, back in zip(scene.marks, again.marks, strict=True):
        assert type(mark) is type(back)
        assert mark_box(back) == pytest.approx(mark_box(mark), abs=1e-6)


def test_an_empty_scene_stays_as_it_is() -> None:
    assert turn_over(Scene(3, 4)) == Scene(3, 4)
