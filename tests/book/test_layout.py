import builtins
import dataclasses
import re
from doctest import DocTestParser
from itertools import pairwise
from pathlib import Path
from token import NAME, STRING
from tokenize import tokenize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pipeline.kinds
from pipeline.book import Book, BookSection, PageRole, lay_out
from pipeline.book.parts.boards import smallest_type_pt
from pipeline.config.book_options import Margins, Parts, check_isbn
from pipeline.model import (
    Band,
    ConfigError,
    Credit,
    Record,
    RenderError,
    Status,
    Verdict,
    record_id,
)
from pipeline.scene import Label
from tests.book.bounds import thinnest_line_pt
from tests.book.sample import (
    make_options,
    make_record,
    make_section,
    sliding_section,
    text_of,
    words,
)
from tests.book.test_editions import assert_safe
from tests.refusals import refused
from tests.source import ROOT, name_of, product_files

BOOK = ROOT / "pipeline" / "book"

SECTIONS = (
    make_section("First Steps", [(6, 6)] * 7 + [(8, 8)] * 3, Band.EASY),
    make_section("Winding Ways", [(8, 8), (9, 7), (12, 12), (10, 10)], Band.MEDIUM, seed=2),
    make_section("Labyrinths", [(15, 15), (17, 17)], Band.EXPERT, seed=3),
)


@pytest.fixture(scope="module")
def book() -> Book:
    return lay_out(make_options(), SECTIONS)


def test_number_of_pages_is_even_and_the_last_is_blank(book: Book) -> None:
    assert len(book.pages) % 2 == 0
    assert book.pages[-1].role is PageRole.BLANK
    assert book.pages[-1].scene.marks == ()


def test_pages_are_numbered_from_one_without_a_gap(book: Book) -> None:
    assert [page.number for page in book.pages] == list(range(1, len(book.pages) + 1))


def test_puzzles_are_numbered_from_one_in_the_order_given(book: Book) -> None:
    given_order = [record.id for section in SECTIONS for record in section.records]
    assert [place.record_id for place in book.placements] == given_order
    assert [place.number for place in book.placements] == list(range(1, len(given_order) + 1))


def test_folios_are_the_page_numbers(book: Book) -> None:
    for page in book.pages:
        if page.role in (PageRole.PUZZLES, PageRole.ANSWERS, PageRole.CONTENTS):
            assert words(book, page.number)[-1] == str(page.number)


def test_references_resolve_both_ways(book: Book) -> None:
    for place in book.placements:
        assert place.answer_page is not None
        assert book.pages[place.puzzle_page - 1].role is PageRole.PUZZLES
        assert book.pages[place.answer_page - 1].role is PageRole.ANSWERS
        assert f"Answer on page {place.answer_page}" in words(book, place.puzzle_page)
        assert f"page {place.puzzle_page}" in words(book, place.answer_page)


def test_contents_give_the_pages_of_the_titles(book: Book) -> None:
    page = next(page for page in book.pages if page.role is PageRole.CONTENTS)
    texts = words(book, page.number)
    for entry in book.outline:
        if entry.title in (book.options.title, "Contents"):
            continue
        at = texts.index(entry.title)
        target = int(next(text for text in texts[at + 1 :] if text.isdigit()))
        assert target == entry.page
        assert entry.title in text_of(book, target)


@pytest.mark.parametrize("is_recto", [False, True])
def test_sections_open_on_a_right_hand_page_if_asked(is_recto: bool) -> None:
    options = make_options(are_openers_recto=is_recto, parts=Parts(openers=True))
    book = lay_out(options, SECTIONS)
    openers = [page.number for page in book.pages if page.role is PageRole.OPENER]
    assert len(openers) == len(SECTIONS)
    assert not is_recto or all(number % 2 == 1 for number in openers)
    blanks = [page for page in book.pages if page.role is PageRole.BLANK]
    assert all(page.reason for page in blanks)
    reasons = {page.reason for page in blanks if page.number < len(book.pages) - 1}
    assert reasons == ({"what follows opens on a right-hand page"} if is_recto else set())


def test_no_two_blank_pages_follow_each_other_before_the_end(book: Book) -> None:
    roles = [page.role for page in book.pages[:-2]]
    assert (PageRole.BLANK, PageRole.BLANK) not in pairwise(roles)


