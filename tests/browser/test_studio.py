"""The studio in a browser: whole jobs of a setter and of a publisher."""

import csv
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.studio.app import Studio
from tests.browser.test_kinds import DESKTOP
from tests.kinds.test_reference import write_kind
from tests.source import ROOT
from tests.studio.serving import TOKEN, Served, serving
from tests.studio.test_book import SMALL
from tests.studio.test_site import DAILY, TODAY

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "small.toml").write_text(SMALL)
    with serving(tmp_path) as one:
        yield one


@pytest.fixture(params=["desktop-light", "phone-dark"])
def page(chromium: Any, served: Served, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page that has the cookie, and has seen no error at the end."""
    size, scheme = request.param.split("-")
    own = DESKTOP if size == "desktop" else PHONE
    context = chromium.new_context(**{**own, "color_scheme": scheme})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{served.address}/?token={TOKEN}")
    yield page
    context.close()
    assert faults == []


def until(page: Any, place: str, text: str) -> None:
    """Wait until a place of the page has a text."""
    page.locator(place).filter(has_text=text).wait_for(timeout=60_000)


def begin(page: Any, served: Served, kind: str, rows: int) -> None:
    """Open an empty board in the setter's desk."""
    page.goto(f"{served.address}/setter")
    page.locator("#board svg").first.wait_for()
    page.select_option("#kind", kind)
    for side in ("rows", "cols"):
        page.fill(f"#{side}", str(rows))
    page.click("#new")
    page.locator(f'#board[data-size="{rows}x{rows}"]').wait_for()


def test_a_board_is_drawn_by_keys_alone_and_kept(page: Any, served: Served) -> None:
    kind = get_kind("sudoku")
    found = kind.generate(kind.presets["tiny"], 3)
    side = found.clues.rows
    begin(page, served, "sudoku", side)
    page.focus("#board")
    for cell, value in enumerate(found.clues.values):
        if value:
            page.keyboard.press(str(value))
            until(page, "#where", f"Row {cell // side + 1}, column {cell % side + 1}: {value}")
        page.keyboard.press("ArrowRight")
        if cell % side == side - 1:
            for _ in range(side):
                page.keyboard.press("ArrowLeft")
            page.keyboard.press("ArrowDown")
    until(page, "#verdict", "One solution.")
    assert page.locator("#steps li").count() >= 1
    assert "Level easy" in page.inner_text("#grade")
    page.locator("summary", has_text="Keep").focus()
    page.keyboard.press("Enter")
    page.focus("#save")
    page.keyboard.press("Enter")
    until(page, "#saved", "Added to drawn.jsonl.")
    (line,) = (served.studio.folder / "drawn.jsonl").read_text().splitlines()
    assert json.loads(line)["puzzle"] == kind.encode(found.clues)
    page.focus("#board")
    page.keyboard.press("Control+z")
    until(page, "#verdict", "solution")
    page.keyboard.press("Control+Shift+z")
    until(page, "#verdict", "One solution.")


def test_the_board_that_was_asked_for_last_stays(page: Any, served: Served) -> None:
    page.goto(f"{served.address}/setter")
    page.locator("#board svg").first.wait_for()
    page.evaluate(SLOW)
    page.select_option("#kind", "hashi")
    for side in ("rows", "cols"):
        page.fill(f"#{side}", "4")
    page.click("#new")
    page.wait_for_function("() => window.answered === 2")
    page.wait_for_timeout(200)
    assert page.get_attribute("#board", "data-size") == "4x4"


SLOW = """() => {
  const real = window.fetch;
  let asked = 0;
  window.answered = 0;
  window.fetch = async (way, ...rest) => {
    const isFirst = way === "api/new" && !asked++;
    const answer = await real(way, ...rest);
    if (isFirst) await new Promise((done) => setTimeout(done, 700));
    if (way === "api/new") window.answered++;
    return answer;
  };
}"""
"""Holds back the answer to the first question for a new board."""


def test_a_board_is_drawn_by_hand_and_completed(page: Any, served: Served) -> None:
    begin(page, served, "slitherlink", 5)
    for there in ("empty", "0", "1"):  # chosen, then changed
        page.mouse.click(*spot(page, 2, 2))
        until(page, "#where", f"Row 3, column 3: {there}")
    page.click("#complete")
    until(page, "#verdict", "One solution.")
    page.click("#thin")
    until(page, "#verdict", "One solution.")


def test_a_kind_of_a_stranger_is_drawn_and_proved(chromium: Any, tmp_path: Path) -> None:
    write_kind(tmp_path)
    words = ("--port", "0", "--no-browser", "--kinds", str(tmp_path / "blocks"))
    command = [sys.executable, "-m", "pipeline", "studio", str(tmp_path), *words]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            address = process.stderr.readline().partition("studio: ")[2].strip()
            (port,) = re.findall(r":(\d+)/", address)
            page = chromium.new_page()
            page.goto(address)
            begin(page, Served(Studio(tmp_path), int(port)), "blocks", 5)
            until(page, "#verdict", "expected at most 5 cells in the region of row 1, column 1")
            tool(page, "Regions")
            for region, cells in enumerate(BLOCKS, start=2):
                page.keyboard.press("Escape")
                drag(page, *(divmod(cell, 5) for cell in cells))
                until(page, "#where", f"region {region}")
            until(page, "#verdict", "Several solutions.")
            tool(page, "Clues")
            for place in ((0, 3), (4, 0)):
                page.mouse.click(*spot(page, *place))
                until(page, "#where", f"Row {place[0] + 1}, column {place[1] + 1}: empty")
                page.keyboard.press("4")
            until(page, "#verdict", "One solution.")
            assert page.locator("#steps li").count() == 10
            page.close()
        finally:
            process.terminate()


BLOCKS = (
    (1, 6, 5, 6, 7, 8), (2, 3, 4, 9), (10, 15, 20, 21), (11, 12, 13, 14), (16, 17, 18, 23, 22),
    (19, 24),
)  # fmt: skip
"""Regions of a puzzle of Number Blocks, besides the one that is left in its first cell."""


def test_numbers_beside_lines_are_written_where_they_are_tapped(page: Any, served: Served) -> None:
    begin(page, served, "nonogram", 5)
    page.click("#tools button >> nth=0")
    for number in (5, 1):
        page.keyboard.press("Escape")
        page.fill("#number", str(number))
        page.press("#number", "Tab")
        until(page, "#where", f"row {1 if number == 5 else 2}: {number}")
        page.focus("#board")
        page.keyboard.press("ArrowDown")
    until(page, "#verdict", "solution")


def test_cells_are_dragged_to_a_region(page: Any, served: Served) -> None:
    begin(page, served, "starbattle", 5)
    drag(page, (0, 0), (1, 0), (2, 0))
    until(page, "#where", "Row 1, column 1: region 1")
    page.focus("#board")
    page.keyboard.press("ArrowRight")
    until(page, "#where", "Row 1, column 2: region 2")
    page.keyboard.press("ArrowLeft")
    for row in (2, 3):
        page.keyboard.press("ArrowDown")
        until(page, "#where", f"Row {row}, column 1: region 1")


def test_an_address_that_is_pasted_is_drawn(page: Any, served: Served) -> None:
    begin(page, served, "akari", 4)
    page.click("summary:has-text('Paste or copy')")
    kind = get_kind("slitherlink")
    found = kind.generate(kind.presets["tiny"], 1)
    form = next(one for one in kind.formats if one.name == "puzz.link")
    page.fill("#text", form.write([(found.clues, None)]))
    page.click("#read")
    until(page, "#verdict", "One solution.")
    assert page.input_value("#kind") == "slitherlink"
    page.fill("#text", "nonsense")
    page.click("#read")
    until(page, "#fault", "expected")


def test_a_book_is_set_up_made_and_fetched(page: Any, served: Served) -> None:
    page.goto(f"{served.address}/books")
    page.locator("#pages img").first.wait_for()
    page.fill("#book\\.title", "Changed")
    page.press("#book\\.title", "Tab")
    page.locator("#summary", has_text="Sample boards").wait_for()
    page.click("summary:has-text('Sections')")
    page.fill("#section\\.0\\.size", "5by5")
    page.press("#section\\.0\\.size", "Tab")
    until(page, "#fault", "line 11: section 1, size: expected")
    page.fill("#section\\.0\\.size", "6x6")
    page.press("#section\\.0\\.size", "Tab")
    page.locator("#fault:empty").wait_for(state="attached")
    page.select_option("#added", "hashi")
    page.click("text=Add a section")
    page.locator("#section\\.1\\.count").wait_for()
    page.fill("#section\\.1\\.count", "2")
    page.press("#section\\.1\\.count", "Tab")
    until(page, "#summary", "4 puzzles")
    page.click("#make")
    until(page, "#state", "Done.")
    until(page, "#summary", "4 puzzles. These are the puzzles of the book.")
    with page.expect_download() as download:
        page.click("#files >> text=book.pdf")
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")
    before = _ids(served)
    page.click("text=Replace 3")
    page.locator("#state", has_text="At work").wait_for()
    until(page, "#state", "Done.")
    after = _ids(served)
    assert [one == two for one, two in zip(before, after, strict=True)] == [True, True, False, True]
    assert page.input_value("#file\\.leave_out") == f'["{before[2]}"]'
    page.click("text=Take back a replacement")
    page.locator("#state", has_text="At work").wait_for()
    until(page, "#state", "Done.")
    assert _ids(served) == before
    assert page.is_hidden("#back")
    page.click("#hand-over")
    until(page, "#state", "Not in order.")
    until(page, "#state", "failed  pages")
    page.fill("#section\\.1\\.count", "3")
    page.press("#section\\.1\\.count", "Tab")
    until(page, "#summary", "5 puzzles")
    assert "These are the puzzles" not in page.inner_text("#summary")
    text = (served.studio.folder / "small.toml").read_text()
    assert 'title = "Changed"        # the title' in text
    assert text.startswith("# A comment that stays.")


PLACES = """() => [...document.querySelectorAll("#pages img")].map((one) => {
  const { top, left, right } = one.getBoundingClientRect();
  return [top, left, right];
})"""


def test_sections_are_dragged_and_show_a_board_as_printed(page: Any, served: Served) -> None:
    page.goto(f"{served.address}/books")
    page.click("summary:has-text('Sections')")
    page.select_option("#added", "hashi")
    page.click("text=Add a section")
    page.locator("#section\\.1\\.count").wait_for()
    drawn = "() => [...document.querySelectorAll('img.printed')].every((one) => one.complete)"
    page.wait_for_function(drawn)
    wide = page.locator("img.printed").nth(1).bounding_box()["width"] / (96 / 25.4)
    assert f"As printed, {round(wide)} mm wide" in page.locator("figcaption").nth(1).inner_text()
    page.locator(".grip").nth(1).scroll_into_view_if_needed()
    for number, press in ((1, page.mouse.down), (0, page.mouse.up)):
        page.evaluate("n => document.querySelectorAll('.grip')[n].scrollIntoView()", number)
        box = page.locator(".grip").nth(number).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        press()
    page.locator("#section\\.0\\.kind >> css=:checked", has_text="Hashi").wait_for(state="attached")
    text = (served.studio.folder / "small.toml").read_text()
    assert text.index('kind = "hashi"') < text.index('kind = "akari"')
    page.select_option("#zoom", "-1")
    _, (top, _, right), other, *_ = page.evaluate(PLACES)  # at one moment: nothing moves between
    assert other[:2] == pytest.approx([top, right], abs=2)


def _ids(served: Served) -> list[str]:
    rows = csv.DictReader((served.studio.folder / "small" / "puzzles.csv").read_text().splitlines())
    return [row["id"] for row in rows]


def test_a_first_book_begins_from_a_template(chromium: Any, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        page = chromium.new_page()
        page.goto(f"{served.address}/?token={TOKEN}")
        page.locator("#start").wait_for()
        page.locator("#shelf button", has_text="booklet").locator("img").wait_for()
        page.locator("#shelf button", has_text="booklet").click()
        assert page.locator("#kind").is_disabled()
        page.focus("#shelf button[value='book']")
        page.keyboard.press("Enter")
        page.fill("#name", "first")
        page.select_option("#kind", "hashi")
        page.press("#name", "Enter")
        page.locator("#pages img").first.wait_for()
        assert page.input_value("#book\\.title") == "Hashi"
        assert (tmp_path / "first.toml").is_file()
        page.click("#by-text")
        page.fill("#text", page.input_value("#text").replace('"Hashi"', '"Other"'))
        page.click("#keep")
        page.locator("#book option", has_text="Hashi").wait_for(state="attached")
        page.click("#by-form")
        page.locator('#pages img[src*="first-"]').first.wait_for()
        for _ in range(100):
            if page.input_value("#book\\.title") == "Other":
                break
            page.wait_for_timeout(50)
        assert 'title = "Other"' in (tmp_path / "first.toml").read_text()
        page.close()


def test_pages_have_no_fault_of_accessibility(page: Any, served: Served) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    (served.studio.folder / "daily.toml").write_text(DAILY)
    desks = (
        ("books", "#pages img"), ("setter", "#board svg"), ("collection", "#file option"),
        ("site", "#calendar button"),
    )  # fmt: skip
    for name, sign in desks:
        page.goto(f"{served.address}/{name}")
        page.locator(sign).first.wait_for(state="attached")
        for summary in page.locator("summary").all():
            summary.click()
        found = axe.run(page).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


def test_a_collection_is_read_proved_and_chosen(page: Any, served: Served) -> None:
    kind = get_kind("slitherlink")
    form = next(one for one in kind.formats if one.name == "puzz.link")
    boards = [kind.generate(kind.presets["tiny"], seed).clues for seed in (1, 2)]
    page.goto(f"{served.address}/collection")
    page.fill("#text", "\n".join(form.write([(board, None)]).strip() for board in boards))
    page.click("#look")
    until(page, "#summary", "2 puzzles, one solution: 2")
    page.select_option("#verdict", "One solution")
    page.click("#all")
    page.click("#collect")
    until(page, "#saved", "2 puzzles added to chosen.jsonl.")
    assert len((served.studio.folder / "chosen.jsonl").read_text().splitlines()) == 2


def test_a_day_of_a_site_is_looked_at_withdrawn_and_replaced(page: Any, served: Served) -> None:
    (served.studio.folder / "daily.toml").write_text(DAILY)
    (served.studio.folder / "footer.html").write_text("<script>top.stolen = 1</script>")
    page.goto(f"{served.address}/site")
    until(page, "#state", "not made yet")
    page.click("#make")
    until(page, "#state", "The files for your host are in daily/www.")
    until(page, "#date", f"{TODAY.day}, {TODAY.year}")
    frame = page.frame_locator("#page")
    frame.locator("puzzle-press").wait_for()
    day = served.ask("site", name="daily")["days"][4]
    if page.locator(f"[id='{day['date']}']").count() == 0:  # in the next month
        page.click("#after")
    page.focus(f"[id='{day['date']}']")
    page.keyboard.press("Enter")
    page.focus("#withdraw")
    page.keyboard.press("Enter")
    until(page, "#date", "withdrawn")
    page.click("#withdraw")
    until(page, "#withdraw", "Withdraw")
    page.get_by_role("button", name="Replace Hashi").click()
    until(page, "#state", "At work")
    until(page, "#state", "Done.")
    assert (
        served.ask("site", name="daily")["days"][4]["puzzles"][0]["id"] != day["puzzles"][0]["id"]
    )
    page.get_by_role("button", name="Show Akari").click()
    frame.locator("h1", has_text="Akari").wait_for()
    assert page.evaluate("() => window.stolen") is None


def spot(page: Any, row: float, col: float) -> tuple[float, float]:
    """Return the middle of a cell as it is shown now; halves are borders, -1 is beside the grid."""
    grid = "document.querySelector('#board .grid')"
    page.evaluate("() => document.getElementById('board').scrollIntoView({ block: 'nearest' })")
    box = page.evaluate(f"() => {grid}.getBoundingClientRect().toJSON()")
    rows, cols = map(int, page.get_attribute("#board", "data-size").split("x"))
    return (
        box["x"] + box["width"] / cols * (col + 0.5),
        box["y"] + box["height"] / rows * (row + 0.5),
    )


def drag(page: Any, *cells: tuple[int, int]) -> None:
    """Drag over cells, with few steps: a fast hand."""
    page.mouse.move(*spot(page, *cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*spot(page, *cell))
    page.mouse.up()


def tool(page: Any, name: str) -> None:
    page.locator("#tools").get_by_role("button", name=name, exact=True).click()


def test_runs_are_dragged_from_either_end_summed_and_cleared(page: Any, served: Served) -> None:
    begin(page, served, "kakuro", 4)
    for cell in range(4):  # one tap, as there is nothing else to put there
        page.mouse.click(*spot(page, 0, cell))
        until(page, "#where", f"Row 1, column {cell + 1}: wall")
    tool(page, "Sums")
    drag(page, (3, 1), (1, 1))
    until(page, "#where", "3 cells chosen")
    page.fill("#number", "20")
    page.press("#number", "Enter")
    until(page, "#where", "Row 4, column 2: run 20")
    page.mouse.click(*spot(page, 2, 1))
    until(page, "#where", "Row 3, column 2: run 20 (3 cells chosen)")
    assert page.input_value("#number") == "20"
    page.locator("#choices").get_by_role("button", name="Clear").click()
    until(page, "#where", "Row 3, column 2: empty")


def test_arrows_have_each_direction(page: Any, served: Served) -> None:
    begin(page, served, "yajilin", 5)
    tool(page, "Arrows")
    page.mouse.click(*spot(page, 2, 2))
    page.locator("#choices").get_by_role("button", name="bottom").click()
    until(page, "#where", "Row 3, column 3: arrow bottom 0")
    page.focus("#board")
    page.keyboard.press("1")
    until(page, "#where", "Row 3, column 3: arrow bottom 1")
    page.keyboard.press("Shift+ArrowRight")
    until(page, "#where", "Row 3, column 3: arrow right 1")


def test_elements_of_a_sudoku_are_drawn_and_make_its_rule(page: Any, served: Served) -> None:
    begin(page, served, "variantsudoku", 6)
    tool(page, "Diagonal")
    drag(page, (0, 0), (5, 5))
    until(page, "#where", "6 cells chosen")
    page.keyboard.press("Enter")
    until(page, "#where", "Row 1, column 1: diagonal")
    tool(page, "Line")
    page.focus("#board")
    for key in ("Space", "ArrowRight", "Space", "ArrowDown", "Space", "Enter"):
        page.keyboard.press(key)
    until(page, "#rule summary", "Rule: diagonals, palindromes")
    page.click("#rule summary")
    page.get_by_role("checkbox", name="renban").check()
    until(page, "#rule summary", "Rule: diagonals, renban")
    page.get_by_role("checkbox", name="dots").click()
    until(page, "#fault", "follows from what is drawn")
    tool(page, "Between cells")
    page.mouse.click(*spot(page, 3, 2.5))
    until(page, "#where", "Row 4, column 3 – Row 4, column 4: white")
    page.focus("#board")
    page.keyboard.press("v")
    until(page, "#where", "Row 4, column 3 – Row 4, column 4: V")
    until(page, "#verdict", "Several solutions.")


def test_sides_of_an_empty_board_can_be_tapped(page: Any, served: Served) -> None:
    begin(page, served, "skyscrapers", 4)
    tool(page, "Bottom")
    page.mouse.click(*spot(page, 1, 2))
    until(page, "#where", "Bottom, column 3: empty")
    page.mouse.click(*spot(page, 2, -1))
    until(page, "#where", "Left, row 3: empty")
    page.keyboard.press("2")
    until(page, "#where", "Left, row 3: 2")
    until(page, "#verdict", "Several solutions.")


def test_numbers_outside_that_contradict_each_other_are_framed(page: Any, served: Served) -> None:
    begin(page, served, "skyscrapers", 4)
    for side in ("Left", "Right"):
        tool(page, side)
        until(page, "#where", f"{side}, row 1: empty")  # where a tap would put a number at once
        page.focus("#board")
        page.keyboard.press("4")
        until(page, "#where", f"{side}, row 1: 4")
    until(page, "#verdict", "The framed clues contradict each other.")
    assert page.locator("#board .clash").count() == 2


@pytest.mark.parametrize("kind", ["akari", "kakuro", "nonogram", "skyscrapers", "variantsudoku"])
def test_nothing_that_arrives_moves_the_board(page: Any, served: Served, kind: str) -> None:
    begin(page, served, kind, 6)
    until(page, "#where", "Row 1")
    page.evaluate(RECORD)
    for number in range(page.locator("#tools button").count()):
        page.locator("#tools button").nth(number).click()
        page.focus("#board")
        for key in ("Space", "Enter", "1"):
            page.keyboard.press(key)
        settle(page)
    page.focus("#board")
    page.evaluate("() => { document.getElementById('fault').textContent = 'A refusal.' }")
    page.click("#undo")
    settle(page)
    assert len(page.evaluate("() => [...window.boxes]")) == 1
    assert page.evaluate("() => window.sentences.size") >= 3


RECORD = """() => {
  window.boxes = new Set();
  window.sentences = new Set();
  window.written = () => ["verdict", "where", "fault"].map((id) => at(id).textContent);
  const at = (id) => document.getElementById(id);
  const look = () => {
    const box = document.querySelector("#board .grid").getBoundingClientRect();
    window.boxes.add([box.x, box.y + scrollY, box.width, box.height].map(Math.round).join(" "));
    window.written().forEach((one) => window.sentences.add(one));
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes in each frame where the board is, and what is written."""


def settle(page: Any) -> None:
    """Wait until nothing is written for a while."""
    page.evaluate(
        """() => new Promise((done) => {
          let last = "", calm = 0;
          const timer = setInterval(() => {
            const now = window.written().join();
            calm = now === last && !now.startsWith("Still") ? calm + 1 : 0;
            last = now;
            if (calm >= 4) done(clearInterval(timer));
          }, 50);
        })"""
    )


def test_a_book_that_another_window_changed_is_opened_again(page: Any, served: Served) -> None:
    page.goto(f"{served.address}/books")
    page.locator("#pages img").first.wait_for()
    path = served.studio.folder / "small.toml"
    path.write_text(SMALL.replace('"Small" ', '"Theirs" '))
    page.fill("#book\\.author", "Mine")
    until(page, "#about", "author")
    page.press("#book\\.author", "Tab")
    until(page, "#fault", "changed by another program or window")
    assert "Mine" not in path.read_text()
    page.click("#again")
    page.locator("#again").wait_for(state="hidden")
    assert page.input_value("#book\\.title") == "Theirs"
    page.fill("#book\\.year", "soon")
    page.press("#book\\.year", "Tab")
    until(page, "#summary", "when what is wrong is mended")
    page.fill("#book\\.year", "2028")
    page.press("#book\\.year", "Tab")
    until(page, "#summary", "Sample boards")
