"""What lies under other marks, outside a clip, or in the colour of its ground is not seen."""

import tracemalloc
from collections import Counter
from random import Random
from typing import Any

import pikepdf
import pytest

from pipeline.pdf import visibility
from pipeline.pdf.marks import BLACK, PaintedPath, PaintedText, Subpath
from pipeline.pdf.values import Steps
from pipeline.pdf.visibility import Visibility
from tests.pdf.test_content import interpret

TEXT = "BT /F1 10 Tf 20 50 Td (Hello) Tj ET "
LINE = "2 w 20 20 m 60 20 l S "
AREA = "0.5 g 20 20 40 40 re f "
BOX = "10 10 100 80 re f "


def _image(pdf: pikepdf.Pdf) -> pikepdf.Dictionary:
    name = pikepdf.Name
    return pikepdf.Dictionary(
        I1=pikepdf.Stream(
            pdf, b"\xff", Subtype=name.Image, ColorSpace=name.DeviceGray, Width=1, Height=1,
            BitsPerComponent=8,
        )
    )  # fmt: skip


def _texts(content: str, **resources: object) -> list[bool]:
    marks, _ = interpret(content, **resources)
    shown = Visibility(marks).hide_texts()
    return [not mark.is_hidden for mark in shown if isinstance(mark, PaintedText)]


@pytest.mark.parametrize(
    "content",
    [
        TEXT,
        "1 g " + BOX + "0 g " + TEXT,
        "0 g " + BOX + "1 g " + TEXT,
        TEXT + "1 g 200 10 20 80 re f",
        TEXT + "/G1 gs 1 g " + BOX,
        TEXT + "1 G 0.5 w 10 52 m 90 52 l S",
        TEXT + "1 g 10 10 100 80 re 15 40 60 30 re f*",
        "q 0 0 200 100 re W n " + TEXT + "Q",
        TEXT + "q 0 0 5 5 re W n 1 g " + BOX + "Q",
        "/Span <</MCID 1>> BDC " + TEXT + "EMC",
    ],
)
def test_what_is_bare_is_read(content: str) -> None:
    states = pikepdf.Dictionary(G1=pikepdf.Dictionary(ca=0.2))
    assert _texts(content, ExtGState=states) == [True]


@pytest.mark.parametrize(
    "content",
    [
        TEXT + "1 g " + BOX,
        TEXT + "0 g " + BOX,
        TEXT + "1 g 26 48 6 9 re f",  # one letter of five
        TEXT + "1 G 12 w 10 53 m 90 53 l S",
        TEXT + "q 100 0 0 80 10 10 cm /I1 Do Q",
        TEXT + "q 50 0 0 50 10 40 cm BI /W 1 /H 1 /IM true ID \x00 EI Q",
        "1 g " + TEXT,
        "0.5 g " + BOX + TEXT,
        "/G1 gs " + TEXT,
        "/G2 gs " + TEXT,
        TEXT + "/G2 gs 1 g " + BOX,
        "3 Tr " + TEXT,
        "q 0 0 30 100 re W n " + TEXT + "Q",
        "q 0 0 m 30 0 l 15 9 l h W n " + TEXT + "Q",  # its box is cut off, and its path too
        "q 20 30 m 60 30 l 60 80 l h W n " + TEXT + "Q",
        "/OC /L1 BDC " + TEXT + "EMC",
        TEXT + "1 g 10 10 100 80 re 15 40 60 30 re f",
    ],
)
def test_what_is_hidden_is_not_read(content: str) -> None:
    states = pikepdf.Dictionary(
        G1=pikepdf.Dictionary(ca=0.02), G2=pikepdf.Dictionary(BM=pikepdf.Name.Multiply)
    )
    assert _texts(content, ExtGState=states, XObject=_image) in ([False], [])


@pytest.mark.parametrize(
    "content",
    [
        TEXT + f"1 g {x} {y} {wide} {high} re f"
        for x, y, wide, high in ((20, 49, 2, 9), (24, 49, 3, 9), (19, 49, 30, 3), (19, 54, 30, 5))
    ],
)
def test_a_text_with_a_part_of_a_letter_covered_is_not_read(content: str) -> None:
    assert _texts(content) == [False]