def test_type_and_lines_keep_the_printers_limits(book: Book) -> None:
    for page in book.pages:
        marks = page.scene.marks
        assert (smallest_type_pt(marks) or 7.0) >= 6.999
        assert (thinnest_line_pt(marks) or 0.75) >= 0.749


@settings(max_examples=16, deadline=None)
@given(
    trim=st.sampled_from(["8x10", "7x10", "6x9", "a4", "a5", "letter", "7.5x9.25in"]),
    style=st.sampled_from(["standard", "large-print", "booklet"]),
    answers=st.sampled_from(["end", "flipped", "none"]),
    language=st.sampled_from(["en", "de", "fr"]),
    sizes=st.lists(st.tuples(st.integers(4, 10), st.integers(4, 10)), min_size=1, max_size=9),
    per_page=st.sampled_from([None, None, 1, 2]),
    answers_per_page=st.sampled_from([None, None, 1, 2]),
    is_recto=st.booleans(),
    has_half_title=st.booleans(),
)
def test_any_book_is_even_safe_and_complete(
    trim: str,
    style: str,
    answers: str,
    language: str,
    sizes: list[tuple[int, int]],
    per_page: int | None,
    answers_per_page: int | None,
    is_recto: bool,
    has_half_title: bool,
) -> None:
    options = make_options(
        trim=trim,
        style=style,
        answers=answers,
        language=language,
        answers_per_page=answers_per_page if answers == "end" else None,
        are_openers_recto=is_recto,
        parts=Parts(half_title=has_half_title),
    )
    try:
        book = lay_out(options, [make_section("All", sizes, per_page=per_page)])
    except RenderError as error:
        if not re.search(r"too large for its page.*at most \d+x\d+ fits", str(error)):
            raise
        return
    assert len(book.pages) % (4 if style == "booklet" else 2) == 0
    assert len(book.placements) == len(sizes)
    assert_safe(book)


def test_gutter_grows_until_it_suits_the_number_of_pages() -> None:
    section = make_section("Long", [(7, 7)] * 40, per_page=1)
    long = BookSection(
        title="Long", kind=section.kind, rule=section.rule, records=section.records * 18, per_page=1
    )
    options = make_options(printers=("kdp",), margins=Margins(inside=10.0), parts=Parts(log=False))
    book = lay_out(options, [long])
    assert 700 < len(book.pages) < 828
    assert book.geometry.inside == pytest.approx(0.875 * 25.4)
    assert lay_out(options, [section]).geometry.inside == 10.0


def test_too_large_puzzle_is_refused_with_the_size_that_fits() -> None:
    section = make_section("Huge", [(60, 60)])
    with pytest.raises(RenderError) as caught:
        lay_out(make_options(), [section])
    message = str(caught.value)
    found = re.fullmatch(
        r"puzzle 1 \([0-9a-f]{16}, 60x60\) is too large for its page: the puzzle needs cells of "
        r"\d+\.\d mm to be legible, its page has room for \d+ x \d+ mm, and at most (\d+)x(\d+) "
        r"fits there; choose a smaller size, a larger trim or fewer on a page",
        message,
    )
    assert found, message
    cols, rows = int(found[1]), int(found[2])
    fits = make_record(rows, cols, 1, pairs=60)
    lay_out(make_options(answers="none"), [dataclasses.replace(section, records=(fits,))])


def test_too_many_on_a_page_are_refused() -> None:
    with refused(RenderError):
        lay_out(make_options(trim="a5"), [make_section("Full", [(15, 15)] * 12, per_page=12)])


def test_cells_under_comfort_are_a_warning() -> None:
    book = lay_out(make_options(trim="6x9"), [make_section("Dense", [(20, 20)] * 2)])
    assert any(
        warning.startswith("section 'Dense': cells of 6.0 mm in puzzles 1–2 are under the")
        for warning in book.warnings
    )


def test_too_few_pages_for_a_printer_are_a_warning() -> None:
    book = lay_out(make_options(), [make_section("Short", [(6, 6)])])
    assert f"Lulu asks for at least 32 pages, this book has {len(book.pages)}" in book.warnings


