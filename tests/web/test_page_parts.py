"""Parts of pages: what a puzzle's page says and links to, lists of puzzles, pictures of lessons."""

import datetime
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.config.site_settings import load_site_config
from pipeline.edition.worked import first_step
from pipeline.kinds import get_kind, load_examples
from pipeline.model import Credit, Status, Verdict
from pipeline.run.site import arrange
from pipeline.web import pages
from pipeline.web.records import rules_of
from pipeline.web.site import Site
from tests.known import the
from tests.web.site_sample import START, make_games, make_records, make_sample, write_config
from tests.web.test_pages import Reader, files

DAYS = 7


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    last = START + datetime.timedelta(days=DAYS - 1)
    return make_sample(tmp_path_factory.mktemp("parts"), last, days=DAYS)


@pytest.fixture(scope="module")
def written(site: Site) -> dict[str, str]:
    return files(site)


def links(text: str) -> list[str]:
    return [str(one["href"]) for one in Reader(text).all("a")]


def test_the_first_page_lists_the_days_before_the_latest_one_first(
    site: Site, written: dict[str, str]
) -> None:
    before = [f"{entry.path}.html" for entry in site.days[-2::-1][: pages.LATELY]]
    listed = [one for one in links(written["index.html"]) if one.startswith("daily/")]
    assert [one for one in listed if one in before] == before
    assert {*listed} <= {*before, f"{site.days[-1].path}.html"}
    for path, is_kept in (("index", False), ("packs/small/index", True)):
        (cards,) = [one for one in Reader(written[f"{path}.html"]).all("ol") if "cards" in str(one)]
        assert ("data-parts" in cards) == is_kept, "what is opened once is there without a network"


def test_a_puzzle_has_its_day_band_rules_and_lesson_and_a_lesson_no_link_to_itself(
    site: Site, written: dict[str, str]
) -> None:
    entry = site.days[-1]
    page = Reader(written[f"{entry.path}.html"])
    rules = rules_of(
        entry.record.kind, entry.record.verdict.rule, site.language, entry.record.puzzle
    )
    (about,) = [one["content"] for one in page.all("meta") if one.get("name") == "description"]
    assert f". {rules[0][1]}" in str(about)
    (board,) = page.all("puzzle-press")
    assert board["home"] == "../index.html"
    preloaded = [one["rel"] for one in Reader(written["index.html"]).all("link")]
    assert "modulepreload" in preloaded
    assert "home" not in Reader(written["index.html"]).all("puzzle-press")[0], "it is there"
    assert all(text in page.text for _, text in rules)
    text = written[f"{entry.path}.html"].partition('class="rules">')[2].partition("</section>")[0]
    assert text.count("<li>") == sum(bool(sign) for sign, _ in rules)
    assert f"{site.day(the(entry.date))} · {site.language.say(f'band.{entry.band}')}" in page.text
    (lesson,) = {one for one in links(written[f"{entry.path}.html"]) if "learn/" in one}
    path = lesson.removeprefix("../")
    assert not [one for one in links(written[path]) if one.endswith(path.rpartition("/")[2])]


def test_the_next_day_is_linked_unless_it_may_not_have_come(tmp_path: Path, site: Site) -> None:
    whole = make_sample(tmp_path, days=3)
    for one, is_linked in ((whole, False), (site, True)):
        first = one.days[0]
        page = Reader(files(one)[f"{first.path}.html"])
        nexts = [link["href"] for link in page.all("a") if link.get("rel") == "next"]
        assert nexts == [f"../daily/{one.days[1].date}.html"] * is_linked


