import dataclasses

import pytest

from pipeline.book import Book, PageRole, lay_out
from pipeline.config.book_options import Parts
from pipeline.config.own_pages import OwnPage
from pipeline.edition.worked import worked_example
from pipeline.kinds import get_kind, kind_ids
from pipeline.model import Confirmed, Status
from pipeline.render.fonts import text_width, using_fonts
from pipeline.scene import Label, Line, Polyline, Role
from tests.book.sample import example_section, make_options, make_section, text_of, words
from tests.known import the
from tests.slices import cases


def made(**changes: object) -> Book:
    return lay_out(make_options(**changes), [make_section("All", [(6, 6)] * 2)])


def test_title_page_is_a_right_hand_page_and_the_copyright_follows() -> None:
    for has_half_title in (True, False):
        book = made(parts=Parts(half_title=has_half_title))
        roles = [page.role for page in book.pages]
        title = roles.index(PageRole.TITLE) + 1
        assert title % 2 == 1
        assert roles[title] is PageRole.COPYRIGHT
        assert (PageRole.HALF_TITLE in roles) is has_half_title


def test_title_page_has_a_board_as_art() -> None:
    text = text_of(made(), PageRole.TITLE)
    assert text.startswith("Lines That Meet Number puzzles with one solution each")
    page = next(page for page in made().pages if page.role is PageRole.TITLE)
    assert len(page.scene.marks) > 20


def test_copyright_page_says_who_when_and_which_edition() -> None:
    text = text_of(made(), PageRole.COPYRIGHT)
    for part in (
        "Copyright © 2026 Small Press",
        "First edition",
        "ISBN 978-3-16-148410-0",
        "All rights reserved.",
        "exactly one solution",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("licence", "printed"),
    [("CC-BY-4.0", "Licence: CC-BY-4.0."), ("Copy and share freely.", "Copy and share freely.")],
)
def test_terms_of_use_replace_all_rights_reserved(licence: str, printed: str) -> None:
    text = text_of(made(licence=licence), PageRole.COPYRIGHT)
    assert printed in text
    assert "All rights reserved" not in text


def test_no_proof_is_claimed_where_none_applies() -> None:
    section = make_section("All", [(6, 6)])
    record = section.records[0]
    verdict = dataclasses.replace(record.verdict, status=Status.NOT_APPLICABLE, rule=None)
    section = dataclasses.replace(section, records=(record.with_(verdict=verdict),))
    assert "exactly one solution" not in text_of(
        lay_out(make_options(), [section]), PageRole.COPYRIGHT
    )


def test_a_proof_is_claimed_for_the_kinds_that_have_one() -> None:
    unproved = example_section("hashi")
    verdict = dataclasses.replace(
        unproved.records[0].verdict, status=Status.NOT_APPLICABLE, rule=None
    )
    unproved = dataclasses.replace(unproved, records=(unproved.records[0].with_(verdict=verdict),))
    text = text_of(
        lay_out(make_options(), [make_section("All", [(6, 6)]), unproved]), PageRole.COPYRIGHT
    )
    assert "each of these puzzles has exactly one solution" in text
    assert text.count("Numberlink.") == 1
    assert "each puzzle in this book" not in text


def test_dedication_has_a_page_of_its_own() -> None:
    assert text_of(made(dedication="For you"), PageRole.DEDICATION) == "For you"
    assert not any(page.role is PageRole.DEDICATION for page in made().pages)


