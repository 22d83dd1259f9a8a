"""Pieces of a text are not taken for puzzles, and one odd line does not hide the good ones."""

import pytest

from pipeline.kinds.kit.sites.penpa import write_penpa
from pipeline.model import PuzzleFormatError, Record
from pipeline.stages.collection.export import export_text
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.collection.importer import import_records
from tests.known import as_a
from tests.refusals import refused
from tests.stages.collection.reads import puzzles, read

LINE = "..3.1.2..541.6.....2.79.5..13....7...8.....6...7....35..9.41.7.....3.419..6.7.8..\n"
ROWS = "".join(f"{LINE[at : at + 9]}\n" for at in range(0, 81, 9))
ADDRESS = "https://puzz.link/p?slither/5/5/dj72dg1cg3782\n"
FILE = "pzprv3\nhashikake\n1\n3\n2 . 2 \n2 0 \n"
JANKO = "begin\npuzzle sudoku\nproblem\n- 1 - -\n- - - 2\n3 - - -\n- - 3 -\nend\n"
STREAM = "3 3\n1..\n.2.\n21.\n"
TILES = "1 2 3 4 5 6 7 0 8\n"


@pytest.mark.parametrize(
    "text",
    [
        "10 10\n",
        "5 6\n\n3....\n..2.2\n3...1\n2...3\n2.3.2\n",
        "4 2\n\n\n3\n",
        "9 9\n\n9 9\n\nnothing\n",
        "3....\n..2.2\n3...1\n2...3\n2.3.\n",
    ],
)
def test_pieces_of_a_text_are_no_boards(put, text: str) -> None:
    found = read(put("piece.txt", text))
    assert found
    assert all(isinstance(one, Rejection) for one in found)


@pytest.mark.parametrize("text", [ROWS, f"Grid 01\n{ROWS}", "1........\n"])
def test_rows_are_no_sudokus_of_their_own(put, text: str) -> None:
    found = read(put("rows.txt", text), format_name="sudoku/line")
    assert len(found) == text.count("\n")
    assert all(isinstance(one, Rejection) for one in found)


def test_rows_under_headings_are_read_whole(put) -> None:
    zeros = ROWS.replace(".", "0")
    found = puzzles(put("grids.txt", f"Grid 01\n{zeros}Grid 02\n{zeros}"))
    assert [(one.kind, one.provenance.extra["line"]) for one in found if one.provenance] == [
        ("sudoku", 2), ("sudoku", 12),
    ]  # fmt: skip


def test_empty_cells_drawn_as_spaces_are_cells(put) -> None:
    path = put("spaces.txt", "4  2\n    \n    \n3   \n")
    (record,) = puzzles(path, format_name="nurikabe/table")
    assert record.puzzle["clues"] == [[4, 0, 0, 2], [0] * 4, [0] * 4, [3, 0, 0, 0]]


@pytest.mark.parametrize(
    ("text", "count", "odd"),
    [
        (f"My collection, 2026\n{LINE * 3}", 3, [1]),
        (f"Sudokus\n\n{LINE * 3}", 3, [1]),
        (f"{LINE}{LINE[:-1]} # nice\n{LINE}", 2, [2]),
        (f"{LINE[:-1]} # nice\n{LINE * 3}", 3, [1]),
        (f"{LINE * 3}(c) 2026, me\n", 3, [4]),
        (f"My loops\n{ADDRESS * 3}Part two\n{ADDRESS}", 4, [1, 5]),
        (f"My loops\n{ADDRESS * 2}https://puzz.link/p?masyu/6/6/324031103033\n", 3, [1]),
        (f"My files\n{FILE}\n{FILE}", 2, [1]),
        (f"From the web\n{JANKO}", 1, [1]),
        (f"My grids\n{STREAM}\n{STREAM}", 2, [1]),
        (f"Tiles\n{TILES * 2}", 2, [1]),
        ("My pairs\n\n" + "1 - 1\n2 - 2\n\n" * 3, 3, [1]),
        (f"# mine\nhttps://example.org/#m=edit&p=AAAA\n{ADDRESS}", 1, [2]),
    ],
)
def test_an_odd_line_is_listed_and_the_good_ones_are_read(put, text, count, odd) -> None:
    found = read(put("odd.txt", text))
    assert sum(isinstance(one, Record) for one in found) == count
    assert [one.line for one in found if isinstance(one, Rejection)] == odd


