"""A leaderboard in a browser: what is sent, when, and what the reader sees of it."""

import datetime
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pipeline.commands.books import open_site
from pipeline.config.site_settings import load_site_config
from pipeline.results import make_application
from pipeline.results.application import Application
from pipeline.run.execution import Workers
from pipeline.run.site import make_site
from pipeline.store.jsonl import read_records
from pipeline.store.serving import open_server
from pipeline.web.bundle import bundle_player, bundle_results
from tests.browser.conftest import DAY, puzzles, solved_puzzles
from tests.browser.table import Table
from tests.program import run_program
from tests.web.site_sample import write_config

POLICY = "/*\n  Content-Security-Policy: default-src 'self'\n"


class Owner:
    """A site of one daily puzzle whose leaderboard counts its requests."""

    def __init__(self, folder: Path, kind: str) -> None:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        self.record = {
            **puzzles()[kind], "id": f"{kind}-today", "date": today, "title": kind,
            "schedule": {"zone": "UTC", "week": "0123456"},
            "results": {"address": "/results/", "days": 30, "script": "/results.js"},
        }  # fmt: skip
        (folder / "daily").mkdir()
        (folder / "daily" / f"{today}.json").write_text(json.dumps(self.record), encoding="utf-8")
        (folder / "puzzle-press.js").write_text(bundle_player(), encoding="utf-8")
        (folder / "results.js").write_text(bundle_results(), encoding="utf-8")
        (folder / "_headers").write_text(POLICY, encoding="utf-8")
        for language in ("en", "de", "fr"):
            name = "index.html" if language == "en" else f"{language}.html"
            (folder / name).write_text(
                f'<!DOCTYPE html><html lang="{language}"><meta charset="utf-8"><meta name='
                '"viewport" content="width=device-width, initial-scale=1"><title>Today</title>'
                '<script type="module" src="puzzle-press.js"></script>'
                f'<puzzle-press src="daily/{today}.json"></puzzle-press></html>',
                encoding="utf-8",
            )
        self.requests: list[str] = []
        self.application: Application = make_application(folder, folder.parent / "results.sqlite")

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., object]) -> Any:
        self.requests.append(environ["PATH_INFO"])
        return self.application(environ, start_response)

    @property
    def entries(self) -> list[tuple[Any, ...]]:
        sql = "SELECT name, moves, undone, checks, paused_ms > 0 FROM entries"
        return self.application._database.rows(sql)


@contextmanager
def open_owner(folder: Path, kind: str) -> Iterator[tuple[Owner, str]]:
    www = folder / "www"
    www.mkdir()
    owner = Owner(www, kind)
    with open_server(www, 0, "/", {"/results/": owner}) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield owner, f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def open_table(chromium: Any, owner: Owner, address: str) -> Iterator[Table]:
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    table = Table(page, owner.record)
    table.wait("el.results")
    yield table
    assert errors == []
    context.close()


def play(table: Table, rng: Random, slowness: int = 1) -> None:
    """Light the lamps of an Akari, at the speed of a hand; at once if nobody is to see it."""
    for cell in solved_puzzles()["akari"][1]["cells"]:
        if slowness:
            table.page.wait_for_timeout(slowness * rng.randrange(120, 500))
        table.click(cell)
    table.wait("el.session.isSolved")


def test_a_game_of_a_reader_who_agrees_is_in_the_table(chromium: Any, tmp_path: Path) -> None:
    with open_owner(tmp_path, "akari") as (owner, address):
        for number, place in enumerate(("The first game in the table", "Place 2 of 2")):
            with open_table(chromium, owner, address) as table:
                assert "127.0.0.1" in table.page.locator(".lesson:visible").inner_text()
                table.page.get_by_role("button", name="Yes, send them").click()
                assert owner.requests == ["/start", "/finish"] * number
                play(table, Random(number), 1 + number)
                table.wait("el.results?.standing")
                standing = table.page.locator(".standing")
                assert place in standing.inner_text(), standing.inner_text()
                assert "You" in standing.locator("li.own").inner_text()
                table.page.reload()
                table.wait("el?.results && el.session.isSolved")
                assert place in table.page.locator(".standing").inner_text()
        assert owner.requests == ["/start", "/finish"] * 2
        assert [entry[1:3] for entry in owner.entries] == [(7, 0)] * 2