@pytest.mark.parametrize(
    ("confirmed", "said"),
    [
        ((Confirmed.ARGUMENT, Confirmed.ARGUMENT), "another program by a different method."),
        ((Confirmed.SOLVER, Confirmed.ARGUMENT), "another program, 1 of 2 by a different"),
        ((Confirmed.SOLVER, Confirmed.SOLVER), "another program, 0 of 2 by a different"),
    ],
)
def test_confirmation_of_the_proofs_is_optional(
    confirmed: tuple[Confirmed, ...], said: str
) -> None:
    section = make_section("All", [(6, 6)] * 2)
    records = tuple(
        record.with_(verdict=dataclasses.replace(record.verdict, confirmed=one))
        for record, one in zip(section.records, confirmed, strict=True)
    )
    section = dataclasses.replace(section, records=records)
    for language in ("en", "de", "fr"):
        book = lay_out(make_options(confirmed=True, language=language), [section])
        text = text_of(book, PageRole.COPYRIGHT)
        assert said in text or language != "en", text
        silent = lay_out(make_options(language=language), [section])
        assert len(text_of(silent, PageRole.COPYRIGHT)) < len(text)


def test_contents_keep_to_one_page_where_closer_sections_spare_a_few_lines() -> None:
    counts = range(8, 16)
    pages = []
    for count in counts:
        sections = [make_section(f"Part {k + 1}", [(4, 4)]) for k in range(count)]
        book = lay_out(make_options(), sections)
        pages.append([page for page in book.pages if page.role is PageRole.CONTENTS])
        for page in pages[-1]:
            texts = words(book, page.number)
            titles = [k for k, text in enumerate(texts) if text.startswith("Part ")]
            # the summary of a section is on the page of its title
            assert all("4 × 4" in " ".join(texts[k : k + 5]) for k in titles)
    lines = [sorted(len(page.scene.marks) for page in found) for found in pages]
    assert any(len(found) == 1 for found in pages[1:]), lines
    assert all(len(marks) == 1 or min(marks) > 12 for marks in lines)


def test_two_pages_of_contents_have_as_many_sections_each() -> None:
    sections = [make_section(f"Part {k + 1}", [(4, 4)]) for k in range(45)]
    book = lay_out(make_options(), sections)
    pages = [page.number for page in book.pages if page.role is PageRole.CONTENTS]
    first, last = (sum("Part" in text for text in words(book, page)) for page in pages)
    assert first + last == 45
    assert 18 <= first <= 27


@pytest.mark.parametrize("look", ["classic", "modern", "children"])
@pytest.mark.parametrize("trim", ["6x9", "a4"])
def test_words_of_a_title_keep_off_the_ornaments_in_its_corners(look: str, trim: str) -> None:
    book = made(look=look, trim=trim)
    page = next(page for page in book.pages if page.role is PageRole.TITLE)
    marks = page.scene.marks
    board = next(k for k, mark in enumerate(marks) if isinstance(mark, Line)
                 and mark.ink.role is Role.GRID)  # fmt: skip
    with using_fonts(book.options.faces):
        words = [
            (mark.position, text_width(mark.text, mark.face, mark.size_mm) / 2, mark.size_mm)
            for mark in marks[:board]
            if isinstance(mark, Label)
        ]
    ornaments = [
        point
        for mark in marks[board:]
        if isinstance(mark, Line | Polyline) and mark.ink.role is Role.TEXT
        for point in ((mark.start, mark.end) if isinstance(mark, Line) else mark.points)
    ]
    assert words
    assert ornaments
    for (x, y), half, size in words:
        left, right = (x, x + 2 * half)
        for px, py in ornaments:
            assert not (left - 1 < px < right + 1 and y - 0.8 * size < py < y + 0.3 * size), (x, y)


def test_contents_of_many_sections_take_as_few_pages_as_they_can() -> None:
    sections = [make_section(f"Section {k}", [(5, 5)], seed=k + 1) for k in range(17)]
    book = lay_out(make_options(trim="6x9"), sections, (OwnPage(title="Foreword", text="Hello."),))
    assert [page.role for page in book.pages].count(PageRole.CONTENTS) == 1
    said = words(book, PageRole.CONTENTS)
    assert sum(text.startswith("Section") for text in said) == 17
    assert not [text for text in said if text.startswith("·")]
    few = lay_out(make_options(trim="6x9"), sections[:3])
    shown = next(page for page in few.pages if page.role is PageRole.CONTENTS).scene.marks
    heights = [
        mark.position[1] for mark in shown if isinstance(mark, Label) and "Section" in mark.text
    ]
    assert heights[1] - heights[0] > 2 * (few.geometry.text_height / few.geometry.steps), "with air"


