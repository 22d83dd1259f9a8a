"""Pages, feeds and records of a site: whole, valid, and silent about answers and days to come."""

import dataclasses
import datetime
import io
import json
import re
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pipeline.config.site_settings import load_site_config
from pipeline.edition.language import list_languages, load_language
from pipeline.kinds import get_kind, load_examples
from pipeline.model import Credit, Status, Verdict
from pipeline.run.site import arrange
from pipeline.web.bundle import bundle_player
from pipeline.web.files import site_files
from pipeline.web.pages import lesson_files
from pipeline.web.shell import FONTS
from pipeline.web.site import Site, integrity
from tests.known import the
from tests.source import ROOT
from tests.web.site_sample import (
    HOSTILE,
    START,
    make_banded,
    make_games,
    make_records,
    make_sample,
    write_config,
)

VOID = {"base", "img", "input", "link", "meta"}


class Reader(HTMLParser):
    """Reads a page strictly: every tag is closed in its turn, every id is there once."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in <{tag}>"
        if "p" in self.open:
            assert tag in {"a", "bdi", "img", "span", "code", "time"}, (
                f"<{tag}> would close the paragraph"
            )
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["script"]:
            self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def files(site: Site) -> dict[str, str]:
    """Return the texts of a site by path."""
    found = list(site_files(site))
    assert len(dict(found)) == len(found), "a path is written twice"
    return {path: content for path, content in found if isinstance(content, str)}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return make_sample(tmp_path_factory.mktemp("site"), START + datetime.timedelta(days=5))


@pytest.fixture(scope="module")
def written(site: Site) -> dict[str, str]:
    return files(site)


def test_every_page_is_whole(written: dict[str, str]) -> None:
    pages = {path: text for path, text in written.items() if path.endswith(".html")}
    assert len(pages) > 20
    for path, text in pages.items():
        assert text.startswith("<!DOCTYPE html>\n<html lang="), path
        page = Reader(text)
        ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
        assert len(ids) == len(set(ids))
        assert all("alt" in attributes for attributes in page.all("img"))
        if path.startswith(("daily/", "answers/")):
            assert all(attributes["alt"] for attributes in page.all("img"))
        assert len(page.all("title")) == 1
        assert len(page.all("main")) == 1
        if not path.startswith("frames/"):
            assert len(page.all("h1")) == 1


def test_the_head_of_a_page_names_its_colours_scripts_and_feeds(
    written: dict[str, str], site: Site
) -> None:
    page, theme = Reader(written["index.html"]), site.table.theme
    looks = [(one["rel"], one["href"]) for one in page.all("link") if "icon" not in str(one["rel"])]
    assert looks[1:6] == [
        ("stylesheet", "site.css"), ("stylesheet", "theme.css"),
        *(("preload", f"fonts/{font}") for font in FONTS),
    ]  # fmt: skip
    preloaded = [one for one in page.all("link") if one["rel"] == "preload"]
    assert all("crossorigin" in one for one in preloaded), "else browsers load them twice"
    assert [one["href"] for one in page.all("a") if "aria-current" in one] == ["index.html"]
    metas = [(one.get("name"), one.get("content")) for one in page.all("meta")]
    assert ("color-scheme", "light dark" if theme.scheme == "auto" else theme.scheme) in metas
    assert [content for name, content in metas if name == "theme-color"] == [*theme.page]
    scripts = [one["src"] for one in page.all("script") if one.get("type") == "module"]
    assert scripts == ["puzzle-press.js", "site.js"]
    feeds = [one["href"] for one in page.all("link") if one.get("rel") == "alternate"]
    assert [one for one in feeds if str(one).startswith("feed.")] == ["feed.json", "feed.xml"]
    assert json.loads(written["site.webmanifest"])["background_color"] == theme.page[0]
    licence = site.table.licence
    assert f"© {site.table.author}{f', {licence}' if licence else ''}" in page.text
    assert ", None" not in page.text


def test_links_lead_somewhere(written: dict[str, str]) -> None:
    for path, text in written.items():
        if not path.endswith(".html"):
            continue
        for tag, attributes in Reader(text).tags:
            target = attributes.get("href") or attributes.get("src")
            if (
                not target
                or target.startswith(("https://", "#"))
                or tag == "base"
                or tag == "puzzle-press"
            ):
                continue
            parts = path.split("/")[:-1]
            for part in target.split("/"):
                parts = parts[:-1] if part == ".." else [*parts, part]
            where = "/".join(parts)
            drawn = where.startswith(("pictures/", "print/", "answers/", "icon-", "fonts/"))
            assert where in written or drawn, f"{path} leads to {where}"


def test_nothing_is_inline(written: dict[str, str]) -> None:
    for path, text in written.items():
        if path.endswith(".html"):
            page = Reader(text)
            assert page.all("style") == []
            for script in page.all("script"):
                assert "src" in script or script["type"] == "application/ld+json"
            for _, attributes in page.tags:
                assert not {name for name in attributes if name == "style" or name[:2] == "on"}


def test_answers_seeds_and_days_to_come_are_nowhere(written: dict[str, str], site: Site) -> None:
    everything = "\n".join(text for path, text in written.items() if not path.endswith(".js"))
    assert "4711" not in everything
    for word in ('"solution"', '"witness"', '"seed"', '"index"', '"paths"', "provenance"):
        assert word not in everything.replace("No solution, no seed", "")
    assert "2026-11-21" in everything
    assert not [day for day in range(22, 31) if f"2026-11-{day}" in everything]
    assert {path for path in written if path.startswith("answers/")} == {
        f"answers/2026-11-{day}.html" for day in range(16, 21)
    }
    for entry in site.entries:
        assert json.dumps(entry.record.solution).replace(" ", "") not in everything


def test_the_whole_schedule_has_no_answers(tmp_path: Path) -> None:
    written = files(make_sample(tmp_path))
    assert sum(path.startswith("daily/") for path in written) == 20
    assert not any(path.startswith("answers/") for path in written)
    today = Reader(written["index.html"])
    place = next(a for a in today.all("div") if a.get("id") == "today")
    assert (place["data-first"], place["data-last"]) == ("2026-11-16", "2026-11-25")
    assert place["data-week"] == "0123456"
    assert today.all("body")[0]["data-zone"] == "Europe/Berlin"


def test_nothing_of_a_whole_schedule_links_to_a_day_that_may_not_have_come(tmp_path: Path) -> None:
    """Pages, feeds and site map are read by machines that know no day."""
    credit = Credit(author="B. Setter", licence="CC-BY-4.0")
    written = files(make_sample(tmp_path, credit=credit))
    assert not {"feed.json", "feed.xml", "today.json"} & set(written)
    assert "daily/" not in written["sitemap.xml"]
    for path, text in written.items():
        if not path.endswith(".html") or path.startswith("frames/"):
            continue
        own = re.findall(r"daily/(\S+)\.html", path)
        for tag, attributes in Reader(text).tags:
            target = attributes.get("href") or attributes.get("src") or ""
            for day in re.findall(r"(2026-11-\d\d)\.", target):
                assert own, f"{path} leads to {day} by <{tag}>"
                assert day <= own[0], f"{path} leads to {day} by <{tag}>"
    embed = Reader(written["embed.html"]).text
    assert 'daily/{day}.json" zone="Europe/Berlin"' in embed


def test_today_is_the_latest_day(written: dict[str, str]) -> None:
    assert 'src="daily/2026-11-21.json"' in written["index.html"]
    today, day = (json.loads(written[path]) for path in ("today.json", "daily/2026-11-21.json"))
    assert today == day | {"learn": day["learn"].removeprefix("../")}


def test_days_that_are_published_never_change(tmp_path: Path) -> None:
    first = files(make_sample(tmp_path, START + datetime.timedelta(days=2)))
    later = files(make_sample(tmp_path, START + datetime.timedelta(days=9)))
    longer = files(make_sample(tmp_path, START + datetime.timedelta(days=9), days=14))
    for path, text in first.items():
        assert path in later
        assert path in longer
        if path.startswith(("daily/", "packs/")) and path.endswith(".json"):
            assert later[path] == longer[path] == text


def test_a_published_record_keeps_to_its_schema(written: dict[str, str]) -> None:
    schema = json.loads(written["puzzle.schema.json"])
    records = [
        path for path in written if path.startswith(("daily/", "packs/")) and ".json" in path
    ]
    assert len(records) == 9
    for path in records:
        check(json.loads(written[path]), schema, path)
    with pytest.raises(AssertionError):
        check({**json.loads(written[records[0]]), "solution": {}}, schema, "spoilt")


def check(value: Any, schema: dict[str, Any], place: str) -> None:
    """Hold a value against the words of JSON Schema that the schema uses."""
    types = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
             "null": type(None)}  # fmt: skip
    kinds = schema.get("type", [])
    allowed = tuple(types[name] for name in ([kinds] if isinstance(kinds, str) else kinds))
    assert not allowed or isinstance(value, allowed), place
    assert value == schema.get("const", value), place
    assert value in schema.get("enum", [value]), place
    assert "minimum" not in schema or value >= schema["minimum"], place
    assert "pattern" not in schema or re.search(schema["pattern"], value), place
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            check(item, schema["items"], f"{place}[{number}]")
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        assert set(schema.get("required", [])) <= set(value), place
        if schema.get("additionalProperties") is False:
            assert set(value) <= set(known), place
        for name in set(value) & set(known):
            check(value[name], known[name], f"{place}.{name}")


def test_feeds_say_what_they_have_to(written: dict[str, str]) -> None:
    feed = json.loads(written["feed.json"])
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert len(feed["items"]) == 6
    newest = feed["items"][0]
    assert newest["id"].endswith("/p/daily/2026-11-21.html")
    assert newest["date_published"] == "2026-11-20T23:00:00Z", "midnight in Berlin"
    assert newest["image"].startswith("https://puzzles.example/p/pictures/")
    assert newest["_puzzlepress"]["record"].endswith("/daily/2026-11-21.json")
    atom = ElementTree.fromstring(written["feed.xml"])
    name = "{http://www.w3.org/2005/Atom}"
    assert len(atom.findall(f"{name}entry")) == 6
    assert atom.findtext(f"{name}updated") == "2026-11-20T23:00:00Z"
    content = atom.findtext(f"{name}entry/{name}content")
    assert content is not None
    assert content.startswith("<p><a href=")
    places = ElementTree.fromstring(written["sitemap.xml"])
    assert len(places) == 1 + 6 + 3 + 1 + 1


def test_feeds_have_the_description_and_the_latest_fifty_days(tmp_path: Path) -> None:
    last = START + datetime.timedelta(days=50)
    for more, subtitle in (("", []), ('description = "Daily lines"', ["Daily lines"])):
        written = files(make_sample(tmp_path, last, days=51, more=more))
        assert re.findall("<subtitle>(.*)</subtitle>", written["feed.xml"]) == subtitle
        items = json.loads(written["feed.json"])["items"]
        assert [len(items), items[-1]["url"]] == [
            50, f"https://puzzles.example/p/daily/{START + datetime.timedelta(days=1)}.html"
        ]  # fmt: skip


@pytest.mark.parametrize("day", [datetime.date(2026, 3, 29), datetime.date(2026, 10, 26)])
def test_days_begin_at_midnight_of_the_site(site: Site, day: datetime.date) -> None:
    assert site.moment(day).endswith("T23:00:00Z")


def test_pages_have_metadata_for_other_sites(written: dict[str, str]) -> None:
    text = written["daily/2026-11-18.html"]
    page = Reader(text)
    meta = {a.get("property"): a.get("content") for a in page.all("meta")}
    assert meta["og:image"].startswith("https://puzzles.example/p/pictures/")  # type: ignore[union-attr]
    assert (meta["og:image:width"], meta["og:image:height"]) == ("1200", "630")
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', text)
    assert found
    assert json.loads(found[1])["datePublished"] == "2026-11-17T23:00:00Z"
    place = re.search(r'href="https://puzzles.example/p/(oembed/\w+.json)"', text)
    assert place
    answer = json.loads(written[place[1]])
    assert answer["type"] == "rich"
    assert answer["html"].startswith('<iframe src="https://puzzles.example/p/frames/')


def test_the_tag_to_copy_has_the_hash_of_the_player(written: dict[str, str]) -> None:
    code = Reader(written["embed.html"]).text
    assert integrity(bundle_player()) in code
    assert integrity(written["puzzle-press.js"]) in code
    assert '<puzzle-press src="https://puzzles.example/p/today.json">' in code


def test_hostile_texts_stay_text(tmp_path: Path) -> None:
    credit = Credit(author=HOSTILE, title=HOSTILE, licence="CC-BY-4.0", text=HOSTILE)
    day = START + datetime.timedelta(days=2)
    site = make_sample(tmp_path, day, title=HOSTILE, author=HOSTILE, credit=credit)
    for path, text in files(site).items():
        if path.endswith(".html"):
            page = Reader(text)
            assert all("src" in a or a["type"] == "application/ld+json" for a in page.all("script"))
            for data in re.findall(r'ld\+json">(.*?)</script>', text):
                json.loads(data)
        elif path.endswith(".xml"):
            ElementTree.fromstring(text)
        elif path.endswith(".json"):
            json.loads(text)
    assert HOSTILE in Reader(files(site)["index.html"]).text


def test_credits_are_where_their_wording_requires(tmp_path: Path) -> None:
    def pages(text: str) -> dict[str, str]:
        credit = Credit(author="B. Setter", licence="CC-BY-4.0", text=text)
        return files(make_sample(tmp_path, START, credit=credit))

    asked = pages("Print this under the puzzle: B. Setter")
    assert "B. Setter" in Reader(asked["daily/2026-11-16.html"]).text
    quiet = pages("B. Setter made it")
    assert "B. Setter" not in Reader(quiet["daily/2026-11-16.html"]).text
    for written in (asked, quiet):
        assert "B. Setter" in Reader(written["credits.html"]).text
        assert "B. Setter" in json.loads(written["daily/2026-11-16.json"])["credit"]["line"]


def test_the_plugin_holds_the_player_and_quotes_the_address(tmp_path: Path) -> None:
    site = make_sample(tmp_path, START)
    table = dataclasses.replace(site.table, base_url="https://a.example/o'x/")
    contents = [dict(site_files(dataclasses.replace(site, table=table))) for _ in range(2)]
    plugin = contents[0]["wordpress.zip"]
    assert plugin == contents[1]["wordpress.zip"]
    assert isinstance(plugin, bytes)
    with zipfile.ZipFile(io.BytesIO(plugin)) as archive:
        assert archive.read("puzzle-press/puzzle-press.js").decode() == bundle_player()
        assert {one.external_attr >> 16 for one in archive.infolist()} == {0o644}
        code = archive.read("puzzle-press/puzzle-press.php").decode()
        block = archive.read("puzzle-press/block.js").decode()
    assert "'https://a.example/o\\'x/today.json'" in code
    assert "Update URI: https://a.example/o\\'x/wordpress.zip" in code
    assert "add_filter( 'update_plugins_a.example'," in code
    assert "registerBlockType( 'puzzle-press/puzzle'" in block
    update = json.loads(str(contents[0]["wordpress.json"]))
    assert f"Version: {update['version']}\n" in code
    assert not re.search(r"BASE_URL|SOURCE|ZONE|HOST|RELEASE|VERSION", code)


def test_the_plugin_finds_the_day_where_no_file_of_today_is_written(tmp_path: Path) -> None:
    written = dict(site_files(make_sample(tmp_path)))
    plugin = written["wordpress.zip"]
    assert isinstance(plugin, bytes)
    with zipfile.ZipFile(io.BytesIO(plugin)) as archive:
        code = archive.read("puzzle-press/puzzle-press.php").decode()
    assert "today.json" not in written
    assert "= 'https://puzzles.example/p/daily/{day}.json';" in code
    assert "= 'Europe/Berlin';" in code


@pytest.mark.parametrize("code", list_languages())
def test_every_language_makes_whole_pages(tmp_path: Path, code: str) -> None:
    written = files(make_sample(tmp_path, START, days=2, more=f'language = "{code}"'))
    page = Reader(written["daily/2026-11-16.html"])
    assert page.all("html")[0]["lang"] == code
    assert load_language(code).say("site.rules") in page.text


def test_every_word_of_the_site_is_used() -> None:
    room = ROOT / "pipeline"
    modules = [*(room / "web").glob("*.py"), *(room / "web" / "templates").iterdir()]
    modules += [room / "edition" / "dates.py"]
    source = "".join(path.read_text(encoding="utf-8") for path in modules)
    keys = {key for key in load_language("en").texts if key.startswith("site.")}
    named = ("today", "archive", "packs", "before", "after", "answer", "lost", "offline")
    files = {"site.css", "site.js", "site.webmanifest"}
    used = set(re.findall(r'"(site\.[a-z_]+)"', source)) - files
    assert keys == used | {f"site.{name}" for name in named}


def test_a_day_offers_its_bands_and_keeps_the_band_from_day_to_day(tmp_path: Path) -> None:
    tuesday = START + datetime.timedelta(days=1)
    written = files(make_banded(tmp_path, tuesday, days=3))
    page = written["daily/2026-11-16.html"]
    assert 'class="choice"' in page
    assert 'class="band' not in page, "the choice states it"
    days = {path for path in written if path.startswith("daily/") and path.endswith(".json")}
    assert days == {
        f"daily/2026-11-{day}{end}.json" for day in (16, 17) for end in ("", "-medium")
    }, "no day to come of either band"
    other = Reader(written["daily/2026-11-17-medium.html"])
    links = {a["href"]: a.get("aria-current") for a in other.all("a")}
    assert links["../daily/2026-11-17.html"] is None
    assert links["../daily/2026-11-17-medium.html"] == "true"
    assert "../daily/2026-11-16-medium.html" in links, "the day before, as medium"
    assert "answers/2026-11-16-medium.html" in written
    assert 'href="daily/2026-11-17-medium.html"' in written["index.html"]
    ids = [json.loads(written[f"daily/2026-11-17{end}.json"])["id"] for end in ("", "-medium")]
    cell = next(a for a in Reader(written["archive/2026-11.html"]).all("a")
                if a["href"] == "../daily/2026-11-17.html")  # fmt: skip
    assert the(cell["data-puzzle"]).split() == ids, "a day is solved when all its puzzles are"
    assert the(cell["aria-label"]).endswith("Easy, Medium")
    assert len(json.loads(written["feed.json"])["items"]) == 2, "one item for each day"


def test_a_day_has_several_games_with_names_icons_and_pages_of_their_own(tmp_path: Path) -> None:
    tuesday = START + datetime.timedelta(days=1)
    site = make_games(tmp_path, tuesday)
    written = files(site)
    ends = ("", "-daily", "-lines", "-lines-medium")
    days = {path for path in written if path.startswith("daily/") and path.endswith(".json")}
    assert days == {f"daily/2026-11-{day}{end}.json" for day in (16, 17) for end in ends}
    home = Reader(written["index.html"])
    games = [a for a in home.all("a") if "data-times" in a]
    assert [a["href"] for a in games] == [
        f"daily/2026-11-17{end}.html" for end in ("", "-lines", "-daily")
    ]
    assert "Lines &amp; more" in written["index.html"]
    (own, *_) = [text for path, text in written.items() if path.endswith("-lines.html")]
    assert "<h1><bdi>Lines &amp; more " in own
    assert not home.all("puzzle-press"), "the games lead the first page"
    assert [img["src"] for img in home.all("img")][:1] == ["games/numberlink-free.svg"]
    assert written["games/numberlink-free.svg"].startswith("<")
    page = Reader(written["daily/2026-11-17-lines-medium.html"])
    assert "../daily/2026-11-16-lines-medium.html" in {a["href"] for a in page.all("a")}
    current = [a["href"] for a in page.all("a") if "aria-current" in a]
    assert current == [
        "../daily/2026-11-17-lines.html", "../daily/2026-11-17-lines-medium.html"
    ]  # fmt: skip
    month = written["archive/2026-11.html"]
    assert month.count('class="calendar"') == 1
    assert [b["value"] for b in Reader(month).all("button")] == ["", "numberlink", "lines", "daily"]
    dots = [a for a in Reader(month).all("a") if the(a.get("class", "")).startswith("dot ")]
    assert [a["href"] for a in dots] == [
        f"../daily/2026-11-{day}{end}.html" for day in (16, 17) for end in ("", "-lines", "-daily")
    ]
    assert len({a["class"] for a in dots[:3]}) == 3, "no two games of a day are alike"
    past = [a["href"] for a in home.all("a") if the(a["href"]).startswith("daily/2026-11-16")]
    assert past == [f"daily/2026-11-16{end}.html" for end in ("", "-lines", "-daily")]
    months = written["archive/index.html"]
    assert "8 puzzles" in months, "those of all games, as many as can be solved"
    assert len(json.loads(written["feed.json"])["items"]) == 6


def test_a_lesson_is_called_as_its_game_where_it_has_one(tmp_path: Path) -> None:
    several = files(make_games(tmp_path, START))["learn/numberlink-free.json"]
    site = make_games(tmp_path, START)
    one = dataclasses.replace(site, days=tuple(site.games["lines"]), more=(), packs=())
    alone = dict(lesson_files(one))["learn/numberlink-free.json"]
    assert json.loads(several)["title"] == "How to play Numberlink"
    assert json.loads(str(alone))["title"] == "How to play Lines & more"


def test_a_schedule_links_each_game_of_a_day_to_its_own_page(tmp_path: Path) -> None:
    month = Reader(files(make_games(tmp_path))["archive/2026-11.html"])
    dots = [span["data-to"] for span in month.all("span") if "data-to" in span]
    assert dots[:3] == [f"../daily/2026-11-16{end}.html" for end in ("", "-lines", "-daily")]


def test_a_site_without_paper_has_no_pages_to_print(tmp_path: Path) -> None:
    site = make_sample(tmp_path, START, more='paper = "none"')
    assert "print/" not in files(site)["daily/2026-11-16.html"]
    assert "print/" in files(make_sample(tmp_path, START))["daily/2026-11-16.html"]


def test_statistics_have_a_page_with_the_names_of_all_games(tmp_path: Path) -> None:
    written = files(make_games(tmp_path, START))
    head = Reader(written["daily/2026-11-16.html"])
    assert "../statistics.html" in {a["href"] for a in head.all("a")}
    (place,) = [one for one in Reader(written["statistics.html"]).all("div") if "data-games" in one]
    games = json.loads(the(place["data-games"]))
    assert [name for name, *_ in games] == ["numberlink", "lines", "daily"]
    assert all(week == "0123456" for *_, week in games)


def test_statistics_list_the_kinds_of_all_days_where_a_day_has_one_game(tmp_path: Path) -> None:
    path = write_config(tmp_path, days=3)
    table = "[[daily]]\ndays = ['thu']\ngame = 'more'\nrecords = 'more.jsonl'\n"
    week = 'days = ["mon", "tue", "wed"]\nrecords'
    text = re.sub(r"days = \[.*\]\nrecords", week, path.read_text(), count=1)
    path.write_text(text.replace("days = 3", "days = 4") + table)
    lines, hashi = make_records(3, 100), get_kind("hashi")
    bridges = load_examples(hashi)["solved"][0]
    other = lines[0].with_(
        id="0" * 16, kind="hashi", puzzle=bridges["puzzle"], solution=bridges["solution"],
        verdict=Verdict(Status.UNIQUE, "connected-2"),
    )  # fmt: skip
    supply = {"records days.jsonl": [lines[0], other, lines[1]], "records more.jsonl": lines[2:],
              "pack-small": make_records(3, 9000)}  # fmt: skip
    text = files(arrange(load_site_config(path), supply, None))["statistics.html"]
    (games,) = [one["data-games"] for one in Reader(text).all("div") if "data-games" in one]
    assert json.loads(str(games)) == [
        ["daily", "Numberlink, Hashi", ["hashi", "numberlink"], "012"],
        ["more", "Numberlink", ["numberlink"], "3"],
    ]


def test_search_engines_get_a_description_of_each_page_lessons_and_dates(
    written: dict[str, str], site: Site
) -> None:
    texts = {
        path: [m["content"] for m in Reader(text).all("meta") if m.get("name") == "description"]
        for path, text in written.items()
        if path.endswith(".html") and not path.startswith("frames/") and path != "index.html"
    }
    assert len(texts) > 20
    assert len({text for (text,) in texts.values()}) == len(texts)
    assert "17 November 2026" in str(texts["daily/2026-11-17.html"])
    found = written["sitemap.xml"]
    assert site.address("learn/numberlink-free.html") in found
    day = site.address("daily/2026-11-17.html")
    assert f"<loc>{day}</loc><lastmod>2026-11-16T23:00:00Z</lastmod>" in found


def test_what_comes_after_a_puzzle_is_the_next_band_then_the_next_game(tmp_path: Path) -> None:
    written = files(make_games(tmp_path, START))
    after = {
        path: Reader(text).all("puzzle-press")[0]
        for path, text in written.items()
        if path.startswith(("daily/", "packs/small/")) and "<puzzle-press" in text
    }
    names = {path: (one["next"], one.get("next-name")) for path, one in after.items()}
    assert names["daily/2026-11-16.html"] == (
        "../daily/2026-11-16-lines.html",
        "Next: Lines & more",
    )
    assert names["daily/2026-11-16-lines.html"] == (
        "../daily/2026-11-16-lines-medium.html", "Next: Medium"
    )  # fmt: skip
    assert names["daily/2026-11-16-lines-medium.html"][0] == "../daily/2026-11-16-daily.html"
    assert names["daily/2026-11-16-daily.html"] == ("../archive/index.html", None)
    assert names["packs/small/1.html"][0] == "../../packs/small/2.html"
    assert names["packs/small/3.html"] == ("../../packs/small/index.html", None)
