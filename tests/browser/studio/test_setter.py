"""The setter's desk in a browser: whole jobs by mouse, finger and keys."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.studio.app import Studio
from tests.browser.studio.hand import begin, drag, spot, tool, until
from tests.kinds.test_reference import write_kind
from tests.known import the
from tests.source import ROOT
from tests.studio.serving import Served

pytestmark = pytest.mark.part(2)  # Each on the desktop or on the phone


def test_a_board_is_drawn_by_keys_alone_and_kept(page: Any, served: Served) -> None:
    kind = get_kind("sudoku")
    found = kind.generate(kind.presets["tiny"], 3)
    side = the(found.clues).rows
    begin(page, served, "sudoku", side)
    page.focus("#board")
    for cell, value in enumerate(the(found.clues).values):
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


def test_a_puzzle_varies_and_shows_where_it_starts(page: Any, served: Served) -> None:
    begin(page, served, "sudoku", 6)
    page.select_option("#band", "easy")
    page.click("#generate")
    until(page, "#verdict", "One solution.")
    until(page, "#grade", "needs guessing: no")
    assert page.locator("#board .start").count() == 0
    page.focus("#starts")
    page.keyboard.press("Space")
    assert page.locator("#board .start").count() >= 1
    for name in ("vary-clues", "vary-solution"):
        changes = page.get_attribute("#board", "data-changes")
        page.focus(f"#{name}")
        page.keyboard.press("Enter")
        page.wait_for_function(
            f"() => document.getElementById('board').dataset.changes > {changes}"
        )
        until(page, "#verdict", "One solution.")
    begin(page, served, "sudoku", 4)
    page.click("#vary-clues")
    until(page, "#fault", "expected a board with one solution; complete it first")


def test_a_kind_of_a_stranger_is_drawn_and_proved(chromium: Any, tmp_path: Path) -> None:
    write_kind(tmp_path, "blocks")
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


def test_dominoes_and_ships_are_written_below_a_board(page: Any, served: Served) -> None:
    begin(page, served, "pips", 4)
    tool(page, "Dominoes")
    page.fill("#number", "0 5 1 1")
    page.press("#number", "Tab")
    until(page, "#where", "bank 0 5 1 1")
    begin(page, served, "battleships", 6)
    tool(page, "Fleet")
    page.fill("#number", "3 2 1")
    page.press("#number", "Tab")
    until(page, "#where", "fleet 3 2 1")


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
    page.get_by_role("checkbox", name="dots", exact=True).click()
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
