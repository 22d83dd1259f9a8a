import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from pipeline.book import Book, PageRole, lay_out
from pipeline.book.layout import make_setting
from pipeline.book.parts.guide import goal_of
from pipeline.book.parts.puzzles import band_dots
from pipeline.edition.flow.style import PT
from pipeline.edition.flow.typeset import break_lines, measure
from pipeline.edition.language import list_languages
from pipeline.kinds import kind_ids
from pipeline.kinds.kit.looks.measures import FIGURE_EM
from pipeline.model import Band
from pipeline.render.painter import paint
from pipeline.render.theme import get_theme
from pipeline.scene import Align, Anchor, Disc, Label, Mark, Polyline, Scene
from tests.book.sample import example_section, make_options, make_section, text_of
from tests.slices import cases


def counts(book: Book) -> list[int]:
    """Return the number of puzzles on each puzzle page."""
    pages = [page.number for page in book.pages if page.role is PageRole.PUZZLES]
    return [sum(place.puzzle_page == page for place in book.placements) for page in pages]


def made(sizes: list[tuple[int, int]], per_page: int | None = None, **options: object) -> Book:
    return lay_out(make_options(**options), [make_section("All", sizes, per_page=per_page)])


@pytest.mark.parametrize(
    ("side", "most"), [(6, 6), (9, 4), (12, 4), (14, 2), (15, 1), (20, 1), (25, 1)]
)
def test_as_many_go_on_a_page_as_are_comfortable(side: int, most: int) -> None:
    book = made([(side, side)] * 6)
    assert counts(book)[0] == most
    assert all(place.cell_mm >= 7.0 for place in book.placements)


def test_a_warning_names_a_grid_that_fits_with_the_numbers_outside_of_it() -> None:
    one = example_section("nonogram")
    section = replace(one, records=one.records * 6, per_page=6)
    book = lay_out(make_options(comfortable_cell_mm=12.0), [section])
    (text,) = [text for text in book.warnings if "comfortable" in text]
    found = re.search(r"cells of ([\d.]+) mm .* up to (\d+)x(\d+) is comfortable", text)
    assert found, text
    assert float(found[1]) < 12
    assert min(int(found[2]), int(found[3])) < 5, text
    plenty = make_options(comfortable_cell_mm=float(found[1]))
    assert not [text for text in lay_out(plenty, [section]).warnings if "comfortable" in text]


def test_a_smaller_comfort_puts_more_on_a_page() -> None:
    assert counts(made([(15, 15)] * 4, comfortable_cell_mm=5.0)) == [4]


@pytest.mark.parametrize(
    ("puzzles", "per_page", "expected"),
    [
        (7, 2, [2, 2, 2, 1]),
        (7, 4, [4, 3]),
        (6, 4, [4, 2]),
        (5, 5, [5]),
        (3, 1, [1, 1, 1]),
        (7, 3, [3, 3, 1]),
    ],
)
def test_pages_hold_what_was_asked_for(puzzles: int, per_page: int, expected: list[int]) -> None:
    assert counts(made([(7, 7)] * puzzles, per_page)) == expected


@pytest.mark.parametrize("puzzles", [5, 6, 7])
def test_the_last_page_has_the_slots_and_cells_of_those_before(puzzles: int) -> None:
    book = made([(12, 12)] * puzzles, 4)
    assert len({place.cell_mm for place in book.placements}) == 1
    larger = made([*[(6, 6)] * 4, (12, 12)], 4)
    assert larger.placements[-1].cell_mm <= larger.placements[0].cell_mm


def test_puzzles_of_one_size_share_a_cell_and_are_as_large_as_their_place() -> None:
    book = made([(6, 6), (9, 9), (6, 6), (9, 9)], 4)
    small, large = (float(place.cell_mm) for place in book.placements[:2])
    assert [place.cell_mm for place in book.placements] == [small, large, small, large]
    assert 6 * small == pytest.approx(9 * large, rel=0.02)


@pytest.mark.parametrize(("side", "expected"), [(7, [2, 1]), (9, [1, 1, 1])])
def test_large_print_has_as_many_on_a_page_as_keep_large_type(
    side: int, expected: list[int]
) -> None:
    book = made([(side, side)] * 3, style="large-print", trim="6x9")
    assert counts(book) == expected
    for place in book.placements:
        page = book.pages[place.puzzle_page - 1]
        sizes = [mark.size_mm for mark in page.scene.marks if isinstance(mark, Label)]
        assert min(sizes) >= 16 * 25.4 / 72 - 1e-3


@pytest.mark.parametrize(("band", "filled"), [(Band.EASY, 1), (Band.HARD, 3), (Band.EXPERT, 4)])
def test_dots_count_the_band(band: Band, filled: int) -> None:
    marks, width = band_dots(band, 10, 5, 9.5)
    discs = [mark for mark in marks if isinstance(mark, Disc)]
    assert len(discs) == 4
    assert [disc.fill is not None for disc in discs] == [k < filled for k in range(4)]
    assert max(disc.centre[0] for disc in discs) < 10 + width
    assert all(disc.width_mm >= 0.265 for disc in discs if disc.ink is not None)


