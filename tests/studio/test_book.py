"""Books in the studio: their keys, what is wrong, their pages, and the run."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import quote
from zipfile import ZipFile

import pytest

from pipeline.kinds import get_kind
from pipeline.studio.drawing import blank
from pipeline.studio.texts import with_key
from tests.program import call
from tests.studio.serving import TOKEN, Served, serving

SMALL = """\
# A comment that stays.
seed = 7
[book]
title = "Small"        # the title
author = "Ada Setter"
year = 2027
trim = "a5"
[[section]]
title = "One"
kind = "akari"
size = "5x5"
count = 2
"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "small.toml").write_text(SMALL)
    with serving(tmp_path) as one:
        yield one


def test_the_books_of_a_folder_are_listed_with_the_templates(served: Served) -> None:
    (served.studio.folder / "other.toml").write_text("x = 1\n")
    (served.studio.folder / "broken.toml").write_text("x = \n")
    (served.studio.folder / "empty.toml").write_text("")
    (served.studio.folder / "picture.toml").write_bytes(b"\x89PNG\r\n\xff")
    said = served.ask("books")
    assert said["books"] == [{"name": "small.toml", "title": "Small"}]
    assert {"book", "variety", "children"} <= {*said["templates"]}
    assert said["schema"]["properties"]["section"]["items"]["required"]


@pytest.mark.parametrize(("template", "language"), [("variety", "en"), ("book", "de")])
def test_a_new_book_is_the_template_of_the_command(
    template: str, language: str, served: Served, tmp_path: Path
) -> None:
    asked = {"template": template, "language": language, "kind": "hashi"}
    assert served.ask("begin", name="new", **asked) == {"name": "new.toml"}
    again = tmp_path / "again.toml"
    more = ["--kind", "hashi"] if template == "book" else []
    call("new", template, "--language", language, *more, "-o", str(again))
    own = (served.studio.folder / "new.toml").read_text().replace("new.toml", "again.toml")
    assert own == again.read_text()
    assert "expected the name of a new file" in served.ask("begin", name="new", **asked)["error"]


def test_a_new_book_has_the_number_and_the_pages_that_are_asked_for(served: Served) -> None:
    asked = {"template": "book", "language": "en", "kind": "sudoku", "style": "large-print"}
    served.ask("begin", name="new", trim="8.5x11", puzzles=100, **asked)
    said = served.ask("open", name="new")
    assert said["faults"] == []
    assert said["puzzles"] == 100
    assert (round(said["width"]), round(said["height"])) == (216, 279)
    assert said["keys"]["book"]["style"] == "large-print"
    error = served.ask("begin", name="other", puzzles=1, **asked)["error"]
    assert "expected a number of puzzles from 3 to 2000, found 1" in error
    assert not (served.studio.folder / "other.toml").exists()


def test_a_key_changes_and_comments_stay(served: Served) -> None:
    book = served.ask("open", name="small.toml")
    assert book["faults"] == []
    assert (book["puzzles"], book["is_made"]) == (2, False)
    said = _set(served, book, ["section", 0, "count"], value=5)
    assert said["puzzles"] == 5
    assert said["text"] == SMALL.replace("count = 2", "count = 5")
    said = _set(served, said, ["cover", "accent"], value="#123456")
    assert said["keys"]["cover"] == {"accent": "#123456"}
    said = _set(served, said, ["book", "parts"], value="{ log = false }")
    assert said["keys"]["book"]["parts"] == {"log": False}
    said = _set(served, said, ["book", "parts"])
    said = _set(served, said, ["cover"])
    assert _lines(said["text"]) == _lines(SMALL.replace("count = 2", "count = 5"))


def test_words_of_the_template_are_named_until_they_are_replaced(served: Served) -> None:
    served.ask("begin", name="new", template="book", language="de", kind="hashi")
    said = served.ask("open", name="new")
    assert "book.author: 'Ihr Name' is left over from the template" in said["warnings"][0]
    said = _set(served, said, ["book", "author"], value="Ada Setter")
    assert not any("left over" in one for one in said["warnings"])


def test_the_front_is_shown_in_each_design(served: Served) -> None:
    said = served.ask("covers", name="small")
    assert {*said} == {"band", "frame", "mosaic", "pattern", "minimal", "number"}
    assert len({*said.values()}) == 6
    assert all(one.startswith("data:image/png;base64,") for one in said.values())


