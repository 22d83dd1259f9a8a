"""What the service worker keeps of a site, and what is fetched again."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Handler, serve, wait_for, write_files
from tests.web.site_sample import START, make_games, make_sample


def test_an_opened_pack_plays_without_a_network(dated: str, chromium: Any) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"{dated}/packs/small/index.html")
        wait_for(page, "caches.match('3.json').then(Boolean)")
        context.set_offline(True)
        page.goto(f"{dated}/packs/small/2.html")
        page.get_by_role("grid").wait_for()
        page.get_by_role("gridcell").first.press("Shift+ArrowRight")
        assert page.evaluate("!document.querySelector('puzzle-press').session.isSolved")


def test_all_games_of_the_day_play_without_a_network_once_the_first_page_was_opened(
    tmp_path: Path, chromium: Any
) -> None:
    folder = write_files(make_games(tmp_path, START), tmp_path)
    with serve(str(folder)) as address, chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/index.html")
        games = page.locator(".games a").evaluate_all("(all) => all.map(({ href }) => href)")
        assert len(games) > 1
        for game in games:
            wait_for(page, f"caches.match('{game.replace('.html', '.json')}').then(Boolean)")
        context.set_offline(True)
        for game in games:
            page.goto(game)
            page.get_by_role("grid").wait_for()


def test_the_first_page_is_there_without_a_network_and_others_say_why(
    dated: str, chromium: Any
) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"{dated}/archive/index.html")
        wait_for(page, "caches.match('../offline.html').then(Boolean)")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        context.set_offline(True)
        page.goto(f"{dated}/index.html")
        assert page.locator("h1").inner_text().startswith("Numberlink")
        page.goto(f"{dated}/daily/2026-11-16.html")
        assert page.locator("h1").inner_text() == "No network, and this page was not opened before"


def test_what_an_older_worker_kept_is_taken_over_and_trimmed(dated: str, page: Any) -> None:
    page.route("**/favicon.ico", lambda route: route.fulfill(body=""))  # asked for beside a picture
    page.goto(f"{dated}/icon.svg")  # starts no worker
    page.evaluate(
        """async () => {
          const old = await caches.open("puzzle-press-old");
          for (let k = 0; k < 450; k++) await old.put(`${k}.json`, new Response(String(k)));
          await (await caches.open("somebody-else")).put("x", new Response("x"));
        }"""
    )
    page.goto(f"{dated}/index.html")
    wait_for(page, "caches.keys().then((all) => !all.includes('puzzle-press-old'))")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert page.evaluate("caches.match('449.json').then((found) => found.text())") == "449"
    page.goto(f"{dated}/packs/index.html")  # what it keeps next pushes the oldest out
    count = (
        "caches.keys().then((all) => caches.open(all.find((n) => n.startsWith('puzzle-press'))))"
    )
    wait_for(page, f"{count}.then((one) => one.keys()).then(({{ length }}) => length === 400)")
    kept = "Promise.all(['../x', '../offline.html', '../0.json'].map((at) => caches.match(at)))"
    assert page.evaluate(f"{kept}.then((all) => all.map(Boolean))") == [True, True, False], (
        "other people's caches are left alone, and what every page needs stays"
    )


def test_a_pack_opened_again_is_sent_only_what_changed(
    tmp_path: Path, chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, int]] = []
    monkeypatch.setattr(
        Handler, "log_request", lambda self, code, *_: seen.append((self.path, int(code)))
    )
    folder = write_files(make_sample(tmp_path, START, days=1), tmp_path)
    records = [f"/packs/small/{k}.json" for k in (1, 2, 3)]

    def answers(page: Any) -> list[int]:
        """Return how the server answered for each record, once it was asked for the last."""
        for _ in range(100):
            if records[-1] in dict(seen):
                found = dict(seen)
                seen.clear()
                return [found[path] for path in records]
            page.wait_for_timeout(100)
        raise AssertionError(seen)

    with serve(str(folder)) as address, chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/packs/small/index.html")
        assert answers(page) == [200, 200, 200]
        page.reload()
        assert answers(page) == [304, 304, 304]
        changed = folder / "packs" / "small" / "2.json"
        later = changed.stat().st_mtime + 5
        os.utime(changed, (later, later))
        page.reload()
        assert answers(page) == [304, 200, 304]
