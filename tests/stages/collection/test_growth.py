"""Hostile texts take every reader a time in proportion to their length, and are refused."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pipeline.config.own_pages import PICTURE
from pipeline.edition.flow.markdown import parse_markdown
from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.interface import TextFormat
from pipeline.kinds.kit.sites.penpa import read_penpa
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import PageContent, TextRun
from pipeline.stages.check_kind.boards import example_boards
from pipeline.stages.collection.credits import Comments
from pipeline.stages.collection.import_stats import Rejection
from tests.growth import LARGE, SMALL, fault
from tests.slices import WHOLE, cases
from tests.stages.collection.reads import read

Text = Callable[[int], str]

FORMS = [(kind_id, form.name) for kind_id in kind_ids() for form in get_kind(kind_id).formats]
SIGNS = [*"aA017 .-_#/[](){}<>,;:|+=?!*\"'&\\\t\r\n", "é", "\u2028"]
WORDS = (
    "a ", "1 ", "a\n", "1 2\n", "1 2\n\n", "-\n", "  \n", " \n ", "..\n", "1,2\n", "1\t2\n",
    '"1"\n', "| 1 ", "|\n", "---\n", "12 34|", "1|\n\n", "[[", "[\n", "[1,", "[1, 2],", "[[1,2]]\n",
    '{"a":', '{"problem":"1"}\n', "array(", "<game ", '<game data="', '<folder name="', "<name>",
    "<!--", "&amp;", "https://", "http:/", "a/", "?a/", "https://a/?slither/", "m=edit&p=A ",
    "f-puzzles.com/?load=", "sudokupad.app/scl", "bd=", "pzprv3/", "pzprv3\nslither\n", "+1", "*a ",
    "begin\n", "end\n", "problem\n", "puzzle a\n", "begin\npuzzle sudoku\nproblem\n1 -\nend\n",
    "# a\n", "#\n", "# title: a\n", "# title: ", "# rule: x\n", "#A b\n", "A:0:", "[Puzzle]\n",
    "a=", "a: 1\n", "a:\n", "3x3:", "3x3:1,", "1x1#", "0102", "1/", "k", "ipuz(", "rnbqkbnr/",
    "1:", "=0J0", "<puzzle ", "<clues ", "<count>1<", "rows\n", "1,1\n", "a: 1+\n", "1#0-1#+\n",
    "|17\\ ", "(1,2),", '"regions":[[', "colorRegions:[[", "Hitori\n", "areas 1 2\n",
    "# - 1\n", "#,,", '"ab", ', "Tents 2: 4x4:a\n", "a/rect.html#3x3%3A", "g 2=\n",
)  # fmt: skip
HEADS = (
    "", "[", '{"problem": "', "<opensudoku>", "# ", "# author: a", "3x3:", "12:", "3x3k:", "ipuz(",
    "SAVEFILE:41:", "[Puzzle]\n", "https://puzz.link/p?slither/5/5/", "pzprv3\nslither\n5\n5\n",
    "begin\npuzzle sudoku\nproblem\n", "begin\npuzzle killer\n", "problem,solution\n", "<?xml ",
    "<puzzle ", "abc ", "[[1,2],", "123456789\n", "10 10\n\n", "1 | 2\n", "x 3 abcdef",
    "3x3::k:", "SumoCueV1", "width 5\nheight 5\nrows\ncolumns\n", "<puzzleset><puzzle >",
    "ab\nab\n", '{"size":9,"cages":[', "5\n1#0-1#+\n", "3x3xk:zzzc,", '["ab",',
    '{"grid":["ab","ab"],"clues":{"a":', "Kakuro\n",
)  # fmt: skip
NUMBERED = ("https://a.b/?g{}/3/3/a\n", "puzzle g{}\nproblem\n1 -\n", "# rule: r{}\n1 2\n", "{}\n",
            "pzprv3/g{}/3/3\n", "{}:\n", "[[{}]]\n", "# title: t{}\n")  # fmt: skip


def repeated(head: str, unit: str, end: str) -> Text:
    return lambda size: head + unit * (size // len(unit)) + end


def numbered(unit: str) -> Text:
    return lambda size: "".join(unit.format(at) for at in range(size // len(unit)))


def texts_of(form: TextFormat[Any, Any], kind_id: str) -> Iterator[tuple[str, str, str]]:
    """Yield head, unit and end of texts: a sign, a word or a line of what a form writes."""
    for board in example_boards(get_kind(kind_id)):
        with suppress(PuzzleFormatError):
            sample = form.write([(board.clues, board.solution)])
            break
    else:
        return
    colon = sample.find(":") + 1 or sample.rfind("/") + 1
    heads = ("", sample, sample[:colon], sample[: len(sample) // 2], sample.partition("\n")[0])
    lines = [f"{line}\n" for line in sample.split("\n")[:4]]
    words = re.findall(r"\w+\W", sample)[:6] + re.findall(r"\W\w+", sample)[:6]
    for unit in dict.fromkeys([*sample[:60], sample, *lines, *words, "1", "a", " ", "0102"]):
        for head in dict.fromkeys(heads):
            for end in ("", "!", "\n"):
                yield head, unit, end


def _fault(work: Callable[[str], object], head: str, unit: str, end: str) -> str:
    """Return what is wrong with the times for so many units as `SMALL` has."""
    sizes = [size for size in SMALL if size * len(unit) <= 4 * SMALL[-1]]
    wrong = fault(work, lambda count: head + unit * count + end, sizes)
    return wrong and f"{unit!r} between {head!r} and {end!r}: {wrong}"


@pytest.mark.part(5)
@pytest.mark.parametrize(("kind_id", "name"), FORMS)
def test_forms_read_in_a_time_in_proportion(kind_id: str, name: str) -> None:
    form = next(form for form in get_kind(kind_id).formats if form.name == name)

    def work(text: str) -> None:
        form.detect(text)
        with suppress(PuzzleFormatError):
            list(form.read_each(text, None))

    texts = [*texts_of(form, kind_id)]
    slow = [_fault(work, *one) for one in (texts if WHOLE else texts[:: len(texts) // 12 + 1])]
    assert not [*filter(None, slow)]


def _page(text: str) -> PageContent:
    texts = (TextRun(text, (20, 5), 4, False, 12.0),)
    return PageContent(50, 50, (), (), texts)


def _boards(text: str) -> None:
    for kind_id in kind_ids():
        if (reads := get_kind(kind_id).read_board) is not None:
            with suppress(PuzzleFormatError):
                reads(_page(text), None)


def _penpa(text: str) -> None:
    with suppress(PuzzleFormatError):
        read_penpa(text)


READERS: dict[str, Callable[[str], object]] = {
    "markdown": parse_markdown,
    "pictures": lambda text: [*PICTURE.finditer(text)],
    "comments": lambda text: Comments(text).by_rule(),
    "pages": _boards,
    "penpa": _penpa,
}


@pytest.mark.part(3)
@pytest.mark.parametrize("name", READERS)
def test_other_readers_read_in_a_time_in_proportion(name: str) -> None:
    extra = ("1: ↓→", "↓", "↓→ ", "*", "**", "**a ", "# a: ", "m=edit&p=", "![](", "1. ", "> ")
    units, heads = (*extra, *SIGNS, *WORDS), ("", "1: ↓", "# ", "m=edit&p=")
    texts = [(head, unit, end) for unit in units for head in heads for end in ("", "!")]
    slow = [_fault(READERS[name], *one) for one in (texts if WHOLE else texts[::5])]
    assert not [*filter(None, slow)]


IMPORTED: list[Text] = [
    *map(numbered, NUMBERED),
    *(repeated(head, unit, end) for unit in (*SIGNS, *WORDS) for head in HEADS
      for end in ("", "!")),
]  # fmt: skip


def _import(tmp_path: Path) -> Callable[[str], object]:
    def work(text: str) -> None:
        path = tmp_path / "a.txt"
        path.write_text(text, encoding="utf-8", newline="")
        for one in read(path):
            assert not isinstance(one, Rejection) or one.reason

    return work


@pytest.mark.dear
@pytest.mark.parametrize("part", cases(range(240), part=240))
def test_imports_take_a_time_in_proportion(tmp_path: Path, part: int) -> None:
    for text_of in IMPORTED[part::240]:
        wrong = fault(_import(tmp_path), text_of, (256, 512, 1024, 2048, 4096, 8192))
        assert not wrong, f"{text_of(60)!r}: {wrong}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(60))
def test_long_imports_take_a_time_in_proportion(tmp_path: Path, part: int) -> None:
    text_of = IMPORTED[part * len(IMPORTED) // 60]
    wrong = fault(_import(tmp_path), text_of, LARGE)
    assert not wrong, f"{text_of(60)!r}: {wrong}"
