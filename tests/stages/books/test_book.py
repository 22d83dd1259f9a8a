"""Books from records: who gets in, in what order, and how much is short."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import get_args, get_type_hints

import pikepdf
import pytest

from pipeline.book import Book, BookSection, PageRole, lay_out, write_book
from pipeline.config.book_options import BookOptions
from pipeline.kinds import get_kind, kind_ids
from pipeline.model import Band, ConfigError, Credit, Grade, Record, record_id
from pipeline.pdf.document import open_pdf, read_pages
from pipeline.run.page_plan import plan_book
from pipeline.scene import Disc, Line, Mark, Polyline, Role
from pipeline.stages.books.book import BookResult, book_from_records, load_book_config
from pipeline.stages.books.verify_book import Listed, verify_book
from tests.book.sample import example_section, make_options, make_record, make_section
from tests.known import the
from tests.refusals import refused
from tests.slices import cases

CONFIG = """\
seed = 1
[book]
title = "Paths"
author = "A. Author"
year = 2026
trim = "a5"
{book}
[[section]]
title = "Easy"
kind = "numberlink"
size = "6x6"
count = {count}
"""


def bound(
    folder: Path, records: list[Record], book: str = "", count: int = 4
) -> tuple[BookResult, Path]:
    config = folder / "book.toml"
    config.write_text(CONFIG.format(book=book, count=count), encoding="utf-8")
    output = folder / "book.pdf"
    return book_from_records(records, load_book_config(config), str(output)), output


def mirrored(record: Record) -> Record:
    """Return the same puzzle in a mirror, its pairs renumbered in reading order."""
    size = record.puzzle["cols"]
    names: dict[int, int] = {0: 0}
    grid = [
        [names.setdefault(number, len(names)) for number in reversed(row)]
        for row in record.puzzle["clues"]
    ]
    assert record.solution is not None
    paths = [[cell // size * size + size - 1 - cell % size for cell in path]
             for path in record.solution["paths"]]  # fmt: skip
    paths.sort(key=lambda path: grid[path[0] // size][path[0] % size])
    puzzle = {**record.puzzle, "clues": grid}
    clues = get_kind("numberlink").decode(puzzle)
    get_kind("numberlink").decode_solution(clues, {"paths": paths})
    return record.with_(
        id=record_id("numberlink", puzzle), puzzle=puzzle, solution={"paths": paths}
    )


def test_a_puzzle_in_a_mirror_with_other_numbers_is_not_printed_again(tmp_path: Path) -> None:
    stock = [make_record(6, 6, seed) for seed in range(3)]
    twins = [mirrored(record) for record in stock]
    assert all(twin.puzzle != record.puzzle for twin, record in zip(twins, stock, strict=True))
    result, output = bound(tmp_path, [*stock, *twins])
    assert result.shortfalls == {"Easy": 1}
    assert not output.exists()


def test_shortfalls_are_listed_by_section(tmp_path: Path) -> None:
    result, _ = bound(tmp_path, [make_record(6, 6, 1)], count=3)
    assert result.shortfalls == {"Easy": 2}
    assert result.summary()[0] == "too few puzzles: section 'Easy' lacks 2"


ALL = """\
[[section]]
title = "All"
kind = "numberlink"
size = {size}
count = "all"
"""


def all_bound(folder: Path, records: list[Record], first: str, size: str) -> Book | BookResult:
    """Return the book of a file whose second section takes all that the first does not."""
    config = folder / "book.toml"
    text = CONFIG.format(book='subtitle = "{puzzles} puzzles"', count=first)
    config.write_text(text + ALL.format(size=size), encoding="utf-8")
    return book_from_records(records, load_book_config(config), str(folder / "book.pdf"))


def test_a_section_takes_all_puzzles_of_a_file_that_others_leave(tmp_path: Path) -> None:
    stock = [make_record(*size, seed) for size in ((6, 6), (5, 7), (8, 8)) for seed in range(3)]
    result = all_bound(tmp_path, [*stock, mirrored(stock[2])], "2", '"all"')
    assert isinstance(result, BookResult)
    assert result.puzzles == len(stock), result.summary()
    sections = [place.section for place in result.placements]
    assert sections == [0] * 2 + [1] * 7
    with open_pdf(tmp_path / "book.pdf") as file:
        front = "".join(one.text for one in next(iter(read_pages(file))).pieces)
    assert "9 puzzles" in front, "the number is filled in"
    some = all_bound(tmp_path, stock, "2", '["7x5", "8x8"]')
    assert isinstance(some, BookResult)
    assert some.puzzles == 8


@pytest.mark.parametrize(
    ("first", "second", "size", "message"),
    [
        ("1", "numberlink", '"7x7"', "book.toml:17: section 2, count: expected puzzles of numberl"),
        ("1", "hashi", '"all"', "book.toml:17: section 2, count: expected puzzles of hashi in the"),
        ('"fill"', "numberlink", '"all"', "book.toml:17: section 2, count: expected a number besi"),
    ],
)
def test_a_section_that_takes_all_of_nothing_is_refused(
    first: str, second: str, size: str, message: str, tmp_path: Path
) -> None:
    config = tmp_path / "book.toml"
    text = CONFIG.format(book="pages = 90", count=first)
    text += ALL.format(size=size).replace("numberlink", second)
    config.write_text(text, encoding="utf-8")
    stock = [make_record(6, 6, seed) for seed in range(2)]
    with pytest.raises(ConfigError) as error:
        book_from_records(stock, load_book_config(config), str(tmp_path / "book.pdf"))
    assert message in str(error.value)


def test_a_run_makes_no_puzzles_for_a_section_that_takes_all(tmp_path: Path) -> None:
    config = tmp_path / "book.toml"
    config.write_text(CONFIG.format(book="", count='"all"'), encoding="utf-8")
    with refused(ConfigError):
        plan_book(load_book_config(config))
    config.write_text(CONFIG.format(book="", count=3).replace('"6x6"', '"all"'), encoding="utf-8")
    with refused(ConfigError):
        load_book_config(config)


def test_the_profile_of_the_file_decides_what_is_written(tmp_path: Path) -> None:
    stock = [make_record(6, 6, seed) for seed in range(4)]
    for profile in ("print", "screen"):
        _, output = bound(tmp_path, stock, f'profile = "{profile}"')
        with pikepdf.open(output) as document:
            assert ("/Outlines" in document.Root) is (profile == "screen")


def test_a_sold_book_names_file_line_and_ids(tmp_path: Path) -> None:
    credit = Credit(author="A. Setter", licence="CC-BY-NC-4.0")
    stock = [make_record(6, 6, seed, Band.EASY, credit) for seed in range(4)]
    with pytest.raises(ConfigError) as caught:
        bound(tmp_path, stock, "commercial = true")
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'book.toml'}:7: book.commercial: expected puzzles")
    assert all(record.id in message for record in stock)


@pytest.mark.parametrize(
    ("book", "message"),
    [
        ('fonts = { text = "lost.ttf", licence = "lost.txt" }', ":7: book.fonts: .*lost.ttf: exp"),
        ('fonts = { text = "lost.ttf" }', ":7: book.fonts: expected fonts.licence with"),
        ('hyphenation = ["Zahl"]', ":7: book.hyphenation: expected a word with the hyphens"),
        ('style = "booklet"\nbleed = true', ":8: book.bleed: expected a booklet without bleed"),
        ("margins = { inside = 90, outside = 90 }", ":7: book.margins: expected room for text"),
        ("margins = { outside = 3 }", ":7: book.margins: expected margins.outside of at least"),
        ('language = "xx"', ":7: book.language: unknown language 'xx': expected one of de, en, fr"),
    ],
)
def test_keys_that_will_not_do_are_named_with_their_line(
    tmp_path: Path, book: str, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        bound(tmp_path, [], book)


LOOKS = get_args(get_type_hints(BookOptions)["look"])


def write(
    path: Path, book: Book, spoil: Callable[[list[Mark]], list[Mark]], role: PageRole
) -> None:
    """Write a book whose first page of a role is spoilt."""
    chosen = next(page for page in book.pages if page.role is role)
    painted = chosen.painted()
    wrong = replace(painted, marks=tuple(spoil(list(painted.marks))))
    pages = [replace(one, painted=lambda: wrong) if one is chosen else one for one in book.pages]
    with path.open("wb") as stream:
        write_book(replace(book, pages=tuple(pages)), stream)


def problems(
    path: Path, records: tuple[Record, ...], listed: dict[int, Listed] | None = None
) -> list[str]:
    found = verify_book(path, records, listed=listed)
    return [f"{one.name}: {said}" for one in found for said in one.problems]


def without_a_dot(marks: list[Mark]) -> list[Mark]:
    """Leave out the first dot of a page: a small disc or star in the ink of text."""
    dot = next(
        mark
        for mark in marks
        if (isinstance(mark, Disc) and mark.radius_mm < 1.5 and is_text(mark.fill or mark.ink))
        or (isinstance(mark, Polyline) and len(mark.points) == 10 and is_text(mark.ink))
    )
    return [mark for mark in marks if mark is not dot]


def graded_section(kind_id: str) -> BookSection:
    """Return a section with an example of a kind, said to be of medium difficulty."""
    section = example_section(kind_id)
    grade = Grade("9.00", (511,), 0, Band.MEDIUM, 40, "sample", 1)
    return replace(section, records=tuple(one.with_(grade=grade) for one in section.records))


def is_text(ink: object) -> bool:
    return getattr(ink, "role", None) is Role.TEXT


@pytest.mark.part(3)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "options",
    [
        {},
        pytest.param({"answers": "flipped"}, marks=pytest.mark.slow),
        pytest.param({"style": "large-print"}, marks=pytest.mark.slow),
    ],
)
def test_a_missing_dot_is_found_in_every_look(
    look: str, options: dict[str, str], tmp_path: Path
) -> None:
    section = make_section("All", [(5, 5)] * 2, Band.MEDIUM)
    book = lay_out(make_options(look=look, **options), [section])
    path = tmp_path / "book.pdf"
    write(path, book, list, PageRole.PUZZLES)
    assert [said for said in problems(path, section.records) if "dots" in said] == []
    write(path, book, without_a_dot, PageRole.PUZZLES)
    assert any("puzzle 1: over it are 3 dots" in said for said in problems(path, section.records))


@pytest.mark.dear
@pytest.mark.parametrize("kind_id", cases(kind_ids(), part=6))
def test_a_missing_dot_is_found_over_every_kind(kind_id: str, tmp_path: Path) -> None:
    section = graded_section(kind_id)
    book = lay_out(make_options(), [section])
    path = tmp_path / "book.pdf"
    write(path, book, list, PageRole.PUZZLES)
    assert [said for said in problems(path, section.records) if "dots" in said] == []
    write(path, book, without_a_dot, PageRole.PUZZLES)
    assert any("puzzle 1: over it are 3 dots" in said for said in problems(path, section.records))


def test_dots_of_another_band_are_found_by_the_list_of_the_run(tmp_path: Path) -> None:
    section = make_section("All", [(5, 5)] * 2, Band.MEDIUM)
    book = lay_out(make_options(), [section])
    path = tmp_path / "book.pdf"
    write(path, book, list, PageRole.PUZZLES)
    (one, two) = (
        Listed(r.id, None, None, dots) for r, dots in zip(section.records, (2, 3), strict=True)
    )
    said = problems(path, section.records, {1: one, 2: two})
    assert [text for text in said if "dots" in text] == [
        "puzzle 2: over it 2 dots are filled, expected 3"
    ]


def test_diagonals_that_are_not_drawn_are_found_beside_boards_without_any(tmp_path: Path) -> None:
    """A board that lost its diagonals looks like those under the other rule of the book."""
    kind = get_kind("sudoku")
    sections = []
    for rule in ("boxes", "diagonal", "irregular"):
        made = kind.generate(kind.parse_params(4, 4, rule, {}), 1)
        puzzle = kind.encode(made.clues)
        proved = the(kind.uniqueness).prove(made.clues, made.solution, kind.budget)
        record = Record(
            record_id(kind.id, puzzle), kind.id, puzzle, kind.encode_solution(made.solution), proved
        )
        sections.append(BookSection(title=rule, kind=kind.id, rule=rule, records=(record,)))
    records = tuple(one.records[0] for one in sections)
    book = lay_out(make_options(), sections)
    path = tmp_path / "book.pdf"
    write(path, book, list, PageRole.ANSWERS)
    assert problems(path, records) == []

    def is_slanted(mark: Mark) -> bool:
        ends = getattr(mark, "start", (0, 0)), getattr(mark, "end", (0, 0))
        return isinstance(mark, Line) and all(a != b for a, b in zip(*ends, strict=True))

    def without_diagonals(marks: list[Mark]) -> list[Mark]:
        return [mark for mark in marks if not is_slanted(mark)]

    write(path, book, without_diagonals, PageRole.ANSWERS)
    assert problems(path, records) == [
        "puzzle 2: the answer is not drawn as puzzles under diagonal are"
    ]
