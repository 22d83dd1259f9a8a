"""A puzzle on a page of another origin, served with the headers that a site ships."""

import datetime
import http.server
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import serve, write_files
from tests.slices import cases
from tests.web.hosts import HOSTS
from tests.web.site_sample import START, make_sample


class Host(http.server.SimpleHTTPRequestHandler):
    """Serves a site under /p/ as a host does that reads one of its files of headers."""

    text = ""
    read: Any = None
    missing: tuple[str, ...] = ()

    def translate_path(self, path: str) -> str:
        is_there = path.startswith("/p/") and not any(one in path for one in self.missing)
        return super().translate_path(path.removeprefix("/p") if is_there else "/none")

    def end_headers(self) -> None:
        for name, value in type(self).read(self.text, self.path).items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    return write_files(make_sample(place, START + datetime.timedelta(days=2)), place)


@pytest.fixture
def host(request: Any, folder: Path) -> Iterator[tuple[str, type[Host]]]:
    """Yield the address of a site in a sub-folder, and its handler."""
    text = (folder / request.param).read_text(encoding="utf-8")
    kind = type("Own", (Host,), {"text": text, "read": staticmethod(HOSTS[request.param])})
    with serve(str(folder), kind) as address:
        yield f"{address}/p", kind


@contextmanager
def open_embedded(page: Any, tmp_path: Path, site: str, src: str) -> Iterator[Any]:
    """Yield a page of another origin with a puzzle of the site on it."""
    (tmp_path / "blog.html").write_text(
        '<!DOCTYPE html><html lang="en"><link rel="icon" href="data:,">'
        f'<script type="module" src="{site}/puzzle-press.js">'
        f'</script><puzzle-press src="{site}/{src}"></puzzle-press></html>',
        encoding="utf-8",
    )
    with serve(str(tmp_path), http.server.SimpleHTTPRequestHandler) as address:
        page.goto(f"{address.replace('127.0.0.1', 'localhost')}/blog.html")
        page.locator("[role=gridcell]").first.wait_for(state="attached")
        yield page


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("host", "src"),
    cases(HOSTS, ["today.json", "daily/2026-11-18.json", "packs/small/1.json"]),
    indirect=["host"],
)
def test_a_lesson_is_taught_in_an_embed_and_the_puzzle_comes_back(
    host: Any, page: Any, tmp_path: Path, src: str
) -> None:
    with open_embedded(page, tmp_path, host[0], src) as blog:
        player = blog.locator("puzzle-press")
        own = player.evaluate("el => el.record.id")
        blog.get_by_role("button", name="Show me how").click()
        blog.get_by_text("1 of 3. ").wait_for()
        blog.get_by_role("button", name="Not now").click()
        blog.get_by_role("timer").wait_for()
        assert player.evaluate("el => el.record.id") == own
        assert blog.get_by_role("alert").count() == 0


@pytest.mark.part(4)
@pytest.mark.parametrize(
    ("host", "spoilt"),
    cases(HOSTS, ["missing", "no JSON", "no game", "no drawing"]),
    indirect=["host"],
)
def test_a_lesson_that_fails_leaves_the_puzzle_and_what_is_drawn(
    host: Any, chromium: Any, tmp_path: Path, spoilt: str
) -> None:
    bodies = {
        "no JSON": "<!DOCTYPE html>",
        "no game": '{"kind": "x", "puzzle": {}}',
        "no drawing": '{"lesson": true, "kind": "numberlink", "rules": 7, "puzzle": {"rows": 2,'
        ' "cols": 2, "rule": "free", "clues": [[1, 0], [0, 1]]}}',
    }
    with chromium.new_context() as context:
        page = context.new_page()
        if spoilt == "missing":
            host[1].missing = ("learn/",)
        else:
            page.route(
                "**/learn/*.json",
                lambda route: route.fulfill(
                    body=bodies[spoilt], headers={"Access-Control-Allow-Origin": "*"}
                ),
            )
        with open_embedded(page, tmp_path, host[0], "today.json") as blog:
            player = blog.locator("puzzle-press")
            own = player.evaluate("el => el.record.id")
            blog.get_by_role("button", name="Show me how").click()
            blog.get_by_text("The lesson cannot be loaded.").wait_for()
            assert player.evaluate("el => el.record.id") == own
            assert blog.get_by_role("button", name="Undo").is_visible()
            blog.get_by_role("button", name="Show me how").wait_for()  # to try again


@pytest.mark.parametrize("is_changed", [False, True])
def test_a_page_that_knows_the_hash_of_the_player_runs_no_part_with_another(
    chromium: Any, tmp_path: Path, is_changed: bool
) -> None:
    place = write_files(make_sample(tmp_path, START), tmp_path)
    part = next(place.glob("puzzle-press-numberlink.*.js"))
    if is_changed:
        part.write_text(f"globalThis.changed = 1;{part.read_text('utf-8')}", encoding="utf-8")
    kind = type("Own", (Host,), {"text": (place / "_headers").read_text(encoding="utf-8"),
                                 "read": staticmethod(HOSTS["_headers"])})  # fmt: skip
    with serve(str(place), kind) as site, chromium.new_context() as context:
        page = context.new_page()
        found = re.search("<code>(.*)</code>", (place / "embed.html").read_text("utf-8"), re.DOTALL)
        assert found
        own = unescape(found[1]).replace("https://puzzles.example", site)
        (tmp_path / "blog").mkdir()
        (tmp_path / "blog" / "index.html").write_text(f'<html lang="en">{own}</html>', "utf-8")
        with serve(str(tmp_path / "blog"), http.server.SimpleHTTPRequestHandler) as blog:
            page.goto(blog.replace("127.0.0.1", "localhost"))
            page.locator("[role=alert].frame" if is_changed else "[role=grid]").wait_for()
        assert page.evaluate("typeof changed") == "undefined"


def test_a_lesson_is_left_without_a_network(dated: str, page: Any) -> None:
    page.goto(f"{dated}/daily/2026-11-18.html")
    page.get_by_role("button", name="Show me how").click()
    page.get_by_text("1 of 3. ").wait_for()
    page.route("**/*.json", lambda route: route.fulfill(status=500))
    page.get_by_role("button", name="Not now").click()
    page.get_by_role("timer").wait_for()
    assert page.locator("puzzle-press").evaluate("el => el.record.date") == "2026-11-18"


def test_the_policy_lets_own_scripts_run_and_no_others(chromium: Any, tmp_path: Path) -> None:
    """The hashes are those that a browser computes."""
    own = """<script>window.first = "é";
</script>
<script>window.second = 1</script><button onclick="window.third = 1">Go</button>
<p style="color: rgb(1, 2, 3)">Words</p>"""
    (tmp_path / "own.html").write_text(own, encoding="utf-8")
    place = write_files(
        make_sample(tmp_path, START, more='[site.theme]\nheader = "own.html"'), tmp_path
    )
    page_path = place / "index.html"
    text = page_path.read_text(encoding="utf-8")
    page_path.write_text(text.replace("<main", "<script>window.foreign = 1</script><main"))
    kind = type("Own", (Host,), {"text": (place / "_headers").read_text(encoding="utf-8"),
                                 "read": staticmethod(HOSTS["_headers"])})  # fmt: skip
    with serve(str(place), kind) as address, chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/p/index.html")
        page.get_by_role("button", name="Go").click()
        found = page.evaluate("[window.first, window.second, window.third, window.foreign]")
        colour = page.evaluate("getComputedStyle(document.querySelector('p[style]')).color")
    assert found == ["é", 1, 1, None]
    assert colour == "rgb(1, 2, 3)"
