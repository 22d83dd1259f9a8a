"""A browser, a server with a strict policy, and puzzles to play.

Chromium of the system is used where it is found. Elsewhere each test is skipped by its name;
``REQUIRE_BROWSER=1`` makes it fail instead.
"""

import datetime
import functools
import http.server
import itertools
import json
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pipeline.config.site_settings import load_site_config
from pipeline.kinds import get_kind, kind_ids, load_examples
from pipeline.run.execution import Workers
from pipeline.run.site import make_site
from pipeline.web.bundle import bundle_player, player_parts
from pipeline.web.files import site_files
from pipeline.web.site import Site
from tests.browser.table import Table
from tests.source import ROOT
from tests.web.extra_samples import nonogram, samples
from tests.web.site_sample import HOSTILE, START, write_config

ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
POLICY = "default-src 'self'"
DAY = "2026-11-21"
DECLARED = tuple(kind for kind in kind_ids() if kind not in ("numberlink", "hashi", "npuzzle"))


def find_chromium() -> str | None:
    """Return the path of the system's Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Return a running browser, or leave the test out."""
    path = find_chromium()
    if path is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail("REQUIRE_BROWSER is set and no Chromium is found on the PATH")
        pytest.skip("no Chromium on the PATH")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder under the strict policy."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server that holds the player and a page for each puzzle."""
    folder = tmp_path_factory.mktemp("site")
    write_player(folder)
    for name, record in puzzles().items():
        write_page(folder, name, record)
    with serve(str(folder)) as place:
        yield place


