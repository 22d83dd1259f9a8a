"""How fast the web player is in Chromium, its processor slowed fourfold.

A 50x50 with 150 pairs is drawn by mouse and by keys. A frame's time is the processor time of the
page's main thread from the event to the commit (script, style, layout, paint), read from a trace:
what a busy machine hardly disturbs. Hints are asked for from the empty board of each kind to the
last; like loading, by the wall clock.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from pipeline.kinds import KINDS, get_kind
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.web.bundle import bundle_player
from tests.browser.conftest import ARGUMENTS, find_chromium, serve, solved_puzzles, write_page
from tests.browser.table import Table, arrow

SLOWED = 4
FRAME = "ProxyMain::BeginMainFrame"
DRAWN_BY_KEYS = 20
"""Lines of the 50x50."""
SIDE = {"sudoku": 9, "zip": 8}
"""Of boards for hints, where it is not 15."""
HINTS = """(most) => {
  const { game, log } = document.querySelector("puzzle-press").session;
  const values = [...log.values];
  const times = [];
  while (times.length < most) {
    const start = performance.now();
    const hint = game.hint(values);
    if (!hint?.changes?.length) break;
    times.push(performance.now() - start);
    for (const [slot, value] of hint.changes) values[slot] = value;
  }
  return times;
}"""


def player() -> Iterator[str]:
    """Yield the times of moves and keys up to their frames, of loading, and of hints."""
    from playwright.sync_api import sync_playwright

    record, answer = solved_puzzles()["large"]
    with (
        tempfile.TemporaryDirectory() as name,
        serve(name) as address,
        sync_playwright() as playwright,
    ):
        folder = Path(name)
        (folder / "puzzle-press.js").write_text(bundle_player(), encoding="utf-8")
        write_page(folder, "large", record)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        page = _slow_page(browser)
        page.add_init_script(
            "document.addEventListener('ready', () => { window.ready_ms = performance.now(); })"
        )
        ready = [_open(page, f"{address}/large.en.html", record) for _ in range(7)]
        table = Table(page, record)

        def by_mouse() -> None:
            for path in answer["paths"]:
                row, col = divmod(path[len(path) // 2], table.cols)
                table.ask(f"el.panel.port.scrollTo({col * 34 - 600}, {row * 34 - 300})")
                table.draw(path)

        def by_keys() -> None:
            table.focus_grid()
            for path in answer["paths"][:DRAWN_BY_KEYS]:
                table.look(path[0])
                steps = (arrow(table.cols, one, other) for one, other in pairwise(path))
                table.key("Space", *steps, "Escape")

        rows = []
        for what, draw in (("a move", by_mouse), ("a key", by_keys)):
            trace = folder / "trace.json"
            browser.start_tracing(page=page, path=trace, categories=["cc", "devtools.timeline"])
            draw()
            browser.stop_tracing()
            rows.append((f"{what} up to its frame", list(_frames_ms(trace))))
            if draw is by_mouse:
                table.wait("el.session.isSolved")
                table.ask("void el.session.restart()")
        rows.append(("load until playable", ready))
        page.close()
        for kind in KINDS:
            if get_kind(kind).play is not None:
                board, found = _hints(_slow_page(browser), folder, address, kind)
                rows.append((f"a hint, {kind} {board}", found))
        browser.close()
    yield "| what | times | median ms | 95th percentile | largest |"
    yield "| --- | --- | --- | --- | --- |"
    yield from (_row(what, times) for what, times in rows)


def _slow_page(browser: Any) -> Any:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    return page


def _row(what: str, times: Sequence[float]) -> str:
    ordered = sorted(times)
    high = ordered[min(int(0.95 * len(ordered)), len(ordered) - 1)]
    figures = f"{statistics.median(ordered):.1f} | {high:.1f} | {ordered[-1]:.1f}"
    return f"| {what} | {len(ordered)} | {figures} |"


def _hints(page: Any, folder: Path, address: str, kind_id: str) -> tuple[str, list[float]]:
    """Return the size of a board of a kind, and the time of each hint from first to last."""
    kind = get_kind(kind_id)
    side = SIDE.get(kind_id, 15)
    order = GeneratorOrder(kind_id, kind.parse_params(side, side, None, {}), 1)
    made = next(r for r in generate_records((order, i) for i in range(9)) if r)
    assert kind.play is not None
    model = kind.play(kind.decode(made.puzzle), "en")
    record = {"id": kind_id, "kind": kind_id, "puzzle": dict(made.puzzle), "model": model}
    write_page(folder, kind_id, record)
    page.goto(f"{address}/{kind_id}.en.html")
    Table(page, record)
    times = page.evaluate(HINTS, 500)
    page.close()
    return f"{side}x{side}", times


def _open(page: Any, address: str, record: dict[str, Any]) -> float:
    page.goto(address)
    Table(page, record)
    return float(page.evaluate("ready_ms"))


def _frames_ms(trace: Path) -> Iterator[float]:
    """Yield the time of each frame, and of the keys that came before it."""
    events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    keys = 0.0
    for event in sorted((e for e in events if "tdur" in e), key=lambda e: e["ts"]):
        if event["name"] == FRAME:
            yield event["tdur"] / 1000 + keys
            keys = 0.0
        elif event["name"] == "EventDispatch" and event["args"]["data"]["type"] == "keydown":
            keys += event["tdur"] / 1000
