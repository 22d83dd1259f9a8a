"""A whole site in a browser: under a strict policy, with and without scripts, for everybody."""

import datetime
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import build_site, find_violations, serve, write_files
from tests.browser.table import ELEMENT
from tests.web.site_sample import START, make_banded, make_games, make_sample

PAGES = (
    "index.html", "daily/2026-11-18.html", "archive/index.html", "archive/2026-11.html",
    "packs/index.html", "packs/small/index.html", "packs/small/1.html",
    "answers/2026-11-17.html", "embed.html", "credits.html", "statistics.html",
    "learn/numberlink-free.html",
)  # fmt: skip


@pytest.fixture(scope="module")
def scheduled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(build_site(tmp_path_factory.mktemp("scheduled"), None)) as address:
        yield address


@pytest.fixture(scope="module")
def banded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return a site whose days have two puzzles each, its pictures left empty."""
    folder = tmp_path_factory.mktemp("banded")
    site = make_banded(folder, START + datetime.timedelta(days=1), days=3)
    write_files(site, folder)
    for entry in site.entries:
        picture = folder / "www" / entry.picture
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    plugin = folder / "www" / "plugin"
    zipfile.ZipFile(folder / "www" / "wordpress.zip").extractall(plugin)
    (plugin / "editor.js").write_text(EDITOR, encoding="utf-8")
    (plugin / "mount.js").write_text("mount({ src: '' });", encoding="utf-8")
    scripts = "".join(f'<script src="{at}"></script>' for at in WORDPRESS_SCRIPTS)
    text = f'<!DOCTYPE html><link rel="icon" href="../icon.svg"><body>{scripts}</body>'
    (plugin / "editor.html").write_text(text, encoding="utf-8")
    with serve(str(folder / "www")) as address:
        yield address


def serve_games(folder: Path, as_of: datetime.date | None) -> Any:
    """Return a server of a site of three games a day, its pictures left empty."""
    site = make_games(folder, as_of)
    write_files(site, folder)
    for entry in site.entries:
        picture = folder / "www" / entry.picture
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    return serve(str(folder / "www"))


@pytest.mark.parametrize("is_dated", [True, False], ids=["dated", "scheduled"])
def test_the_first_page_leads_with_the_games_of_the_day_and_their_state(
    page: Any, tmp_path: Path, is_dated: bool
) -> None:
    tuesday = START + datetime.timedelta(days=1)
    with serve_games(tmp_path, tuesday if is_dated else None) as address:
        page.clock.set_fixed_time("2026-11-17T12:00:00Z")
        page.goto(f"{address}/index.html")
        games = page.locator("#today .games a")
        games.first.wait_for()
        names = games.locator(".what").all_inner_texts()
        assert names == ["Numberlink", "Lines & more", "Numberlink"]
        assert games.nth(0).locator("small").inner_text() == "Easy"
        looks = "all => all.map((tile) => getComputedStyle(tile).backgroundColor)"
        assert len(set(page.locator("#today .games li").evaluate_all(looks))) == len(names)
        ids = games.evaluate_all("all => all.map((a) => a.dataset.puzzle)")
        page.evaluate(
            """([solved, begun]) => {
              localStorage.setItem("puzzle-press:statistics",
                JSON.stringify({ solved: { [solved]: ["numberlink", 192] }, days: ["2026-11-16"],
                  games: { numberlink: ["2026-11-16", "2026-11-17"],
                    lines: ["2026-11-16"], daily: ["2026-11-15", "2026-11-16"] } }));
              localStorage.setItem(`puzzle-press:game:${begun}`, "{}");
            }""",
            [ids[0], ids[1].split()[1]],
        )
        page.reload()
        page.locator(".mark").first.wait_for()
        assert page.locator("#today .mark").all_inner_texts() == [
            "solved 3:12 · streak 2", "begun", "streak 2"
        ]  # fmt: skip
        assert page.locator("#today .done").inner_text() == "1 of 4 solved"
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 760})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        games.nth(1).click()
        page.locator("main > .games a[aria-current]").wait_for()
        assert page.url.endswith("/daily/2026-11-17-lines.html")
        next_ = page.locator("puzzle-press").get_attribute("next-name")
        assert next_ == "Next: Medium"
        page.goto(f"{address}/archive/2026-11.html")
        page.get_by_role("button", name="Lines & more").click()
        dots = page.locator("a.dot:visible")
        hrefs = dots.evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
        assert hrefs == [f"../daily/2026-11-{day}-lines.html" for day in (16, 17)]
        page.get_by_role("button", name="All games").click()
        states = dots.evaluate_all("(all) => all.map((a) => a.dataset.state)")
        assert states == ["", "", "", "solved", "begun", ""]
        page.goto(f"{address}/statistics.html")
        facts = page.locator("#statistics .facts").first
        facts.wait_for()
        assert facts.inner_text() == "1 solved · streak 2 · best 3:12, median 3:12"
        bars = page.locator(".times").first.locator("meter")
        counts = bars.evaluate_all("(all) => all.map(({ value }) => value)")
        assert counts == [0, 0, 0, 0, 1, 0, 0, 0, 0]


SHIFT = """new Promise((done) => {
  let shift = 0;
  const watch = (list) => list.getEntries().forEach(({ value }) => (shift += value));
  new PerformanceObserver(watch).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(shift), 500);
})"""


@pytest.mark.part(2)
@pytest.mark.parametrize("width", [390, 1280])
def test_pages_hardly_shift_and_the_board_and_its_tools_share_an_axis(
    page: Any, tmp_path: Path, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 780})
    with serve_games(tmp_path, START) as address:
        for path in ("index.html", "daily/2026-11-16-lines.html", "learn/numberlink-free.html"):
            page.goto(f"{address}/{path}")
            assert page.evaluate(SHIFT) < 0.05, path
        page.goto(f"{address}/daily/2026-11-16-lines.html")
        page.get_by_role("button", name="Not now").wait_for()
        assert page.get_by_text("First time? Learn Lines & more in three steps.").is_visible()
        boxes = [
            page.locator(f"puzzle-press {part}").bounding_box() for part in (".sheet", ".tools")
        ]
        board, tools = (box["x"] + box["width"] / 2 for box in boxes)
        assert abs(board - tools) <= 1
        assert boxes[0]["y"] <= 780 / 2
        if width == 390:
            page.get_by_role("button", name="Not now").click()
            page.goto(f"{address}/daily/2026-11-16.html")
            assert page.locator("puzzle-press .sheet").bounding_box()["y"] <= 120
            assert page.get_by_role("link", name="Back to all games").is_visible()
            page.set_viewport_size({"width": 640, "height": 425})  # a desktop at 200 %
            page.reload()
            board = page.locator("puzzle-press .sheet").bounding_box()
            assert board["y"] <= 425 / 3
            assert page.evaluate(f"getComputedStyle({ELEMENT}.panel.foot).position") == "static"
        assert not page.get_by_role("button", name="Larger").is_visible()


WORDPRESS_SCRIPTS = ("editor.js", "puzzle-press/block.js", "mount.js")
EDITOR = """// As much of WordPress's editor as a block asks for, on plain elements: no React.
const puzzlePress = { player: new URL("puzzle-press/puzzle-press.js", location).href,
  src: new URL("../today.json", location).href, zone: "" };
