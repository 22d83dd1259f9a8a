"""The board on a page: the page scrolls over it, and tools, focus and words stay in reach."""

import re
from itertools import pairwise
from typing import Any

import pytest

from tests.browser.conftest import DECLARED, puzzles, solved_puzzles
from tests.browser.table import Table
from tests.browser.test_player import PHONE
from tests.slices import cases

DESKTOP = {"viewport": {"width": 1366, "height": 700}}
KINDS = (*DECLARED, "numberlink", "hashi", "npuzzle")
SMALL_DESKTOP = {"viewport": {"width": 1366, "height": 500}}


@pytest.mark.parametrize("kind", ["hashi", "large"])
def test_the_wheel_scrolls_the_page_and_with_ctrl_zooms(table: Any, kind: str) -> None:
    page = table(kind, **SMALL_DESKTOP)
    page.page.evaluate("document.body.style.paddingBottom = '900px'")
    page.page.mouse.move(*page.place(2))
    page.page.mouse.wheel(0, 200)
    page.page.wait_for_timeout(300)
    assert page.page.evaluate("scrollY") > 100
    before = page.ask("el.session.around.view.cell")
    page.page.mouse.move(600, 200)
    page.page.keyboard.down("Control")
    page.page.mouse.wheel(0, -120)
    page.page.keyboard.up("Control")
    page.page.wait_for_timeout(100)
    assert page.ask("el.session.around.view.cell") > before


@pytest.mark.part(3)
@pytest.mark.parametrize("kind", ["hashi", "npuzzle", "large"])
@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_tools_and_status_are_in_view_as_the_page_opens(
    table: Any, kind: str, options: dict[str, Any]
) -> None:
    page = table(kind, **options)
    page.page.evaluate("document.body.style.paddingTop = '90px'")
    height = options["viewport"]["height"]
    for name in ("tools.more", "status"):
        bottom = page.ask(f"el.panel.{name}.getBoundingClientRect().bottom")
        assert 0 < bottom <= height, name
    page.page.wait_for_timeout(300)
    if kind == "large":
        corner = page.ask("el.panel.overview.getBoundingClientRect().toJSON()")
        assert corner["width"] > 0
        assert corner["bottom"] <= page.ask("el.panel.port.getBoundingClientRect().top") + 1


@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_part_of_a_large_board_can_be_brought_above_the_tools(
    table: Any, options: dict[str, Any]
) -> None:
    page = table("large", **options)
    assert page.ask(
        "el.panel.port.getBoundingClientRect().bottom <= "
        "el.panel.frame.querySelector('.foot').getBoundingClientRect().top + 1"
    )


def test_a_hint_shows_its_place_then_is_played(table: Any) -> None:
    page = table("npuzzle")
    button = page.page.get_by_role("button", name="Hint")
    button.click()
    assert page.status == "Tile 5 goes next: 2 moves are left, and no way is shorter."
    assert page.ask("el.shadowRoot.querySelector('.pointed').getAttribute('d')").count("M") == 1
    assert page.moves == ""
    button.click()
    assert page.moves == "4=5,5=0"
    page.ask("void (el.session.game.hint = () => null)")
    button.click()
    assert page.status.startswith("No next step is seen from here")


def test_the_focus_is_seen_at_400_percent(table: Any) -> None:
    """WCAG 1.4.10 and 2.4.11: a window of 1280x1024 at 400 % has 320x256 CSS pixels."""
    page = table("hashi", viewport={"width": 320, "height": 256})
    page.focus_grid()
    for keys in (["Control+End"], ["Control+Home"], ["Shift+ArrowDown"] * 3):
        page.key(*keys)
        page.page.wait_for_timeout(100)
        box = page.ask("el.shadowRoot.activeElement.getBoundingClientRect().toJSON()")
        assert box["top"] >= 0
        assert box["bottom"] <= 256
        over = page.ask(
            "document.elementFromPoint && el.panel.frame.querySelector('.foot')"
            ".getBoundingClientRect().top"
        )
        assert over >= box["bottom"] or over < box["top"]


