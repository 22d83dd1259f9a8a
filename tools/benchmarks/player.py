"""How fast the web player is in Chromium, its processor slowed fourfold.

A 50x50 with 150 pairs is drawn by mouse and by keys. All times are processor time of the page's
main thread, which a busy machine hardly disturbs: of a frame from the event to the commit (script,
style, layout, paint), read from a trace; of a page until the puzzle can be played; of each hint
from the empty board of each kind to the last, and of the answer that none is left.
"""

import json
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from pipeline.kinds import get_kind, kind_ids
from pipeline.stages.generate import GeneratorOrder, generate_records
from tests.browser.conftest import (
    ARGUMENTS,
    find_chromium,
    serve,
    solved_puzzles,
    write_page,
    write_player,
)
from tests.browser.table import Table, arrow
from tests.web.extra_samples import nonogram

SLOWED = 4
FRAME = "ProxyMain::BeginMainFrame"
MOST_HINTS = 500
DRAWN_BY_KEYS = 12
"""Lines of the 50x50."""
SIDE = {"sudoku": 9, "zip": 8}
"""Of boards for hints, where it is not 15."""
HINT = """(() => {
  const { game, log } = document.querySelector("puzzle-press").session;
  window.drawn ??= [...log.values];
  const hint = game.hint(drawn);
  for (const [slot, value] of hint?.changes ?? []) drawn[slot] = value;
  return Boolean(hint?.changes?.length);
})()"""


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
        write_player(folder)
        write_page(folder, "large", record)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        page = Page(browser)
        ready = [page.open(f"{address}/large.en.html", record) for _ in range(7)]
        table = Table(page.page, record)

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
            rows.append((f"{what} up to its frame", _frames(browser, page, draw)))
            if draw is by_mouse:
                table.wait("el.session.isSolved")
                table.ask("void el.session.restart()")
        rows.append(("load until playable", ready))
        cells = _drag_cells(folder, address, browser)
        rows.append(("a cell of a Nonogram up to its frame, 50x50", cells))
        for kind in kind_ids():
            if get_kind(kind).play is not None:
                board, found = _hints(Page(browser), folder, address, kind)
                rows.append((f"a hint, {kind} {board}", found))
        browser.close()
    yield "| what | times | median ms | 95th percentile | largest |"
    yield "| --- | --- | --- | --- | --- |"
    yield from (_row(what, times) for what, times in rows)


def _drag_cells(folder: Path, address: str, browser: Any) -> list[float]:
    """Return the time of each frame while lines of a large Nonogram are filled by drags."""
    record, _ = nonogram(
        50, ["".join(".#"[row * k * k % 7 > 3] for k in range(50)) for row in range(50)]
    )
    write_page(folder, "nonogram", record)
    page = Page(browser)
    page.open(f"{address}/nonogram.en.html", record)
    table = Table(page.page, record)
    rows = [[*range(at, at + 15)] for at in range(0, 600, 50)]
    return _frames(browser, page, lambda: draw_all(table, rows))


def draw_all(table: Table, rows: list[list[int]]) -> None:
    """Drag over the cells of each row."""
    for row in rows:
        table.draw(row)


class Page:
    """A page on a slow machine, and the time that its main thread takes."""

    def __init__(self, browser: Any, rate: int = SLOWED) -> None:
        self.page = browser.new_page(viewport={"width": 1280, "height": 900})
        self._tools = self.page.context.new_cdp_session(self.page)
        self._tools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        self._tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent_ms(self) -> float:
        """Return the processor time of the main thread since the page was asked for."""
        given = self._tools.send("Performance.getMetrics")["metrics"]
        return next(1000.0 * float(one["value"]) for one in given if one["name"] == "TaskDuration")

    def open(self, address: str, record: dict[str, Any]) -> float:
        """Return the time until the puzzle can be played."""
        self.page.goto(address)
        Table(self.page, record)
        return self.spent_ms()


def _row(what: str, times: Sequence[float]) -> str:
    ordered = sorted(times)
    high = ordered[min(int(0.95 * len(ordered)), len(ordered) - 1)]
    figures = f"{statistics.median(ordered):.1f} | {high:.1f} | {ordered[-1]:.1f}"
    return f"| {what} | {len(ordered)} | {figures} |"


def _hints(page: Page, folder: Path, address: str, kind_id: str) -> tuple[str, list[float]]:
    """Return the size of a board of a kind, and the time of each hint from first to last."""
    kind = get_kind(kind_id)
    side = SIDE.get(kind_id, 15)
    order = GeneratorOrder(kind_id, kind.parse_params(side, side, None, {}), 1)
    made = next(r for r in generate_records((order, i) for i in range(9)) if r)
    assert kind.play is not None
    model = kind.play(kind.decode(made.puzzle), None, "en")
    record = {"id": kind_id, "kind": kind_id, "puzzle": dict(made.puzzle), "model": model}
    write_page(folder, kind_id, record)
    page.open(f"{address}/{kind_id}.en.html", record)
    times = []
    for _ in range(MOST_HINTS):
        before = page.spent_ms()
        is_found = page.page.evaluate(HINT)
        times.append(page.spent_ms() - before)
        if not is_found:  # all is drawn, or no step is seen
            break
    page.page.close()
    return f"{side}x{side}", times


def _frames(browser: Any, page: Page, draw: Callable[[], object]) -> list[float]:
    """Return the time of each frame while something is drawn."""
    with tempfile.TemporaryDirectory() as name:
        trace = Path(name) / "trace.json"
        browser.start_tracing(page=page.page, path=trace, categories=["cc", "devtools.timeline"])
        draw()
        browser.stop_tracing()
        return list(_frames_ms(trace))


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
