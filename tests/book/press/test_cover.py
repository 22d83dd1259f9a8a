from collections.abc import Callable
from itertools import pairwise

import pytest

from pipeline.book.press.cover import (
    PAPER,
    SECOND,
    TEXT,
    CoverWords,
    art_room,
    back_text,
    barcode_marks,
    cover_scene,
    guide_marks,
    make_wrap,
    spine_scene,
)
from pipeline.book.press.designs import (
    paint_frame,
    paint_minimal,
    paint_mosaic,
    paint_number,
    paint_pattern,
    sample_marks,
)
from pipeline.config.book_options import CoverOptions
from pipeline.edition.worked import worked_example
from pipeline.kinds import get_kind, kind_ids
from pipeline.model import RenderError
from pipeline.preflight.specs import load_services
from pipeline.scene import Disc, Label, Mark, Polyline, Rect, Scene
from tests.book.bounds import mark_box
from tests.refusals import refused

INCH = 25.4
TRIM = (6 * INCH, 9 * INCH)
SERVICES = {service.spec.id: service for service in load_services(["all"])}


def wrap_of(printer: str = "kdp", paper: str = "white", pages: int = 200):
    service = SERVICES[printer]
    return make_wrap(TRIM, pages, service.paper(paper)["spine"], service.cover)


@pytest.mark.parametrize(
    ("printer", "paper", "pages", "spine"),
    [("kdp", "white", 200, 0.4504), ("kdp", "cream", 200, 0.5), ("lulu", "white", 444, 1.06)],
)
def test_spines_are_as_wide_as_the_printers_say(
    printer: str, paper: str, pages: int, spine: float
) -> None:
    wrap = wrap_of(printer, paper, pages)
    assert wrap.spine.width / INCH == pytest.approx(spine, abs=1e-4)
    assert wrap.width / INCH == pytest.approx(2 * 6 + spine + 0.25, abs=1e-4)
    assert wrap.height / INCH == pytest.approx(9.25)


def test_the_parts_lie_side_by_side() -> None:
    wrap = wrap_of()
    assert wrap.back.left == wrap.bleed
    assert wrap.spine.left == pytest.approx(wrap.back.left + wrap.back.width)
    assert wrap.front.left == pytest.approx(wrap.spine.left + wrap.spine.width)
    assert wrap.front.left + wrap.front.width == pytest.approx(wrap.width - wrap.bleed)
    code = wrap.barcode
    assert (code.width / INCH, code.height / INCH) == pytest.approx((2, 1.2))
    assert wrap.spine.left - code.left - code.width == pytest.approx(0.25 * INCH)


@pytest.mark.parametrize(("pages", "is_there"), [(78, False), (80, False), (200, True)])
def test_thin_spines_carry_no_words(pages: int, is_there: bool) -> None:
    """KDP allows words from 79 pages; at 80 pages they would be under 7 pt."""
    spine = spine_scene(
        wrap_of(pages=pages), CoverWords("Lines That Meet", "", "A. Author"), (PAPER, TEXT)
    )
    assert (spine is not None) == is_there


def test_spine_words_keep_clear_of_the_folds() -> None:
    wrap = wrap_of(pages=300)
    spine = spine_scene(wrap, CoverWords("Lines That Meet", "", "A. Author"), (PAPER, TEXT))
    assert spine is not None
    assert (spine.width_mm, spine.height_mm) == (wrap.spine.height, wrap.spine.width)
    for mark in spine.marks:
        assert isinstance(mark, Label)
        # figures and capitals, not the whole line, are between the folds
        assert 0.36 * mark.size_mm * 2 <= wrap.spine.width - 2 * wrap.spine_clear


@pytest.mark.parametrize("title", ["Go", "Lines That Meet", "Very " * 30 + "Long", "W" * 60])
def test_words_stay_in_the_safe_area(title: str) -> None:
    wrap = wrap_of()
    scene = cover_scene(wrap, CoverWords(title, "A subtitle", "A. Author with a Name"), None, None)
    safe = wrap.front.shrunk(wrap.safe)
    for mark in scene.marks:
        if isinstance(mark, Label):
            left, top, right, bottom = mark_box(mark)
            assert left >= safe.left - 0.01
            assert right <= safe.left + safe.width + 0.01
            assert top >= safe.top - 2
            assert bottom <= safe.top + safe.height + 0.01


