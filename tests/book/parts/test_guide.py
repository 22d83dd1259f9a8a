import dataclasses
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from pipeline.book import BookSection, PageRole, lay_out
from pipeline.book.parts.boards import Limits, number_boards
from pipeline.book.parts.guide import example_cell, symbol_notes
from pipeline.config.book_options import Parts
from pipeline.edition.language import list_languages, load_language
from pipeline.edition.worked import first_step, worked_example
from pipeline.kinds import get_kind, kind_ids, load_examples
from pipeline.kinds.interface import rule_of, with_rule
from pipeline.model import (
    Band,
    ConfigError,
    Credit,
    Grade,
    JsonObject,
    Record,
    Status,
    Verdict,
    record_id,
)
from pipeline.scene import Face, Label, Polyline, Role
from pipeline.scene.symbols import Symbols
from pipeline.web.records import rules_of
from tests.book.sample import (
    example_section,
    make_options,
    make_record,
    make_section,
    text_of,
    words,
)
from tests.known import the
from tests.slices import cases

GRADE = Grade("4.50", (20, 22), 0, Band.EASY, 50, "sample", 1)


def section() -> BookSection:
    return make_section("All", [(6, 6)] * 3, Band.MEDIUM)


def test_rules_are_those_that_were_proved() -> None:
    book = lay_out(make_options(), [section()])
    text = text_of(book, PageRole.HOWTO).split()
    rules = get_kind("numberlink").rules_text("free", "en").replace("’", "'").split()
    assert [word for word in rules if word not in text] == []


def test_worked_example_is_drawn_unsolved_after_a_first_step_and_solved() -> None:
    book = lay_out(make_options(), [section()])
    page = next(page for page in book.pages if page.role is PageRole.HOWTO)
    frames = [
        mark
        for mark in page.scene.marks
        if isinstance(mark, Polyline) and mark.ink.role is Role.FRAME
    ]
    paths = [
        mark
        for mark in page.scene.marks
        if isinstance(mark, Polyline) and mark.ink.role is Role.PATH
    ]
    assert len(frames) == 3
    second, third = (min(point[0] for point in frame.points) for frame in frames[1:])
    (piece,) = [path for path in paths if path.points[0][0] < third]
    assert piece.points[0][0] > second
    assert len(paths) == 4
    said = words(book, page.number)
    assert {"The puzzle", "A first step", "The solution"} <= set(said)
    assert "the line has only this way on." in " ".join(said)


def test_the_key_names_the_bands_of_the_book_beside_the_rules() -> None:
    book = lay_out(make_options(), [section(), make_section("More", [(7, 7)], Band.EXPERT)])
    (howto,) = [page.number for page in book.pages if page.role is PageRole.HOWTO]
    texts = words(book, howto)
    assert {"Key to difficulty", "Medium", "Expert"} <= set(texts)
    assert not {"Easy", "Hard"} & set(texts)
    assert not any(page.role is PageRole.DIFFICULTY for page in book.pages)
    (entry,) = [entry for entry in book.outline if entry.title == "Key to difficulty"]
    assert entry.page == howto


def test_a_key_that_saves_no_page_has_its_own() -> None:
    options = make_options(trim="a5", style="large-print", language="de")
    book = lay_out(options, [make_section("All", [(6, 6)], Band.MEDIUM)])
    (entry,) = [entry for entry in book.outline if entry.title.startswith("Schwierigkeit")]
    assert "Mittel" in text_of(book, entry.page, entry.page + 1)


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_rules_and_key_of_large_print_fill_three_pages_of_six_by_nine(language: str) -> None:
    options = make_options(trim="6x9", style="large-print", language=language)
    sections = [make_section(str(band), [(6, 6)], band) for band in (Band.EASY, Band.MEDIUM)]
    roles = [page.role for page in lay_out(options, sections).pages]
    assert sum(roles.count(role) for role in (PageRole.HOWTO, PageRole.DIFFICULTY)) == 3


