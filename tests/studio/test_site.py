"""Sites in the studio: their days, the page of each, and what is withdrawn or replaced."""

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from tests.studio.serving import TOKEN, Answer, Served, serving

BEARER = f"Bearer {TOKEN}"
TODAY = datetime.datetime.now(datetime.UTC).date()
DAILY = f"""\
# A comment that stays.
seed = "5e1d0c9b8a7f6e5d4c3b2a1908f7e6d5"
[site]
title = "Made"
base_url = "https://puzzles.example/"
author = "A. Author"
start = {TODAY - datetime.timedelta(days=2)}
days = 6
theme.footer = "footer.html"
[[daily]]
days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
kind = "hashi"
size = "5x5"
[[daily]]
days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
kind = "akari"
size = "4x4"
"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "daily.toml").write_text(DAILY)
    (tmp_path / "footer.html").write_text("<script>top.stolen = 1</script><p>Our footer</p>")
    with serving(tmp_path) as one:
        yield one


def make(served: Served) -> Any:
    """Make the puzzles of the site, and return its days."""
    assert served.ask("make-site", name="daily")["state"] == "working"
    for _ in range(1200):
        said = served.ask("state", name="daily.toml")
        if said["state"] != "working":
            break
        sleep(0.05)
    assert said["state"] == "done", said
    return served.ask("site", name="daily")


def ids(site: Any) -> list[list[str]]:
    return [[one["id"] for one in day["puzzles"]] for day in site["days"]]


def page(served: Served, site: Any, day: Any, path: str) -> Answer:
    return served.send(f"/site/{site['key']}/{day['date']}/{path}", Authorization=BEARER)


@pytest.mark.dear
def test_days_have_their_games_before_and_their_puzzles_after_they_are_made(served: Served) -> None:
    assert served.ask("sites") == [{"name": "daily.toml", "title": "Made"}]
    site = served.ask("site", name="daily")
    assert "make them" in site["message"]
    assert not (served.studio.folder / "daily").exists()
    assert [one["title"] for one in site["days"][0]["puzzles"]] == ["Hashi 5 × 5", "Akari 4 × 4"]
    states = ["past", "past", "today", "to come", "to come", "to come"]
    assert [day["state"] for day in site["days"]] == states
    made = make(served)
    assert not made["message"]
    assert len({one for day in ids(made) for one in day}) == 12
    today = made["days"][2]
    published = (served.studio.folder / f"daily/www/daily/{today['date']}.json").read_text()
    assert json.loads(published)["id"] == today["puzzles"][0]["id"]
    assert not (served.studio.folder / f"daily/www/daily/{site['days'][3]['date']}.json").exists()


@pytest.mark.dear
def test_the_page_of_a_day_is_that_of_the_site(served: Served) -> None:
    site = make(served)
    today, later = site["days"][2], site["days"][4]
    for one in today["puzzles"]:
        answer = page(served, site, today, f"{one['path']}.json")
        written = served.studio.folder / f"daily/www/{one['path']}.json"
        assert answer.text == written.read_text()
        shown = page(served, site, today, f"pictures/{one['id']}.svg")
        assert shown.headers["content-type"].startswith("image/svg+xml")
    ahead = page(served, site, later, f"{later['puzzles'][0]['path']}.html")
    assert "puzzle-press" in ahead.text
    assert "Our footer" in ahead.text
    policy = ahead.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "script-src" not in policy  # so that the script of the footer does not run
    for path in ("../../../setter", "daily/2001-01-01.html", "pictures/0.svg", "x"):
        assert page(served, site, later, path).status == 404
    assert page(served, {"key": "x"}, later, "index.html").status == 404
    assert page(served, site, {"date": "2001-01-01"}, "index.html").status == 404
    assert served.send(f"/site/{site['key']}/{today['date']}/index.html").status == 403


@pytest.mark.dear
def test_a_day_to_come_is_withdrawn_and_put_back(served: Served) -> None:
    site = make(served)
    date = site["days"][4]["date"]
    asked = {"name": "daily", "date": date}
    said = served.ask("withdraw", **asked, version=site["version"])
    assert said["days"][4]["state"] == "withdrawn"
    assert ids(said) == ids(site)
    path = served.studio.folder / "daily.toml"
    assert f"skip = [{date}]" in path.read_text()
    assert "changed by another" in served.ask("withdraw", **asked, version=site["version"])["error"]
    said = served.ask("withdraw", **asked, version=said["version"])
    assert said["days"][4]["state"] == "to come"
    assert path.read_text() == DAILY


@pytest.mark.dear
def test_a_puzzle_to_come_is_replaced_by_the_next(served: Served) -> None:
    site = make(served)
    day = site["days"][4]
    asked = {"name": "daily", "date": day["date"], "id": day["puzzles"][0]["id"]}
    assert served.ask("replace-day", **asked, version=site["version"]) == {"name": "daily.toml"}
    after = make(served)
    assert ids(after)[:4] == ids(site)[:4]
    assert [row[1] for row in ids(after)] == [row[1] for row in ids(site)]
    assert ids(after)[4][0] == ids(site)[5][0]
    assert ids(after)[5][0] not in {one for row in ids(site) for one in row}
    assert (served.studio.folder / "daily.toml").read_text().startswith("# A comment that stays.")


@pytest.mark.dear
@pytest.mark.parametrize("number", [0, 2])
def test_a_day_that_appeared_stays(served: Served, number: int) -> None:
    site = make(served)
    day = site["days"][number]
    for question in ("withdraw", "replace-day"):
        asked = {"date": day["date"], "id": day["puzzles"][0]["id"]}
        said = served.ask(question, name="daily", version=site["version"], **asked)
        assert "expected a day to come of the site" in said["error"]
    assert (served.studio.folder / "daily.toml").read_text() == DAILY


def test_what_is_wrong_has_its_sentence(served: Served) -> None:
    kept = served.ask("keep-site", name="daily", text=DAILY.replace("5x5", "5by5"))
    (fault,) = kept["faults"]
    assert (fault["line"], "expected" in fault["message"]) == (13, True)
    site = served.ask("keep-site", name="daily", version=kept["version"], text=DAILY)
    assert site["faults"] == []
    for asked in ({"date": "soon"}, {"date": "2001-01-01"}, {}):
        assert "expected a" in served.ask("withdraw", name="daily", **asked)["error"]
    later = site["days"][4]["date"]
    assert "not made" in served.ask("replace-day", name="daily", date=later, id="x")["error"]
