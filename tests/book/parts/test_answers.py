from dataclasses import replace
from itertools import chain, pairwise

import pytest

from pipeline.book import Book, PageRole, lay_out
from pipeline.book.parts.boards import BookBoard
from pipeline.edition.flow.style import PT
from pipeline.edition.section import BookSection
from pipeline.edition.worked import worked_example
from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.looks.measures import corner_reach
from pipeline.model import ConfigError, RenderError, record_id
from pipeline.scene import Disc, Face, Label, Polyline, Rect, Role, Scene
from tests.book.sample import example_section, make_options, make_section, sliding_section, words
from tests.refusals import refused
from tests.slices import cases


def counts(book: Book) -> list[int]:
    pages = [page.number for page in book.pages if page.role is PageRole.ANSWERS]
    return [sum(place.answer_page == page for place in book.placements) for page in pages]


def test_answers_come_in_order_and_all_of_them() -> None:
    book = lay_out(make_options(), [make_section("All", [(6, 6)] * 30 + [(15, 15)] * 5)])
    pages = [place.answer_page or 0 for place in book.placements]
    assert pages == sorted(pages)
    assert sum(counts(book)) == 35


def test_small_answers_go_many_to_a_page_and_large_ones_few() -> None:
    small = lay_out(make_options(), [make_section("All", [(6, 6)] * 40)])
    large = lay_out(make_options(), [make_section("All", [(20, 20)] * 5)])
    assert counts(small)[0] >= 16
    assert sum(counts(large)) == 5
    assert max(counts(large)) <= 4