@pytest.mark.part(5)
@pytest.mark.parametrize(
    ("kind_id", "options"), cases(kind_ids(), [{}, {"style": "large-print", "trim": "6x9"}])
)
def test_title_and_opener_show_a_board_of_the_books_kind(
    kind_id: str, options: dict[str, str]
) -> None:
    """All that is drawn on them, besides words and one short rule, is a board of the kind."""
    parts = Parts(openers=True)
    book = lay_out(make_options(parts=parts, **options), [example_section(kind_id)])
    kind = get_kind(kind_id)
    for role in (PageRole.TITLE, PageRole.OPENER):
        (page,) = [page for page in book.pages if page.role is role]
        drawn = [mark for mark in page.scene.marks if not isinstance(mark, Label)]
        clues, _ = worked_example(kind, kind.rules[0])
        least = [mark for mark in kind.draw(clues, None, 10.0).marks if not isinstance(mark, Label)]
        assert {type(mark) for mark in least} <= {type(mark) for mark in drawn}
        assert len(drawn) >= min(5, len(least))  # letters are labels


def test_title_and_openers_show_puzzles_of_the_book_in_its_sizes_and_no_two_the_same() -> None:
    sections = [make_section("One", [(5, 5), (7, 6)]), make_section("Two", [(8, 8)] * 2, seed=2)]
    book = lay_out(make_options(parts=Parts(openers=True)), sections)
    pages = [page for page in book.pages if page.role in (PageRole.TITLE, PageRole.OPENER)]
    shown = [[mark.text for mark in page.scene.marks if isinstance(mark, Label)
              and mark.text.isdigit()] for page in pages]  # fmt: skip
    ends = [
        [str(clue) for row in record.puzzle["clues"] for clue in row if clue]
        for section in sections
        for record in section.records
    ]
    title, one, two = (ends.index(numbers) for numbers in shown)
    assert (one, two) == (1, 3), "the last of the largest of each section"
    assert title == 2, "another of its size"


@pytest.mark.parametrize(
    ("kinds", "puzzles", "asked", "expected"),
    [(1, 5, None, [False]), (1, 6, None, [True]), (1, 6, False, [False]), (1, 5, True, [True]),
     (2, 6, None, [False, False]), (2, 6, True, [True, True])],
)  # fmt: skip
def test_long_sections_open_with_a_page_of_their_title_and_others_with_a_running_head(
    kinds: int, puzzles: int, asked: bool | None, expected: list[bool]
) -> None:
    sections = [make_section("Walks", [(9, 9)] * puzzles, per_page=1)]
    sections += [example_section("hashi")] * (kinds - 1)
    book = lay_out(make_options(parts=Parts(openers=asked, contents=False)), sections)
    first = [next(p.puzzle_page for p in book.placements if p.section == k) for k in range(kinds)]
    roles = [page.role for page in book.pages]
    assert [PageRole.OPENER in roles[max(0, at - 3) : at] for at in first] == expected
    if kinds == 1 and expected == [False]:
        assert "Walks" in words(book, first[0]), "on a left-hand page too"
        assert first[0] % 2 == 0
        assert "Walks" not in words(book, first[0] + 2)


def test_the_title_of_a_variety_book_shows_its_kinds() -> None:
    sections = [example_section(kind_id) for kind_id in ("hashi", "sudoku", "akari", "nurikabe")]
    book = lay_out(make_options(), sections)
    (page,) = [page for page in book.pages if page.role is PageRole.TITLE]
    frames = [
        mark for mark in page.scene.marks
        if getattr(mark, "ink", None) is not None and the(mark.ink).role is Role.FRAME
        and isinstance(mark, Polyline)
    ]  # fmt: skip
    corners = {(round(x / 20), round(y / 20)) for mark in frames for x, y in mark.points[:1]}
    assert len(corners) >= 3
