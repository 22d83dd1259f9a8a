"""What every player expects while playing: pause, trying, mistakes, notes, and a hand's ways."""

from typing import Any

import pytest
from PIL import Image

from tests.browser.conftest import solved_puzzles
from tests.browser.test_kinds import DESKTOP
from tests.browser.test_player import PHONE


def press(table: Any, name: str) -> None:
    """Click a button of the player; on phones most are behind another."""
    button = table.page.get_by_role("button", name=name, exact=True)
    if not button.is_visible():
        table.page.get_by_role("button", name="More", exact=True).click()
    button.click()


@pytest.mark.parametrize("kind", ["sudoku", "hashi", "npuzzle"])
def test_a_pause_hides_the_board_and_stops_the_time(table: Any, kind: str) -> None:
    page = table(kind, **DESKTOP)
    page.ask("void el.session.start()")
    press(page, "Pause")
    assert page.ask("getComputedStyle(el.panel.sheet).visibility") == "hidden"
    assert page.ask("el.clock.since") is None
    before = page.moves
    page.key("ArrowRight", "1")
    assert page.moves == before
    page.click(0)
    assert page.ask("getComputedStyle(el.panel.sheet).visibility") == "visible"
    assert page.ask("el.clock.since") is not None
    assert page.moves == before, "the click that goes on draws nothing"


@pytest.mark.parametrize("kind", ["starbattle", "numberlink"])
def test_undo_and_redo_work_from_anywhere_on_the_page(table: Any, kind: str) -> None:
    page = table(kind, **DESKTOP)
    page.page.evaluate("document.querySelector('h1').setAttribute('contenteditable', '')")
    page.draw([0, 1]) if kind == "numberlink" else page.click(0)
    moves = page.moves
    assert moves
    page.page.evaluate("document.activeElement.blur()")
    page.page.mouse.click(600, 690)  # beside the player
    page.key("Control+z")
    assert page.ask("el.session.log.at") == 0
    page.key("Control+y")
    assert page.ask("el.session.log.at") == 1
    page.page.locator("h1").focus()
    page.key("Control+z")
    assert page.ask("el.session.log.at") == 1, "in a text it is the text's"


@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_is_tried_is_seen_and_kept_or_dropped(table: Any, options: dict[str, Any]) -> None:
    page = table("hitori", **options)
    page.click(0)
    press(page, "Try")
    page.click(5)
    page.click(10)
    tried = "el.shadowRoot.querySelector('.tint.tried').getAttribute('d')"
    assert page.ask(tried).count("M") == 2
    page.page.reload()
    page.wait("el?.session")
    assert page.ask(tried).count("M") == 2
    press(page, "Drop")
    assert page.ask("el.session.log.values.flatMap((v, k) => (v ? [k] : []))") == [0]
    press(page, "Try")
    page.click(5)
    press(page, "Keep")
    assert page.ask(tried) == ""
    assert page.ask("el.session.log.values.flatMap((v, k) => (v ? [k] : []))") == [0, 5]
    press(page, "Undo")
    assert page.ask("el.session.log.values.flatMap((v, k) => (v ? [k] : []))") == [0]


def test_undo_beyond_where_something_was_tried_ends_that(table: Any) -> None:
    page = table("hitori", **DESKTOP)
    page.click(0)
    press(page, "Try")
    page.click(5)
    page.key("Control+z", "Control+z")
    assert page.ask("el.panel.trial.hidden")


def test_a_mistake_that_is_left_counts_once_and_one_that_is_mended_does_not(table: Any) -> None:
    page = table("hitori", **DESKTOP)
    page.click(0)
    page.click(1)  # beside a shaded cell
    assert page.ask("el.shadowRoot.querySelector('.clash').getAttribute('d')").count("M") == 2
    page.click(1)
    page.click(10)
    page.click(1)
    assert page.ask("el.session.mistakes") == 0
    page.click(1)
    page.click(15)
    page.click(12)
    assert page.ask("el.session.mistakes") == 1
    assert page.page.get_by_text("1 mistake").is_visible()
    page.page.reload()
    page.wait("el?.session")
    assert page.ask("el.session.mistakes") == 1