@pytest.mark.parametrize("part", ["how_to_play", "key", "contents", "log", "credits", "openers"])
def test_parts_that_are_switched_off_are_gone_and_nothing_names_them(part: str) -> None:
    roles = {
        "how_to_play": PageRole.HOWTO, "key": PageRole.DIFFICULTY, "contents": PageRole.CONTENTS,
        "log": PageRole.LOG, "credits": PageRole.CREDITS, "openers": PageRole.OPENER,
    }  # fmt: skip
    titles = {"how_to_play": "How to play", "key": "Key to", "log": "log", "credits": "Credits"}
    book = lay_out(make_options(parts=Parts(**dict[str, Any]({part: False}))), [section()])
    assert roles[part] not in {page.role for page in book.pages}
    if part in titles:
        assert not any(titles[part] in text for text in words(book))


def test_credits_that_are_owed_cannot_be_switched_off() -> None:
    theirs = make_record(6, 6, 1, credit=Credit(author="B. Else", licence="CC-BY-4.0"))
    section = BookSection(title="All", kind="numberlink", rule="free", records=(theirs,))
    with pytest.raises(ConfigError, match=rf"puzzles of others \({theirs.id}\)"):
        lay_out(make_options(parts=Parts(credits=False)), [section])


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_rules_and_example_share_a_small_page(language: str) -> None:
    """Lists are set without white space where that brings the example beside its rules."""
    record = make_section("All", [(6, 6)]).records[0]
    strict = record.with_(
        puzzle={**record.puzzle, "rule": "no-touch"},
        verdict=dataclasses.replace(record.verdict, rule="no-touch"),
    )
    section = BookSection(title="All", kind="numberlink", rule="no-touch", records=(strict,))
    book = lay_out(make_options(trim="a5", language=language), [section])
    assert [page.role for page in book.pages].count(PageRole.HOWTO) == 1


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("kind_id", "language"),
    [("numberlink", "en"), ("numberlink", "de"), ("numberlink", "fr"), ("hashi", "en"),
     ("hashi", "de"), ("hashi", "fr")],
)  # fmt: skip
def test_the_first_step_is_shown_in_large_print_and_costs_no_page(
    kind_id: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = make_options(style="large-print", trim="6x9", language=language)
    say = load_language(language).say

    def rules() -> tuple[list[str], int]:
        book = lay_out(options, [example_section(kind_id)])
        pages = [page.role for page in book.pages].count(PageRole.HOWTO)
        return words(book, PageRole.HOWTO), pages

    said, pages = rules()
    assert say("howto.step") in said
    assert say("howto.solution") in said
    monkeypatch.setattr("pipeline.book.parts.guide.first_step", lambda *_: None)
    plain, fewest = rules()
    assert say("howto.step") not in plain
    assert pages == fewest > 1


@pytest.mark.parametrize(("has_sign", "language"), [(False, "en"), (True, "en"), (True, "de")])
def test_a_sign_is_explained_where_a_board_shows_it(has_sign: bool, language: str) -> None:
    section = example_section("hashi")
    record = section.records[0]
    if has_sign:
        clues = [[*row] for row in record.puzzle["clues"]]
        row = next(k for k, one in enumerate(clues) if any(one))
        clues[row][next(k for k, one in enumerate(clues[row]) if one)] = -1
        record = record.with_(puzzle={**record.puzzle, "clues": clues})
        section = dataclasses.replace(section, records=(record,))
    book = lay_out(make_options(language=language), [section])
    assert ("?" in words(book, PageRole.HOWTO)) is has_sign


def test_a_kind_without_deductions_has_no_steps() -> None:
    book = lay_out(make_options(), [example_section("npuzzle")])
    said = words(book, PageRole.HOWTO)
    assert "The puzzle" in said
    assert "A first step" not in said


def test_long_rules_in_large_print_move_closer_where_that_spares_a_page() -> None:
    options = make_options(style="large-print", trim="6x9", language="fr")
    book = lay_out(options, [example_section("hashi")])
    assert [page.role for page in book.pages].count(PageRole.HOWTO) == 2


RULES = [(kind, rule) for kind in kind_ids() for rule in get_kind(kind).rules]


@pytest.mark.parametrize(("kind_id", "rule"), RULES)
def test_every_rule_has_an_example_that_is_right(kind_id: str, rule: str) -> None:
    kind = get_kind(kind_id)
    clues, solution = worked_example(kind, rule)
    assert kind.check(clues, solution) == ()
    assert with_rule(kind, clues, rule) == clues


@pytest.mark.parametrize("rule", ["cages+dots", "thermometers+arrows+dots", "jigsaw+whispers+xv"])
def test_the_example_of_a_set_of_elements_shows_all_of_them(rule: str) -> None:
    kind = get_kind("variantsudoku")
    clues, solution = worked_example(kind, rule)
    assert rule_of(kind, clues) == rule
    assert kind.check(clues, solution) == ()
    assert first_step(kind, rule)


def test_examples_are_no_wider_than_asked() -> None:
    kind = get_kind(kind_ids()[0])
    clues, _ = worked_example(kind, kind.rules[0])
    cell = example_cell(kind, clues, 40.0, 13.0)
    assert 38.0 < kind.draw(clues, None, cell).width_mm <= 40.0
    assert example_cell(kind, clues, 400.0, 13.0) == 13.0


def said(section: BookSection | None = None, **options: object) -> str:
    book = lay_out(make_options(**options), [section or make_section("All", [(6, 6)])])
    return text_of(book, PageRole.HOWTO)


def test_a_publisher_can_replace_the_rules() -> None:
    own = replace(make_section("All", [(6, 6)]), rules="Follow the *river*.\n\n1. Never swim.")
    assert "Follow the" in said(own)
    assert "Never swim" in said(own)
    assert "Join each pair" not in said(own)
    assert "Join each pair" in said()


@pytest.mark.parametrize(
    ("language", "word"), [("en", "twin"), ("de", "Zwilling"), ("fr", "jumeau")]
)
def test_children_read_a_childs_words(language: str, word: str) -> None:
    assert word in said(look="children", language=language)
    assert word not in said(language=language)


def test_each_kind_has_its_key_below_its_rules_where_all_fit() -> None:
    sections = [example_section(kind_id) for kind_id in ("hashi", "sudoku", "akari")]
    graded = [
        replace(one, records=tuple(record.with_(grade=GRADE) for record in one.records))
        for one in sections
    ]
    book = lay_out(make_options(), graded)
    pages = [page.number for page in book.pages if page.role is PageRole.HOWTO]
    assert len(pages) == 3
    assert all("Key to difficulty" in words(book, page) for page in pages)
    assert PageRole.DIFFICULTY not in {page.role for page in book.pages}


@pytest.mark.parametrize("minutes", [True, False])
def test_the_key_names_how_many_times_the_minutes_come_from(minutes: bool) -> None:
    options = make_options(parts=Parts(minutes=minutes))
    grades = {"sudoku": replace(GRADE, extra={"minutes": "4.5"}), "slitherlink": GRADE}
    sections = [
        replace(one, records=tuple(record.with_(grade=grade) for record in one.records))
        for kind_id, grade in grades.items()
        for one in [example_section(kind_id)]
    ]
    book = lay_out(options, sections)
    text = " ".join(text_of(book, PageRole.HOWTO).split())
    assert ("Sudoku are based on 11409 times of solvers for 800 puzzles" in text) == minutes
    assert "Slitherlink are based" not in text


@pytest.mark.parametrize("code", list_languages())
@pytest.mark.parametrize("zeros", [False, True])
def test_rules_speak_of_a_zero_where_empty_lines_have_one(zeros: bool, code: str) -> None:
    options = make_options(parts=Parts(zeros=zeros), language=code)
    text = text_of(lay_out(options, [example_section("nonogram")]), PageRole.HOWTO)
    terms = {"en": ("without numbers", "with a 0"), "de": ("ohne Zahlen", "mit einer 0"),
             "fr": ("sans nombre", "avec un 0")}[code]  # fmt: skip
    words = " ".join(text.replace("\u00ad", "").split())
    assert [term in words for term in terms] == [not zeros, zeros]


def test_rules_an_example_without_type_and_the_key_share_a_page() -> None:
    kind = get_kind("starbattle")
    example = next(one for one in load_examples(kind)["solved"] if one["puzzle"]["rows"] == 10)
    puzzle, verdict = example["puzzle"], Verdict(Status.UNIQUE, "two-stars", "sample", 1)
    name, solution = record_id(kind.id, puzzle), example["solution"]
    record = Record(name, kind.id, puzzle, solution, verdict, GRADE)
    section = replace(example_section("starbattle"), rule="two-stars", records=(record,))
    book = lay_out(make_options(trim="6x9"), [section])
    pages = [page.number for page in book.pages if page.role is PageRole.HOWTO]
    assert len(pages) == 1
    assert {"A worked example", "The solution", "Key to difficulty"} <= {*words(book, *pages)}


@pytest.mark.parametrize("asked", ["band", "any", "trials"])
def test_the_key_of_a_kind_has_the_bands_of_its_own_puzzles(asked: str) -> None:
    """All of them if a section takes any, so that pages do not depend on what was made.

    But for those with trials, unless these are allowed.
    """
    bands = {"hashi": Band.EASY, "sudoku": Band.HARD, "akari": Band.EXPERT}
    sections = []
    for kind_id, band in bands.items():
        one = example_section(kind_id)
        records = tuple(record.with_(grade=replace(GRADE, band=band)) for record in one.records)
        is_open = asked != "band" and kind_id == "akari"
        any_band = {"settings": {"clues": "9"}, "sizes": ((5, 5),)} if is_open else {"band": band}
        sections.append(replace(one, records=records, trials=asked == "trials", **any_band))
    book = lay_out(make_options(), sections)
    pages = [page.number for page in book.pages if page.role is PageRole.HOWTO]
    for page, (kind_id, own) in zip(pages, bands.items(), strict=True):
        names = {one.value.title() for one in Band} & {*words(book, page)}
        is_open = asked != "band" and kind_id == "akari"
        free = [band for band in Band if band is not Band.HARD or asked == "trials"]
        wanted = free if is_open else [own]
        assert names == {one.value.title() for one in wanted}


@pytest.mark.part(5)
@pytest.mark.parametrize(
    ("kind_id", "language", "options"),
    cases(
        kind_ids(),
        ["en", "de", "fr"],
        [{"style": "large-print", "trim": "6x9"}, {"look": "children", "trim": "a5"}],
    ),
)
def test_rules_and_headings_are_not_divided_between_pages(
    kind_id: str, language: str, options: dict[str, str]
) -> None:
    """The last line of a page with rules never belongs to a rule that goes on overleaf."""
    book = lay_out(make_options(language=language, **options), [example_section(kind_id)])
    pages = [page for page in book.pages if page.role is PageRole.HOWTO]
    for page in pages[1:]:
        marks = [mark for mark in page.scene.marks if isinstance(mark, Label)]
        body = [mark for mark in marks if mark.position[1] > book.geometry.text_top]
        top = min(body, key=lambda mark: mark.position[1])
        left = book.geometry.left(page.number)
        line = [mark for mark in body if mark.position[1] == top.position[1]]
        is_item = 3 < min(mark.position[0] - left for mark in line) < 12
        assert top.face is not Face.TEXT or not is_item or any(m.text[0].isdigit() for m in line)
    headings = [
        mark.text for page in pages for mark in page.scene.marks
        if isinstance(mark, Label) and mark.face is Face.DISPLAY_BOLD
    ]  # fmt: skip
    titles = " ".join(entry.title for entry in book.outline)
    assert not any(text.endswith("-") and text not in titles for text in headings)


@pytest.mark.parametrize(
    ("kind", "language", "trim"), [("slitherlink", "de", "6x9"), ("tents", "en", "a5")]
)
def test_a_first_step_replaces_the_start_on_narrow_pages(
    kind: str, language: str, trim: str
) -> None:
    book = lay_out(make_options(language=language, trim=trim), [example_section(kind)])
    said, say = words(book, PageRole.HOWTO), load_language(language).say
    assert say("howto.step") in said
    assert say("howto.puzzle") not in said
    assert [page.role for page in book.pages].count(PageRole.HOWTO) == 1


def test_rules_name_the_numbers_of_boards_of_one_size() -> None:
    small = example_section("sudoku")
    said = text_of(lay_out(make_options(), [small]), PageRole.HOWTO)
    assert "Write a number from 1 to 4 in every empty cell." in said
    wording = get_kind("sudoku").rules_text("boxes", "en", sides=(6, 4))
    assert wording.startswith(
        "Write a number from 1 to 6 in every empty cell (in the example, from 1 to 4).\n\n1. "
    )
    assert "on a board with nine rows" in get_kind("sudoku").rules_text("boxes", "en")


@pytest.mark.parametrize(
    ("language", "rules", "key"),
    [
        ("en", "The pictures are: star, heart, moon, sun.", "Every picture can be placed"),
        ("de", "Die Bilder sind: Stern, Herz, Mond, Sonne.", "passt nur noch eines."),
        ("fr", "étoile, cœur, lune, soleil.", "il n’y en a qu’une de possible"),
    ],
)
def test_rules_list_the_pictures_and_the_key_is_about_them(
    language: str, rules: str, key: str
) -> None:
    plain = example_section("sudoku")
    records = tuple(record.with_(grade=GRADE) for record in plain.records)
    shown = replace(plain, symbols="icons", records=records)
    text = text_of(lay_out(make_options(language=language), [shown]), PageRole.HOWTO)
    assert rules in text
    assert key in text
    lines = replace(make_section("All", [(6, 6)]), symbols="icons")
    assert rules[:8] not in text_of(lay_out(make_options(language=language), [lines]))


def test_pictures_are_listed_up_to_the_largest_board_that_shows_them() -> None:
    ((board,),) = number_boards([example_section("sudoku")], Limits(7.0, 7.0))
    sides: list[tuple[int, Symbols]] = [(4, "icons"), (6, "icons"), (9, "letters")]
    boards = [
        replace(board, record=board.record.with_(puzzle={"rows": rows}), symbols=symbols)
        for rows, symbols in sides
    ]
    notes = symbol_notes(board.kind, boards, load_language("en"))
    assert "letters or small pictures" in notes
    assert "sun, house, fish. A board with 4 rows has the first 4, and so on." in notes


@pytest.mark.parametrize("openers", [True, False])
def test_rules_where_needed_are_right_before_the_first_puzzle_that_has_them(openers: bool) -> None:
    sections = [section(), example_section("hashi"), section(), example_section("masyu")]
    options = make_options(rules="where needed", parts=Parts(openers=openers, log=False))
    book = lay_out(options, sections)
    roles = [role for role, _ in groupby(page.role for page in book.pages)]
    begin = roles.index(PageRole.OPENER if openers else PageRole.HOWTO)
    opener, rules, puzzles = [PageRole.OPENER] * openers, [PageRole.HOWTO], [PageRole.PUZZLES]
    parts = [opener, rules, puzzles] * 2 + [opener, puzzles] + [opener, rules, puzzles]
    expected = [role for role, _ in groupby(role for part in parts for role in part)]
    assert roles[begin : begin + len(expected)] == expected
    howto = [page.number for page in book.pages if page.role is PageRole.HOWTO]
    kinds = ["Numberlink", "Hashi", "Masyu"]
    assert [
        title in " ".join(words(book, page)) for page, title in zip(howto, kinds, strict=True)
    ] == [True] * 3
    assert "Key to difficulty" in words(book, howto[0]), "only these puzzles are graded"
    assert "Key to difficulty" not in [*words(book, howto[1]), *words(book, howto[2])]
    (contents,) = [page.number for page in book.pages if page.role is PageRole.CONTENTS]
    assert "How to play" not in " ".join(words(book, contents))


@pytest.mark.parametrize(("count", "above"), [(3, 0), (5, 0), (6, 0), (7, 1), (8, 2), (9, 0)])
def test_puzzles_begin_below_the_rules_of_their_section_where_that_saves_a_page(
    count: int, above: int
) -> None:
    """Six of 7x7 are on a page; three or five have one page too, with an empty slot."""
    sections = [make_section("Paths", [(7, 7)] * count), example_section("hashi")]
    book = lay_out(make_options(trim="letter", parts=Parts(key=False)), sections)
    places = [place for place in book.placements if place.section == 0]
    rules = next(page.number for page in book.pages if page.role is PageRole.HOWTO)
    below = [place.number for place in places if place.puzzle_page == rules]
    assert below == [*range(1, above + 1)]
    assert len({place.puzzle_page for place in places} - {rules}) == 1 + (count == 9)
    assert len({round(place.cell_mm, 3) for place in places}) == 1
    said = words(book, rules)
    assert said[:2] == ["Paths", f"Puzzles 1–{count} · 7 × 7"]
    assert "How to play Numberlink" in said
    example = book.pages[rules - 1].scene.marks
    heads = [mark.position[1] for mark in example if isinstance(mark, Label) and mark.text == "1"]
    assert not below or max(heads) > 0.5 * book.geometry.height


@pytest.mark.parametrize("puzzles", [5, 6])
@pytest.mark.parametrize("is_free", [True, False])
def test_rules_in_front_promise_that_nobody_guesses_where_no_opener_does(
    puzzles: int, is_free: bool
) -> None:
    deductions = get_kind("numberlink").deductions
    assert deductions is not None
    hardest = deductions.levels[0] if is_free else "trial"
    section = make_section("All", [(9, 9)] * puzzles, per_page=1)
    own = {"hardest": hardest}
    records = [one.with_(grade=replace(the(one.grade), extra=own)) for one in section.records]
    book = lay_out(make_options(), [replace(section, records=tuple(records))])
    promise = "No guessing: every puzzle can be solved by reasoning alone."
    children = make_options(look="children")
    assert promise not in words(lay_out(children, [replace(section, records=tuple(records))]))
    assert (promise in words(book, PageRole.HOWTO)) is (is_free and puzzles < 6)
    opener = " ".join(words(book, PageRole.OPENER))
    assert ("No guessing" in opener) is (is_free and puzzles == 6)


@pytest.mark.parametrize("language", list_languages())
@pytest.mark.parametrize("is_filled", [False, True])
def test_rules_explain_filled_cells_where_a_board_has_some(language: str, is_filled: bool) -> None:
    """In books, for children too, and on pages of sites."""
    section = example_section("yajilin")
    ring = [(0, 1), (0, 3), (1, 2), (2, 5), (3, 6), (5, 8), (6, 7), (7, 8)]
    puzzle = {"rows": 3, "cols": 3, "clues": [[0, 0, 0], [0, 1, 0], [0, 0, 0]], "arrows": []}
    if is_filled:
        answer = {"cells": [], "edges": [list(pair) for pair in ring]}
        assert not check_json("yajilin", puzzle, answer)
        record = replace(section.records[0], puzzle=puzzle, solution=answer)
        section = replace(section, records=(record,))
    for look in ("modern", "children"):
        book = lay_out(make_options(language=language, look=look), [section])
        assert ("■" in text_of(book, PageRole.HOWTO)) == is_filled
    rules = rules_of("yajilin", None, load_language(language), section.records[0].puzzle)
    assert any("■" in text for _, text in rules) == is_filled


def check_json(kind_id: str, puzzle: JsonObject, answer: JsonObject) -> list[object]:
    kind = get_kind(kind_id)
    clues = kind.decode(puzzle)
    return list(kind.check(clues, kind.decode_solution(clues, answer)))


def test_boards_of_an_example_are_side_by_side_unless_they_are_much_smaller_then() -> None:
    book = lay_out(make_options(trim="letter"), [example_section("dominosa")])
    captions = {"The puzzle", "A first step", "The solution"}
    marks = [mark for page in book.pages for mark in page.scene.marks if isinstance(mark, Label)]
    assert len({mark.position[1] for mark in marks if mark.text in captions}) == 1