def test_text_of_twice_the_size_stays_whole(table: Any) -> None:
    page = table("hashi", viewport={"width": 360, "height": 740})
    page.page.evaluate("document.documentElement.style.fontSize = '32px'")
    for name in ("title", "time", "tools.undo", "tools.more"):
        inside = page.ask(f"el.panel.{name}.scrollWidth <= el.panel.{name}.clientWidth")
        assert inside, name
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.part(5)
@pytest.mark.parametrize("kind", cases(KINDS))
@pytest.mark.parametrize("size", [16, 32])
def test_tools_and_pad_leave_the_board_in_view_at_twice_the_size(
    table: Any, kind: str, size: int
) -> None:
    """At least two thirds of a phone's window are the board's, with the digits in one row."""
    page = table(kind, **PHONE)
    page.page.evaluate(f"document.documentElement.style.fontSize = '{size}px'")
    page.page.wait_for_timeout(100)
    foot = page.ask("el.panel.foot.getBoundingClientRect().toJSON()")
    assert foot["height"] <= 740 / 3
    rows = page.ask("new Set([...el.panel.pad.children].map((b) => b.offsetTop)).size")
    assert rows == bool(page.ask("el.session.game.digits ?? 0"))
    for button in page.ask(
        "[...el.panel.pad.children].map((b) => [b.offsetWidth, b.offsetHeight])"
    ):
        assert min(button) >= 24


def test_a_foot_that_is_high_all_the_same_scrolls_with_the_page(table: Any) -> None:
    page = table("sudoku", **PHONE)
    page.ask("void (el.panel.status.textContent = 'A long message. '.repeat(90))")
    page.wait("getComputedStyle(el.panel.foot).position === 'static'")
    page.ask("void (el.panel.status.textContent = '')")
    page.wait("getComputedStyle(el.panel.foot).position === 'sticky'")


def on_board(page: Table) -> bool:
    return bool(page.ask("el.shadowRoot.activeElement?.role === 'gridcell'"))


@pytest.mark.part(3)
@pytest.mark.parametrize("kind", cases(KINDS, part=5))
def test_keys_reach_the_board_after_any_button(table: Any, kind: str) -> None:
    page = table(kind)
    page.page.mouse.click(*page.middle_of("[part=title]", 0))
    page.key("Shift+ArrowRight")
    assert on_board(page)
    for name in ("check", "zoom_in", "zoom_out", "pencil"):
        if not page.ask(f"el.panel.tools.{name}.offsetWidth"):
            continue
        for is_pressed in (False, True):
            tool = page.page.get_by_role("button", name=page.ask(f"el.panel.tools.{name}.title"))
            before = page.ask("el.session.around.grid.focused")
            if is_pressed:
                tool.focus()
                page.key("Enter")
                assert not on_board(page), "who came by Tab stays among the tools"
            else:
                tool.click()
                assert on_board(page)
            page.key("Shift+ArrowDown", "Shift+ArrowUp", "Shift+ArrowDown")
            assert on_board(page)
            assert page.ask("el.session.around.grid.focused") != before or before // page.cols > 1
            page.key("Control+Home")


def test_digits_and_undo_reach_the_board_from_the_pad(table: Any) -> None:
    page = table("sudoku")
    page.click(0)
    page.page.mouse.click(*page.middle_of("[part=pad] button", 1))
    assert page.ask("el.session.log.values[0]") == 2
    page.key("ArrowRight", "1")
    assert page.ask("el.session.log.values.slice(0, 2)") == [2, 1]
    undo = page.page.get_by_role("button", name="Undo")
    undo.focus()
    page.key("Enter", "Space")
    assert page.ask("el.session.log.values.slice(0, 2)") == [0, 0]
    assert undo.is_disabled()
    assert on_board(page), "a button that has become idle gives the focus back"
    page.key("3")
    assert page.ask("el.session.log.values[1]") == 3
    page.page.mouse.click(*page.middle_of("[part=title]", 0))
    page.key("Control+z")
    assert page.ask("el.session.log.values[1]") == 0


def test_keys_in_the_dialog_and_elsewhere_on_the_page_are_left_alone(table: Any) -> None:
    page = table("sudoku")
    page.click(0)
    page.page.get_by_role("button", name="More").click()
    page.page.get_by_role("textbox", name="Code").press_sequentially("123")
    assert page.page.get_by_role("textbox", name="Code").input_value() == "123"
    page.page.get_by_role("button", name="Close").click()
    page.page.evaluate(
        "document.body.append(Object.assign(document.createElement('input'), { id: 'own' }))"
    )
    page.page.locator("#own").click()
    page.key("2")
    page.page.locator("h1").click()
    page.key("2")
    assert page.moves == ""