const create = (type, props, ...children) => {
  if (typeof type === "function") return type(props);
  const { style, srcDoc, ...rest } = props ?? {};
  const element = Object.assign(document.createElement(type), rest);
  Object.assign(element.style, style);
  if (srcDoc) element.srcdoc = srcDoc;
  element.append(...children);
  return element;
};
const TextControl = ({ label, value, onChange }) => {
  const input = create("input", { value, ariaLabel: label });
  input.addEventListener("change", () => onChange(input.value));
  return input;
};
const wp = window.wp = {
  blocks: { registerBlockType: (name, settings) => (wp.registered = { name, ...settings }) },
  blockEditor: { useBlockProps: () => ({ className: "block" }) },
  components: { TextControl }, element: { createElement: create },
};
function mount(attributes) {
  const setAttributes = (change) => mount({ ...attributes, ...change });
  document.querySelector(".block")?.remove();
  document.body.append(wp.registered.edit({ attributes, setAttributes }));
}
"""


@pytest.mark.part(2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_on_any_page(dated: str, page: Any, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    for path in PAGES:
        page.goto(f"{dated}/{path}")
        page.wait_for_timeout(100)
        assert find_violations(page, scheme) == [], path


def test_no_page_is_wider_than_a_small_phone(dated: str, page: Any) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    for path in PAGES:
        page.goto(f"{dated}/{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


def test_hostile_titles_are_shown_as_they_are(dated: str, page: Any) -> None:
    page.on("dialog", lambda dialog: pytest.fail("a title ran as a script"))
    page.goto(f"{dated}/index.html")
    assert page.locator(".name").inner_text().startswith("<script>alert(1)</script>")


def test_without_scripts_there_is_a_picture_and_a_link_to_print(dated: str, chromium: Any) -> None:
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{dated}/daily/2026-11-18.html")
        picture = page.get_by_role("img")
        assert picture.is_visible()
        assert picture.evaluate("image => image.naturalWidth") > 0
        answer = page.request.get(page.get_by_role("link", name="Print").evaluate("a => a.href"))
        assert answer.body().startswith(b"%PDF-")


def test_the_whole_schedule_shows_the_day_it_is(scheduled: str, page: Any) -> None:
    def open_at(now: datetime.datetime) -> Any:
        page.clock.set_fixed_time(now.replace(tzinfo=datetime.UTC))
        page.goto(f"{scheduled}/index.html")
        page.locator("puzzle-press").wait_for()
        return page.locator("puzzle-press")

    element = open_at(datetime.datetime(2026, 11, 18, 23, 30))
    assert element.get_attribute("src").endswith("daily/2026-11-19.json"), "half past midnight"
    heard = page.locator("#today").inner_text()
    assert "19 November 2026" in heard, "the facts are those of the day"
    assert "16 November" not in heard
    assert page.locator("#today .print a").get_attribute("href").startswith(f"{scheduled}/print/")
    assert page.locator(".rules li").count() > 2
    element = open_at(datetime.datetime(2031, 1, 1))
    assert element.get_attribute("src").endswith("daily/2026-11-20.json"), "the last day stays"


def test_a_skipped_day_shows_the_one_before(chromium: Any, tmp_path: Path) -> None:
    site = make_sample(tmp_path, days=5, more="skip = [2026-11-19]")
    folder = str(write_files(site, tmp_path))
    with serve(folder) as address, chromium.new_context() as context:
        page = context.new_page()
        page.clock.set_fixed_time("2026-11-19T12:00:00Z")
        page.goto(f"{address}/index.html")
        element = page.locator("puzzle-press")
        element.wait_for()
        assert element.get_attribute("src").endswith("daily/2026-11-18.json")


@pytest.mark.parametrize("is_played", [False, True])
def test_an_open_page_goes_over_to_the_next_day(scheduled: str, page: Any, is_played: bool) -> None:
    """At midnight of the site's zone, 23:00 UTC; who is playing gets a notice."""
    page.clock.install(time=datetime.datetime(2026, 11, 18, 22, 59, 30, tzinfo=datetime.UTC))
    page.goto(f"{scheduled}/index.html")
    element = page.locator("puzzle-press")
    element.wait_for()
    assert element.get_attribute("src").endswith("daily/2026-11-18.json")
    page.locator("[role=gridcell]").first.wait_for(state="attached")
    if is_played:
        page.evaluate("document.dispatchEvent(new Event('start', { bubbles: true }))")
    page.clock.fast_forward(90_000)
    if is_played:
        page.get_by_role("link", name="A new puzzle is here").wait_for()
        assert element.get_attribute("src").endswith("daily/2026-11-18.json")
    else:
        page.locator("puzzle-press[src*='2026-11-19']").wait_for()