def test_sections_are_added_moved_copied_and_removed(served: Served) -> None:
    said = _set(served, served.ask("open", name="small"), ["section"], value="hashi")
    assert [one["kind"] for one in said["keys"]["section"]] == ["akari", "hashi"]
    assert said["faults"] == []
    said = _set(served, said, ["section", 1], move=0)
    assert [one["kind"] for one in said["keys"]["section"]] == ["hashi", "akari"]
    said = _set(served, said, ["section", 1], copy=True)
    assert [one["title"] for one in said["keys"]["section"]] == ["Hashi", "One", "One 2"]
    assert said["faults"] == []
    said = _set(served, said, ["section", 0])
    assert [one["title"] for one in said["keys"]["section"]] == ["One", "One 2"]
    assert _lines(said["text"])[: len(_lines(SMALL))] == _lines(SMALL)


def test_what_is_wrong_has_its_line_and_key(served: Served) -> None:
    book = served.ask("open", name="small")
    said = _set(served, book, ["section", 0, "size"], value="5y5")
    (fault,) = said["faults"]
    assert (fault["line"], fault["key"]) == (11, "section 1, size")
    assert "expected" in fault["message"]
    kept = served.ask("keep", name="small", version=said["version"], text="seed = \n")
    assert "line 1" in kept["faults"][0]["message"]
    assert "5y5" in (served.studio.folder / "small.toml").read_text()


def test_a_file_that_another_program_changed_is_not_overwritten(served: Served) -> None:
    book = served.ask("open", name="small")
    path = served.studio.folder / "small.toml"
    path.write_text(SMALL.replace("Small", "Changed"))
    for said in (
        _set(served, book, ["seed"], value=9),
        served.ask("keep", name="small", version=book["version"], text=SMALL),
    ):
        assert "changed by another program" in said["error"]
    assert "Changed" in path.read_text()


@pytest.mark.dear
def test_pages_are_those_of_the_plan_and_then_of_the_run(served: Served, tmp_path: Path) -> None:
    book = served.ask("open", name="small")
    page = served.send(f"/page/{book['plan']}/1.svg", Authorization=f"Bearer {TOKEN}")
    assert page.headers["content-type"].startswith("image/svg+xml")
    for number in (0, book["pages"] + 1):
        way = f"/page/{book['plan']}/{number}.svg"
        assert served.send(way, Authorization=f"Bearer {TOKEN}").status == 404
    assert served.ask("make", name="small.toml")["state"] == "working"
    assert "is being made" in served.ask("make", name="small.toml")["error"]
    said = _wait(served)
    assert said["state"] == "done", said
    assert said["graded"] >= 2
    assert "small/book.pdf" in said["files"]
    made = served.ask("open", name="small")
    assert made["is_made"]
    assert made["pages"] == book["pages"]
    pdf = served.studio.folder / "small" / "book.pdf"
    first = pdf.read_bytes()
    for ids in (None, [made["placed"][0][2]], None):  # as made, one replaced, and taken back
        book = served.ask("open", name="small")
        if ids != book["keys"].get("leave_out"):
            _set(served, book, ["leave_out"], value=ids)
            served.ask("make", name="small.toml")
            assert _wait(served)["state"] == "done"
        path = tmp_path / "again.toml"
        path.write_text((served.studio.folder / "small.toml").read_text())
        call("run", str(path), "--out", str(tmp_path / "again"), "--jobs", "1", "--fresh")
        assert pdf.read_bytes() == (tmp_path / "again" / "book.pdf").read_bytes()
        assert (pdf.read_bytes() == first) == (ids is None)