def test_books_without_answers_do_not_speak_of_them() -> None:
    book = lay_out(make_options(answers="none"), [make_section("One", [(6, 6)] * 3)])
    assert all(place.answer_page is None for place in book.placements)
    assert "Answer" not in text_of(book)


def test_unproved_puzzles_are_refused() -> None:
    section = make_section("One", [(6, 6)])
    raw = section.records[0].with_(verdict=Verdict())
    with refused(ConfigError):
        lay_out(make_options(), [dataclasses.replace(section, records=(raw,))])


def test_puzzles_proved_under_another_rule_are_refused() -> None:
    section = dataclasses.replace(make_section("One", [(6, 6)]), rule="cover")
    with refused(ConfigError):
        lay_out(make_options(), [section])


def test_no_sections_are_refused() -> None:
    with refused(ConfigError):
        lay_out(make_options(), [])


def test_planning_twice_gives_equal_pages(book: Book) -> None:
    again = lay_out(make_options(), SECTIONS)
    assert again.placements == book.placements
    assert list(again.scenes()) == list(book.scenes())


def test_two_rules_have_instructions_each() -> None:
    one = make_section("One", [(6, 6)])
    record = one.records[0]
    covered = record.with_(
        puzzle={**record.puzzle, "rule": "cover"},
        verdict=dataclasses.replace(record.verdict, rule="cover"),
    )
    two = BookSection(title="Two", kind="numberlink", rule="cover", records=(covered,))
    book = lay_out(make_options(rules="front"), [one, two])
    openers = [page for page in book.pages if page.role is PageRole.OPENER]
    for opener, title in zip(openers, ("Numberlink", "Full Numberlink"), strict=True):
        page = next(e.page for e in book.outline if e.title == f"How to play {title}")
        assert f"Rules of {title}: page {page}" in words(book, opener.number)