@contextmanager
def serve(folder: str, kind: type[http.server.SimpleHTTPRequestHandler] = Handler) -> Iterator[str]:
    """Yield the address of a server of a folder."""
    handler = functools.partial(kind, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def write_player(folder: Path) -> None:
    """Write the player and its parts."""
    for name, text in {"puzzle-press.js": bundle_player(), **player_parts()}.items():
        (folder / name).write_text(text, encoding="utf-8")


def write_page(folder: Path, name: str, record: dict[str, Any]) -> None:
    """Write the record and a page that plays it, in English and in German."""
    (folder / f"{name}.json").write_text(json.dumps(record), encoding="utf-8")
    for language in ("en", "de"):
        (folder / f"{name}.{language}.html").write_text(
            f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<title>{name}</title><script type="module" src="puzzle-press.js"></script></head>'
            f'<body><main><h1>{name}</h1><puzzle-press src="{name}.json">'
            '<a href="print.html">Print</a></puzzle-press></main></body></html>',
            encoding="utf-8",
        )


@functools.cache
def puzzles() -> dict[str, dict[str, Any]]:
    """Return the published records of the tests by name: no solution is among their fields."""
    return {name: record for name, (record, _) in solved_puzzles().items()}


@functools.cache
def solved_puzzles() -> dict[str, tuple[dict[str, Any], Any]]:
    """Return each record with its answer, which the pages do not get."""
    found = {}
    for kind, index in (("numberlink", 1), ("hashi", 0)):
        file = ROOT / "pipeline" / "kinds" / kind / "examples.json"
        example = json.loads(file.read_text(encoding="utf-8"))["solved"][index]
        found[kind] = (_publish(kind, example["puzzle"]), example["solution"])
    grids = {"start": [[1, 2, 3], [4, 0, 5], [7, 8, 6]], "goal": [[1, 2, 3], [4, 5, 6], [7, 8, 0]]}
    found["npuzzle"] = (_publish("npuzzle", grids), {"moves": "RD"})
    for kind in DECLARED:
        example = load_examples(get_kind(kind))["solved"][0]
        found[kind] = (_publish(kind, example["puzzle"]), example["solution"])
    for kind in ("variantsudoku", "binairo"):
        for at, example in enumerate(load_examples(get_kind(kind))["solved"][1:]):
            found[f"{kind}-{at}"] = (_publish(kind, example["puzzle"]), example["solution"])
    for name, (record, answer) in samples().items():
        grid = [answer[k : k + 4] for k in range(0, 16, 4)]
        cells = [cell for cell, own in enumerate(answer) if own]
        found[f"sample-{name}"] = (
            record,
            {"numbers": grid} if name == "killer" else {"cells": cells},
        )
    rows = ["".join(".#"[row == k or k * k * row % 7 > 3] for k in range(15)) for row in range(15)]
    record, answer = nonogram(15, rows)
    found["outside"] = (record, {"cells": [cell for cell, own in enumerate(answer) if own]})
    rows = ["".join(".#"[row == k or k * k * row % 7 > 3] for k in range(30)) for row in range(30)]
    found["outside-30"] = (nonogram(30, rows)[0], {})
    puzzle, paths = snake(50, 150)
    found["large"] = (_publish("numberlink", puzzle), {"paths": paths})
    return found


def _publish(kind_id: str, puzzle: dict[str, Any]) -> dict[str, Any]:
    kind = get_kind(kind_id)
    model = None
    if kind_id in DECLARED and kind.play:
        model = kind.play(kind.decode(puzzle), None, "en")
    return {
        "schema": 1,
        "id": f"test-{kind_id}-{len(puzzle)}",
        "kind": kind_id,
        "name": kind.title,
        "puzzle": puzzle,
        "date": DAY,
        **({} if model is None else {"model": model}),
    }


def snake(side: int, pairs: int) -> tuple[dict[str, Any], list[list[int]]]:
    """Return a large board whose lines are pieces of one walk through all cells."""
    walk = [
        row * side + (col if row % 2 == 0 else side - 1 - col)
        for row in range(side)
        for col in range(side)
    ]
    cuts = [len(walk) * k // pairs for k in range(pairs + 1)]
    pieces = [walk[a:b] for a, b in itertools.pairwise(cuts)]
    paths = sorted(piece if piece[0] < piece[-1] else piece[::-1] for piece in pieces)
    clues = [[0] * side for _ in range(side)]
    for number, path in enumerate(paths, start=1):
        for cell in (path[0], path[-1]):
            clues[cell // side][cell % side] = number
    return {"rows": side, "cols": side, "rule": "cover", "clues": clues}, paths


@pytest.fixture
def table(chromium: Any, address: str) -> Iterator[Any]:
    """Return what opens pages; errors of scripts and refused contents fail the test."""
    contexts = []
    errors: list[str] = []

    def open_table(name: str, language: str = "en", context: Any = None, **options: Any) -> Table:
        if context is None:
            context = chromium.new_context(**options)
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(5000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda m: errors.append(m.text) if "Policy" in m.text else None)
        page.goto(f"{address}/{name}.{language}.html")
        return Table(page, puzzles()[name])

    yield open_table
    for context in contexts:
        context.close()
    assert errors == []


def build_site(folder: Path, as_of: datetime.date | None) -> str:
    """Return the folder of a site of five days, made by the command's own way."""
    config = load_site_config(write_config(folder, days=5, title=HOSTILE))
    with Workers(1) as workers:
        make_site(config, folder / "www", folder / "work", workers, as_of=as_of)
    return str(folder / "www")


@pytest.fixture(scope="session")
def dated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of that site on its fourth day."""
    folder = build_site(tmp_path_factory.mktemp("dated"), START + datetime.timedelta(days=3))
    with serve(folder) as address:
        yield address


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """Return a page; what a script throws, a missing file or a refused one fails the test."""
    with chromium.new_context() as context:
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
        yield page
        assert [text for text in wrong if "favicon" not in text] == []


def write_files(site: Site, folder: Path) -> Path:
    """Write a site without pictures of puzzles and pages to print; return its folder."""
    for path, content in site_files(site):
        target = folder / "www" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder / "www"


def wait_for(page: Any, source: str) -> None:
    """Wait until a promise of a page says yes; Playwright's own way breaks the policy."""
    for _ in range(100):
        if page.evaluate(source):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"it never came to {source}")


def find_violations(page: Any, scheme: str) -> list[tuple[str, str]]:
    """Return what axe says of a page, rule and element; in the dark colours alone differ."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    colours = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
    options = {"runOnly": colours} if scheme == "dark" else None
    found = axe.run(page, options=options).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found]