@pytest.mark.dear
def test_choices_are_stored_beside_the_book_and_make_the_same_bytes(
    served: Served, tmp_path: Path
) -> None:
    folder = served.studio.folder
    book = _set(served, served.ask("open", name="small"), ["section", 0, "count"], value=3)
    text = book["text"]
    assert "make the book again" in _choose(served, "gone", take="harder")["error"]
    served.ask("make", name="small.toml")
    assert _wait(served)["state"] == "done"
    first = [one[2] for one in served.ask("open", name="small")["placed"]]
    known = served.ask("puzzle", name="small", id=first[0])
    assert (known["title"], known["size"]) == ("Akari", "5x5")
    assert known["grade"]["guessing"] in (True, False)
    (board,) = served.ask("open", name="small")["boards"]
    assert board["guessing"] == 0
    kind = get_kind("akari")
    large, record = (
        {"schema": 1, "kind": "akari", "puzzle": kind.encode(kind.generate(params, 5).clues)}
        for params in (kind.parse_params(side, side, None, {}) for side in (6, 5))
    )
    error = _choose(served, first[0], record=large)["error"]
    assert "expected Akari 5x5 for this place, found Akari 6x6" in error
    record["credit"] = {"author": "Ada Setter"}
    empty = {**record, "puzzle": blank("akari", 5, 5)}
    assert "one solution, found multiple" in _choose(served, first[0], record=empty)["error"]
    assert not (folder / "small.choices").exists()
    _choose(served, first[0], record=record)
    _choose(served, first[1], take="another")
    _choose(served, first[2], take="keep")
    said = served.ask("open", name="small")
    assert said["text"] == text.replace("seed = 7\n", 'seed = 7\nchoices = "small.choices"\n')
    assert not said["is_current"]
    served.ask("make", name="small.toml")
    assert _wait(served)["state"] == "done"
    said = served.ask("open", name="small")
    now = {one[2] for one in said["placed"]}
    assert said["is_current"]
    assert {*first} & now == {first[2]}
    for name in ("small.toml", "small.choices"):
        (tmp_path / "again").mkdir(exist_ok=True)
        (tmp_path / "again" / name).write_bytes((folder / name).read_bytes())
    again = tmp_path / "again"
    call("run", str(again / "small.toml"), "--out", str(again / "out"), "--jobs", "1")
    assert (again / "out" / "book.pdf").read_bytes() == (folder / "small/book.pdf").read_bytes()
    for count in (2, 1, 0):
        said = served.ask("open", name="small")
        served.ask("take-back", name="small", version=said["version"])
        left = (folder / "small.choices").read_text() if count else ""
        assert left.count("\n") == count
    assert (folder / "small.toml").read_text() == text
    assert not (folder / "small.choices").exists()


def _choose(served: Served, record_id: str, **change: Any) -> Any:
    version = served.ask("open", name="small")["version"]
    return served.ask("choose", name="small", version=version, id=record_id, **change)


def test_a_key_above_the_tables_comes_and_goes_without_a_trace() -> None:
    for text in (SMALL, "# A.\nseed = 7\n\n# Of the book.\n[book]\nx = 1\n", "[book]\nx = 1\n"):
        for value in (5, "a", ["b"], {"x": 1}):
            more = with_key(text, "new", value)
            assert tomllib.loads(more) == {**tomllib.loads(text), "new": value}
            assert with_key(more, "new", None) == text
    text = "a = [\n[1],\n]\n[book]\nx = 1\n"
    assert tomllib.loads(with_key(text, "new", 5)) == {"a": [[1]], "new": 5, "book": {"x": 1}}


@pytest.mark.dear
def test_the_files_for_the_printer_are_in_a_dated_folder(served: Served) -> None:
    book = _set(served, served.ask("open", name="small"), ["section", 0, "count"], value=60)
    _set(served, book, ["book", "trim"], value="6x9")
    assert "make it first" in served.ask("hand-over", name="small.toml")["error"]
    served.ask("make", name="small.toml")
    _wait(served)
    served.ask("hand-over", name="small.toml")
    said = _wait(served)
    assert said["state"] == "failed"
    assert "expected publisher" in said["lines"][-1]
    (folder,) = served.studio.folder.glob("small-printer-????-??-??")
    assert sorted(one.name for one in folder.iterdir()) == [
        "cover.pdf",
        "inside.pdf",
        "preflight.txt",
    ]
    assert "Amazon KDP" in (folder / "preflight.txt").read_text()
    assert (
        "expected a printer of" in served.ask("hand-over", name="small.toml", printer="x")["error"]
    )
    publisher = '{ name = "Ada", address = "Road 1, Town", email = "ada@books.example" }'
    book = _set(served, served.ask("open", name="small"), ["book", "publisher"], value=publisher)
    _set(served, book, ["dossier", "editor"], value="Ada")
    for work in ("make", "hand-over"):
        served.ask(work, name="small.toml")
        said = _wait(served)
    assert said["state"] == "done"  # judged by the rules of that printer alone
    assert said["lines"][-1].startswith("preflight: ")
    names = ["cover.pdf", "dossier.json", "dossier.pdf", "inside.pdf", "preflight.txt"]
    assert sorted(one.name for one in folder.iterdir()) == names
    assert {f"{folder.name}/{name}" for name in names} <= {*said["files"]}
    book = (served.studio.folder / "small" / "book.pdf").read_bytes()
    assert (folder / "inside.pdf").read_bytes() == book
    answer = served.send(f"/file/{folder.name}/dossier.json", Authorization=f"Bearer {TOKEN}")
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.dear
def test_pictures_and_pages_for_a_magazine_are_fetched(served: Served) -> None:
    assert "make it first" in served.ask("pack", name="small.toml")["error"]
    served.ask("make", name="small.toml")
    _wait(served)
    served.ask("pack", name="small.toml")
    assert "small/pictures.zip" in _wait(served)["files"]
    folder = served.studio.folder / "small"
    with ZipFile(folder / "pictures.zip") as archive:
        names = archive.namelist()
        assert archive.read("puzzles.csv") == (folder / "puzzles.csv").read_bytes()
    assert {one.split("/")[-1] for one in names if "/" in one} == {
        one.name for one in (folder / "images").iterdir()
    }
    served.ask("make-sheet", name="small.toml")
    said = _wait(served)
    assert said["state"] == "done", said
    assert any(re.fullmatch(r"small-sheet/.*\.pdf", one) for one in said["files"])


