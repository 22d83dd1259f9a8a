"""Coloured Nonograms in files of other programs."""

from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.model import PuzzleFormatError, Record
from pipeline.stages.collection.importer import import_records

KIND = get_kind("colournonogram")
ROWS, COLUMNS = ("2a", "1a,1b", "2b"), ("2a", "1a,2b", "1b")
NON = (
    'title "Flag"\nby "A. Setter"\ncolor a #0000ff\ncolor b #ff8000\nwidth 3\nheight 3\n\nrows\n'
    + "\n".join(ROWS) + "\n\ncolumns\n" + "\n".join(COLUMNS) + '\n\ngoal "aa0ab00bb"\n'
)  # fmt: skip
OLSAK = (
    "A flag\n#d\n   0:   white  background\n   a:x  #0000FF\n   1:*  orange  usual\n: rows --\n"
    "2a\n1a 1\n2\n: columns --\n2a\n1a, 2\n1\n: end\n"
)
BODY = (
    "<clues type='columns'><line>{a2}</line><line>{a1}{b2}</line><line>{b1}</line></clues>"
    "<clues type='rows'><line>{a2}</line><line>{a1}{b1}</line><line>{b2}</line></clues>"
).replace("'", '"')
COUNTS = {
    f"{sign}{n}": f'<count color="{name}">{n}</count>'
    for sign, name in (("a", "sea"), ("b", "sand")) for n in (1, 2)
}  # fmt: skip
XML = (
    '<puzzleset><puzzle type="grid" defaultcolor="sand"><title>Flag</title>'
    '<color name="white" char=".">FFFFFF</color><color char="s" name="sea">0000FF</color>'
    '<color name="sand" char="%">FF8000</color>' + BODY.format(**COUNTS)
    + "<solution type=\"goal\"><image>\n|ss.|\n|s%.|\n|.%%|\n</image></solution>"
    "</puzzle></puzzleset>\n"
)  # fmt: skip
PICTURE = XML.replace(BODY.format(**COUNTS), "")
DEFAULT = XML.replace(' color="sand"', "")


def read(path: Path, text: str, name: str | None = None) -> list[Record]:
    path.write_text(text, encoding="utf-8")
    return [*import_records(str(path), name)]


@pytest.mark.parametrize("text", [NON, OLSAK, XML, PICTURE, DEFAULT])
def test_files_of_other_programs_are_one_board(text: str, tmp_path: Path) -> None:
    record = read(tmp_path / "a.txt", text)[0]
    assert record.kind == "colournonogram"
    assert record.puzzle["left"] == [[2], [1, 1], [2]]
    assert record.puzzle["left_colours"] == [[1], [1, 2], [2]]
    assert record.puzzle["top_colours"] == [[1], [1, 2], [2]]
    published = record.origin.get("published")
    assert published == (None if text == OLSAK else {"numbers": [[1, 1, 0], [1, 2, 0], [0, 2, 2]]})


@pytest.mark.parametrize("name", ["non", "webpbn", "olsak"])
def test_each_form_writes_several_boards_and_reads_them_with_their_answers(name: str) -> None:
    form = next(form for form in KIND.formats if form.name == name)
    made = [KIND.generate(KIND.parse_params(6, 7, None, {"colours": "4"}), k) for k in range(3)]
    text = form.write([(one.clues, one.solution) for one in made])
    assert form.detect(text)
    found = [*form.read(text, None)]
    assert [one.clues for one in found] == [one.clues for one in made]
    answers = [one.solution for one in made] if name != "olsak" else [None] * 3
    assert [one.solution for one in found] == answers


def test_one_colour_is_a_plain_nonogram_unless_the_kind_is_named(tmp_path: Path) -> None:
    text = "color b #ff8000\nwidth 2\nheight 1\nrows\n1b\ncolumns\n1b\n0\n"
    assert read(tmp_path / "a.txt", text)[0].kind == "nonogram"
    form = next(form for form in KIND.formats if form.name == "non")
    assert not form.detect(text)
    (parsed,) = form.read(text, None)
    assert KIND.encode(parsed.clues)["left_colours"] == [[2]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (NON.replace("2b\n\n", "1b,1c,1d\n\n").replace("1b\n\ng", "1e\n\ng"), "of 5 colours"),
        (NON.replace("1a,1b", "1a,1b,x"), "perhaps with the sign of a colour"),
        (NON.replace("1a,1b", "1a,2a"), "numbers that fit 3 cells"),
        (OLSAK.replace(": columns --\n", ""), "rows and columns below colons"),
    ],
)
def test_what_is_no_board_is_refused_by_name(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(PuzzleFormatError, match=said):
        read(tmp_path / "a.txt", text)


def test_a_bundle_has_several_boards(tmp_path: Path) -> None:
    plain = "width 1\nheight 2\nrows\n1\n1\ncolumns\n2\n"
    found = read(tmp_path / "a.txt", f"{NON}====\n{plain}")
    assert [one.kind for one in found] == ["colournonogram", "nonogram"]


@pytest.mark.parametrize("gap", ["", "\n", "====\n", "# The next one\n"])
@pytest.mark.parametrize("first", [NON, NON.partition("\ngoal")[0], NON.partition("\n")[2]])
def test_several_pictures_of_a_file_keep_titles_of_their_own(
    gap: str, first: str, tmp_path: Path
) -> None:
    second = NON.replace("Flag", "Second").replace("A. Setter", "B. Setter")
    found = read(tmp_path / "two.non", first + gap + second)
    titles = [one.credit and (one.credit.title, one.credit.author) for one in found]
    assert titles == [("Flag" if "Flag" in first else None, "A. Setter"), ("Second", "B. Setter")]
    assert [one.puzzle["left"] for one in found] == [[[2], [1, 1], [2]]] * 2
