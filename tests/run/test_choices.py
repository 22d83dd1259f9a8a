"""What a publisher chooses for single puzzles of a book."""

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.program import message_of, run_program
from tests.run.test_leaving_out import BOOK, ids

SECTIONS = BOOK.replace('size = "5x5"\ncount = 3', 'size = "7x7"\ncount = 6')


def make(path: Path, out: Path, choices: list[Any], book: str = SECTIONS) -> str:
    """Run a book with choices and return what was reported."""
    path.write_text(f'choices = "one.choices"\n{book}')
    text = "".join(f"{json.dumps(one)}\n" for one in choices)
    path.with_name("one.choices").write_text(text)
    done = run_program("run", str(path), "--out", str(out), "--jobs", "1")
    assert done.returncode == 0, done.stderr
    return done.stderr


def records(folder: Path, name: str = "30-graded.jsonl") -> dict[str, Any]:
    lines = (folder / name).read_text().splitlines() if (folder / name).exists() else []
    return {one["id"]: one for one in map(json.loads, lines)}


def score(record: Any) -> float:
    return float(record["grade"]["score"])


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run without choices, in ``out``."""
    folder = tmp_path_factory.mktemp("begun")
    make(folder / "book.toml", folder / "out", [])
    return folder


def test_easier_and_harder_puzzles_take_places_and_all_others_stay(begun: Path) -> None:
    path, out = begun / "book.toml", begun / "out"
    first, known = ids(out), records(out)
    by_score = sorted(first[:6], key=lambda one: score(known[one]))
    low, high = by_score[0], by_score[-1]
    choices = [{"instead_of": low, "take": "harder"}, {"instead_of": high, "take": "easier"}]
    make(path, out, choices)
    second, known = ids(out), records(out)
    assert {*first} - {*second} == {low, high}
    assert len({*second}) == len(first)
    new = {*second} - {*first}
    assert any(score(known[one]) > score(known[low]) for one in new)
    assert any(score(known[one]) < score(known[high]) for one in new)
    assert [one["section"] for one in json.loads((out / "puzzles.json").read_text())[:6]] == (
        ["One"] * 6
    )
    again = max(new, key=lambda one: score(known[one]))  # of a puzzle that is a choice's
    choices.append({"instead_of": again, "take": "easier"})
    make(path, out, choices)
    third, known = ids(out), records(out)
    assert {*second} - {*third} == {again}
    (least,) = {*third} - {*second}
    assert score(known[least]) < score(known[again])
    make(path, begun / "fresh", choices)
    for name in ("book.pdf", "puzzles.csv", "30-graded.jsonl", "images"):
        fresh = begun / "fresh" / name
        for one in sorted(fresh.rglob("*")) or [fresh]:
            assert one.read_bytes() == (out / one.relative_to(begun / "fresh")).read_bytes(), one
    assert len([*(out / "images").iterdir()]) == len([*(begun / "fresh" / "images").iterdir()])


def test_choices_without_effect_are_reported_and_wrong_lines_refused(begun: Path) -> None:
    path, out = begun / "book.toml", begun / "some"
    make(path, out, [])
    first = ids(out)
    said = make(path, out, [{"instead_of": "gone", "take": "harder"}])
    assert "one.choices:1: the puzzle that it replaces is not in the book" in said
    trivial = records(out)[first[6]]
    said = make(path, out, [{"instead_of": trivial["id"], "take": "easier"}])
    assert score(trivial) == 0
    assert "one.choices:1: no easier puzzle was found in 62 attempts" in said
    assert ids(out) == first
    for wrong in ({"instead_of": "x"}, {"take": "harder"}, {"instead_of": "x", "take": "y"}, 3):
        path.with_name("one.choices").write_text(f"{json.dumps(wrong)}\n")
        said = message_of("run", str(path), "--out", str(out))
        assert "one.choices:1: expected a choice such as" in said


def test_a_record_of_a_publisher_takes_a_place_and_keeps_its_credit(begun: Path) -> None:
    path, out = begun / "book.toml", begun / "given"
    make(path, out, [])
    first = ids(out)
    make(begun / "other.toml", begun / "other", [], SECTIONS.replace("seed = 7", "seed = 8"))
    own, alien = ids(begun / "other")[0], ids(begun / "other")[6]
    credit = {"author": "Bob Other", "licence": "CC0"}
    given = {**records(begun / "other")[own], "credit": credit}
    make(path, out, [{"instead_of": first[1], "record": given}])
    assert {*ids(out)} == ({*first} - {first[1]}) | {own}
    assert records(out, "00-chosen.jsonl")[own]["credit"].items() >= credit.items()
    done = run_program("export", str(out / "30-graded.jsonl"), "--to", "epub",
                       "--config", str(path), "-o", str(out / "book.epub"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    with ZipFile(out / "book.epub") as book:
        assert any(b"Bob Other" in book.read(name) for name in book.namelist())
    bare = {**given, "grade": None}
    for wrong, message in ((bare, "has no grade"), ({**given, "solution": None}, "no solution")):
        path.with_name("one.choices").write_text(
            f"{json.dumps({'instead_of': first[1], 'record': wrong})}\n"
        )
        said = message_of("run", str(path), "--out", str(out))
        assert "one.choices:1: " in said
        assert message in said
    said = make(path, out, [{"instead_of": first[1], "record": records(begun / "other")[alien]}])
    assert "one.choices:1: expected Akari 7x7" in said
    assert ids(out) == first
    assert not (out / "00-chosen.jsonl").exists()


def test_a_record_that_is_kept_stays_with_another_seed(begun: Path) -> None:
    path, out = begun / "book.toml", begun / "kept"
    make(path, out, [])
    first, kept = ids(out), records(out)[ids(out)[2]]
    choices = [{"instead_of": kept["id"], "record": kept}]
    make(path, out, choices)
    assert ids(out) == first
    make(path, begun / "seeded", choices, SECTIONS.replace("seed = 7", "seed = 9"))
    assert {*ids(begun / "seeded")} & {*first} == {kept["id"]}
    assert len({*ids(begun / "seeded")[:6]}) == 6