def test_a_page_of_a_site_that_is_not_rebuilt_stops_asking(dated: str, page: Any) -> None:
    """The site's last day is the 19th; on the 20th a page asks ever less often, then no more."""
    asked: list[str] = []
    page.clock.install(time=datetime.datetime(2026, 11, 19, 22, 59, 45, tzinfo=datetime.UTC))
    page.goto(f"{dated}/index.html")
    page.locator("[role=gridcell]").first.wait_for(state="attached")
    page.on("request", lambda request: asked.append(request.url))

    def pass_time(minutes: int, step: int = 5) -> int:
        before = len(asked)
        for _ in range(0, minutes, step):
            page.clock.run_for(step * 60_000)
            page.wait_for_timeout(20)
        return len(asked) - before

    assert 2 <= pass_time(5, step=1) <= 4
    assert pass_time(60) <= 3
    assert pass_time(120) == 0
    assert {url for url in asked if "worker" not in url} == {f"{dated}/index.html"}
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(100)
    assert pass_time(0) == 0
    assert asked[-1] == f"{dated}/index.html", "who comes back finds what has come"
    count = len(asked)
    page.clock.run_for(12 * 3_600_000)  # not before the 21st
    assert len(asked) - count <= 5
    page.clock.run_for(12 * 3_600_000)
    page.wait_for_timeout(100)
    assert len(asked) - count >= 6, "the next day is asked for again"