def test_a_title_hides_none_of_thousands(put) -> None:
    found = read(put("many.txt", f"Seventeen clues, 2026\n{LINE * 3000}"))
    assert sum(isinstance(one, Record) for one in found) == 3000


@pytest.mark.parametrize(
    "head", ["3\n", "3 3\n", "3 # size\n", "# This puzzle is solvable\n3\n", ""]
)
def test_a_goal_is_given_to_boards_that_say_none(put, head: str) -> None:
    path = put("snail.txt", f"{head}1 2 3 # snail\n8 4 0\n7 6 5\n")
    (plain,) = puzzles(path)
    assert plain.puzzle["goal"][2] == [7, 8, 0]
    (record,) = puzzles(path, settings={"goal": "spiral"})
    assert record.puzzle["goal"] == [[1, 2, 3], [8, 0, 4], [7, 6, 5]]


def test_words_beside_addresses_and_titles_of_puzzles_are_credits(put) -> None:
    text = f"12. The Snake: {ADDRESS}3) {ADDRESS}{ADDRESS}"
    records = puzzles(put("named.txt", text))
    assert [one.credit and one.credit.title for one in records] == ["12. The Snake", None, None]
    assert [one.origin.get("source_id") for one in records] == [None, "3", None]


@pytest.mark.parametrize(
    ("head", "titles"),
    [
        ("# Title: One\n{0}\n# Title: Two\n{0}", ["One", "Two"]),
        ("# Title: All\n# Title: One\n{0}\n# Title: Two\n{0}", ["One", "Two"]),
        ("# Title: All\n{0}\n{0}", [None, None]),
        ("# Title: All\n{0}\n# Title of this puzzle: Two\n{0}", [None, "Two"]),
        ("# Title: One\n{0}", ["One"]),
    ],
)
def test_a_title_above_each_puzzle_is_its_own(put, head: str, titles: list[str]) -> None:
    records = puzzles(put("titles.txt", head.format("1 - 1\n2 - 2\n")))
    assert [one.credit and one.credit.title for one in records] == titles


def test_the_tags_of_sudocue_are_credits(put) -> None:
    tags = "#AA. Setter\n#DMy first\n#CFun\n#B03-08-2026\n#SA book\n#LEasy\n#Uhttp://example.org\n"
    (record,) = puzzles(put("mine.sdk", tags + ROWS))
    assert record.credit is not None
    credit = record.credit
    assert (credit.author, credit.title, credit.url) == (
        "A. Setter",
        "My first",
        "http://example.org",
    )
    assert record.origin["source"] == {"info": "Fun", "date": "03-08-2026", "level": "Easy"}


@pytest.mark.parametrize(
    "kind_id", ["akari", "masyu", "slitherlink", "hashi", "nurikabe", "hitori"]
)
def test_penpa_has_the_kind_of_what_we_write(put, kind_id: str) -> None:
    tables = {
        "akari": "- - 1 -\n- - - -\n- 2 - -\n- - - -\n",
        "masyu": "w - -\n- - b\n- w -\n",
        "slitherlink": "3 - -\n- - 2\n2 - 3\n",
        "hashi": "2 - 3\n- - -\n? - 1\n",
        "nurikabe": "? - -\n- - -\n2 - -\n",
        "hitori": "1 2 3\n1 - 3\n2 3 1\n",
    }
    records = [*import_records(str(put("a.txt", tables[kind_id])), f"{kind_id}/table")]
    (back,) = puzzles(put("penpa.txt", export_text(records, "penpa")))
    assert (back.kind, back.puzzle) == (kind_id, records[0].puzzle)