def test_mistakes_are_shown_only_to_those_who_want_it(table: Any) -> None:
    page = table("sudoku", **DESKTOP)
    free = [cell for cell in range(4) if page.ask(f"!el.session.log.values[{cell}]")][:2]
    for cell in free:
        page.look(cell) if cell else page.focus_grid()
        page.key("1")
    shown = "getComputedStyle(el.shadowRoot.querySelector('.clash')).display"
    assert page.ask(shown) == "inline"
    assert page.ask("el.shadowRoot.querySelectorAll('.number.own.broken').length") >= 2
    page.ask("void el.turn('over', false)")
    assert page.ask(shown) == "none"


@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_pad_writes_erases_and_counts(table: Any, options: dict[str, Any]) -> None:
    page = table("sudoku", **options)
    cell = page.ask("el.session.log.values.indexOf(0)")
    page.click(cell)
    left = "el.panel.pad.children[0].dataset.left"
    before = int(page.ask(left))
    page.page.mouse.click(*page.middle_of("[part=pad] button", 0))
    assert page.ask(f"el.session.log.values[{cell}]") == 1
    assert int(page.ask(left)) == before - 1
    press(page, "Erase")
    assert page.ask(f"el.session.log.values[{cell}]") == 0
    assert int(page.ask(left)) == before


def test_notes_have_places_and_go_with_what_is_written(table: Any) -> None:
    page = table("sudoku", **DESKTOP)
    press(page, "More")
    press(page, "Fill in all notes")
    notes = "[...el.shadowRoot.querySelectorAll('.pencil tspan')].length"
    before = page.ask(notes)
    assert before > 0
    cell = page.ask("el.session.log.values.indexOf(0)")
    mask = page.ask(f"el.session.log.values[16 + {cell}]")
    number = (mask & -mask).bit_length() - 1
    page.click(cell)
    page.key(str(number))
    assert page.ask(notes) < before
    page.key("Control+z")
    assert page.ask(notes) == before, "one undo brings the number and its notes back"


@pytest.mark.parametrize(
    ("kind", "name"), [("kakuro", "runs"), ("sample-killer", "cages"), ("calcudoku", "cages")]
)
def test_totals_are_grey_when_they_are_reached_and_red_when_missed(
    table: Any, kind: str, name: str
) -> None:
    page = table(kind, **DESKTOP)
    answer = [number for row in solved_puzzles()[kind][1]["numbers"] for number in row]
    cells = next(one["cells"] for one in page.puzzle[name] if len(one["cells"]) > 1)
    total = f"[...el.session.game.drawing.clues.get('{','.join(map(str, cells))}')[0].classList]"
    page.ask(f"void el.session.play({[[cell, answer[cell]] for cell in cells]})")
    assert "met" in page.ask(total)
    wrong = next(n for n in range(1, 5) if n not in [answer[cell] for cell in cells])
    page.ask(f"void el.session.play([[{cells[0]}, {wrong}]])")
    assert "met" not in page.ask(total)
    assert "broken" in page.ask(total)


def test_moves_are_heard_and_what_was_asked_is_seen(table: Any) -> None:
    page = table("starbattle", **DESKTOP)
    width = "el.panel.status.getBoundingClientRect().width"
    page.click(6)
    assert page.status
    assert page.ask(width) == 1
    page.click(6)
    page.click(7)
    page.click(7)
    press(page, "Check")
    assert page.status[0].isupper()
    assert page.ask(width) > 100


def test_a_phone_shows_boards_as_wide_as_it_is(table: Any) -> None:
    page = table("sudoku", **PHONE)
    page.page.evaluate("document.body.style.paddingTop = '200px'")
    page.ask("void el.session.around.view.open()")
    wide, room = page.ask(
        "[el.session.around.view.cell * el.session.game.cols, el.panel.port.clientWidth]"
    )
    assert wide >= 0.85 * room


def test_a_long_message_hides_nothing_of_the_board(table: Any) -> None:
    page = table("sudoku", **DESKTOP)
    page.page.evaluate("document.body.style.paddingBottom = '300px'")
    page.ask("void (el.panel.status.textContent = 'A long message. '.repeat(20))")
    side = "el.panel.{}.getBoundingClientRect().{}"
    page.wait(f"{side.format('port', 'bottom')} <= {side.format('foot', 'top')} + 1")


