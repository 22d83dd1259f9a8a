import dataclasses
import datetime
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pipeline.book import BookSection
from pipeline.book.parts.boards import BookBoard, Limits, number_boards
from pipeline.book.parts.sheet import lay_sheet
from pipeline.config.sheet_options import SheetOptions
from pipeline.edition.flow.style import PT
from pipeline.kinds import get_kind
from pipeline.model import Band, ConfigError, Credit, RenderError
from pipeline.scene import Anchor, Disc, Face, Ink, Label, Polyline, Role, Scene
from tests.book.bounds import mark_box
from tests.book.sample import example_section, make_options, make_record, make_section
from tests.refusals import refused

SIZE, MARGIN = (210.0, 280.0), 12.0


def made(sections: list[BookSection], **options: Any) -> Scene:
    own = options.pop("own", {})
    sheet = SheetOptions(margin_mm=MARGIN, **own)
    return lay_sheet(make_options(**options), sections, SIZE, sheet).scene


def words(scene: Scene, is_turned: bool = False) -> list[str]:
    return [m.text for m in scene.marks if isinstance(m, Label) and m.turned is is_turned]


def two_bands() -> list[BookSection]:
    return [
        make_section("Easy", [(7, 7)] * 2, Band.EASY),
        make_section("Medium", [(9, 9)], Band.MEDIUM, seed=2),
    ]


