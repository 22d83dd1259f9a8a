"""The player in a browser: every kind is solved to its end by each input alone."""

import re
from itertools import pairwise
from typing import Any

import pytest

from tests.browser.conftest import DECLARED, find_violations, solved_puzzles
from tests.browser.table import Table, arrow
from tests.slices import cases
from tests.source import ROOT

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
BLANK_GOES = {"U": "ArrowDown", "D": "ArrowUp", "L": "ArrowRight", "R": "ArrowLeft"}


def solve_by_mouse(table: Table, kind: str) -> None:
    solve_by_strokes(kind, table.draw, table.click)


def solve_by_touch(table: Table, kind: str) -> None:
    solve_by_strokes(kind, table.swipe, table.tap)


def solve_by_strokes(kind: str, draw: Any, tap: Any) -> None:
    record, answer = solved_puzzles()[kind]
    if kind == "numberlink":
        first, *rest = answer["paths"]
        draw(first[: len(first) // 2 + 1])
        draw(first[len(first) // 2 :][::-1])
        for path in rest:
            draw(path)
    elif kind == "hashi":
        for one, other, count in answer["bridges"]:
            draw([one, other])
            if count == 2:
                tap(one)
                tap(other)
                tap(one)
    else:
        cols = len(record["puzzle"]["start"][0])
        tap(blank_after(record, cols, answer["moves"][:1]))
        draw([blank_after(record, cols, answer["moves"][:k]) for k in (2, 1)])


def blank_after(record: dict[str, Any], cols: int, moves: str) -> int:
    cell = [tile for row in record["puzzle"]["start"] for tile in row].index(0)
    return cell + sum({"U": -cols, "D": cols, "L": -1, "R": 1}[move] for move in moves)


def solve_by_keys(table: Table, kind: str) -> None:
    _, answer = solved_puzzles()[kind]
    table.focus_grid()
    for path in answer.get("paths", []):
        table.look(path[0])
        table.key("Space", *(arrow(table.cols, a, b) for a, b in pairwise(path)), "Escape")
    for one, other, count in answer.get("bridges", []):
        table.look(one)
        table.key("Space", *[arrow(table.cols, one, other)] * count, "Escape")
    table.key(*(BLANK_GOES[move] for move in answer.get("moves", "")))


HANDS = {
    "mouse": (solve_by_mouse, {}),
    "touch": (solve_by_touch, PHONE),
    "keys": (solve_by_keys, {}),
}


@pytest.mark.parametrize(("kind", "hand"), cases(["numberlink", "hashi", "npuzzle"], HANDS))
def test_every_kind_is_solved_to_the_end(table: Any, kind: str, hand: str) -> None:
    solve, options = HANDS[hand]
    page = table(kind, **options)
    assert not page.is_solved
    solve(page, kind)
    page.wait("el.session.isSolved")
    assert re.match(r"Solved in \d+:\d\d\.$", page.status)
    tally = page.ask("el.panel.tally.textContent")
    assert re.match(r"\d+:\d\d", tally)
    assert not re.search("[★☆]|undo", tally)
    assert ("2 moves" in tally) == (kind == "npuzzle")
    assert page.page.get_by_role("button", name="Share").is_visible()


def test_events_report_what_happens_and_show_nothing(table: Any) -> None:
    page = table("npuzzle")
    page.page.evaluate(
        "window.heard = []; for (const name of ['ready', 'start', 'progress', 'hint', 'complete',"
        " 'share']) document.addEventListener(name, (e) => heard.push([name, e.detail]))"
    )
    page.ask("el.load()")
    page.wait("heard.length")
    page.page.get_by_role("button", name="Check").click()
    solve_by_mouse(page, "npuzzle")
    page.page.get_by_role("button", name="Share").click()
    page.wait("heard.at(-1)[0] === 'share'")
    heard = page.page.evaluate("heard")
    names = [name for name, _ in heard]
    assert names == ["ready", "hint", "start", "progress", "progress", "complete", "share"]
    line = r"Sliding Puzzle 21 Nov \| \d+:\d\d\nhttp\S+"
    assert re.fullmatch(line, heard[-1][1]["text"])
    solved = next(detail for name, detail in heard if name == "complete")
    assert sorted(solved) == ["hints", "mistakes", "seconds", "undone"]


def test_the_example_for_analytics_reports_the_same_to_three_tools(table: Any) -> None:
    text = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    script = re.search(
        r"<script>\n(  addEventListener\(\"puzzle-press.*?)</script>", text, re.DOTALL
    )
    assert script
    page = table("npuzzle")
    page.page.evaluate(
        "heard = []; _paq = { push: (row) => heard.push(row) };"
        "gtag = plausible = (...row) => heard.push(row); 0"
    )
    page.page.evaluate(script[1])
    solve_by_mouse(page, "npuzzle")
    heard = page.page.evaluate("heard")
    assert heard[0] == ["start", {"props": {"game": "Sliding Puzzle", "seconds": None}}]
    seconds = heard[3][1]["props"]["seconds"]
    assert heard[3:] == [
        ["complete", {"props": {"game": "Sliding Puzzle", "seconds": seconds}}],
        ["trackEvent", "Sliding Puzzle", "complete", None, seconds],
        ["event", "puzzle_complete", {"game": "Sliding Puzzle", "seconds": seconds}],
    ]


def test_a_frame_sends_messages(table: Any, address: str) -> None:
    page = table("npuzzle")
    page.page.evaluate(
        """(src) => { window.heard = [];
        addEventListener("message", (event) => heard.push(event.data));
        const frame = document.createElement("iframe"); frame.src = src;
        document.body.append(frame); }""",
        f"{address}/hashi.en.html",
    )
    page.wait("window.heard.length")
    assert page.ask("heard[0].source") == "puzzle-press"
    assert page.ask("heard[0].type") == "ready"


def test_undo_redo_restart_and_check(table: Any) -> None:
    page = table("numberlink")
    path = solved_puzzles()["numberlink"][1]["paths"][0]
    page.draw(path)
    assert page.status == "Line 1 joins its numbers."
    page.key("Control+z")
    assert page.ask("el.session.log.at") == 0
    page.key("Control+y")
    page.page.get_by_role("button", name="Check").click()
    assert page.status == "Nothing breaks a rule so far: 1 of 3."
    page.page.get_by_role("button", name="Reset").click()
    assert page.ask("el.session.log.values.join('')").strip("0") == ""
    page.page.get_by_role("button", name="Undo").click()
    assert page.ask("el.session.game.isJoined(el.session.log.values, 0)")


def test_pencil_marks_count_as_nothing(table: Any) -> None:
    page = table("hashi")
    page.click(1, button="right")
    assert page.status == "No bridge between 3 and 6. (row 1, columns 1, 3)"
    page.page.get_by_role("button", name="Pencil").click()
    page.click(0)
    page.page.get_by_role("button", name="Pencil").click()
    solve_by_mouse(page, "hashi")
    assert page.is_solved


def test_a_reload_in_the_middle_loses_nothing(table: Any) -> None:
    page = table("numberlink")
    paths = solved_puzzles()["numberlink"][1]["paths"]
    page.draw(paths[0])
    page.draw(paths[1])
    page.key("Control+z")
    before = page.moves
    page.page.reload()
    again = Table(page.page, solved_puzzles()["numberlink"][0])
    assert again.moves == before
    assert again.ask("el.session.log.at") == 1
    again.draw(paths[1])
    again.draw(paths[2])
    assert again.is_solved
    again.page.reload()
    assert Table(page.page, solved_puzzles()["numberlink"][0]).is_solved


def test_two_tabs_play_one_game(table: Any) -> None:
    paths = solved_puzzles()["numberlink"][1]["paths"]
    first = table("numberlink")
    second = table("numberlink", context=first.page.context)
    first.page.bring_to_front()
    first.draw(paths[0])
    second.wait("el.session.log.at === 1")
    second.page.bring_to_front()
    second.draw(paths[1])
    first.wait("el.session.log.at === 2")
    first.page.bring_to_front()
    first.draw(paths[2])
    assert first.is_solved
    second.wait("el.session.isSolved")


def test_a_code_moves_all_games_and_what_was_solved_to_another_device(table: Any) -> None:
    first, second = table("numberlink"), table("numberlink")
    paths = solved_puzzles()["numberlink"][1]["paths"]
    first.draw(paths[0])
    solve_by_mouse(table("npuzzle", context=first.page.context), "npuzzle")
    first.page.bring_to_front()
    first.page.get_by_role("button", name="More").click()
    first.page.get_by_role("button", name="Make a code").click()
    first.wait("el.panel.dialog.code.value")
    code = first.ask("el.panel.dialog.code.value")
    assert re.fullmatch(r"[\w-]+", code)
    second.page.get_by_role("button", name="More").click()
    for text in ("nonsense", code[:-9], code):
        second.page.get_by_role("textbox", name="Code").fill(text)
        second.page.get_by_role("button", name="Load a code").click()
        second.page.wait_for_timeout(100)
        assert second.moves == (first.moves if text == code else "")
        said = second.ask("el.panel.dialog.wrong.textContent")
        assert said == ("" if text == code else "This is no code, or a part of it is missing.")
    other = table("npuzzle", context=second.page.context)
    assert other.is_solved
    other.page.get_by_role("button", name="More").click()
    assert "Sliding Puzzle: 1 solved" in other.page.get_by_role("dialog").inner_text()


def test_a_puzzle_is_solved_once_and_counts_by_the_day_of_its_site(table: Any) -> None:
    page = table("npuzzle")
    page.page.evaluate(
        "window.heard = 0; document.addEventListener('complete', () => heard++);"
        "Object.assign(document.querySelector('puzzle-press').record,"
        " { schedule: { zone: 'Pacific/Kiritimati', week: '0123456' },"
        " date: new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format() })"
    )
    solve_by_mouse(page, "npuzzle")
    page.key("Control+z", "Control+y")
    assert page.is_solved
    assert page.page.evaluate("heard") == 1
    assert page.ask("el.countStreak().count") == 1
    page.page.reload()
    page = Table(page.page, solved_puzzles()["npuzzle"][0])
    page.page.evaluate("window.heard = 0; document.addEventListener('complete', () => heard++)")
    page.focus_grid()
    page.key("Control+z", "Control+y")
    assert page.page.evaluate("heard") == 0


def test_it_plays_where_storage_is_forbidden(table: Any, chromium: Any) -> None:
    context = chromium.new_context()
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    )
    page = table("hashi", context=context)
    assert page.status.startswith("Nothing can be saved here")
    solve_by_mouse(page, "hashi")
    assert page.is_solved
    context.close()


def test_it_plays_where_storage_is_full(table: Any, chromium: Any) -> None:
    context = chromium.new_context()
    context.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    page = table("hashi", context=context)
    solve_by_mouse(page, "hashi")
    assert page.is_solved
    context.close()


def test_without_javascript_the_page_keeps_its_link(
    table: Any, chromium: Any, address: str
) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/hashi.en.html")
    assert page.get_by_role("link", name="Print").is_visible()
    context.close()


def test_a_missing_record_says_so_and_keeps_the_link(table: Any) -> None:
    page = table("hashi")
    page.ask("el.setAttribute('src', 'nowhere.json')")
    alert = page.page.get_by_role("alert")
    assert "cannot be loaded" in alert.inner_text()
    assert page.page.get_by_role("link", name="Print").is_visible()


def test_it_speaks_german(table: Any) -> None:
    page = table("numberlink", language="de")
    path = solved_puzzles()["numberlink"][1]["paths"][0]
    page.draw(path)
    assert page.status == "Linie 1 verbindet ihre Zahlen."
    assert page.page.get_by_role("button", name="Zurück").is_enabled()


def test_the_time_stops_when_the_page_is_away_and_can_be_hidden(table: Any) -> None:
    page = table("numberlink")
    page.draw(solved_puzzles()["numberlink"][1]["paths"][0])
    assert page.ask("el.clock.since !== null")
    page.page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange'))"
    )
    assert page.ask("el.clock.since === null")
    page.page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: false });"
        " document.dispatchEvent(new Event('visibilitychange'))"
    )
    assert page.ask("el.clock.since !== null")
    page.page.get_by_role("button", name="More").click()
    page.page.get_by_label("Show the time").uncheck()
    page.page.keyboard.press("Escape")
    assert not page.page.get_by_role("timer").is_visible()
    page.page.reload()
    assert not page.page.get_by_role("timer").is_visible()