def test_days_are_linked_when_they_have_come(scheduled: str, page: Any) -> None:
    page.clock.set_fixed_time(datetime.datetime(2026, 11, 18, 12, tzinfo=datetime.UTC))
    page.goto(f"{scheduled}/archive/2026-11.html")
    page.locator("a.day").first.wait_for()
    assert page.locator("a.day").all_inner_texts() == ["16", "17", "18"]
    page.goto(f"{scheduled}/daily/2026-11-17.html")
    page.get_by_role("link", name="Next").wait_for()
    page.goto(f"{scheduled}/daily/2026-11-18.html")
    page.locator("puzzle-press").wait_for()
    assert page.get_by_role("link", name="Next").count() == 0


def test_the_archive_marks_what_is_solved_and_begun(dated: str, page: Any) -> None:
    page.goto(f"{dated}/archive/2026-11.html")
    ids = page.locator("a[data-puzzle]").evaluate_all("all => all.map(a => a.dataset.puzzle)")
    page.evaluate(
        """([solved, begun]) => {
          localStorage.setItem("puzzle-press:statistics",
            JSON.stringify({ solved: { [solved]: ["numberlink", 9] }, days: [] }));
          localStorage.setItem(`puzzle-press:game:${begun}`, "{}");
        }""",
        ids[:2],
    )
    page.reload()
    page.locator(".mark").first.wait_for()
    assert [text.strip() for text in page.locator(".mark").all_inner_texts()] == ["solved", "begun"]


def test_statistics_have_the_streak_of_a_site_of_one_game_a_day(dated: str, page: Any) -> None:
    page.clock.set_fixed_time("2026-11-17T12:00:00Z")
    page.goto(f"{dated}/statistics.html")
    page.evaluate(
        """() => localStorage.setItem("puzzle-press:statistics", JSON.stringify({
          solved: { a: ["numberlink", 192] }, days: [],
          games: { daily: ["2026-11-16", "2026-11-17"] } }))"""
    )
    page.reload()
    facts = page.locator("#statistics .facts")
    facts.wait_for()
    assert facts.inner_text() == "1 solved · streak 2 · best 3:12, median 3:12"


