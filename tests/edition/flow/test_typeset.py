import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.edition.flow.typeset import (
    Span,
    TextLine,
    break_lines,
    check_glyphs,
    measure,
    place_line,
    shorten,
)
from pipeline.model import RenderError
from pipeline.scene import Align, Face
from tests.refusals import refused

words = st.lists(st.text("abcdefghij", min_size=1, max_size=12), min_size=1, max_size=40)


def text_of(line: TextLine) -> str:
    return " ".join("".join(piece.text for piece in word) for word in line.words)


@settings(max_examples=60, deadline=None)
@given(words, st.integers(30, 120))
def test_lines_hold_every_word_in_order_and_fit(text: list[str], width: int) -> None:
    lines = break_lines([Span(" ".join(text), Face.TEXT)], 10, width)
    assert " ".join(text_of(line) for line in lines) == " ".join(text)
    assert all(measure(text_of(line), Face.TEXT, 10) <= width + 1e-6 for line in lines)
    assert [line.is_last for line in lines] == [False] * (len(lines) - 1) + [True]


@settings(max_examples=30, deadline=None)
@given(words, st.integers(30, 120))
def test_total_fit_is_never_more_ragged_than_first_fit(text: list[str], width: int) -> None:
    def raggedness(lines: list[str]) -> float:
        return sum((width - measure(line, Face.TEXT, 10)) ** 2 for line in lines[:-1])

    greedy: list[str] = []
    for word in text:
        if greedy and measure(f"{greedy[-1]} {word}", Face.TEXT, 10) <= width:
            greedy[-1] += f" {word}"
        else:
            greedy.append(word)
    ours = [text_of(line) for line in break_lines([Span(" ".join(text), Face.TEXT)], 10, width)]
    short_end = measure(greedy[-1], Face.TEXT, 10) < 0.15 * width
    assert short_end or raggedness(ours) <= raggedness(greedy) + 1e-6


def test_faces_meet_inside_a_word() -> None:
    spans = [Span("see ", Face.TEXT), Span("this", Face.TEXT_BOLD), Span(", then", Face.TEXT)]
    (line,) = break_lines(spans, 10, 100)
    assert [[piece.text for piece in word] for word in line.words] == [
        ["see"],
        ["this", ","],
        ["then"],
    ]


def test_a_soft_hyphen_shows_only_where_a_line_ends() -> None:
    spans = [Span("Zahlen\u00adver\u00adbindung", Face.TEXT)]
    assert [text_of(line) for line in break_lines(spans, 10, 100)] == ["Zahlenverbindung"]
    narrow = [text_of(line) for line in break_lines(spans, 10, 20)]
    assert narrow[0].endswith("-")
    assert "".join(narrow).replace("-", "") == "Zahlenverbindung"


def test_an_address_wider_than_the_line_is_divided() -> None:
    address = "https://example.org/" + "a" * 60
    lines = break_lines([Span(address, Face.TEXT)], 10, 40)
    assert "".join(text_of(line) for line in lines) == address
    assert all(line.width <= 40 for line in lines)


@pytest.mark.parametrize("width", [30, 40, 55])
def test_an_address_is_divided_where_its_parts_meet(width: int) -> None:
    address = "https://example.org/archive.php?collection=puzzles&kind=numberlink#p12345"
    lines = [text_of(one) for one in break_lines([Span(address, Face.TEXT)], 10, width)]
    assert "".join(lines) == address
    assert min(map(len, lines)) > 3
    signs = sum(line[-1] in "/.?&=_:#," for line in lines[:-1])
    assert signs >= len(lines) - 3, "but for long parts and the last few characters"


def test_words_bound_by_a_no_break_space_stay_together() -> None:
    lines = break_lines([Span("aaaa bbbb\u00a0cccc", Face.TEXT)], 10, 22)
    assert [text_of(line) for line in lines] == ["aaaa", "bbbb\u00a0cccc"]


def test_lines_can_be_centred_or_on_the_right() -> None:
    (line,) = break_lines([Span("word", Face.DISPLAY)], 10, 40)
    (right,) = place_line(line, 0, 0, 40, 10, Align.RIGHT)
    assert right.position[0] + line.width == pytest.approx(40)
    (centre,) = place_line(line, 0, 0, 40, 10, Align.CENTRE)
    assert centre.position[0] + line.width / 2 == pytest.approx(20)


def test_missing_glyphs_are_named() -> None:
    with refused(RenderError):
        check_glyphs("a★b", Face.TEXT)


@pytest.mark.parametrize("character", ["\u05e9", "\u0639", "\u202e"])
def test_text_from_right_to_left_is_refused_by_name(character: str) -> None:
    with pytest.raises(RenderError, match=f"U.{ord(character):04X}, .*right to left"):
        check_glyphs(f"a{character}b", Face.TEXT)


def test_line_feeds_cannot_be_set() -> None:
    with refused(RenderError):
        check_glyphs("a\nb", Face.TEXT)


def test_long_titles_are_shortened_between_words() -> None:
    short = shorten("A book of very winding lines", Face.DISPLAY, 9, 30)
    assert short.endswith("…")
    assert measure(short, Face.DISPLAY, 9) <= 30
    assert "A book of very winding lines".startswith(short[:-1] + " ")
    assert measure(shorten("W" * 200, Face.DISPLAY, 9, 30), Face.DISPLAY, 9) <= 30