def test_hints_are_counted_shown_and_shared_and_set_no_best_time(table: Any) -> None:
    page = table("sudoku")
    hint = page.page.get_by_role("button", name="Hint")
    for _ in range(100):
        if page.is_solved:
            break
        hint.click()
    assert page.is_solved
    count = page.ask("el.session.hints")
    assert count == page.ask("el.session.log.at"), "one for each step, however often it was asked"
    tally = page.ask("el.panel.tally.textContent")
    assert f"{count} hints" in tally
    assert "best time" not in tally
    assert f"{count} hints" in page.ask("el.result")
    page.page.reload()
    page = Table(page.page, puzzles()["sudoku"])
    assert f"{count} hints" in page.ask("el.panel.tally.textContent")
    page.page.get_by_role("button", name="More").click()
    said = page.page.get_by_role("dialog").inner_text()
    assert "Sudoku: 1 solved\n" in said + "\n"
    assert "best time" not in said


def test_a_hint_that_was_only_looked_at_counts_and_is_kept(table: Any) -> None:
    page = table("npuzzle")
    page.page.evaluate(
        "document.addEventListener('complete', ({ detail }) => (window.heard = detail))"
    )
    page.ask("void (el.record.target = { moves: 2, proved: true })")
    page.page.get_by_role("button", name="Hint").click()
    assert page.ask("JSON.parse(el.store.read(el.session.name)).hints") == 1
    assert page.ask("el.clock.since !== null"), "the time runs from the first hint"
    page.focus_grid()
    page.key("ArrowLeft", "ArrowUp")
    assert page.is_solved
    assert page.page.evaluate("heard.hints") == 1
    tally = page.ask("el.panel.tally.textContent")
    assert "1 hint ·" in tally


def test_the_board_is_the_same_where_text_runs_from_right_to_left(table: Any) -> None:
    page = table("hashi")
    page.page.evaluate("Object.assign(document.documentElement, { dir: 'rtl', lang: 'ar' })")
    page.ask("el.connectedCallback()")
    page.wait("el.panel.frame.lang === 'en'")
    assert page.ask("getComputedStyle(el.panel.status).direction") == "ltr", "its words are English"
    assert page.ask("el.panel.title.textContent") == "Hashi 21 Nov"
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.draw([0, 2])
    assert page.moves == "0=1"
    one, other = (
        page.ask(f"el.session.around.grid.cellOf({c}).getBoundingClientRect().left") for c in (0, 1)
    )
    assert one < other


def test_words_name_what_is_taken_and_what_cannot_go(table: Any) -> None:
    page = table("numberlink")
    page.focus_grid()
    page.look(solved_puzzles()["numberlink"][1]["paths"][0][0])
    page.key("Space")
    assert page.status == "Taken: number 1."
    page.key("ArrowUp")
    assert page.status == "It cannot go there."


def test_the_cell_that_gets_the_focus_has_its_new_name(table: Any) -> None:
    page = table("numberlink")
    path = solved_puzzles()["numberlink"][1]["paths"][0]
    page.ask(
        f"void (el.session.log.values[0] = el.session.log.game.begin()[0], "
        f"el.session.log.sketch(el.session.game.tap(el.session.log.values,"
        f" {{ slot: 0, cell: {path[0]} }}, {path[1]}).changes), el.session.focus({path[1]}))"
    )
    assert page.ask("el.shadowRoot.activeElement.ariaLabel") == "line 1"


def test_a_large_board_is_printed_whole_on_one_page(table: Any) -> None:
    page = table("large", viewport={"width": 794, "height": 1123})
    page.focus_grid()
    page.page.emulate_media(media="print")
    box = page.ask("el.session.around.view.drawing.getBoundingClientRect().toJSON()")
    assert box["width"] <= 794
    assert box["bottom"] <= 1123
    assert page.ask("getComputedStyle(el.panel.grid).display") == "none"
    assert page.page.pdf(format="A4").count(b"/Type /Page\n") == 1


def test_an_island_shows_that_it_has_all_its_bridges_or_too_many(table: Any) -> None:
    page = table("hashi")
    ring = "el.session.game.rings.get(0).className.baseVal"
    most = page.ask("el.session.game.islands[0]")
    seen = []
    for count in (most - 1, most, most + 1):
        slots = page.ask("el.session.game.around.get(0)")
        one, other = min(count, 2), max(count - 2, 0)
        page.ask(f"void el.session.play([[{slots[0]}, {one}], [{slots[1]}, {other}]])")
        seen.append(page.ask(ring))
    assert [("full" in look, "over" in look) for look in seen] == [
        (False, False), (True, False), (False, True),
    ]  # fmt: skip
    page.page.get_by_role("button", name="More").click()
    page.page.get_by_label("Show mistakes at once").uncheck()
    assert not page.ask("el.panel.frame.classList.contains('show-over')")
    page.page.reload()
    page.wait("el?.session")
    assert not page.ask("el.panel.frame.classList.contains('show-over')")