def test_a_day_of_several_bands_is_solved_when_all_its_puzzles_are(banded: str, page: Any) -> None:
    def marks(path: str) -> list[tuple[str, str]]:
        page.goto(f"{banded}/{path}")
        page.locator("main a[data-puzzle], main li[data-puzzles]").first.wait_for()
        return [
            (mark.get_attribute("class").removeprefix("mark "), mark.text_content())
            for mark in page.locator("main .mark").all()
        ]

    day = "daily/2026-11-16.html"
    ids = []
    for path in (day, "daily/2026-11-16-medium.html"):
        page.goto(f"{banded}/{path}")
        page.locator("[role=gridcell]").first.wait_for(state="attached")
        ids.append(page.evaluate("document.querySelector('puzzle-press').record.id"))
    seen = []
    for count in (0, 1, 2):
        page.evaluate(
            "(ids) => localStorage.setItem('puzzle-press:statistics', JSON.stringify({ days: [],"
            " solved: Object.fromEntries(ids.map((id) => [id, ['numberlink', 9]])) }))",
            ids[:count],
        )
        seen.append((marks("archive/2026-11.html"), marks(day)))
        page.goto(f"{banded}/archive/index.html")
        done = page.locator(".done")
        assert done.count() == bool(count)
        assert not count or done.text_content() == f"{count} of 4 solved"
    solved = ("solved", "solved")
    assert seen == [
        ([], []), ([("begun", "1 of 2 solved")], [solved]), ([solved], [solved, solved]),
    ]  # fmt: skip


@pytest.mark.parametrize("path", ["index.html", "daily/2026-11-16-medium.html"])
def test_the_whole_board_is_seen_beside_the_offer_of_a_lesson(
    banded: str, page: Any, path: str
) -> None:
    """1366x700 is what a small laptop shows of a page."""
    page.set_viewport_size({"width": 1366, "height": 700})
    page.goto(f"{banded}/{path}")
    offer = page.get_by_text("First time? Learn Numberlink in three steps.")
    offer.wait_for()
    foot = page.locator("puzzle-press .foot").bounding_box()
    board = page.locator("puzzle-press .sheet").bounding_box()
    assert board["y"] + board["height"] <= foot["y"] + 1
    assert foot["y"] + foot["height"] <= 700
    assert board["height"] >= 300
    page.get_by_role("button", name="Not now").click()
    assert not offer.is_visible()
    page.evaluate(
        """(() => { const { session } = document.querySelector("puzzle-press");
        const { game, log } = session;
        Object.assign(game, { measure: () => ({ done: 1, total: 1 }), check: () => [] });
        session.play(game.mark(log.values, game.numbers.indexOf(0))); })()"""
    )
    page.get_by_text("Solved in").wait_for()
    board, foot = (
        page.locator(f"puzzle-press .{part}").bounding_box() for part in ("sheet", "foot")
    )
    assert board["y"] + board["height"] <= foot["y"] + 24, "nor does the panel hide what was drawn"
    page.reload()
    page.locator("[role=gridcell]").first.wait_for(state="attached")
    assert not offer.is_visible()


def test_the_block_of_the_plugin_shows_the_puzzle_while_it_is_edited(
    banded: str, page: Any
) -> None:
    page.goto(f"{banded}/plugin/editor.html")
    assert page.evaluate("[wp.registered.name, wp.registered.save()]") == [
        "puzzle-press/puzzle", None,
    ]  # fmt: skip
    frame = page.frame_locator("iframe[title=Puzzle]")
    player = frame.locator("puzzle-press")
    player.locator("[role=gridcell]").first.wait_for(state="attached")
    assert player.evaluate("el => el.record.date") == "2026-11-17", "today's, where none is named"
    address = page.get_by_label("Address of a record")
    address.fill(f"{banded}/packs/small/1.json")
    address.blur()
    player.locator("[role=gridcell]").first.wait_for(state="attached")
    assert player.evaluate("el => el.record.date") is None
    hostile = '"><script>parent.spoilt = true</script>'
    page.route(re.compile("spoilt"), lambda route: route.fulfill(json={}))
    address.fill(hostile)
    address.blur()
    player.locator("[role=alert]").wait_for()
    assert player.get_attribute("src") == hostile
    assert not page.evaluate("window.spoilt")