def test_touching_a_cell_highlights_what_it_sees_and_what_is_equal(table: Any) -> None:
    page = table("sudoku", **DESKTOP)
    cell = page.ask("el.session.log.values.findIndex((v) => v)")
    page.click(cell)
    assert page.ask("el.shadowRoot.querySelector('.peers').getAttribute('d')").count("M") >= 8
    assert "M" in page.ask("el.shadowRoot.querySelector('.equal').getAttribute('d')")


def test_crosses_follow_a_star_until_they_are_switched_off(table: Any) -> None:
    page = table("starbattle", **DESKTOP)
    for most in (99, 0):
        page.click(6)
        page.click(6)  # a dot, then a star
        crosses = page.ask("el.session.log.values.filter((v) => v === 2).length")
        assert min(12, most) <= crosses <= most
        page.key("Control+z", "Control+z")
        assert page.ask("el.session.log.values.join('')").strip("0") == ""
        press(page, "More")
        page.page.get_by_label("Cross out cells automatically").uncheck()
        press(page, "Close")


@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_rectangle_is_drawn_by_one_drag(table: Any, options: dict[str, Any]) -> None:
    page = table("shikaku", **options)
    spots = [page.spot(0.5, 0.4), page.spot(1.4, 0.5), page.spot(1.5, 1.5)]
    page.swipe_through(spots) if options is PHONE else page.stroke(spots)
    assert sorted(page.ask("[...el.session.game.areaOf(el.session.log.values, 0)]")) == [0, 1, 4, 5]


@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_way_is_led_back_and_extended_by_a_tap(table: Any, options: dict[str, Any]) -> None:
    page = table("zip", **options)
    swipe = page.swipe if options is PHONE else page.draw
    swipe([1, 0, 4, 8])
    drawn = "el.session.log.values.filter((v) => v === 1).length"
    assert page.ask(drawn) == 3
    swipe([8, 4])
    assert page.ask(drawn) == 2
    page.tap(12) if options is PHONE else page.click(12)
    assert page.ask(drawn) == 4


def test_a_phone_has_four_tools_in_a_line_and_others_behind_the_last(table: Any) -> None:
    page = table("hitori", **PHONE)
    page.click(0)
    tools = page.page.locator(".tools").first.get_by_role("button")
    assert tools.all_inner_texts() == ["Undo", "Pencil", "Hint", "More"]
    assert len({round(tool.bounding_box()["y"]) for tool in tools.all()}) == 1
    press(page, "More")
    others = page.page.locator(".others").get_by_role("button")
    assert others.all_inner_texts() == ["Redo", "Try", "Check", "Reset"], "all of the board is seen"
    press(page, "Close")
    press(page, "Reset")
    assert page.ask("el.session.log.values.every((v) => !v)")
    press(page, "Undo")
    assert page.ask("el.session.log.values[0]") == 1


@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_tile_follows_the_hand_and_goes_back_where_it_is_let_go_early(
    table: Any, options: dict[str, Any]
) -> None:
    page = table("npuzzle", **options)
    style = "[...el.shadowRoot.querySelectorAll('.tile')].map((tile) => tile.style.transform)"
    before = page.ask(style)
    page.page.mouse.move(*page.spot(2.5, 1.5))  # 5, right of the gap
    page.page.mouse.down()
    page.page.mouse.move(*page.spot(2.25, 1.5), steps=3)
    shift = [at for at, one in enumerate(page.ask(style)) if one != before[at]]
    assert shift == [4]
    page.page.mouse.up()
    page.wait(f"String({style}) === {','.join(before)!r}")
    assert page.moves == ""
    page.page.mouse.move(*page.spot(2.5, 1.5))
    page.page.mouse.down()
    page.page.mouse.move(*page.spot(1.7, 1.5), steps=3)
    page.page.mouse.up()
    assert page.ask("el.session.log.values.slice(3, 6)") == [4, 5, 0]


