"""A record is data: whatever it contains, the player requests nothing and runs nothing of it."""

import copy
import functools
import http.server
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.web.site import integrity
from tests.browser.conftest import puzzles, serve, write_player
from tests.browser.test_kinds import DESKTOP
from tests.slices import cases

ELSEWHERE = "https://elsewhere.example/x.js"
PAYLOADS = (
    f'"><img src="{ELSEWHERE}" onerror="pwned=1"><script src="{ELSEWHERE}"></script>',
    f"data:text/javascript,pwned=1,import('{ELSEWHERE}')",
    f"javascript:pwned=1,import('{ELSEWHERE}')",
    ELSEWHERE,
)
FORMER = {  # Fields from which earlier players loaded, and of readers that other programs have
    "results": {"address": ELSEWHERE, "days": 9, "script": ELSEWHERE},
    "script": ELSEWHERE, "image": ELSEWHERE, "next": ELSEWHERE, "learn": ELSEWHERE, "name": "x",
    "credit": {"line": "x", "url": ELSEWHERE}, "rules": ["x"], "lesson": {"title": "x"},
    "schedule": {"zone": "UTC", "week": "x", "game": "x"}, "target": {"moves": "x", "proved": "x"},
    "grade": {"band": "x", "score": "x", "percentile": "x", "minutes": "x"},
    "verdict": {"status": "unique", "rule": "x"}, "date": "2026-11-21", "size": "x", "title": "x",
}  # fmt: skip
LOAD = """async (record) => {
  const el = document.createElement("puzzle-press");
  el.setAttribute("src", URL.createObjectURL(new Blob([record])));
  document.body.replaceChildren(el);
  for (let k = 0; k < 50 && !el.shadowRoot.querySelector("p[role=alert].frame") && !el.session; k++)
    await new Promise((done) => setTimeout(done, 2));
  if (el.session) {
    try {
      el.showStatistics();
      await new Promise((done) => el.help(done));
      for (let k = 0; k < 3; k++) el.session.hint();
    } catch { /* a model that is spoilt has no hint */ }
  }
  const links = [...el.shadowRoot.querySelectorAll("[href], [src]")].map((one) => one.outerHTML);
  return links.filter((one) => /pwned|elsewhere/.test(one));
}"""


class Open(http.server.SimpleHTTPRequestHandler):
    """Serves a folder without any policy, so that the player alone protects the page."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def leaves(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each text of a record, and to each key of an object."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        if isinstance(inner, dict | list):
            yield from leaves(inner, (*way, key))
        elif isinstance(inner, str):
            yield (*way, key)


def spoilt(record: dict[str, Any], way: tuple[Any, ...], text: str) -> str:
    """Return the text of a record with one text changed."""
    changed = copy.deepcopy(record)
    functools.reduce(lambda place, key: place[key], way[:-1], changed)[way[-1]] = text
    return json.dumps(changed)


@pytest.mark.part(2)
@pytest.mark.parametrize("name", cases(["sudoku", "hashi", "killer", "nonogram", "numberlink"]))
def test_no_field_of_a_record_makes_the_player_load_or_run(
    chromium: Any, tmp_path: Path, name: str
) -> None:
    write_player(tmp_path)
    (tmp_path / "index.html").write_text(
        '<!DOCTYPE html><html lang="en"><script type="module" src="puzzle-press.js"></script>'
    )
    record = {**puzzles()[name], **FORMER}
    with serve(str(tmp_path), Open) as address:
        context = chromium.new_context(**DESKTOP)
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        page.evaluate("customElements.whenDefined('puzzle-press')")
        asked.clear()
        ways = list(leaves(record))
        assert len(ways) > 25
        for number, way in enumerate(ways):
            for payload in PAYLOADS[number % 2 :: 2]:
                assert page.evaluate(LOAD, spoilt(record, way, payload)) == [], way
        assert [url for url in asked if not re.match("blob:|.*/puzzle-press-", url)] == []
        assert page.evaluate("typeof pwned") == "undefined"
        context.close()


def test_a_part_of_the_player_that_was_changed_is_not_run(chromium: Any, tmp_path: Path) -> None:
    write_player(tmp_path)
    for part in tmp_path.glob("puzzle-press-*.js"):
        part.write_text(part.read_text() + ";globalThis.pwned = 1")
    player = tmp_path / "puzzle-press.js"
    (tmp_path / "index.html").write_text(
        '<!DOCTYPE html><html lang="en"><script type="module" src="puzzle-press.js" '
        f'integrity="{integrity(player.read_text())}" crossorigin="anonymous"></script>'
        '<puzzle-press src="record.json"></puzzle-press>'
    )
    (tmp_path / "record.json").write_text(json.dumps(puzzles()["sudoku"]))
    with serve(str(tmp_path), Open) as address:
        page = chromium.new_page()
        page.goto(address)
        page.locator("p[role=alert]").wait_for()
        assert page.evaluate("typeof pwned") == "undefined"
        page.close()