@pytest.mark.parametrize("kind", ["numberlink", "hashi", "npuzzle", "large"])
def test_nothing_is_wider_than_320_pixels(table: Any, kind: str) -> None:
    page = table(kind, viewport={"width": 320, "height": 640})
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 320
    page.page.get_by_role("button", name="More").click()
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_large_board_opens_zoomed_in_and_two_fingers_never_draw(table: Any) -> None:
    page = table("large", **PHONE)
    assert page.ask("el.session.around.view.cell") >= 24
    page.page.wait_for_timeout(300)
    assert page.ask("!el.panel.overview.hidden")
    before = page.ask("el.session.around.view.cell")
    page.pinch(page.place(55), 60, 150)
    assert page.ask("el.session.around.view.cell") > before * 1.5
    assert page.moves == ""
    page.pinch((180, 400), 150, 40)
    assert page.ask("el.session.around.view.cell") < before * 1.6
    path = solved_puzzles()["large"][1]["paths"][0]
    page.ask("el.session.around.view.reveal(0)")
    page.swipe(path[:6])
    assert page.ask("el.session.log.values[0]") == "RRRRR"
    page._touches("touchStart", page.place(path[5]))
    page._touches("touchMove", page.place(path[6]))
    page._touches("touchMove", page.place(path[7]))
    page.wait("el.session.log.values[0] === 'RRRRRRR'")
    page._touches("touchStart", page.place(path[7]), page.place(path[3]))
    page.wait("el.session.log.values[0] === 'RRRRR'")
    page._touches("touchEnd")
    assert page.ask("el.session.log.at") == 1