@pytest.mark.parametrize("answer", ["No, send nothing", ""])
def test_nothing_is_sent_of_a_reader_who_does_not_agree(
    chromium: Any, tmp_path: Path, answer: str
) -> None:
    with open_owner(tmp_path, "akari") as (owner, address):
        with open_table(chromium, owner, address) as table:
            if answer:
                table.page.get_by_role("button", name=answer).click()
            play(table, Random(3), 0)
            table.page.wait_for_timeout(300)
            assert table.page.locator(".standing").is_hidden()
            if answer:
                table.page.reload()
                table.wait("el?.results")
                assert table.page.locator(".lesson:visible").count() == 0
        assert owner.requests == []
        assert owner.entries == []


def test_a_reader_can_change_his_mind_and_has_all_deleted(chromium: Any, tmp_path: Path) -> None:
    with open_owner(tmp_path, "akari") as (owner, address):
        with open_table(chromium, owner, address) as table:
            table.page.get_by_role("button", name="No, send nothing").click()
            turn(table, True)
            table.page.get_by_label("Name in the table").fill("Ann <b>")
            table.page.keyboard.press("Escape")
            table.click(1, "right")
            table.page.get_by_role("button", name="Undo").click()
            table.page.get_by_role("button", name="Check").click()
            table.page.get_by_role("button", name="Pause").click()
            table.page.wait_for_timeout(200)
            table.page.reload()
            table.wait("el?.results")
            play(table, Random(4))
            table.wait("el.results?.standing")
            assert owner.entries == [("Ann b", 8, 1, 1, 1)]
            turn(table, False)
            table.page.wait_for_timeout(300)
            assert owner.entries == []
            assert table.page.locator(".standing").is_hidden()
        assert owner.requests == ["/start", "/finish", "/forget"]


def turn(table: Table, is_on: bool) -> None:
    table.page.get_by_role("button", name="More").click()
    box = table.page.get_by_label("Send my games")
    assert box.is_checked() != is_on
    box.click()


def test_games_with_hints_and_of_other_days_are_not_sent(chromium: Any, tmp_path: Path) -> None:
    with open_owner(tmp_path, "akari") as (owner, address):
        with open_table(chromium, owner, address) as table:
            table.page.get_by_role("button", name="Yes, send them").click()
            table.page.get_by_role("button", name="Hint").click()
            play(table, Random(5), 0)
            table.page.wait_for_timeout(300)
            assert "/finish" not in owner.requests
        path = next((tmp_path / "www" / "daily").iterdir())
        path.write_text(json.dumps({**owner.record, "date": DAY}), encoding="utf-8")
        sent = len(owner.requests)
        with open_table(chromium, owner, address) as table:
            assert table.page.locator(".lesson:visible").count() == 0
            play(table, Random(6), 0)
        assert len(owner.requests) == sent
        assert owner.entries == []


def test_a_site_that_is_served_has_the_place_of_a_reader(chromium: Any, tmp_path: Path) -> None:
    """The whole way: a site of the command, ``--serve``, a reader, and the tables of its owner."""
    today = datetime.datetime.now(datetime.UTC).date()
    path = write_config(tmp_path, days=2, more='[site.results]\naddress = "results/"\ndays = 7')
    text = path.read_text(encoding="utf-8").replace("Europe/Berlin", "UTC")
    path.write_text(text.replace("2026-11-16", today.isoformat()), encoding="utf-8")
    settings, work, out = load_site_config(path), tmp_path / "work", tmp_path / "www"
    with Workers(1) as workers:
        make_site(settings, out, work, workers)
    record = json.loads((out / "daily" / f"{today}.json").read_text(encoding="utf-8"))
    (own,) = [one for one in read_records(tmp_path / "days.jsonl") if one.id == record["id"]]
    with open_site(out, settings, work, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with chromium.new_context() as context:
            page = context.new_page()
            wrong: list[str] = []
            page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
            page.goto(f"http://127.0.0.1:{server.server_port}/p/daily/{today}.html")
            table = Table(page, record)
            table.wait("el.results")
            yes = page.get_by_role("button", name="Yes, send them")
            assert not yes.is_visible(), "the lesson is offered first"
            page.get_by_role("button", name="Not now").click()
            yes.click()
            for line in own.solution["paths"]:
                table.draw(line)
            table.wait("el.results?.standing")
            assert "The first game in the table" in page.locator(".standing").inner_text()
            assert wrong == []
        server.shutdown()
    done = run_program("results", str(work / "results.sqlite"), "--to", str(tmp_path / "tables"))
    assert done.returncode == 0, done.stderr
    (day,) = json.loads((tmp_path / "tables" / "results.json").read_text(encoding="utf-8"))["days"]
    assert (day["day"], day["readers"]) == (today.isoformat(), 1)