def test_a_game_of_penpa_that_no_kind_reads_is_named(put) -> None:
    address = write_penpa([["1", "2"], ["2", "1"]], {}, ("castle",))
    (found,) = read(put("other.txt", address))
    assert isinstance(found, Rejection)
    assert found.is_foreign
    assert found.reason == "found a puzzle of the game 'castle', which no kind reads; leave it out"


def test_a_form_that_cannot_hold_a_puzzle_says_so(put) -> None:
    path = put("big.txt", "1 62\n2 99\n")
    with refused(PuzzleFormatError):
        export_text(import_records(str(path), "hitori/table"), "hitori/tatham")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"%PDF-1.4\n%\xe2\xe3", "found a PDF; copy the puzzles"),
        (b"\x89PNG\r\n\x1a\n\0", "found a picture; copy the puzzles"),
        (b"\xd0\xcf\x11\xe0\0\0", "found an office document"),
        (b"{\\rtf1\\ansi\n", "a document of a word processor"),
        (b"<rss><channel></channel></rss>\n", "found a page or XML"),
        (b"https://tinyurl.com/2p9abcde\n", "an address without a puzzle: open it"),
        (b"10x10#123456789\n", "a random seed of Simon Tatham's collection"),
        (b"pzprv3\ncastle\n3\n3\n. . .\n. . .\n. . .\n", "the game 'castle', which no"),
        (b"Dear editor,\nhere are my ten puzzles\n", "that a kind reads, found 'Dear editor,'"),
        (b"puzzles:\n  - name: one\n", "found YAML: copy the puzzles"),
        (b'# mine\n[[puzzle]]\ngrid = "53..7"\n', "a file of settings (TOML or INI): copy"),
        (b"12\n7\n33\n4\n", "a column of numbers: write the cells of a row on one line"),
        (b"ABCDE\nFGHIJ\nKLMNO\nPQRST\n\nCAT\nDOG\n", "a word search: no kind reads it"),
        (b"8/8/8/4k3/8/4K3/8/8 w - - 0 1\n", "a position of chess (FEN): no kind reads it"),
        (b"9x9:aabbccdd,10,12,8:53_7\n", "expected a puzzle in a form that a kind reads"),
        (b'[{"puzzle": "5300', "expected JSON: the text is cut off; save it again"),
        (b"53..7....\n6..195...\n.98....6\n" * 3, "(read as sudoku (rows)"),
        (b"53..7....6..195....98....6.8...Q...34..8.3..17...2...6.6....28....419..5....8..79\n",
         "(read as sudoku (line)"),
    ],
)  # fmt: skip
def test_foreign_files_are_named(put, data: bytes, said: str) -> None:
    path = put("foreign.txt", "")
    path.write_bytes(data)
    found = list(read(path))
    assert all(isinstance(one, Rejection) for one in found)
    assert said in as_a(Rejection, found[0]).reason


def test_a_list_of_a_program_is_read_below_its_name(put) -> None:
    (record,) = puzzles(put("board.py", "grid = [\n  [1, 0, 0],\n  [0, 2, 0],\n  [2, 1, 0],\n]\n"))
    assert record.puzzle["clues"] == [[1, 0, 0], [0, 2, 0], [2, 1, 0]]


@pytest.mark.parametrize("head", ["", "board\n", '"puzzle"\n'])
@pytest.mark.parametrize("cut", [9, 81])
def test_a_quoted_sheet_of_one_column_is_read(put, head: str, cut: int) -> None:
    cells = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
    rows = [f'"{cells[at : at + cut]}"\n' for at in range(0, 81, cut)]
    (record,) = puzzles(put("sheet.csv", head + "".join(rows)))
    assert "".join(str(one) for row in record.puzzle["clues"] for one in row) == cells
