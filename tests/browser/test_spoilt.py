"""Records, stores and transfer codes that are spoilt: each ends in a sentence in the page."""

import base64
import copy
import json
import zlib
from typing import Any

import pytest

from tests.browser.conftest import puzzles
from tests.browser.test_kinds import DESKTOP

Change = tuple[str, str, Any]
NOTHING = object()
DAMAGED = "its file is damaged or incomplete"
TEXTS = ["", "{not", "null", "[]", '"x"']
CHANGES: list[tuple[str, str, Any, str]] = [
    ("numberlink", "puzzle", None, DAMAGED),
    ("hashi", "puzzle.rows", "x", "puzzle.rows to be a whole number"),
    ("sudoku", "puzzle.rows", 10**9, "puzzle.rows to be a whole number"),
    ("sudoku", "puzzle.clues", [[1, 2]], "puzzle.clues to be"),
    ("sudoku", "puzzle.regions", [[0]], "puzzle.regions to be"),
    ("npuzzle", "puzzle.start", [[1, 1, 3], [4, 0, 5], [7, 8, 6]], "every tile"),
    ("killer", "puzzle.cages", [{"cells": [500], "total": 3}], "on the board"),
    ("killer", "puzzle.cages", "x", DAMAGED),
    ("futoshiki", "puzzle.between", [[1]], "on the board"),
    ("nonogram", "puzzle.left", [[1]], "on the board"),
    ("akari", "model", NOTHING, "a record with its model"),
    ("akari", "model.variables", [], DAMAGED),
    ("hitori", "model.counts", [[0, [5, 99999], [1], [0]]], DAMAGED),
    ("slitherlink", "model.globals", [{"type": "unknown", "reason": 0}], DAMAGED),
    ("nurikabe", "model.looks", NOTHING, DAMAGED),
    ("sudoku", "model.reasons", [], "a reason of each constraint"),
    ("sudoku", "model.drawing", NOTHING, "model.drawing"),
    ("akari", "model.drawing.over", [{"marks": [7]}], DAMAGED),
    ("tents", "model.drawing.margins", [1], "model.drawing"),
]
STORES: list[dict[str, Any]] = [
    {"game": "rubbish"},
    {"game": {"moves": "99999=9;x", "at": 2, "ms": 5}},
    {"game": {"moves": "", "at": 99, "ms": -5}},
    {"statistics": "{{{"},
    {"statistics": {"solved": 5, "days": "x", "games": 7}},
    {"statistics": {"solved": {"a": None}, "days": [1, "2026-13-45"], "games": {"": "x"}}},
]
CODES = [
    "", "@@@ nonsense", "aGVsbG8", "{x", ["other"], {"a": 1}, ["puzzle-press", 5],
    ["puzzle-press", ["statistics", "{"]],
]  # fmt: skip


def pack(content: object) -> str:
    """Return a transfer code of something that is JSON; of a text, as it is."""
    if isinstance(content, str) and content != "{x":
        return content
    press = zlib.compressobj(wbits=-15)
    text = content if isinstance(content, str) else json.dumps(content)
    return base64.urlsafe_b64encode(press.compress(text.encode()) + press.flush()).decode()


def spoil(name: str, path: str, value: object) -> str:
    """Return the text of a record with one thing changed, or left out."""
    record = copy.deepcopy(puzzles()[name])
    *way, last = path.split(".")
    place = record
    for step in way:
        place = place[step]
    place[last] = value
    if value is NOTHING:
        del place[last]
    return json.dumps(record)


def test_spoilt_records_end_in_a_sentence(table: Any) -> None:
    page = table("sudoku", **DESKTOP)
    cases = [(text, DAMAGED if text in TEXTS[:3] else "a record with its model") for text in TEXTS]
    cases += [(spoil(name, path, value), said) for name, path, value, said in CHANGES]
    body = ""
    page.page.route("**/*.json", lambda route: route.fulfill(body=body))
    for body, said in cases:
        page.page.evaluate("document.querySelector('puzzle-press').setAttribute('src', 'x.json')")
        page.wait("el.shadowRoot.querySelector('p[role=alert].frame')")
        shown = page.ask("el.shadowRoot.querySelector('p[role=alert].frame').textContent")
        assert shown.startswith("The puzzle cannot be loaded. ("), body[:200]
        assert said in shown, body[:200]
        page.ask("void el.shadowRoot.querySelector('p[role=alert].frame').remove()")


def test_a_zone_that_is_unknown_is_the_reader_s(table: Any) -> None:
    page = table("sudoku", **DESKTOP)
    body = spoil("sudoku", "schedule", {"zone": "Mars/Base", "week": 5})
    page.page.route("**/*.json", lambda route: route.fulfill(body=body))
    page.page.reload()
    page.wait("el?.session")
    page.ask("void el.showStatistics()")
    assert page.ask("el.panel.dialog.statistics.textContent").startswith("Streak")


@pytest.mark.part(3)
@pytest.mark.parametrize("store", STORES, ids=range(len(STORES)))
def test_spoilt_stores_do_no_harm(table: Any, store: dict[str, Any]) -> None:
    page = table("sudoku", **DESKTOP)
    for name, value in store.items():
        key = f"puzzle-press:{name}" + f":{puzzles()['sudoku']['id']}" * (name == "game")
        text = value if isinstance(value, str) else json.dumps(value)
        page.page.evaluate("(pair) => localStorage.setItem(...pair)", [key, text])
    page.page.reload()
    page.wait("el?.session")
    cell = page.ask("el.session.log.values.indexOf(0)")
    page.click(cell)
    page.key("1")
    assert page.ask(f"el.session.log.values[{cell}]") == 1
    page.page.get_by_role("button", name="More").click()
    assert page.ask("el.panel.dialog.statistics.children.length") == 1


def test_spoilt_codes_are_refused_in_a_sentence(table: Any) -> None:
    page = table("sudoku", **DESKTOP)
    before = page.ask("el.store.names()")
    bomb = ["puzzle-press", ["statistics", "a" * 10_000_000]]
    for content in (*CODES, bomb):
        page.page.evaluate(
            "(code) => { const el = document.querySelector('puzzle-press');"
            " el.panel.dialog.code.value = code;"
            " return new Promise((done) => el.help(() => done(el.loadCode()), 'transfer')); }",
            pack(content),
        )
        said = page.ask("el.panel.dialog.wrong.textContent")
        assert said == "This is no code, or a part of it is missing.", str(content)[:80]
    assert page.ask("el.store.names()") == before
