"""A year of five games: how long its build takes, and its pages until they can be played.

Seconds are of the processor, of all processes, with those of the wall clock beside them: these
count only on a machine without other work.
"""

import gzip
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pipeline.web.bundle import bundle_player, player_parts
from tests.browser.conftest import ARGUMENTS, find_chromium, serve
from tools.benchmarks.against import child_seconds
from tools.benchmarks.player import SLOWED, Page

DAYS = 365
GAMES = {
    "sudoku": "9x9", "nonogram": "10x10", "slitherlink": "7x7", "starbattle": "8x8",
    "numberlink": "8x8",
}  # fmt: skip
HEAD = f"""\
seed = "a11da3c78c6faaedec7698c5b8b07fba"
[site]
title = "A year"
base_url = "https://puzzles.example/"
author = "A. Author"
start = 2026-01-01
days = {DAYS}
time_zone = "Europe/Berlin"
"""
DAILY = """\
[[daily]]
days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
kind = "{}"
size = "{}"
band = "easy"
"""
LOADS = 7
READY = "new Promise((done) => addEventListener('ready', () => done(performance.now())))"


def sites() -> Iterator[str]:
    """Yield the size of the script, the times of both builds, and those of a page of the site."""
    yield "| what | processor, s | wall clock, s | aim |"
    yield "| --- | --- | --- | --- |"
    texts = (bundle_player(), *player_parts().values())
    script = sum(len(gzip.compress(text.encode(), 9, mtime=0)) for text in texts)
    with tempfile.TemporaryDirectory() as name:
        config = Path(name) / "site.toml"
        games = "".join(DAILY.format(*game) for game in GAMES.items())
        config.write_text(HEAD + games, encoding="utf-8")
        words = ("puzzlepress.py", "site", str(config), "--work", f"{name}/work")
        command = [sys.executable, *words, "--out", f"{name}/www", "--as-of", "2026-12-31"]
        for what, aim in (("cold", 180), ("warm", 20)):
            start = time.perf_counter()
            spent = child_seconds(command)
            wall = time.perf_counter() - start
            order = f"{DAYS} days of {len(GAMES)} games, {what}"
            yield f"| {order} | {spent:.1f} | {wall:.1f} | {aim} |"
        for rate, most in ((1, "1"), (SLOWED, "2.5")):
            spent, wall = _loads(f"{name}/www", rate)
            what = f"a Sudoku's page until it can be played, slowed {rate} times"
            yield f"| {what} | {spent:.2f} | {wall:.2f} | {most} |"
    yield f"\nThe script of all kinds: {script:,} bytes after gzip; aim: 82,500."


def _loads(folder: str, rate: int) -> tuple[float, float]:
    """Return the median seconds of a page until its puzzle is ready, of processor and clock."""
    from playwright.sync_api import sync_playwright

    spent, wall = [], []
    with serve(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for _ in range(LOADS):
            page = Page(browser, rate)
            page.page.add_init_script(f"window.readyAt = {READY}")
            page.page.goto(f"{address}/daily/2026-12-31.html")
            wall.append(page.page.evaluate("window.readyAt") / 1000)
            spent.append(page.spent_ms() / 1000)
            page.page.close()
        browser.close()
    return statistics.median(spent), statistics.median(wall)