def test_puzzles_of_a_pack_are_listed_by_number_with_pictures_of_their_shape(
    site: Site, written: dict[str, str]
) -> None:
    page = Reader(written["packs/small/index.html"])
    entries = site.packs[0].entries
    for number, (entry, picture) in enumerate(zip(entries, page.all("img")[-3:], strict=True), 1):
        puzzle = entry.record.puzzle
        rows, cols = puzzle["rows"], puzzle["cols"]
        assert f"{number} · " in page.text
        assert (picture["width"], picture["height"]) == ("160", str(160 * rows // cols))
    (card,) = [one["src"] for one in Reader(written["packs/index.html"]).all("img")]
    assert card == f"../{entries[0].picture}"


def test_puzzles_of_a_pack_are_linked_to_those_before_and_after_them(
    written: dict[str, str],
) -> None:
    shown = [Reader(written[f"packs/small/{number}.html"]).all("a") for number in (1, 2, 3)]
    found = [[(one["rel"], one["href"]) for one in some if "rel" in one] for some in shown]
    ways = [f"../../packs/small/{number}.html" for number in (1, 2, 3)]
    assert found == [
        [("next", ways[1])],
        [("prev", ways[0]), ("next", ways[2])],
        [("prev", ways[1])],
    ]


def test_pictures_of_lessons_have_the_size_that_pages_show(
    written: dict[str, str], site: Site
) -> None:
    pictures = {path: text for path, text in written.items()
                if path.startswith("learn/") and path.endswith(".svg")}  # fmt: skip
    assert pictures
    for text in pictures.values():
        (width,) = re.findall(r'<svg[^>]*? width="([\d.]+)', text)
        assert float(width) > 10
    for path, text in pictures.items():
        head = text[text.index("<svg") :].partition(">")[0]
        width, height = (re.findall(rf' {side}="([\d.]+)', head)[0] for side in ("width", "height"))
        name = path.rpartition("/")[2]
        (drawn,) = [
            one for page in written.values() if name in page
            for one in Reader(page).all("img") if str(one["src"]).endswith(name)
        ]  # fmt: skip
        sides = int(str(drawn["width"])), int(str(drawn["height"]))
        assert abs(sides[1] - sides[0] * float(height) / float(width)) < 1


def test_a_lesson_shows_the_end_alone_where_no_step_is_for_beginners(
    monkeypatch: pytest.MonkeyPatch, site: Site
) -> None:
    for step, names in ((first_step, ["solved", "step"]), (lambda *_: None, ["solved"])):
        monkeypatch.setattr(pages, "first_step", step)
        drawn = [path for path, _ in pages.lesson_files(site) if path.endswith(".svg")]
        assert sorted(path.rpartition("-")[2] for path in drawn) == [f"{one}.svg" for one in names]


def test_games_of_several_names_share_a_lesson_with_the_name_of_the_kind(tmp_path: Path) -> None:
    site = make_sample(tmp_path, START, days=1)
    (day,) = site.days
    for names, title in (
        (["Lines"], "How to play Lines"),
        (["Lines", "More"], "How to play Numberlink"),
    ):
        days = [replace(day, game=name.lower(), game_title=name) for name in names]
        only = replace(site, days=days, packs=[])
        lessons = {path: text for path, text in pages.lesson_files(only) if path.endswith(".html")}
        assert [re.findall("<h1>(.*?)</h1>", str(text)) for text in lessons.values()] == [[title]]


def test_a_site_of_packs_alone_is_embedded_by_its_first_puzzle(tmp_path: Path) -> None:
    site = make_sample(tmp_path)
    assert site.embedded == ("daily/{day}.json", "Europe/Berlin")
    assert replace(site, days=[]).embedded == ("packs/small/1.json", "")
    assert replace(site, days=[], packs=[]).embedded == ("", "")


def test_a_schedule_names_the_days_that_it_skips_if_there_are_any(tmp_path: Path) -> None:
    for more, found in (("skip = [2026-11-18]", ["2026-11-18"]), ("", [])):
        page = Reader(files(make_sample(tmp_path, more=more))["index.html"])
        today = [one for one in page.all("div") if one.get("id") == "today"]
        assert [one["data-skip"] for one in today if "data-skip" in one] == found


def test_the_foot_names_author_licence_and_the_feeds_that_there_are(
    tmp_path: Path, site: Site
) -> None:
    (tmp_path / "more").mkdir()
    free = make_sample(tmp_path / "more", days=1, more='licence = "CC BY 4.0"')
    for one, foot in ((site, "© A. Author"), (free, "© A. Author, CC BY 4.0")):
        page = files(one)["index.html"]
        (first,) = re.findall(r"<footer><p>(.*?)</p>", page, re.DOTALL)
        assert re.sub("<[^>]*>", "", first) == foot
        feeds = [link for link in links(page) if link.startswith("feed.")]
        assert feeds == ["feed.json", "feed.xml"] * one.has_feeds
    assert (site.has_feeds, free.has_feeds) == (True, False)


def test_two_games_of_a_day_are_a_choice(tmp_path: Path) -> None:
    path = write_config(tmp_path, days=1)
    more = "game = 'more'\ntitle = 'More'\nrecords = 'more.jsonl'\n"
    path.write_text(f"{path.read_text()}[[daily]]\ndays = ['mon']\n{more}")
    supply = {f"records {name}.jsonl": make_records(1, ord(name[0])) for name in ("days", "more")}
    supply["pack-small"] = make_records(3, 9000)
    site = arrange(load_site_config(path), supply, START)
    assert site.has_games
    assert [*site.games] == ["daily", "more"]
    written = files(site)
    for name, is_kept in (("index", True), (site.days[0].path, False)):
        (nav,) = [one for one in Reader(written[f"{name}.html"]).all("nav")
                  if one.get("class") == "games"]  # fmt: skip
        assert ("data-parts" in nav) == is_kept
    page = Reader(written["index.html"])
    assert not [one for one in page.all("link") if one["rel"] == "modulepreload"], "no board"


def test_a_game_has_an_icon_for_each_of_its_kinds(tmp_path: Path) -> None:
    path = write_config(tmp_path, days=2)
    more = "game = 'more'\ntitle = 'More'\nrecords = 'more.jsonl'\n"
    path.write_text(f"{path.read_text()}[[daily]]\ndays = ['mon', 'tue']\n{more}")
    first, second = make_records(2, 200)
    bridges = load_examples(get_kind("hashi"))["solved"][0]
    other = second.with_(
        kind="hashi", puzzle=bridges["puzzle"], solution=bridges["solution"],
        verdict=Verdict(Status.UNIQUE, "connected-2"),
    )  # fmt: skip
    supply = {"records days.jsonl": make_records(2, 100), "records more.jsonl": [first, other],
              "pack-small": make_records(3, 9000)}  # fmt: skip
    written = files(arrange(load_site_config(path), supply, START + datetime.timedelta(days=1)))
    icons = {str(one["src"]) for one in Reader(written["index.html"]).all("img")}
    assert {one for one in icons if one.startswith("games/")} <= written.keys()
    assert "games/hashi-connected-2.svg" in icons


def test_the_page_of_credits_links_what_others_set_and_leaves_out_the_sites_own(
    tmp_path: Path,
) -> None:
    for author, is_listed in (("A. Author", False), ("B. Setter", True)):
        folder = tmp_path / author[0]
        folder.mkdir()
        site = make_sample(folder, START, days=1, credit=Credit(author))
        found = [one for one in links(files(site)["credits.html"]) if one.startswith("daily/")]
        assert found == [f"{site.days[0].path}.html"] * is_listed


def test_months_are_linked_in_turn_and_each_day_is_under_its_weekday(tmp_path: Path) -> None:
    written = files(make_sample(tmp_path, START + datetime.timedelta(days=49), days=50))
    months = ["2026-11", "2026-12", "2027-01"]
    listed = [one for one in links(written["archive/index.html"]) if "archive/20" in one]
    assert listed == [f"../archive/{month}.html" for month in reversed(months)]
    turns = []
    for month in months:
        page = written[f"archive/{month}.html"]
        turns.append([(one["rel"], one["href"]) for one in Reader(page).all("a") if "rel" in one])
        names, *weeks = (
            [re.sub("<[^>]*>", "", cell) for cell in re.split("</t[hd]>", row)[:-1]]
            for row in re.findall("<tr>(.*?)</tr>", page, re.DOTALL)
        )
        assert {len(week) for week in (names, *weeks)} == {7}
        first = datetime.date.fromisoformat(f"{month}-01")
        days = [
            (int(day), name) for week in weeks for day, name in zip(week, names, strict=True) if day
        ]
        assert [day for day, _ in days] == [*range(1, days[-1][0] + 1)]
        assert (first + datetime.timedelta(days=days[-1][0])).day == 1, "to the end of the month"
        for day, name in days:
            date = first + datetime.timedelta(days=day - 1)
            assert date.strftime("%A").startswith(name)
    assert turns == [
        [("next", "../archive/2026-12.html")],
        [("prev", "../archive/2026-11.html"), ("next", "../archive/2027-01.html")],
        [("prev", "../archive/2026-12.html")],
    ]


def test_a_calendar_of_games_has_their_letters_and_a_filter_for_the_script(tmp_path: Path) -> None:
    page = files(make_games(tmp_path, START))["archive/2026-11.html"]
    assert re.findall('class="dot[^>]*>([^<]*)</a>', page) == ["N", "L", "N"]
    (bar,) = [one for one in Reader(page).all("div") if one.get("class") == "filter"]
    assert "hidden" in bar, "without the script it would do nothing"
    pressed = [one["aria-pressed"] for one in Reader(page).all("button")]
    assert pressed == ["true", "false", "false", "false"]
