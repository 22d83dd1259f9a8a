"""Lists and objects without end are read in one go: time grows with the text and no faster."""

import json
import tracemalloc

import pytest

from pipeline.model import PuzzleFormatError
from pipeline.stages.collection.file_readers import carried_texts
from tests.refusals import refused

ENDLESS = (
    "[[" * 100_000, "[[1] " * 60_000, "[[1]" + " " * 200_000, "[" + " " * 200_000, "[[1],[" * 9999,
)  # fmt: skip


@pytest.mark.parametrize("text", ENDLESS, ids=range(len(ENDLESS)))
def test_lists_that_never_close_are_read_once(text: str) -> None:
    assert [one.text for one in carried_texts(f"[[{text}")] == []


def test_many_lists_and_objects_have_the_lines_they_are_on() -> None:
    lists = list(carried_texts("[[1, 0, 1],\n [2, 0, 2]]\n" * 1_000))
    assert len(lists) == 1_000
    assert [one.line for one in lists[:3]] == [1, 3, 5]
    assert lists[-1].line == 1_999
    objects = {f"puzzle {number}": {"problem": [[1, 1]]} for number in range(3_000)}
    found = list(carried_texts(json.dumps(objects, indent=0)))
    assert len(found) == 3_000
    lines = [one.line for one in found]
    assert lines[0] == 2
    assert sorted(set(lines)) == lines  # type: ignore[type-var]


def test_rows_of_an_object_are_lists_words_or_letters() -> None:
    grids: list[object] = [[["1", "", "1"], [2, None, 2]], ["1 - 1", "2 - 2"], ["1-1", "2-2"]]
    for grid in grids:
        (one,) = carried_texts(json.dumps({"problem": grid}))
        assert one.text == "1 - 1\n2 - 2\n"


def test_deep_lists_are_refused_or_read() -> None:
    with pytest.raises(PuzzleFormatError):
        list(carried_texts('{"a":' * 100_000))


BOARD = {"problem": [[1, 0, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 2]]}


@pytest.mark.part(3)
@pytest.mark.parametrize(
    "text",
    [
        json.dumps([BOARD] * 1_000),
        json.dumps({f"p{number}": BOARD for number in range(1_000)}),
        "1,,,2\n,,,\n,,,\n1,,,2\n\n" * 3_000,
    ],
    ids=["list", "object", "sheet"],
)
def test_what_is_carried_takes_little_room(text: str) -> None:
    tracemalloc.start()
    for _ in carried_texts(text):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * len(text)


def test_a_list_of_objects_needs_no_name_and_has_lines() -> None:
    found = list(carried_texts(json.dumps([BOARD, BOARD], indent=0)))
    assert [one.text.count("\n") for one in found] == [4, 4]
    assert len({one.line for one in found}) == 2


@pytest.mark.parametrize("rest", ["x", "]", "\n{}"])
def test_what_follows_a_list_is_not_lost(rest: str) -> None:
    entries = carried_texts(json.dumps([BOARD]) + rest)
    assert next(entries).text
    with refused(PuzzleFormatError):
        next(entries)


def test_entries_that_are_no_objects_are_reported() -> None:
    given = list(carried_texts(json.dumps([BOARD, "a word", 7])))
    assert [one.fault for one in given[1:]] == ["expected an object with a field 'problem'"] * 2
    with refused(PuzzleFormatError):
        list(carried_texts("[\n]\n"))


@pytest.mark.parametrize("line", ["1" * 5000, "[" * 100_000, '{"problem":'])
def test_a_line_that_is_no_json_ends_no_file(line: str) -> None:
    whole = json.dumps(BOARD)
    first, wrong, last = carried_texts(f"{whole}\n{line}\n{whole}\n")
    assert first.text == last.text
    assert wrong.fault.startswith("expected JSON")
    assert wrong.line == 2