@pytest.mark.parametrize("is_written", [False, True])
def test_a_sheet_holds_puzzles_over_their_answers_upside_down(
    is_written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_written:
        monkeypatch.setattr(BookBoard, "answer_text", property(lambda board: "UDLR " * 9))
    scene = made(two_bands())
    assert (scene.width_mm, scene.height_mm) == SIZE
    for mark in scene.marks:
        left, top, right, bottom = mark_box(mark)
        assert left >= MARGIN - 0.01
        assert top >= MARGIN - 0.01
        assert right <= SIZE[0] - MARGIN + 0.01
        assert bottom <= SIZE[1] - MARGIN + 0.01
    upright = words(scene)
    assert upright[0] == "Lines That Meet"
    assert "Join each pair of equal numbers by a line." in " ".join(upright)
    assert {"1", "2", "3"} <= set(words(scene, is_turned=True))
    lowest_puzzle = max(m.position[1] for m in scene.marks if isinstance(m, Label)
                        and not m.turned and m.text.isdigit())  # fmt: skip
    turned = [m.position[1] for m in scene.marks if isinstance(m, Label) and m.turned]
    assert min(turned) > lowest_puzzle
    assert any("UDLR" in text for text in words(scene, is_turned=True)) is is_written


@pytest.mark.parametrize("title", ["Lines", "The Saturday Page of Lines That Meet " * 3])
@pytest.mark.parametrize(("code", "number", "day"), [
    ("en", "No. 12", "1 May 2027"), ("de", "Nr. 12", "1. Mai 2027"),
    ("fr", "N° 12", "1er mai 2027"),
])  # fmt: skip
def test_number_and_day_of_a_page_are_beside_its_title(
    code: str, number: str, day: str, title: str
) -> None:
    date = datetime.date(2027, 5, 1)
    for own, text in (
        ({"issue": 12}, number), ({"date": date}, day),
        ({"issue": 12, "date": date}, f"{number} · {day}"),
    ):  # fmt: skip
        scene = made(two_bands(), own=own, title=title, language=code)
        (line,) = [m for m in scene.marks if isinstance(m, Label) and m.text == text]
        left, top, right, bottom = mark_box(line)
        assert right <= SIZE[0] - MARGIN + 0.01
        for mark in scene.marks:
            if isinstance(mark, Label) and mark is not line:
                a, b, c, d = mark_box(mark)
                assert c <= left or a >= right or d <= top or b >= bottom, mark.text
    plain = words(made(two_bands(), title=title, language=code))
    assert not any(number in text or day in text for text in plain)


@pytest.mark.parametrize("kinds", [("sudoku",), ("kakuro", "sudoku"), ("hashi", "akari", "killer")])
@pytest.mark.parametrize(
    ("issue", "title"), [(12, "Answers to No. 11"), (None, "Answers to the previous puzzles")]
)
def test_a_page_has_the_answers_of_the_page_before(
    kinds: tuple[str, ...], issue: int | None, title: str
) -> None:
    previous = [replace(example_section(kind), title=kind) for kind in kinds]
    own = SheetOptions(margin_mm=MARGIN, answers="previous", issue=issue)
    page = lay_sheet(make_options(), two_bands(), SIZE, own, previous).scene
    labels = [m for m in page.marks if isinstance(m, Label)]
    assert not any(m.turned for m in labels)
    (head,) = [m for m in labels if m.text == title]
    below = [m for m in labels if m.position[1] > head.position[1]]
    numbers = [m for m in below if m.face is Face.DISPLAY_BOLD]
    assert [m.text for m in numbers] == [str(k + 1) for k in range(len(kinds))]
    drawn = Counter(m.text for m in below if m.anchor is Anchor.MIDDLE)
    solved = Counter(
        m.text
        for (board,) in number_boards(previous, Limits(6, 6))
        for m in board.draw(5, is_solved=True).marks
        if isinstance(m, Label) and m.anchor is Anchor.MIDDLE
    )
    assert drawn == solved
    assert " ".join(words(page)).count("Answer in the next issue.") == 3
    first = lay_sheet(make_options(), two_bands(), SIZE, own, ()).scene
    assert title not in words(first)
    assert " ".join(words(first)).count("Answer in the next issue.") == 3


def test_answers_may_be_left_out() -> None:
    assert words(made(two_bands(), answers="none"), is_turned=True) == []


def test_others_are_credited_below_their_puzzles() -> None:
    record = make_record(7, 7, 1, credit=Credit(author="B. Else", licence="CC-BY-4.0"))
    (section, *_) = two_bands()
    scene = made([dataclasses.replace(section, records=(record,))])
    assert "By B. Else. Licence: CC-BY-4.0. Answer below." in " ".join(words(scene))
    bare = dataclasses.replace(section, records=(record.with_(credit=Credit(author="B. Else")),))
    with refused(ConfigError):
        made([bare], commercial=True)


def test_what_does_not_fit_is_refused() -> None:
    with refused(RenderError):
        made([make_section("All", [(20, 20)] * 9)])


def test_labels_dots_and_theme_of_a_section_are_on_a_sheet() -> None:
    easy, medium = two_bands()
    own = dataclasses.replace(
        medium, labels={Band.MEDIUM: "No guessing"}, dots={Band.MEDIUM: 4}, theme="cells"
    )
    plain, changed = made([easy, medium]), made([easy, own])
    assert "No guessing" not in " ".join(words(plain))
    assert " ".join(words(changed)).count("Numberlink · No guessing · ") == 1
    assert filled_dots(changed) - filled_dots(plain) == 2
    themes = {mark.ink.theme for mark in changed.marks if isinstance(mark, Polyline)}
    assert themes == {"", "cells"}
    long = dataclasses.replace(medium, labels={Band.MEDIUM: "No guessing at all " * 9})
    with refused(RenderError):
        made([easy, long])


def filled_dots(scene: Scene) -> int:
    return sum(m.fill == Ink(Role.TEXT) for m in scene.marks if isinstance(m, Disc))


def test_every_rule_of_each_kind_is_on_a_sheet() -> None:
    said = " ".join(words(made([*two_bands(), example_section("hashi")])))
    for rule in (
        "so lines neither cross nor branch",
        "Bridges neither cross each other",
        "All islands are connected",
    ):
        assert rule in said.replace("\u00a0", " ")
    assert "stands for any number" not in said, "no board shows a question mark"


def test_a_sheet_lists_the_pictures_of_a_sudoku() -> None:
    said = " ".join(words(made([replace(example_section("sudoku"), symbols="icons")])))
    assert "The pictures are: star, heart, moon, sun." in said.replace("\u00a0", " ")


def test_two_puzzles_fill_a_high_page() -> None:
    sections = [make_section("Easy", [(7, 7)]), example_section("hashi")]
    scene = lay_sheet(make_options(), sections, (210.0, 297.0), SheetOptions()).scene
    boards = [
        mark_box(m)
        for m in scene.marks
        if isinstance(m, Label) and m.face is Face.DISPLAY_BOLD and not m.turned
        and m.text in ("1", "2")
    ]  # fmt: skip
    assert boards[1][1] - boards[0][1] > 60, "under each other, not side by side over half a page"
    assert min(boards[0][0], boards[1][0]) > 80, "the rules are beside their puzzles"


@pytest.mark.parametrize(
    ("kinds", "reach"), [(("hashi", "killer", "akari"), 80.0), (("hashi", "tents"), 20.0)]
)
def test_rules_are_beside_the_first_puzzle_of_each_kind(
    kinds: tuple[str, ...], reach: float
) -> None:
    """Beside the puzzles of a kind, or below the first one if there is no room beside it."""
    scene = made([example_section(kind) for kind in kinds])
    texts = [m for m in scene.marks if isinstance(m, Label) and not m.turned]
    bold = [m for m in texts if m.face in (Face.DISPLAY_BOLD, Face.TEXT_BOLD)]
    for number, kind in enumerate(kinds, 1):
        first = get_kind(kind).title.split()[0]
        title = next(m for m in bold if m.text.startswith(first))
        head = next(m for m in bold if m.text == str(number) and m.size_mm > 5)
        assert abs(title.position[1] - head.position[1]) < reach


@pytest.mark.part(5)
@pytest.mark.parametrize("size", [(210.0, 280.0), (210.0, 297.0), (260.0, 380.0), (300.0, 440.0)])
@pytest.mark.parametrize("kinds", [
    ("sudoku", "hashi", "kakuro", "killer", "slitherlink"), ("hashi", "tents", "akari", "sudoku"),
    ("hashi", "killer", "akari"), ("hashi", "sudoku"), ("hashi", "hashi", "hashi"), ("kakuro",),
], ids="-".join)  # fmt: skip
def test_a_page_without_answers_keeps_its_layout(
    kinds: tuple[str, ...], size: tuple[float, float]
) -> None:
    sections = [replace(example_section(kind), title=f"{k}") for k, kind in enumerate(kinds)]
    pages = [
        lay_sheet(make_options(answers=answers), sections, size, SheetOptions(margin_mm=MARGIN))
        for answers in ("end", "none")
    ]
    (before, places), (after, others) = (layout_of(page.scene, len(kinds)) for page in pages)
    assert places == others
    assert all(b >= a - 0.01 for a, b in zip(before, after, strict=True)), "no board is smaller"


APART_MM = 20.0
"""Headings in one column are nearer, since they start at the left of boards unlike in width."""


def layout_of(scene: Scene, count: int) -> tuple[list[float], list[tuple[int, int]]]:
    """Return the sizes of numbers in boards, and the row and column of each puzzle's heading."""
    upright = [m for m in scene.marks if isinstance(m, Label) and not m.turned]
    heads = [
        next(m.position for m in upright if m.text == str(k + 1) and m.face is Face.DISPLAY_BOLD)
        for k in range(count)
    ]
    places = [
        (sum(other[0] < x - APART_MM for other in heads), sum(other[1] < y - 1 for other in heads))
        for x, y in heads
    ]
    return [m.size_mm for m in upright if m.anchor is Anchor.MIDDLE], places


@pytest.mark.parametrize("answers", ["end", "none"])
def test_puzzles_of_several_kinds_fill_a_large_page(answers: str) -> None:
    """A strip for each kind would be a narrow column of small boards on such pages."""
    kinds = ("sudoku", "hashi", "kakuro", "killer", "slitherlink")
    sections = [example_section(kind) for kind in kinds]
    page = lay_sheet(make_options(answers=answers), sections, (260.0, 380.0), SheetOptions())
    _, places = layout_of(page.scene, len(kinds))
    assert len({row for row, _ in places}) > 1
    assert len({column for _, column in places}) > 1


def test_each_puzzle_is_as_large_as_its_place_beside_the_others() -> None:
    sections = [example_section(kind) for kind in ("sudoku", "hashi", "tents", "akari", "kakuro")]
    sheet = SheetOptions(margin_mm=MARGIN)
    page = lay_sheet(make_options(answers="none"), sections, (260.0, 380.0), sheet)
    wide = [cells * one.records[0].puzzle["cols"]
            for (cells,), one in zip(page.cells, sections, strict=True)]  # fmt: skip
    assert max(wide) - min(wide) < 8.0, "boards of four cells are as wide as those of six"


def test_single_puzzles_of_two_kinds_share_the_width() -> None:
    """One below another they would have a third of the height each, and half of the width left."""
    kinds = ("hashi", "tents", "akari")
    sections = [make_section("All", [(9, 9)] * 2), *map(example_section, kinds)]
    scene = lay_sheet(
        make_options(), sections, (260.0, 380.0), SheetOptions(margin_mm=MARGIN)
    ).scene
    heads = [m for m in scene.marks if isinstance(m, Label) and m.face is Face.DISPLAY_BOLD]
    at = {m.text: m.position for m in heads}
    assert at["Hashi"][1] == pytest.approx(at["Tents"][1])
    assert at["Hashi"][0] < 125 < at["Tents"][0]
    assert at["Akari"][0] == at["Hashi"][0]


def test_captions_and_places_of_answers_are_the_publishers_own() -> None:
    (section, _) = two_bands()
    minutes = section.records[0].grade
    assert minutes is not None
    timed = dataclasses.replace(minutes, extra={"minutes": "4.4"})
    records = (section.records[0].with_(grade=timed), section.records[1])
    own = {"caption": "{kind} {size} - {minutes} min", "answer": "Answer: page 64."}
    scene = made([dataclasses.replace(section, records=records)], own=own, answers="none")
    said = [text.replace("\u00a0", " ") for text in words(scene)]
    assert "Numberlink 7 × 7 - 4 min" in said
    assert "Numberlink 7 × 7" in said, "no time is known"
    assert " ".join(said).count("By A. Author. Answer: page 64.") == 2
    with refused(RenderError):
        made([section], own={"caption": "{kind}" * 20})
    for caption, message in (
        ("{kid}", "unknown field 'kid'.*did you mean 'kind'"),
        ("{kind", "expected fields such as"),
        ("{kind!r}", "a format"),
    ):
        ((key, said_of_it),) = SheetOptions(caption=caption).problems()
        assert key == "caption"
        assert re.search(message, said_of_it)


def test_a_long_caption_is_set_smaller_within_its_place_until_it_is_refused() -> None:
    (section, _) = two_bands()
    sizes: list[float] = []

    def set_longer() -> None:
        for length in range(20, 200, 5):
            caption = "x" * length
            scene = made([section], own={"caption": caption})
            captions = [m for m in scene.marks if isinstance(m, Label) and m.text == caption]
            sizes.append(min(m.size_mm for m in captions))
            assert max(mark_box(m)[2] for m in captions) <= SIZE[0] - MARGIN + 0.01

    with refused(RenderError) as caught:
        set_longer()
    assert caught.value.key == "caption"
    assert 7 * PT <= sizes[-1] < sizes[0]


def test_a_row_of_smaller_boards_has_air_over_it_as_under_it() -> None:
    scene = made(two_bands())
    heads = [mark for mark in scene.marks if isinstance(mark, Label)
             and mark.face is Face.DISPLAY_BOLD and not mark.turned]  # fmt: skip
    first, third = (next(h.position[1] for h in heads if h.text == text) for text in "13")
    rules = max(mark.position[1] for mark in scene.marks
                if isinstance(mark, Label) and mark.position[1] < first)  # fmt: skip
    boards = max(end for mark in scene.marks if (end := mark_box(mark)[3]) < third - 5)
    assert 0.8 < (first - rules) / (third - boards) < 1.25