def test_a_finger_on_an_empty_cell_pans_a_large_board(table: Any) -> None:
    page = table("large", **PHONE)
    page.swipe([4 * 50 + 6, 2 * 50 + 2])
    assert page.ask("el.panel.port.scrollLeft") > 0
    assert page.moves == ""


def test_rows_of_a_large_board_come_with_the_focus(table: Any) -> None:
    page = table("large")
    page.focus_grid()
    assert page.page.get_by_role("gridcell").count() <= 7 * 50
    page.key("Control+End")
    assert page.ask("el.shadowRoot.activeElement.parentElement.ariaRowIndex") == "50"
    assert page.ask("el.shadowRoot.activeElement.ariaColIndex") == "50"
    assert page.page.get_by_role("gridcell").count() <= 7 * 50
    page.key(*["Shift+ArrowUp"] * 9)
    assert page.ask("el.shadowRoot.activeElement.parentElement.ariaRowIndex") == "41"


@pytest.mark.part(5)
@pytest.mark.parametrize(
    ("kind", "scheme"),
    cases([*DECLARED, "numberlink", "hashi", "npuzzle", "large"], ["light", "dark"]),
)
def test_axe_finds_no_violation(table: Any, kind: str, scheme: str) -> None:
    page = table(kind, color_scheme=scheme)
    assert find_violations(page.page, scheme) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_the_dialog(table: Any, scheme: str) -> None:
    page = table("sudoku", color_scheme=scheme)
    page.page.get_by_role("button", name="More").click()
    assert find_violations(page.page, scheme) == []


