"""How fast the web player is: a 50x50 with 150 pairs in Chromium, its processor slowed fourfold.

A frame's time is the processor time of the page's main thread from the pointer's event to the
commit (script, style, layout, paint), read from a trace: what a busy machine hardly disturbs.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pipeline.web.bundle import bundle_player
from tests.browser.conftest import ARGUMENTS, find_chromium, serve, solved_puzzles, write_page
from tests.browser.table import Table

SLOWED = 4
FRAME = "ProxyMain::BeginMainFrame"


def player() -> Iterator[str]:
    """Yield the time of a move up to its frame, and the time until the page can be played."""
    from playwright.sync_api import sync_playwright

    record, answer = solved_puzzles()["large"]
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(folder) as address,
        sync_playwright() as playwright,
    ):
        (Path(folder) / "puzzle-press.js").write_text(bundle_player(), encoding="utf-8")
        write_page(Path(folder), "large", record)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        tools = page.context.new_cdp_session(page)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.add_init_script(
            "document.addEventListener('ready', () => { window.ready_ms = performance.now(); })"
        )
        ready = sorted(_open(page, f"{address}/large.en.html", record) for _ in range(7))
        table = Table(page, record)
        trace = Path(folder) / "trace.json"
        browser.start_tracing(page=page, path=trace, categories=["cc"])
        for path in answer["paths"]:
            row, col = divmod(path[len(path) // 2], table.cols)
            table.ask(f"el.panel.port.scrollTo({col * 34 - 600}, {row * 34 - 300})")
            table.draw(path)
        table.wait("el.session.isSolved")
        browser.stop_tracing()
        browser.close()
        frames = sorted(_frames_ms(trace))
    yield f"{len(answer['paths'])} lines drawn in {len(frames)} frames; the board was solved."
    yield ""
    yield "| what | median ms | 95th percentile | largest |"
    yield "| --- | --- | --- | --- |"
    for name, times in (("a move up to its frame", frames), ("load until playable", ready)):
        high = times[min(int(0.95 * len(times)), len(times) - 1)]
        yield f"| {name} | {statistics.median(times):.1f} | {high:.1f} | {times[-1]:.1f} |"


def _open(page: Any, address: str, record: dict[str, Any]) -> float:
    page.goto(address)
    Table(page, record)
    return float(page.evaluate("ready_ms"))


def _frames_ms(trace: Path) -> Iterator[float]:
    for event in json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]:
        if event["name"] == FRAME and "tdur" in event:
            yield event["tdur"] / 1000