def test_a_frame_has_the_look_of_the_site_and_reports_its_height(dated: str, page: Any) -> None:
    page.goto(f"{dated}/index.html")
    src = page.evaluate(
        """(async () => {
          const record = await (await fetch("today.json")).json();
          window.heard = [];
          addEventListener("message", ({ data }) => heard.push(data));
          const frame = document.createElement("iframe");
          frame.src = `frames/${record.id}.html`;
          document.body.append(frame);
          return frame.src;
        })()"""
    )
    for _ in range(100):
        if page.evaluate("heard.some(({ type }) => type === 'resize')"):
            break
        page.wait_for_timeout(50)
    height = page.evaluate("heard.find(({ type }) => type === 'resize').detail.height")
    assert height > 200
    page.goto(src)
    fonts = "getComputedStyle(document.querySelector('puzzle-press')).getPropertyValue('--pp-font')"
    assert "Press Sans" in page.evaluate(fonts)


def test_a_newcomer_is_taught_by_doing_once(dated: str, page: Any) -> None:
    page.goto(f"{dated}/daily/2026-11-18.html")
    offer = page.get_by_text("First time? Learn Numberlink in three steps.")
    offer.wait_for()
    page.get_by_role("button", name="Show me how").click()
    for step in (1, 2, 3):
        page.get_by_text(f"{step} of 3. ").wait_for()
        page.get_by_role("button", name="Hint").click()  # in a lesson it makes the step
    page.get_by_text("You’ve got it.").wait_for()
    page.get_by_role("button", name="To the puzzle").click()
    page.get_by_role("timer").wait_for()
    player = page.locator("puzzle-press")
    assert player.evaluate("el => [el.record.date, el.session.log.at]") == ["2026-11-18", 0]
    page.reload()
    page.get_by_role("button", name="Undo").wait_for()
    assert not offer.is_visible()
    page.get_by_role("link", name="How to play, step by step").click()
    page.get_by_role("heading", name="How to play Numberlink").wait_for()
    page.get_by_text("1 of 3. ").wait_for()
    page.get_by_role("button", name="Not now").click()
    assert not page.get_by_text("1 of 3. ").is_visible()


@pytest.mark.parametrize(("scheme", "other"), [("dark", "light"), ("light", "dark")])
def test_a_scheme_that_the_owner_fixed_holds_on_every_page(
    tmp_path: Any, chromium: Any, scheme: Any, other: Any
) -> None:
    folder = write_files(make_sample(tmp_path, START, days=1, more=f'theme = "{scheme}"'), tmp_path)
    day = json.loads((folder / "today.json").read_text(encoding="utf-8"))["id"]
    paths = ("daily/2026-11-16.html", "learn/numberlink-free.html", f"frames/{day}.html")
    grounds = """[document.body, document.querySelector("puzzle-press").shadowRoot
      .querySelector(".frame")].map((el) => getComputedStyle(el).backgroundColor)"""
    with serve(str(folder)) as address, chromium.new_context(color_scheme=other) as context:
        page = context.new_page()
        for path in paths:
            page.goto(f"{address}/{path}")
            page.locator("[role=gridcell]").first.wait_for(state="attached")
            ground = {"dark": "rgb(20, 24, 26)", "light": "rgb(248, 246, 241)"}[scheme]
            assert page.evaluate(grounds) == [ground, ground], path