def test_work_whose_file_cannot_be_written_ends_with_a_sentence(served: Served) -> None:
    served.ask("make", name="small.toml")
    _wait(served)
    (served.studio.folder / "small" / "pictures.zip").mkdir()
    served.ask("pack", name="small.toml")
    said = _wait(served)
    assert said["state"] == "failed"
    assert "pictures.zip" in said["lines"][-1]


def test_a_template_is_shown_by_a_page(served: Served) -> None:
    for template in ("booklet", "book"):
        said = served.ask("template", template=template, language="de", kind="akari")
        way = quote(said["plan"])
        page = served.send(f"/page/{way}/{said['page']}.svg", Authorization=f"Bearer {TOKEN}")
        assert page.status == 200
        assert page.headers["content-type"].startswith("image/svg+xml")
    assert "expected a template" in served.ask("template", template="x")["error"]


@pytest.mark.dear
def test_a_run_that_is_stopped_keeps_what_it_made(served: Served) -> None:
    book = served.ask("open", name="small")
    _set(served, book, ["section", 0, "count"], value=400)
    served.ask("make", name="small.toml")
    for _ in range(400):
        if (served.studio.folder / "small" / "10-generated.jsonl").exists():
            break
        sleep(0.05)
    served.ask("stop")
    assert _wait(served)["state"] == "stopped"
    assert (served.studio.folder / "small" / "10-generated.jsonl").exists()
    assert not (served.studio.folder / "small" / "book.pdf").exists()


@pytest.mark.dear
def test_a_studio_that_was_killed_says_what_was_made(served: Served) -> None:
    book = served.ask("open", name="small")
    _set(served, book, ["section", 0, "count"], value=400)
    code = (
        "import sys, time; from pathlib import Path; from pipeline.studio.app import Studio; "
        "from pipeline.studio.work import WORK; studio = Studio(Path(sys.argv[1])); "
        "WORK['make'](studio, {'name': 'small.toml'}); print('at work', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", code, str(served.studio.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"at work\n"
        os.killpg(process.pid, signal.SIGKILL)
    with serving(served.studio.folder) as again:
        said = again.ask("state", name="small.toml")
        assert (said["name"], said["state"]) == ("small.toml", "stopped")
        assert said["lines"] == ["The studio ended while this was made."]
        _set(again, again.ask("open", name="small"), ["section", 0, "count"], value=2)
        again.ask("make", name="small.toml")
        assert _wait(again)["state"] == "done"
    with serving(served.studio.folder) as later:
        assert later.ask("state", name="small.toml")["state"] == "idle"


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def _wait(served: Served) -> Any:
    for _ in range(6000):
        said = served.ask("state", name="small.toml")
        if said["state"] != "working":
            break
        sleep(0.05)
    return said


def _set(served: Served, book: Any, way: list[Any], **change: Any) -> Any:
    return served.ask("set", name=book["name"], version=book["version"], way=way, **change)