@pytest.mark.parametrize("look", ["plain", "children"])
@pytest.mark.parametrize(("band", "filled"), [(Band.EASY, 1), (Band.HARD, 3), (Band.EXPERT, 4)])
def test_dots_after_those_of_the_band_are_hollow_and_as_large(
    look: str, band: Band, filled: int
) -> None:
    marks, width = band_dots(band, 10, 5, 9.5, look)
    theme = get_theme("mono")
    image = paint(Scene(10 + width + 2, 8, tuple(marks)), theme, 20).convert("L")
    places = [mark.centre if isinstance(mark, Disc) else _middle(mark) for mark in marks]
    middles = [image.getpixel((round(20 * x), round(20 * y))) for x, y in places]
    assert middles == [0] * filled + [255] * (len(Band) - filled)
    dark = np.asarray(image) < 128
    sides = [round(20 * (one[0] + other[0]) / 2) for one, other in pairwise(places)]
    wide = [np.flatnonzero(part.any(axis=0)) for part in np.split(dark, sides, axis=1)]
    sizes = [found[-1] - found[0] for found in wide]
    assert look == "children" or max(sizes) - min(sizes) <= 1, "the outline of a disc is within it"


def _middle(mark: Mark) -> tuple[float, float]:
    assert isinstance(mark, Polyline)
    xs, ys = zip(*mark.points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def test_ungraded_puzzles_have_no_band() -> None:
    section = make_section("All", [(6, 6)], band=None)
    book = lay_out(make_options(), [section])
    page = book.pages[book.placements[0].puzzle_page - 1]
    assert not any(isinstance(mark, Disc) for mark in page.scene.marks)
    assert book.placements[0].band is None
    assert not any(page.role is PageRole.DIFFICULTY for page in book.pages)


def test_the_line_over_a_puzzle_in_a_narrow_slot_drops_words_sooner_than_colliding() -> None:
    options = make_options(trim="a5", look="seniors", language="de")
    section = make_section("All", [(4, 4)] * 4, Band.EXPERT, per_page=4)
    book = lay_out(options, [section])
    page = next(page for page in book.pages if page.role is PageRole.PUZZLES)
    heads: dict[float, list[tuple[float, float]]] = {}
    for mark in page.scene.marks:
        if isinstance(mark, Label) and mark.anchor is Anchor.BASELINE:
            wide = measure(mark.text, mark.face, mark.size_mm / PT)
            left = mark.position[0] - (wide if mark.align is Align.RIGHT else 0)
            heads.setdefault(round(mark.position[1], 3), []).append((left, left + wide))
    for spans in heads.values():
        for (_, end), (start, _) in pairwise(sorted(spans)):
            assert end <= start + 1e-6


@pytest.mark.part(5)
@pytest.mark.parametrize(("kind_id", "language"), cases(kind_ids(), list_languages()))
def test_children_have_a_page_for_each_puzzle_with_its_name_and_goal(
    kind_id: str, language: str
) -> None:
    """The goal is the first paragraph of the rules, in three lines; the heads of both agree."""
    one = replace(example_section(kind_id), title="Our Title")
    section = replace(one, records=one.records * 2)
    options = make_options(look="children", trim="a5", language=language, rules="where needed")
    book = lay_out(options, [section])
    assert counts(book) == [1, 1]
    assert all(place.cell_mm <= 20 for place in book.placements)
    setting = make_setting(options, [section], ())
    goal = goal_of(setting, 0)
    lines = break_lines(goal, setting.style.detail_pt, setting.geometry.text_width)
    assert 1 <= len(lines) <= 3
    wanted = letters("".join(span.text for span in goal))
    assert wanted in letters(text_of(book, PageRole.HOWTO))
    page = text_of(book, book.placements[0].puzzle_page)
    assert wanted in letters(page)
    assert "Our Title" in page
    assert "Our Title" in text_of(book, PageRole.HOWTO)


def letters(text: str) -> str:
    return re.sub(r"[^\w]", "", text)


@pytest.mark.parametrize("trim", ["6x9", "letter"])
def test_large_print_has_large_digits_on_boards_as_wide_as_half_the_page(trim: str) -> None:
    """Figures are 55 to 60 % of a cell high, as in what sells; small totals stay small."""
    one = example_section("sudoku")
    section = replace(one, records=one.records * 4)
    book = lay_out(make_options(style="large-print", trim=trim), [section])
    for place in book.placements:
        page = book.pages[place.puzzle_page - 1].scene.marks
        figures = Counter(
            mark.size_mm for mark in page if isinstance(mark, Label) and mark.text in "123456"
        )
        ((size, number),) = figures.most_common(1)
        assert number >= 5, "those of the board"
        assert 0.55 <= FIGURE_EM * size / place.cell_mm <= 0.6


def test_a_board_in_large_print_is_at_least_half_as_wide_as_the_text() -> None:
    """Two of 9x9 would be grids of 94 mm on US Letter."""
    assert counts(made([(9, 9)] * 2, style="large-print", trim="letter")) == [1, 1]
    standard = made([(9, 9)] * 2, trim="letter")
    assert counts(standard) == [2]
