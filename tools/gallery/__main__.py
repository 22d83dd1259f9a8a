"""Make the pictures of docs/gallery.md: python -m tools.gallery.

For each kind of ``configs/variety.toml``: its first puzzle with its answer, its first page in the
book, and the same puzzle in the player on a phone. Needs pdftoppm and Chromium.
"""

import csv
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.source import ROOT

PICTURES = ROOT / "docs" / "images" / "gallery"
BOARD_PX, PAGE_PX, GAP_PX, COLOURS = 260, 420, 20, 32
SITE = """\
seed = 1
demo = true
[site]
title = "Gallery"
base_url = "https://puzzles.example/"
author = "The puzzlepress founders"
licence = "CC-BY-4.0"
start = 2026-11-25
days = 1
[[daily]]
days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
records = "numberlink.jsonl"
"""
PACK = """\
[[pack]]
title = "{kind}"
slug = "{kind}"
records = "{kind}.jsonl"
count = 1
"""


def main() -> None:
    """Make a book and a site in a temporary folder, and the pictures of both."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _run("run", str(ROOT / "configs" / "variety.toml"), "--out", "book", cwd=folder)
        with (folder / "book" / "puzzles.csv").open(encoding="utf-8") as stream:
            firsts: dict[str, Mapping[str, str]] = {}
            for row in csv.DictReader(stream):
                firsts.setdefault(row["kind"], row)
        for kind, first in firsts.items():
            _draw_boards(folder / "book", kind, first)
            _draw_page(folder / "book", kind, int(first["page"]))
        _photograph_player(folder, firsts)


def _run(*words: str, cwd: Path) -> None:
    subprocess.run([sys.executable, "-m", "pipeline", *words], cwd=cwd, check=True)


def _draw_boards(book: Path, kind: str, row: Mapping[str, str]) -> None:
    first = book / row["files"].split()[0]
    boards = [Image.open(path) for path in (first, first.with_stem(f"{first.stem}-solution"))]
    for board in boards:
        board.thumbnail((BOARD_PX, BOARD_PX), Image.Resampling.LANCZOS)
    width = sum(board.width for board in boards) + GAP_PX
    both = Image.new("RGB", (width, max(board.height for board in boards)), "white")
    both.paste(boards[0], (0, 0))
    both.paste(boards[1], (boards[0].width + GAP_PX, 0))
    _save(both, f"{kind}.png")


def _draw_page(book: Path, kind: str, page: int) -> None:
    words = ["-png", "-r", "80", "-singlefile", "-f", str(page), "-l", str(page)]
    target = book / f"page-{kind}"
    subprocess.run(["pdftoppm", *words, str(book / "book.pdf"), str(target)], check=True)
    picture = Image.open(target.with_suffix(".png")).convert("RGB")
    picture.thumbnail((PAGE_PX, PAGE_PX), Image.Resampling.LANCZOS)
    _save(picture, f"{kind}-page.png")


def _save(picture: Image.Image, name: str) -> None:
    picture.quantize(COLOURS).save(PICTURES / name, optimize=True)


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Print nothing."""


def _photograph_player(folder: Path, firsts: Mapping[str, Mapping[str, str]]) -> None:
    records = (folder / "book" / "30-graded.jsonl").read_text(encoding="utf-8").splitlines()
    for kind, row in firsts.items():
        chosen = [line for line in records if f'"id":"{row["id"]}"' in line]
        (folder / f"{kind}.jsonl").write_text("\n".join(chosen) + "\n", encoding="utf-8")
    site = SITE + "".join(PACK.format(kind=kind) for kind in firsts)
    (folder / "site.toml").write_text(site, encoding="utf-8")
    _run("site", "site.toml", "--out", "www", "--as-of", "2026-11-25", cwd=folder)
    handler = partial(_Silent, directory=str(folder / "www"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 390, "height": 700})
        for kind in firsts:
            page.goto(f"http://127.0.0.1:{server.server_port}/packs/{kind}/1.html")
            page.wait_for_timeout(800)
            page.evaluate("() => document.fonts.ready.then(() => true)")
            target = folder / f"{kind}-player.png"
            page.screenshot(path=str(target))
            _save(Image.open(target).convert("RGB"), f"{kind}-player.png")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