def test_a_result_has_an_average_and_a_picture_without_the_answer(table: Any) -> None:
    page = table("npuzzle", **DESKTOP)
    solved = {f"old-{k}": ["npuzzle", seconds] for k, seconds in enumerate((100, 140))}
    page.ask(f"void el.store.write('statistics', JSON.stringify({{ solved: {solved}, days: [] }}))")
    page.ask("void (el.clock.ms = 60000)")
    page.key("Tab")
    page.click(5)
    page.click(8)
    page.wait("el.session.isSolved")
    tally = page.ask("el.panel.tally.textContent")
    assert tally.startswith("1:0")
    assert "average 1:40" in tally
    with page.page.expect_download() as download:
        press(page, "Picture")
    picture = Image.open(download.value.path())
    assert picture.size == (1080, 1080)
    assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 3


def test_a_solved_board_is_shown_without_marks_and_selection(table: Any) -> None:
    page = table("nonogram", **PHONE)
    page.page.evaluate(
        """() => { const el = document.querySelector("puzzle-press");
        for (let k = 0; k < 100 && !el.session.isSolved; k++) el.session.hint(); }"""
    )
    assert page.is_solved
    for name in ("crosses", "cells", "peers", "tip"):
        shown = f"getComputedStyle(el.shadowRoot.querySelector('.{name}')).display"
        assert page.ask(shown) == "none"
    assert page.ask("el.panel.tally.querySelector('strong').textContent") == "0:00"


def test_a_large_board_is_shown_whole_once_it_is_solved(table: Any) -> None:
    page = table("outside", **PHONE)
    is_whole = "el.panel.port.scrollWidth <= el.panel.port.clientWidth + 1"
    assert not page.ask(is_whole)
    cells = solved_puzzles()["outside"][1]["cells"]
    page.ask(f"void el.session.play({[[cell, 1] for cell in cells]})")
    assert page.is_solved
    assert page.ask(is_whole)
    page.page.reload()
    page.wait("el.session?.isSolved")
    page.wait("el.session.around.view.width")
    assert page.ask(is_whole)


def test_the_button_for_more_covers_no_other_of_a_solved_puzzle(table: Any) -> None:
    page = table("nonogram", **PHONE)
    page.load_hints()
    page.ask("(() => { while (!el.session.isSolved) el.session.hint(); })()")
    for length in range(4, 40):
        overlap = page.ask(
            f"""(() => {{
              el.panel.share.textContent = "n".repeat({length});
              const more = el.panel.tools.more.getBoundingClientRect();
              return [...el.shadowRoot.querySelectorAll(".won .wide")].filter((one) => {{
                const {{ left, right, top, bottom }} = one.getBoundingClientRect();
                return left < more.right && right > more.left && top < more.bottom
                  && bottom > more.top;
              }}).length;
            }})()"""
        )
        assert not overlap, length


@pytest.mark.parametrize("kind", ["mosaic", "binairo"])
def test_what_helped_to_solve_a_board_goes_when_it_is_solved(table: Any, kind: str) -> None:
    page = table(kind, **PHONE)
    shown = """[...el.shadowRoot.querySelectorAll(".mosaic .clue, .quota")]
      .filter((one) => getComputedStyle(one).display !== "none").length"""
    assert page.ask(shown)
    page.load_hints()
    page.ask("(() => { while (!el.session.isSolved) el.session.hint(); })()")
    page.wait("el.panel.frame.classList.contains('solved')")
    assert not page.ask(shown)


def test_marks_of_separate_squares_are_inside_of_them(table: Any) -> None:
    page = table("futoshiki", **PHONE)
    page.load_hints()
    page.ask("void el.session.hint()")
    box = "(({ x, width }) => [x, width])(el.shadowRoot.querySelector('.pointed').getBBox())"
    left, width = page.ask(box)
    assert left % 1 == pytest.approx(0.14)
    assert width % 1 == pytest.approx(0.72)


def test_what_is_shared_has_the_number_of_the_game_its_time_and_streak(table: Any) -> None:
    page = table("npuzzle")
    page.ask("void (el.record.number = 412)")
    page.ask("void (el.countStreak = () => ({ count: 3, best: 5 }))")
    page.ask("void (el.clock.ms = 83000)")
    assert page.ask("el.result") == ["Sliding Puzzle #412", "1:23", "🔥 3"]