def test_the_band_bleeds_and_the_barcode_stays_white() -> None:
    wrap = wrap_of()
    marks = (*cover_scene(wrap, CoverWords("T"), None, None).marks, *barcode_marks(wrap, None))
    band, code = (mark for mark in marks if isinstance(mark, Rect))
    assert (band.corner, band.width) == ((0, 0), wrap.width)
    assert mark_box(code) == pytest.approx(
        (wrap.barcode.left, wrap.barcode.top,
         wrap.barcode.left + wrap.barcode.width, wrap.barcode.top + wrap.barcode.height)
    )  # fmt: skip


def test_guides_stay_on_the_sheet_and_name_what_they_are() -> None:
    wrap = wrap_of()
    marks = guide_marks(wrap, ("a note",))
    assert {mark.text for mark in marks if isinstance(mark, Label)} == {
        "barcode: keep clear", "a note",
    }  # fmt: skip
    for mark in marks:
        left, top, right, bottom = mark_box(mark)
        assert left >= -0.2
        assert top >= -0.2
        assert right <= wrap.width + 0.2
        assert bottom <= wrap.height + 0.2


def test_the_answer_keeps_clear_of_the_barcode() -> None:
    for printer in SERVICES:
        wrap = wrap_of(printer)
        large, small = art_room(wrap, CoverWords("T"))
        assert large < wrap.front.width - 2 * wrap.safe
        assert small < wrap.barcode.top - wrap.bleed - 0.36 * wrap.back.height


def test_missing_glyphs_are_refused_by_name() -> None:
    with refused(RenderError):
        cover_scene(wrap_of(), CoverWords("漢"), None, None)


def test_a_cover_that_sells_has_series_badge_and_blurb_in_their_places() -> None:
    wrap = wrap_of()
    words = CoverWords(
        "Lines", "", "A. Author", "Evenings · Volume 3", "60 puzzles", "One.\n\nTwo."
    )
    scene = cover_scene(wrap, words, None, None)
    at = {mark.text: mark.position[0] for mark in scene.marks if isinstance(mark, Label)}
    assert {"Evenings · Volume 3", "60", "puzzles", "One.", "Two."} <= set(at)
    assert at["One."] < wrap.spine.left < at["Evenings · Volume 3"]
    assert max(mark_box(mark)[2] for mark in scene.marks if isinstance(mark, Disc)) <= (
        wrap.front.left + wrap.front.width - wrap.safe
    )


def test_a_blurb_that_reaches_the_barcode_is_refused() -> None:
    with refused(RenderError):
        cover_scene(wrap_of(), CoverWords("T", blurb="Words and words. " * 120), None, None)


WORDS = CoverWords(
    "Lines", "Many", "A. Author", "Evenings · Volume 3", "60 puzzles", "One.", "", "3"
)


@pytest.mark.parametrize("paint", [paint_frame, paint_minimal, paint_mosaic, paint_pattern])
@pytest.mark.parametrize("kind_id", kind_ids())
def test_designs_show_boards_of_every_kind(kind_id: str, paint: Callable[..., Scene]) -> None:
    """The marks that a board adds to a design are of its size, and on the front."""
    wrap, kind = wrap_of(), get_kind(kind_id)
    board = kind.draw(*worked_example(kind, kind.rules[0]), 9.0)
    empty, full = (paint(wrap, WORDS, boards, has_picture=False) for boards in ([], [board]))
    added = [mark for mark in full.marks if mark not in empty.marks]
    boxes = [mark_box(mark) for mark in added if not isinstance(mark, Label)]
    wide = max(box[2] for box in boxes) - min(box[0] for box in boxes)
    high = max(box[3] for box in boxes) - min(box[1] for box in boxes)
    assert wide > 0.5 * wrap.front.width
    assert high > 0.2 * wrap.front.height
    assert any(box[2] > wrap.front.left for box in boxes)


@pytest.mark.parametrize(("inches", "least"), [((5, 8), 11), ((6, 9), 13), ((8.5, 11), 15)])
def test_a_blurb_is_of_a_size_that_suits_the_trim(inches: tuple[float, float], least: int) -> None:
    service = SERVICES["kdp"]
    trim = inches[0] * INCH, inches[1] * INCH
    wrap = make_wrap(trim, 200, service.paper("white")["spine"], service.cover)
    sizes = []
    for blurb in ("One.", "Words and words. " * 60):
        marks, _ = back_text(wrap, CoverWords("T", blurb=blurb), wrap.back.shrunk(15))
        sizes.append(max(m.size_mm for m in marks if isinstance(m, Label)) * 72 / INCH)
    assert sizes[0] >= least - 0.01
    assert 9 - 0.01 <= sizes[1] <= sizes[0]