@pytest.mark.parametrize("count", [1, 2, 6, 9])
def test_pages_hold_as_many_answers_as_asked_for(count: int) -> None:
    book = lay_out(make_options(answers_per_page=count), [make_section("All", [(8, 8)] * 10)])
    expected = [count] * (10 // count) + ([10 % count] if 10 % count else [])
    assert counts(book) == expected


def test_boards_of_one_size_are_legible_whatever_is_beside_the_others() -> None:
    """Totals next to dots need large cells; the numbers outside of others need room then."""
    kind, sections = get_kind("variantsudoku"), list[BookSection]()
    for rule in ("cages+dots", "parity+sandwich"):
        clues, solution = worked_example(kind, rule)
        puzzle = kind.encode(clues)
        (record,) = (plain := example_section(kind.id)).records
        record = replace(
            record, id=record_id(kind.id, puzzle), puzzle=puzzle,
            solution=kind.encode_solution(solution), verdict=replace(record.verdict, rule=rule),
        )  # fmt: skip
        sections.append(replace(plain, title=rule, rule=rule, records=(record,)))
    book = lay_out(make_options(trim="letter"), sections)
    assert sum(counts(book)) == 2


def test_too_many_answers_on_a_page_are_refused() -> None:
    options = make_options(answers_per_page=60)
    with refused(RenderError):
        lay_out(options, [make_section("All", [(15, 15)] * 60)])


def test_running_heads_say_which_answers_follow() -> None:
    book = lay_out(make_options(answers_per_page=4), [make_section("All", [(8, 8)] * 5)])
    first, second = (page for page in book.pages if page.role is PageRole.ANSWERS)
    for page, text in ((first, "Answers"), (second, "Answer 5")):
        assert text in words(book, page.number)


def test_answers_are_as_large_as_the_page_count_allows() -> None:
    few, many = (
        lay_out(make_options(), [make_section("All", [(6, 6)] * count)]) for count in (6, 20)
    )
    for book in (few, many):
        page = next(page for page in book.pages if page.role is PageRole.ANSWERS)
        frames = [
            mark for mark in page.scene.marks
            if isinstance(mark, Polyline) and mark.ink.role is Role.FRAME
        ]  # fmt: skip
        xs = [point[0] for point in frames[0].points]
        assert max(xs) - min(xs) > 6 * (6.9 if book is few else 5.0)


def rows_of(book: Book) -> list[list[int]]:
    """Return for each page of answers how many boards are in each of its rows."""
    found = []
    for number in sorted({place.answer_page or 0 for place in book.placements}):
        tops = [
            round(min(y for _, y in mark.points))
            for mark in book.pages[number - 1].scene.marks
            if isinstance(mark, Polyline) and mark.ink.role is Role.FRAME
        ]
        found.append([tops.count(top) for top in sorted(set(tops))])
    return found


@pytest.mark.parametrize(("count", "rows"), [(6, [3, 3]), (8, [4, 4]), (9, [5, 4])])
def test_rows_of_answers_are_filled_evenly(count: int, rows: list[int]) -> None:
    sections = [make_section("All", [(8, 8)] * count), make_section("More", [(8, 8)] * count)]
    book = lay_out(make_options(trim="8.5x11"), sections)
    assert [*chain(*rows_of(book))] == rows * 2


def test_the_first_page_of_answers_has_as_many_rows_as_the_others() -> None:
    options = make_options(style="large-print", trim="8.5x11")
    book = lay_out(options, [make_section("All", [(9, 9)] * 14)])
    assert rows_of(book) == [[2, 2]] * 3 + [[2]]


def test_larger_answers_are_an_option() -> None:
    section = make_section("All", [(9, 9)] * 40)
    usual, large = (lay_out(make_options(answer_cell_mm=cell), [section]) for cell in (None, 6.5))
    assert len(counts(large)) > len(counts(usual))


def spell(board: BookBoard) -> str:
    """Return a written answer, as of kinds whose answer is not a picture."""
    return " ".join(["UDLRU"] * (5 + board.number))


@pytest.mark.parametrize("answers", ["end", "flipped"])
def test_written_answers_are_printed_whole_and_found(
    answers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BookBoard, "answer_text", property(spell))
    book = lay_out(make_options(answers=answers), [make_section("All", [(6, 6)] * 30)])
    for place in book.placements:
        assert place.answer_page is not None
        said = words(book, place.answer_page)
        head = str(place.number) if answers == "end" else f"Answer {place.number}"
        assert head in said
        wanted = 5 + place.number
        assert any(
            sum(text.count("UDLRU") for text in said[k + 1 : k + 60]) >= wanted
            for k, text in enumerate(said) if text == head
        )  # fmt: skip


def test_drawn_and_written_answers_share_a_page() -> None:
    book = lay_out(make_options(), [sliding_section(), make_section("All", [(6, 6)] * 6)])
    (page,) = {place.answer_page for place in book.placements}
    assert page is not None
    said = words(book, page)
    assert {f"page {place.puzzle_page}" for place in book.placements} <= set(said)
    assert [said.count(title) for title in ("Tiles", "All")] == [1, 1]


def test_answers_in_large_print_keep_their_type_in_cells_that_let_several_share_a_page() -> None:
    """Numbers fill their rings."""
    options = make_options(style="large-print", trim="6x9")
    book = lay_out(options, [make_section("All", [(9, 9)] * 9)])
    assert max(counts(book)) == 4
    page = next(page for page in book.pages if page.role is PageRole.ANSWERS)
    rings = [mark for mark in page.scene.marks if isinstance(mark, Disc) and mark.ink]
    sizes = {mark.size_mm / PT for mark in page.scene.marks if isinstance(mark, Label)}
    assert min(sizes) >= 16.0 - 1e-3
    for ring in rings:
        (number,) = [
            mark for mark in page.scene.marks
            if isinstance(mark, Label) and mark.position == ring.centre
        ]  # fmt: skip
        reach = corner_reach(number.size_mm, len(number.text))
        assert reach <= ring.radius_mm - ring.width_mm / 2 + 1e-6


def drawn_cells(book: Book, monkeypatch: pytest.MonkeyPatch) -> set[float]:
    """Return the cells with which the answers of a book are painted."""
    found: set[float] = set()
    draw = BookBoard.draw

    def note(board: BookBoard, cell_mm: float, is_solved: bool = False) -> Scene:
        found.update({cell_mm} if is_solved else ())
        return draw(board, cell_mm, is_solved)

    with monkeypatch.context() as patch:
        patch.setattr(BookBoard, "draw", note)
        for page in book.pages:
            if page.role is PageRole.ANSWERS:
                page.painted()
    return found


LOOKS: list[dict[str, object]] = [{}, {"answers_per_page": 1}, {"style": "large-print"}]


@pytest.mark.part(5)
@pytest.mark.parametrize(
    ("kind_id", "options"),
    cases([kind for kind in kind_ids() if get_kind(kind).answer_text is None], LOOKS),
)
def test_answers_of_every_kind_have_the_cells_that_are_asked_for(
    kind_id: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for asked in (6.5, 9.0, 15.0):
        book = lay_out(make_options(answer_cell_mm=asked, **options), [example_section(kind_id)])
        cells = drawn_cells(book, monkeypatch)
        assert cells
        assert min(cells) >= asked - 0.1


@pytest.mark.parametrize("options", LOOKS)
def test_cells_of_answers_that_fit_no_page_are_refused(options: dict[str, object]) -> None:
    with refused(RenderError):
        lay_out(
            make_options(answer_cell_mm=30.0, trim="a5", **options), [make_section("All", [(9, 9)])]
        )


@pytest.mark.parametrize("key", ["answer_cell_mm", "answers_per_page"])
def test_a_size_of_answers_that_are_not_at_the_end_or_not_drawn_is_refused(key: str) -> None:
    for answers in ("flipped", "none"):
        with pytest.raises(ConfigError, match=f'expected answers = "end" with {key}'):
            lay_out(make_options(answers=answers, **{key: 9}), [make_section("All", [(6, 6)])])
    with pytest.raises(ConfigError, match=f"answers that are drawn with {key}"):
        lay_out(make_options(**{key: 9}), [sliding_section()])
    lay_out(make_options(**{key: 4}), [sliding_section(), make_section("All", [(6, 6)])])


def test_fewer_answers_than_a_page_is_to_hold_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    book = lay_out(make_options(answers_per_page=60), [make_section("All", [(6, 6)] * 3)])
    assert counts(book) == [3]
    assert min(drawn_cells(book, monkeypatch)) > 6


def frames(book: Book, page: int) -> list[tuple[float, float, float]]:
    """Return left, right and top of the boards of a page, in reading order."""
    found = []
    for mark in book.pages[page - 1].scene.marks:
        if isinstance(mark, Polyline) and mark.ink.role is Role.FRAME:
            xs, ys = zip(*mark.points, strict=True)
            left = book.geometry.left(page)
            found.append((round(min(xs) - left, 2), round(max(xs) - left, 2), round(min(ys), 2)))
    return sorted(found, key=lambda frame: (frame[2], frame[0]))


def test_answers_of_a_kind_share_one_centred_grid_with_narrow_gutters() -> None:
    """All rows but the last two of a section have the same columns, on all pages."""
    sections = [make_section(title, [(9, 9)] * 33, seed=k) for k, title in enumerate("AB")]
    for options in (make_options(), make_options(trim="6x9"), make_options(trim="a5")):
        book = lay_out(options, sections)
        pages = sorted({place.answer_page or 0 for place in book.placements})
        rows = [
            [frame for frame in frames(book, page) if frame[2] == top]
            for page in pages
            for top in dict.fromkeys(frame[2] for frame in frames(book, page))
        ]
        columns = max(map(len, rows))
        assert len({tuple(frame[:2] for frame in row) for row in rows if len(row) == columns}) == 1
        assert sum(len(row) < columns for row in rows) <= 4
        for row in rows:
            assert row[0][0] + row[-1][1] == pytest.approx(book.geometry.text_width, abs=0.1)
            board = row[0][1] - row[0][0]
            gutters = [after[0] - one[1] for one, after in pairwise(row)]
            assert all(gutter <= board / 3 + 0.1 for gutter in gutters)


def test_sections_begin_on_new_rows_under_their_titles() -> None:
    sections = [make_section(title, [(6, 6)] * 3, seed=k) for k, title in enumerate("ABC")]
    book = lay_out(make_options(), sections)
    (page,) = {place.answer_page or 0 for place in book.placements}
    marks = [mark for mark in book.pages[page - 1].scene.marks if isinstance(mark, Label)]
    titles = {mark.text: mark.position[1] for mark in marks if mark.text in ("A", "B", "C")}
    heads = {
        mark.text: mark.position[1]
        for mark in marks
        if mark.text.isdigit() and mark.face is Face.DISPLAY_BOLD
    }
    for title, numbers in (("A", "123"), ("B", "456"), ("C", "789")):
        (row,) = {heads[number] for number in numbers}
        assert 0 < row - titles[title] < 8


@pytest.mark.parametrize(
    "sizes", [[(7, 7)] * 6 + [(10, 10)] * 6, [(6, 8)] * 9 + [(12, 8)] * 9 + [(15, 10)] * 5]
)
def test_sizes_of_a_section_are_drawn_equally_wide(sizes: list[tuple[int, int]]) -> None:
    """On as many pages as in groups of their own; boards twice as long share a grid, too."""
    book = lay_out(make_options(), [make_section("All", sizes)])
    pages = sorted({place.answer_page or 0 for place in book.placements})
    widths = [right - left for page in pages for left, right, _ in frames(book, page)]
    assert len(widths) == len(sizes)
    assert max(widths) - min(widths) < 1.5


def test_answers_of_nonograms_are_pictures_without_numbers_several_on_a_page() -> None:
    example = example_section("nonogram")
    book = lay_out(make_options(trim="6x9"), [replace(example, records=example.records * 6)])
    (page,) = [page for page in book.pages if page.role is PageRole.ANSWERS]
    strips = [mark for mark in page.scene.marks if isinstance(mark, Rect)
              and mark.fill and mark.fill.role is Role.TINT]  # fmt: skip
    assert not strips
    texts = [mark.text for mark in page.scene.marks if isinstance(mark, Label)]
    numbers = [text for text in texts if text.isdigit()]
    assert sorted(numbers) == sorted([*"123456", str(page.number)])