@pytest.mark.parametrize(
    ("content", "share"),
    [
        (LINE, 1.0),
        (LINE + "1 g 30 15 20 10 re f", 0.5),
        (LINE + "1 G 2 w 20 20 m 60 20 l S", 0.0),
        (LINE + "1 G 1 w 20 20 m 60 20 l S", 2 / 3),  # a hollow line keeps its edges
        (LINE + "1 G 2 w [2 2] 0 d 20 20 m 60 20 l S", 1.0),
        (LINE + "1 g 30 19.5 20 1 re f", 5 / 6),
        ("1 G " + LINE, 0.0),
        ("0.2 g 0 0 200 100 re f " + LINE, 1.0),
        ("0 g 0 0 40 100 re f " + LINE, 0.5),
    ],
)
def test_lines_are_seen_over_the_width_of_their_pen(content: str, share: float) -> None:
    marks, _ = interpret(content)
    order = next(k for k, mark in enumerate(marks) if isinstance(mark, PaintedPath) and mark.width)
    points = [(x, 20 + y) for x in range(21, 60, 2) for y in (-0.9, 0, 0.9)]
    assert Visibility(marks).share(order, points) == pytest.approx(share)


@pytest.mark.parametrize(
    ("content", "share"),
    [
        (AREA, 1.0),
        (AREA + "1 g 20 20 20 40 re f", 0.5),
        (AREA + "0.5 g 30 30 20 20 re f", 1.0),  # areas of one line overlap where it bends
        (AREA + "0.5 G 2 w 20 20 40 40 re S", 1.0),  # and so do outline and area
        (AREA + "1 g 20 20 40 10 re f", 0.75),
    ],
)
def test_areas_are_seen_under_their_own_colour(content: str, share: float) -> None:
    marks, _ = interpret(content)
    points = [(x, y) for x in range(21, 60, 2) for y in range(21, 60, 2)]
    assert Visibility(marks).share(0, points, is_area=True) == share
    assert Visibility(marks).share(0, points, True, but=[1]) == 1.0


def test_marks_over_one_another_are_compared_as_long_as_there_are_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: Counter[str] = Counter()
    holds = visibility._holds

    def counted(*args: Any) -> Any:
        calls["held"] += 1
        return holds(*args)

    monkeypatch.setattr(visibility, "_holds", counted)
    beside = "".join(f"{k} 20 m {k} 60 l 60 {k} l S " for k in range(20, 60)) + TEXT
    marks, _ = interpret(beside)
    paths = [(k, mark) for k, mark in enumerate(marks) if isinstance(mark, PaintedPath)]
    whole, cut = Visibility(marks), Visibility(marks, Steps(page=1000))
    assert all(whole.shows_any(mark, k) for k, mark in paths)
    assert not whole.is_cut
    calls.clear()
    shown = [cut.shows_any(mark, k) for k, mark in paths]
    assert cut.is_cut
    assert shown[0]
    assert not shown[-1]
    assert cut.share(0, [(20, 30)]) == 0
    assert all(mark.is_hidden for mark in cut.hide_texts() if isinstance(mark, PaintedText))
    assert calls["held"] <= 100


def _zigzag(random: Random, count: int) -> PaintedPath:
    points = tuple((90 * random.random(), 90 * random.random()) for _ in range(count))
    return PaintedPath((Subpath(points, False),), (0, 0, 90, 90), None, BLACK, 1.0, False, 1.0)


def test_paths_of_many_lines_are_judged_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(5)
    lines = [_zigzag(random, 30) for _ in range(8)]
    areas = [path._replace(fill=BLACK, stroke=None) for path in lines]
    places = [(90 * random.random(), 90 * random.random()) for _ in range(200)]

    def shares() -> list[float]:
        seen = Visibility([*lines, *areas])
        return [seen.share(k, places, is_area) for k in range(16) for is_area in (False, True)]

    whole = shares()
    assert len({*whole}) > 2
    monkeypatch.setattr(visibility, "_MOST_PAIRS", 64)
    assert shares() == whole


def test_a_long_path_takes_little_memory() -> None:
    path = _zigzag(Random(6), 10_000)
    tracemalloc.start()
    try:
        Visibility([path, path]).shows_any(path, 0)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 120e6