def test_the_series_is_on_the_spine() -> None:
    spine = spine_scene(wrap_of(pages=300), WORDS, (PAPER, TEXT))
    assert spine is not None
    at = [mark.text for mark in spine.marks if isinstance(mark, Label)]
    assert at == ["Lines", "3", "A. Author", "Evenings · Volume 3"]
    boxes = sorted((mark_box(mark)[0], mark_box(mark)[2]) for mark in spine.marks)
    assert all(one[1] <= other[0] for one, other in pairwise(boxes))


DESIGNS = {
    "frame": paint_frame,
    "mosaic": paint_mosaic,
    "minimal": paint_minimal,
    "number": paint_number,
    "pattern": paint_pattern,
}
SHINY = WORDS._replace(features=("One", "Two"), on_second=TEXT)


def seconds(scene: Scene) -> list[Mark]:
    """Return the marks in the second colour."""
    return [m for m in scene.marks if SECOND in (getattr(m, "fill", None), getattr(m, "ink", None))]


@pytest.mark.parametrize("name", ["band", "frame", "mosaic", "minimal", "number", "pattern"])
def test_every_design_has_a_second_colour_and_the_features_of_the_book(name: str) -> None:
    wrap = wrap_of()
    board = get_kind("sudoku").draw(*worked_example(get_kind("sudoku"), "boxes"), 9.0)
    paint = DESIGNS.get(name, lambda wrap, words, *_: cover_scene(wrap, words, None, None))
    one, two = (paint(wrap, words, [board], False) for words in (WORDS, SHINY))
    assert not seconds(one)
    front = [mark for mark in seconds(two) if mark_box(mark)[2] > wrap.front.left]
    discs = [m for m in two.marks if isinstance(m, Disc) and m.fill == SECOND]
    texts = {mark.text: mark.position[0] for mark in two.marks if isinstance(mark, Label)}
    assert front
    assert len(discs) == 2
    assert all(disc.centre[0] < texts[text] < wrap.spine.left
               for disc, text in zip(discs, ("One", "Two"), strict=True))  # fmt: skip


def test_the_design_with_a_number_has_a_board_on_the_front() -> None:
    wrap = wrap_of()
    board = get_kind("sudoku").draw(*worked_example(get_kind("sudoku"), "boxes"), 9.0)
    bare, with_board = (paint_number(wrap, WORDS, boards, False).marks for boards in ([], [board]))
    more = [mark_box(mark) for mark in with_board if mark not in bare]
    assert len(more) > 20
    assert all(box[0] >= wrap.front.left for box in more)


def test_a_burst_stays_on_the_front_inside_the_safe_area() -> None:
    wrap = wrap_of()
    scene = paint_pattern(wrap, SHINY, [], has_picture=False)
    (burst,) = [m for m in scene.marks if isinstance(m, Polyline) and m.fill == SECOND]
    left, top, right, bottom = mark_box(burst)
    assert len(burst.points) > 20
    assert left > wrap.front.left
    assert top > wrap.front.top + wrap.front.height / 2
    assert right <= wrap.front.left + wrap.front.width - wrap.safe + 0.2
    assert bottom <= wrap.front.top + wrap.front.height - wrap.safe + 0.2


@pytest.mark.parametrize("blurb", ["", "Words and words. " * 20, "Words and words. " * 70])
def test_samples_on_the_back_keep_clear_of_its_text_and_the_barcode(blurb: str) -> None:
    wrap = wrap_of()
    board = get_kind("sudoku").draw(*worked_example(get_kind("sudoku"), "boxes"), 9.0)
    words = SHINY._replace(blurb=blurb)
    text = [mark_box(mark)[3] for mark in paint_number(wrap, words, [], False).marks
            if isinstance(mark, Label) and mark.position[0] < wrap.back.width]  # fmt: skip
    boxes = [mark_box(mark) for mark in sample_marks(wrap, words, [board] * 3)]
    assert bool(boxes) is (len(blurb) < 1000)
    assert all(top > max(text, default=0) and bottom < wrap.barcode.top and right < wrap.spine.left
               for _, top, right, bottom in boxes)  # fmt: skip


def test_a_second_colour_differs_from_the_accent() -> None:
    assert not list(CoverOptions(accent=("#12355B",), second="#FFC400").problems())
    for second in ("#12355B", "yellow", "#163A66"):
        ((key, message),) = CoverOptions(accent=("#12355B",), second=second).problems()
        assert key == "second"
        assert second in message