def test_cells_say_what_they_hold(table: Any) -> None:
    page = table("hashi")
    page.draw([0, 2])
    page.page.get_by_role("gridcell", name="island 3, 1 bridge").wait_for(state="attached")
    assert page.page.get_by_role("gridcell", name="1 bridge", exact=True).count() == 1


def test_dark_and_light_have_their_own_paper(table: Any) -> None:
    def paper(**options: Any) -> str:
        page = table("hashi", **options)
        return str(page.ask("getComputedStyle(el.shadowRoot.querySelector('.paper')).fill"))

    assert paper(color_scheme="light") == "rgb(255, 255, 255)"
    assert paper(color_scheme="dark") == "rgb(29, 33, 40)"


def test_tiles_jump_for_those_who_want_no_motion(table: Any) -> None:
    page = table("npuzzle", reduced_motion="reduce")
    duration = "getComputedStyle(el.shadowRoot.querySelector('.tile')).transitionDuration"
    assert page.ask(duration) in ("0s", "")
    assert table("npuzzle", reduced_motion="no-preference").ask(duration) == "0.12s"


@pytest.mark.parametrize("is_moving", [False, True])
def test_a_solved_board_moves_only_for_those_who_do_not_mind(table: Any, is_moving: bool) -> None:
    page = table("npuzzle", reduced_motion="no-preference" if is_moving else "reduce")
    page.focus_grid()
    page.key(*(BLANK_GOES[move] for move in solved_puzzles()["npuzzle"][1]["moves"]))
    page.wait("el.session.isSolved")
    names = page.ask("el.shadowRoot.getAnimations().map((one) => one.animationName ?? 'moved')")
    assert bool(names) == is_moving
    assert ("pp-rise" in names) == is_moving


@pytest.mark.parametrize("wanted", [[], ["Vibrate", "sound"]])
def test_only_who_asked_for_it_feels_and_hears_that_it_is_solved(
    table: Any, wanted: list[str]
) -> None:
    page = table("npuzzle")
    page.ask(
        """[window.felt = [], navigator.vibrate = () => felt.push("Vibrate"),
        window.AudioContext = new Proxy(AudioContext, {
          construct: (...all) => (felt.push("sound"), Reflect.construct(...all)) })] && 0"""
    )
    page.page.get_by_role("button", name="More").click()
    for name in wanted:
        page.page.get_by_role("checkbox", name=name).check()
    page.page.get_by_role("button", name="Close").click()
    page.focus_grid()
    page.key(*(BLANK_GOES[move] for move in solved_puzzles()["npuzzle"][1]["moves"]))
    page.wait("el.session.isSolved")
    assert page.ask("felt") == wanted