@pytest.mark.parametrize("side", [60, pytest.param(200, marks=pytest.mark.slow)])
def test_a_giant_hashi_opens_and_is_played_to_its_end(table: Any, side: int) -> None:
    """An island on every second cell, all of them joined by one walk."""
    walk = [
        row * side + (col if row % 4 == 0 else side - 2 - col)
        for row in range(0, side, 2)
        for col in range(0, side, 2)
    ]
    clues = [[0] * side for _ in range(side)]
    for at, cell in enumerate(walk):
        clues[cell // side][cell % side] = 1 if at in (0, len(walk) - 1) else 2
    puzzle = {"rows": side, "cols": side, "clues": clues, "max_bridges": 2}
    page = table("hashi")
    record = {**puzzles()["hashi"], "id": f"giant-{side}", "puzzle": puzzle}
    page.page.route("**/hashi.json", lambda route: route.fulfill(json=record))
    page.ask("void el.load()")
    page.wait(f"el.session.game.rows === {side}")
    page.cols = side
    page.draw(walk[:2])
    assert page.status.startswith("1 bridge between 1 and 2.")
    page.focus_grid()
    page.look(walk[1])
    page.key("Space", "ArrowRight", "Escape")
    assert page.ask("el.session.log.at") == 2
    pairs = [sorted(pair) for pair in pairwise(walk)]
    page.page.evaluate(
        """(pairs) => { const { session } = document.querySelector("puzzle-press");
        const named = ({ one, other }, slot) => [`${one},${other}`, slot];
        const slots = new Map(session.game.spans.map(named));
        session.play(pairs.map((pair) => [slots.get(String(pair)), 1])); }""",
        pairs,
    )
    assert page.is_solved


def test_the_least_moves_are_shown_beside_those_made(table: Any) -> None:
    page = table("npuzzle")
    page.ask("void (el.record.target = { moves: 2, proved: true })")
    page.focus_grid()
    page.key("ArrowLeft", "ArrowUp")
    assert page.is_solved
    assert "2 moves (min. 2)" in page.ask("el.panel.tally.textContent")


def test_a_goal_out_of_the_usual_is_drawn(table: Any) -> None:
    page = table("npuzzle")
    tiles = "el.shadowRoot.querySelectorAll('svg.goal .tile.home').length"
    assert page.ask(tiles) == 0
    record = puzzles()["npuzzle"]
    goal = {**record["puzzle"], "goal": [[0, 1, 2], [3, 4, 5], [6, 7, 8]]}
    page.page.route("**/npuzzle.json", lambda route: route.fulfill(json={**record, "puzzle": goal}))
    page.ask("void el.load()")
    page.wait(f"{tiles} === 8")


def test_a_check_names_every_cell_at_fault_and_marks_it(table: Any) -> None:
    page = table("sudoku")
    page.ask("void el.session.play([[0, 1], [3, 1], [12, 2], [8, 2]])")
    page.page.get_by_role("button", name="Check").click()
    marked = page.ask("el.shadowRoot.querySelector('.faults').getAttribute('d')").count("M")
    assert marked == 4
    lines = page.status.split("\n")
    assert "Each number comes once in a row (row 1, columns 1, 4)" in lines
    assert "Each number comes once in a column (column 1, rows 3, 4)" in lines


@pytest.mark.parametrize("kind", cases(DECLARED, part=5))
def test_a_hint_gives_place_and_reason_at_once_and_show_fills_it_in(table: Any, kind: str) -> None:
    page = table(kind)
    hint = page.page.get_by_role("button", name="Hint")
    show = page.page.get_by_role("button", name="Show", exact=True)
    assert not show.is_visible()
    for _ in range(3):
        count = page.ask("el.session.log.at")
        hint.click()
        cells = len(set(page.ask("el.session.game.hint(el.session.log.values).targets")))
        framed = page.ask("el.shadowRoot.querySelector('.pointed').getAttribute('d')")
        assert framed.count("M") == cells
        assert re.search("row|column", page.status, re.IGNORECASE)
        assert "again" not in page.status
        assert page.ask("el.session.log.at") == count
        show.click()
        assert page.ask("el.session.log.at") == count + 1
        assert not show.is_visible()