def test_the_book_takes_any_kind(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(pipeline.kinds.get_kind.cache_clear)
    monkeypatch.setenv("PUZZLEPRESS_KINDS", "")
    pipeline.kinds.add_kinds(str(ROOT / "pipeline" / "kinds" / "kit" / "template"))
    kind = pipeline.kinds.get_kind("template")
    example = pipeline.kinds.load_examples(kind)["solved"][0]
    record = Record(
        record_id(kind.id, example["puzzle"]),
        kind.id,
        example["puzzle"],
        example["solution"],
        Verdict(Status.UNIQUE, kind.rules[0], "sample", 1),
    )
    squares = BookSection(title="Squares", kind=kind.id, rule=kind.rules[0], records=(record,))
    book = lay_out(make_options(), [make_section("Lines", [(6, 6)]), squares])
    assert [place.number for place in book.placements] == [1, 2]
    assert f"How to play {kind.title}" in [entry.title for entry in book.outline]
    assert_safe(book)


@pytest.mark.parametrize(
    "path", [path for path in product_files() if path.is_relative_to(BOOK)], ids=name_of
)
def test_the_book_names_no_kind(path: Path) -> None:
    """Code, comments and prose alike; examples may, and a builtin may be called like a kind."""
    with path.open("rb") as file:
        for token in tokenize(file.readline):
            if token.type == NAME and token.string in dir(builtins):
                continue
            parts = DocTestParser().parse(token.string) if token.type == STRING else [token.string]
            said = " ".join(part for part in parts if isinstance(part, str)).lower()
            words = {*re.findall("[a-z]+", said)}
            words -= {"mosaic"}  # a design of covers, too
            assert not words.intersection(pipeline.kinds.kind_ids()), token


def test_a_book_for_the_screen_has_no_gutter_no_blanks_and_nothing_to_cut_out() -> None:
    sections = [sliding_section(), make_section("Easy", [(7, 7)] * 3)]
    paper = lay_out(make_options(printers=("lulu",)), sections)
    screen = lay_out(make_options(printers=("lulu",), profile="screen"), sections)
    roles = [page.role for page in screen.pages]
    assert PageRole.BLANK not in roles
    assert PageRole.PIECES not in roles
    assert PageRole.PIECES in [page.role for page in paper.pages]
    geometry = screen.geometry
    assert geometry.inside == geometry.outside
    assert geometry.text_width == pytest.approx(paper.geometry.text_width)
    assert "cut out" not in text_of(screen)


def test_a_book_for_no_printer_has_no_limits_but_legibility() -> None:
    narrow = Margins(8, 8, 8, 8)
    book = lay_out(make_options(printers=(), margins=narrow), [make_section("Easy", [(7, 7)] * 3)])
    assert book.geometry.inside == 8
    assert not book.warnings


@pytest.mark.parametrize(
    ("language", "title"),
    [("de", "So geht das Schiebepuzzle"), ("fr", "Comment résoudre un taquin")],
)
def test_kinds_have_their_names_in_the_language_of_the_book(language: str, title: str) -> None:
    book = lay_out(make_options(language=language), [sliding_section()])
    assert title in [entry.title for entry in book.outline]


def test_a_booklet_that_no_staple_holds_is_refused() -> None:
    section = make_section("Easy", [(7, 7)] * 90, per_page=1)
    with refused(ConfigError):
        lay_out(make_options(style="booklet", trim="a5"), [section])


@pytest.mark.parametrize(("style", "asked"), [("booklet", (30, 31)), ("standard", (31, 31))])
def test_a_number_of_pages_that_cannot_be_is_refused_at_once(
    style: str, asked: tuple[int, int]
) -> None:
    problems = dict(make_options(style=style, pages=asked).problems())
    assert "multiple of" in problems["pages"]
    assert "pages" not in dict(make_options(style=style, pages=(28, 32)).problems())


SECTION = make_section("One", [(6, 6)])


@pytest.mark.part(5)
@pytest.mark.parametrize("trim", ["letter", "6x9", "a5"])
@pytest.mark.parametrize("style", ["standard", "large-print"])
@pytest.mark.parametrize(
    "title",
    ["Lines and Numbers " * 28, "M" * 500, "<b>Bold</b> & <script>alert('x')</script> **not** {x}"],
    ids=["words", "one-word", "markup"],
)
def test_titles_of_any_length_and_with_markup(title: str, style: str, trim: str) -> None:
    try:
        book = lay_out(make_options(title=title, style=style, trim=trim), [SECTION])
    except RenderError as error:
        if "shorten title" not in str(error) or len(title) < 500:
            raise
        return
    assert_safe(book)
    if len(title) < 100:
        texts = text_of(book, *range(1, 5))
        assert "<b>Bold</b>" in texts
        assert "**not** {x}" in texts


def test_long_words_everywhere_are_safe_or_refused() -> None:
    long = "Rindfleischetikettierungs\u00fcberwachungsaufgaben" * 6
    section = BookSection(
        title=long[:200],
        kind="numberlink",
        rule="free",
        records=(make_record(6, 6, 1, credit=Credit(author=long, text=long)),),
        introduction=long,
    )
    options = make_options(
        subtitle=long[:60], publisher=long[:60], dedication=long[:120], licence=long, trim="a5"
    )
    assert_safe(lay_out(options, [section]))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"trim": "1x1in"}, "expected room for text of at least 70 x 90 mm, found 0 x 0 mm"),
        ({"trim": "3x40in"}, "a page of at most 900 mm, found 76.2 x 1016 mm"),
        ({"trim": "0x0mm"}, "expected room for text"),
        ({"trim": "40x50in"}, "at most 900 mm"),
        ({"trim": "quarto"}, "unknown trim 'quarto'"),
        ({"trim": "-8x10in"}, "unknown trim"),
        (
            {"trim": "a5", "margins": Margins(80, 80, 80, 80)},
            "found 0 x 29 mm on a page of 148 x 210 mm",
        ),
        ({"margins": Margins(top=150, bottom=150)}, "choose a larger trim or smaller margins"),
        ({"margins": Margins(outside=2)}, "margins.outside of at least 12.7 mm"),
        ({"title": "Paths \u05e9\u05dc"}, r"HEBREW LETTER SHIN.*right to left"),
        ({"author": "A \u202e B"}, r"book.author: .*RIGHT-TO-LEFT OVERRIDE"),
        ({"dedication": "\U0001f600"}, r"book.dedication: .*GRINNING FACE"),
        ({"language": "tlh"}, "unknown language 'tlh': expected one of de, en, fr"),
        ({"hyphenation": ("Zahl",)}, "hyphens where it may be divided, found 'Zahl'"),
        ({"profile": "web"}, "unknown profile 'web'"),
        ({"credits": "nowhere"}, "unknown place 'nowhere' for credits"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, dict) else "",
)
def test_absurd_books_are_refused_with_a_message(settings: dict[str, object], message: str) -> None:
    with pytest.raises((ConfigError, RenderError), match=message):
        lay_out(make_options(**settings), [SECTION])


