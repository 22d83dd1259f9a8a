"""Dates by language and country, and sites in several languages."""

import datetime
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from pipeline.config.site_settings import load_site_config
from pipeline.edition.dates import day_text
from pipeline.edition.language import load_language
from pipeline.model import ConfigError
from pipeline.run.execution import Workers
from pipeline.run.site import make_site
from pipeline.web.archive import archive_pages
from pipeline.web.files import site_files
from tests.web.hosts import HOSTS
from tests.web.site_sample import START, make_sample, write_config
from tests.web.test_pages import Reader

MORE = """
[[language]]
code = "de"
title = "Linien"
[[language]]
code = "en-US"
"""


def test_the_first_of_a_month_is_an_ordinal_in_french() -> None:
    assert day_text(datetime.date(2026, 8, 1), load_language("fr"), "fr-CA") == "1er août 2026"


def test_a_calendar_begins_on_the_first_day_of_weeks(tmp_path: Path) -> None:
    site = make_sample(tmp_path, START, more='language = "en-US"')
    assert site.day(START) == "November 16, 2026"
    month = dict(archive_pages(site))["archive/2026-11"]
    assert re.findall(r"<th[^>]*>(\w+)", month)[:2] == ["Sun", "Mon"]
    weeks = [re.findall(r">(\d+)<", row) for row in re.findall(r"<tr>(.*?)</tr>", month)[1:]]
    assert weeks[0] == [str(day) for day in range(1, 8)], "1 November 2026 is a Sunday"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site in three languages, made by the command's own way."""
    folder = tmp_path_factory.mktemp("languages")
    path = write_config(folder, days=3)
    path.write_text(path.read_text() + 'titles = { de = "Klein" }\n' + MORE)
    with Workers(1) as workers:
        made = make_site(
            load_site_config(path), folder / "www", folder / "work", workers,
            as_of=START + datetime.timedelta(days=1),
        )  # fmt: skip
    assert made.files == sum(file.is_file() for file in (folder / "www").rglob("*")) - len(
        [*(folder / "www").rglob("pictures/*"), *(folder / "www").rglob("print/*"),
         *(folder / "www").rglob("answers/*.svg")]
    )  # fmt: skip
    return folder / "www"


def test_every_page_names_itself_in_every_language(made: Path) -> None:
    pages = {str(path.relative_to(made)) for path in made.rglob("*.html")}
    own = {page for page in pages if not page.startswith(("de/", "en-us/"))}
    apart = {"404.html", "offline.html", *(page for page in own if page.startswith("frames/"))}
    assert len(own - apart) > 10
    for page in own - apart:
        found = []
        for folder, code in (("", "en"), ("de/", "de"), ("en-us/", "en-US")):
            html = Reader((made / folder / page).read_text())
            assert html.all("html")[0]["lang"] == code
            found.append([
                (one["hreflang"], one["href"]) for one in html.all("link") if "hreflang" in one
            ])  # fmt: skip
            switch = [one for one in html.all("a") if "hreflang" in one]
            assert len(switch) == 2
            for one in switch:
                target = (made / folder / page).parent / str(one.get("href"))
                assert target.resolve().is_file(), (page, one.get("href"))
        base = "https://puzzles.example/p/"
        assert found[0] == found[1] == found[2] == [
            ("en", f"{base}{page}"), ("de", f"{base}de/{page}"),
            ("en-US", f"{base}en-us/{page}"), ("x-default", f"{base}{page}"),
        ]  # fmt: skip


def test_a_second_form_of_a_language_is_named_with_its_region(made: Path) -> None:
    page = (made / "de" / "index.html").read_text()
    named = dict(re.findall(r'<a [^>]*hreflang="([^"]+)"[^>]*>([^<]+)', page))
    assert named == {"en": "English", "en-US": "English (US)"}


def test_a_language_of_one_region_is_named_without_it(tmp_path: Path) -> None:
    site = make_sample(tmp_path, START, more='[[language]]\ncode = "de-AT"')
    page = str(dict(site_files(site))["index.html"])
    assert '<a lang="de-AT" hreflang="de-AT" href="de-at/index.html">Deutsch</a>' in page


def test_every_file_that_a_page_names_exists_and_is_shared(made: Path) -> None:
    for page in made.rglob("*.html"):
        base = made if page.name in ("404.html", "offline.html") else page.parent
        for tag, attributes in Reader(page.read_text()).tags:
            for name in ("href", "src", "next"):
                address = attributes.get(name) or ""
                if tag != "base" and address and not address.startswith(("http", "#")):
                    assert (base / address.partition("#")[0]).resolve().exists(), (page, address)
    names = {path.name for path in (made / "de").rglob("*") if path.is_file()}
    assert not names & {"puzzle-press.js", "site.css", "worker.js", "_headers", ".htaccess"}
    assert not [*(made / "de" / "pictures").glob("*.svg")]


def test_texts_titles_and_dates_are_those_of_the_language(made: Path) -> None:
    german = (made / "de" / "daily" / "2026-11-16.html").read_text()
    assert "16. November 2026" in german
    assert "<bdi>Linien</bdi>" in german
    assert "November 16, 2026" in (made / "en-us" / "daily" / "2026-11-16.html").read_text()
    assert ">Klein</bdi>" in (made / "de" / "packs" / "index.html").read_text()
    assert '"lang":"de"' in (made / "de" / "site.webmanifest").read_text()
    own, other = (
        json.loads((made / folder / "daily" / "2026-11-16.json").read_text())
        for folder in ("", "de")
    )
    assert own["rules"] != other["rules"]
    assert (own["id"], own["puzzle"]) == (other["id"], other["puzzle"]), "games go on in either"


@pytest.mark.parametrize("host", HOSTS)
def test_hosts_treat_all_languages_alike(made: Path, host: str) -> None:
    text = (made / host).read_text()
    for path in ("daily/2026-11-16.json", "pictures/x-link.png", "learn/numberlink-free.json"):
        own, german = (HOSTS[host](text, f"/p/{folder}{path}") for folder in ("", "de/"))
        assert own == german
    assert "Access-Control-Allow-Origin" in HOSTS[host](text, "/p/de/daily/2026-11-16.json")


def test_robots_find_the_site_map_of_each_language(made: Path) -> None:
    maps = [line.partition(": ")[2] for line in (made / "robots.txt").read_text().splitlines()[2:]]
    for address in maps:
        path = made / address.removeprefix("https://puzzles.example/p/")
        places = [one.text or "" for one in ET.parse(path).iter() if one.tag.endswith("loc")]
        assert places
        assert all(place.startswith(address.removesuffix("sitemap.xml")) for place in places)
    assert len(maps) == 3


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ('[[language]]\ncode = "xx"', r"language 1, code: .*de, en, fr.*found 'xx'"),
        ('[[language]]\ncode = "en"', r"each language once, found 'en' again"),
        ('[[language]]\ncode = "German"', "the code of a language"),
        ('titles = { fr = "Petit" }', "languages of the site, found 'fr'"),
    ],
)
def test_languages_that_cannot_be_are_refused(tmp_path: Path, more: str, message: str) -> None:
    path = write_config(tmp_path, days=1)
    path.write_text(f"{path.read_text()}\n{more}\n")
    with pytest.raises(ConfigError, match=message), Workers(1) as workers:
        make_site(load_site_config(path), tmp_path / "www", tmp_path / "work", workers)