def test_a_credit_that_cannot_be_set_names_the_puzzle() -> None:
    record = make_record(6, 6, 1, credit=Credit(author="\u05d0"))
    section = BookSection(title="All", kind="numberlink", rule="free", records=(record,))
    with pytest.raises(RenderError, match=f"credit of puzzle {record.id}: .*HEBREW LETTER ALEF"):
        lay_out(make_options(), [section])


def test_sections_without_puzzles_are_refused() -> None:
    with refused(ConfigError):
        BookSection(title="None", kind="numberlink", rule="free", records=())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bleed": True, "style": "booklet"}, "expected a booklet without bleed"),
        ({"isbn": "978-3-16-148410-1"}, "expected check digit 0 at the end of ISBN"),
        ({"isbn": "12345"}, "expected an ISBN of 13 digits"),
    ],
)
def test_wrong_options_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_options(**changes).check()


@given(st.integers(0, 10**12 - 1))
def test_exactly_one_check_digit_is_right(number: int) -> None:
    accepted = []
    for digit in range(10):
        isbn = f"{number:012d}{digit}"
        try:
            check_isbn(isbn)
        except ConfigError:
            continue
        accepted.append(isbn)
    (right,) = accepted
    assert sum(int(d) * (1, 3)[k % 2] for k, d in enumerate(right)) % 10 == 0


def test_copyright_falls_to_the_publisher_then_the_author() -> None:
    assert make_options(copyright_holder="Heirs").holder == "Heirs"
    assert make_options().holder == "Small Press"
    assert make_options(publisher="").holder == "A. Author"


def test_per_page_has_bounds() -> None:
    with refused(ConfigError):
        make_section("All", [(6, 6)], per_page=13)


def test_answers_overleaf_are_on_the_backs_of_their_puzzles() -> None:
    sections = [make_section(title, [(7, 7)] * 9, seed=k) for k, title in enumerate("AB")]
    book = lay_out(make_options(answers="overleaf", trim="6x9"), [*sections, sliding_section()])
    assert len({place.answer_page for place in book.placements}) > 5
    for place in book.placements:
        assert place.puzzle_page % 2 == 1
        assert place.answer_page == place.puzzle_page + 1
        assert str(place.number) in words(book, place.answer_page)
    assert "Answers are on the page after" in text_of(book, PageRole.COPYRIGHT)
    assert "Answers" not in words(book, PageRole.CONTENTS)


def test_left_hand_pages_have_one_running_head() -> None:
    book = lay_out(make_options(), [make_section(title, [(9, 9)] * 25) for title in ("One", "Two")])
    heads = {"left": set[str](), "right": set[str]()}
    for page in book.pages:
        if page.role in (PageRole.PUZZLES, PageRole.LOG, PageRole.CREDITS):
            top = book.geometry.top + book.geometry.text_top
            said = [
                mark.text for mark in page.scene.marks
                if isinstance(mark, Label) and mark.position[1] < book.geometry.text_top
            ]  # fmt: skip
            assert top > 0
            heads["right" if page.number % 2 else "left"].update(said)
    assert heads["left"] == {book.options.title}
    assert heads["right"] == {"One", "Two"}


@pytest.mark.parametrize("count", range(1, 30, 7))
@pytest.mark.parametrize("style", ["standard", "booklet"])
def test_pages_that_fill_the_last_leaf_are_for_notes(count: int, style: str) -> None:
    book = lay_out(make_options(style=style, trim="a5"), [make_section("All", [(7, 7)] * count)])
    roles = [page.role for page in book.pages]
    assert len(roles) % (4 if style == "booklet" else 2) == 0
    assert roles[-1] is PageRole.BLANK
    assert PageRole.BLANK not in roles[:-1]
    assert all("Notes" in words(book, k + 1) for k, r in enumerate(roles) if r is PageRole.NOTES)
    assert roles.count(PageRole.NOTES) < (4 if style == "booklet" else 2)
