"""All kinds whose rules come with the record, played to the end by mouse, touch and keys."""

import io
import re
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

import pytest
from PIL import Image

from tests.browser.conftest import DECLARED, solved_puzzles
from tests.browser.table import Table, arrow
from tests.browser.test_player import PHONE
from tests.slices import cases
from tests.web.extra_samples import samples
from tests.web.test_colours import luminance

DESKTOP = {"viewport": {"width": 1366, "height": 700}}
Place = tuple[float, float]


def ways_through(pairs: list[list[int]]) -> list[list[int]]:
    """Return the pairs joined to ways, each pair once."""
    left = [tuple(pair) for pair in pairs]
    ways = []
    while left:
        way = list(left.pop())
        while found := next((pair for pair in left if way[-1] in pair), None):
            left.remove(found)
            way.append(found[0] if found[1] == way[-1] else found[1])
        ways.append(way)
    return ways


def taps(table: Table, answer: dict[str, Any]) -> Iterator[int]:
    """Yield the cells to tap: twice where dots and zeros come before figures and ones."""
    looks, is_figure = table.ask("[el.session.game.looks, el.session.game.isFigure]")
    shaded, clues = answer.get("cells", []), [*chain(*table.puzzle["clues"])]
    is_written = bool(looks["symbols"]) and "cells" in answer
    for cell in range(len(clues)) if is_written else shaded:
        if not is_written or clues[cell] == looks["empty"]:
            is_later = bool(is_written or is_figure) and cell in shaded
            yield from [cell] * (1 + is_later)


def buttons_of(table: Table, number: int) -> list[int]:
    """Return the places of the buttons that write a number: its own, or those of its digits."""
    is_typed = table.ask("Boolean(el.session.game.isTyped)")
    count = table.ask("el.session.game.symbols.length")  # a zero comes last
    return [(int(digit) - 1) % 10 for digit in str(number)] if is_typed else [(number - 1) % count]


def colours_of(table: Table, answer: dict[str, Any]) -> list[tuple[int, list[int]]]:
    """Return each colour and its cells, where a colour is chosen before cells are tapped."""
    if not table.ask("Boolean(el.session.game.choose && el.session.game.hues)"):
        return []
    numbers = [number for row in answer.pop("numbers") for number in row]
    cells_of = {number: [k for k, one in enumerate(numbers) if one == number] for number in numbers}
    return sorted((number, cells) for number, cells in cells_of.items() if number)


def solve_by_strokes(table: Table, kind: str, stroke: Any, tap: Any) -> None:
    answer = dict(solved_puzzles()[kind][1])
    side = table.cols + 1
    for colour, cells in colours_of(table, answer):
        tap(table.middle_of("[part=pad] button", colour - 1))
        for cell in cells:
            tap(table.spot(cell % table.cols + 0.5, cell // table.cols + 0.5))
    for cell in taps(table, answer):
        tap(table.spot(cell % table.cols + 0.5, cell // table.cols + 0.5))
    for way in ways_through(answer.get("edges", [])):
        stroke([table.place(cell) for cell in way])
    for first, last in answer.get("strokes", []):
        stroke([table.place(first), table.place(last)])
    for way in ways_through(answer.get("borders", [])):
        stroke([table.spot(corner % side, corner // side) for corner in way])
    clues = table.puzzle["clues"]
    for row, numbers in enumerate(answer.get("numbers", [])):
        for col, number in enumerate(numbers):
            if not clues[row][col]:
                tap(table.spot(col + 0.5, row + 0.5))
                for button in buttons_of(table, number):
                    tap(table.middle_of("[part=pad] button", button))


def solve_by_mouse(table: Table, kind: str) -> None:
    solve_by_strokes(table, kind, table.stroke, lambda place: table.page.mouse.click(*place))


def solve_by_touch(table: Table, kind: str) -> None:
    solve_by_strokes(table, kind, table.swipe_through, table.tap_at)


def solve_by_keys(table: Table, kind: str) -> None:
    answer = dict(solved_puzzles()[kind][1])
    table.focus_grid()
    for colour, cells in colours_of(table, answer):
        table.key(str(colour))
        for cell in cells:
            table.look(cell)
            table.key("Space")
    for cell in taps(table, answer):
        table.look(cell)
        table.key("Space")
    for one, other in answer.get("edges", []):
        table.look(one)
        take = "Shift+Space" if "cells" in answer else "Space"
        table.key(take, arrow(table.cols, one, other), "Escape")
    for one, other in answer.get("strokes", []):
        for cell in (one, other):
            table.look(cell)
            table.key("Space")
    side = table.cols + 1
    for one, other in answer.get("borders", []):
        row, col = divmod(one, side)
        if other == one + 1:
            way = "ArrowUp" if row < table.rows else "ArrowDown"
        else:
            way = "ArrowLeft" if col < table.cols else "ArrowRight"
        table.look(min(row, table.rows - 1) * table.cols + min(col, table.cols - 1))
        table.key("Space", way, "Escape")
    clues = table.puzzle["clues"]
    for row, numbers in enumerate(answer.get("numbers", [])):
        for col, number in enumerate(numbers):
            if not clues[row][col]:
                table.look(row * table.cols + col)
                table.key(*str(number))


HANDS: dict[str, Any] = {
    "mouse": (solve_by_mouse, DESKTOP),
    "touch": (solve_by_touch, PHONE),
    "keys": (solve_by_keys, DESKTOP),
}


@pytest.mark.part(5)
@pytest.mark.parametrize(("kind", "scheme", "hand"), cases(DECLARED, ["light", "dark"], HANDS))
def test_every_declared_kind_is_solved_to_the_end(
    table: Any, kind: str, scheme: str, hand: str
) -> None:
    solve, options = HANDS[hand]
    page = table(kind, color_scheme=scheme, **options)
    solve(page, kind)
    page.wait("el.session.isSolved")
    assert re.match(r"Solved in \d+:\d\d\.$", page.status)


@pytest.mark.part(3)
@pytest.mark.parametrize(("name", "hand"), cases(samples(), HANDS))
def test_boards_with_clues_outside_of_cells_are_solved(table: Any, name: str, hand: str) -> None:
    solve, options = HANDS[hand]
    page = table(f"sample-{name}", **options)
    solve(page, f"sample-{name}")
    page.wait("el.session.isSolved")
    assert page.ask("el.shadowRoot.querySelectorAll('.outside:not(.done)').length") == 0


def test_numbers_beside_a_moved_board_stay_in_sight_and_cover_cells(table: Any) -> None:
    page = table("outside", **PHONE)
    last = "[...el.shadowRoot.querySelectorAll('.outside')].pop().getBoundingClientRect().left"
    before = page.ask(last)
    port = "el.session.around.view.port"
    page.ask(f"Object.assign({port}, {{ scrollLeft: 120, scrollTop: 60 }})")
    page.wait(f"{port}.scrollLeft === 120 && Math.abs({last} - {before}) < 1")
    page.page.mouse.click(*page.spot(0.5, 7.5))
    assert page.moves == ""
    page.click(7 * 15 + 8)
    assert page.ask("el.session.log.values[7 * 15 + 8]") == 1


def test_numbers_beside_a_large_board_leave_room_and_are_read_above(table: Any) -> None:
    page = table("outside-30", **PHONE)
    port = page.ask("el.panel.port.getBoundingClientRect().toJSON()")
    margins = page.ask("el.session.around.view.margins")
    cell = page.ask("el.session.around.view.cell")
    assert cell == 34
    assert margins["left"] * cell <= 0.3 * port["width"] + 1
    across = (port["width"] - margins["left"] * cell) / cell
    down = (port["height"] - margins["top"] * cell) / cell
    assert across * down > 60
    assert page.ask("el.panel.overview.hidden") is False
    page.tap(3 * 30 + 2)
    left, top = (" ".join(map(str, page.puzzle[s][k])) for s, k in (("left", 3), ("top", 2)))
    assert page.ask("el.panel.note.textContent") == f"→ {left}\n↓ {top}"
    texts = (
        "[...el.shadowRoot.querySelectorAll('.outside')].map((one) => one.getBoundingClientRect())"
    )
    first, second = page.ask(f"{texts}.slice(0, 2).map(({{ x, right }}) => [x, right])")
    assert first[1] <= second[0] + 0.5, "numbers of a row do not overlap"
    assert first[0] >= port["x"]


def outer_lines(table: Table) -> list[tuple[Place, int]]:
    """Return the middle of each line of a board's frame, in cells, with its slot."""
    rows, cols = table.rows, table.cols
    middles = [(col + 0.5, row) for row in (0, rows) for col in range(cols)]
    middles += [(col, row + 0.5) for col in (0, cols) for row in range(rows)]
    find = "el.session.game.slotAt({}, {})"
    found = []
    for x, y in middles:
        one = int(y) * (cols + 1) + int(x)
        other = one + (1 if x % 1 else cols + 1)
        found.append(((x, y), table.ask(find.format(one, other))))
    return found


@pytest.mark.parametrize(("options", "outside"), cases([DESKTOP, PHONE], [0.0, 0.15, 0.3]))
def test_taps_on_and_beyond_the_edge_mean_the_outer_line(
    table: Any, options: dict[str, Any], outside: float
) -> None:
    page = table("slitherlink", **options)
    is_phone = options is PHONE
    expected: set[int] = set()
    for (x, y), slot in outer_lines(page):
        right = outside * ((x == page.cols) - (x == 0))
        down = outside * ((y == page.rows) - (y == 0))
        place = page.spot(x + right, y + down)
        page.tap_at(place) if is_phone else page.page.mouse.click(*place)
        expected.add(slot)
        drawn = page.ask("el.session.log.values.flatMap((v, k) => v === 1 ? [k] : [])")
        assert set(drawn) == expected, (x, y)


@pytest.mark.parametrize("outside", [0.0, 0.3])
def test_one_quick_drag_beyond_the_edge_draws_the_whole_frame(table: Any, outside: float) -> None:
    """Five samples in all: what lies between two of them is drawn, too."""
    page = table("slitherlink", **PHONE)
    low, high = -outside, page.cols + outside
    corners = [(low, low), (high, low), (high, high), (low, high), (low, low)]
    page.swipe_through([page.spot(*corner) for corner in corners])
    drawn = page.ask("el.session.log.values.flatMap((v, k) => v === 1 ? [k] : [])")
    assert set(drawn) == {slot for _, slot in outer_lines(page)}


def test_a_short_drag_along_a_line_draws_it(table: Any) -> None:
    page = table("slitherlink", **DESKTOP)
    page.stroke([page.spot(2.3, 5.1), page.spot(2.45, 5.1)])
    assert page.ask("el.session.game.slotAt(32, 33)") == int(page.moves.split("=")[0])
    assert page.moves.endswith("=1")


def test_a_drag_with_the_pencil_crosses_the_lines_on_its_way_and_no_others(table: Any) -> None:
    page = table("slitherlink", **DESKTOP)
    page.page.mouse.move(*page.spot(0, 0.5))
    page.page.mouse.down(button="right")
    page.page.mouse.move(*page.spot(3.05, 0.5))
    page.page.mouse.up(button="right")
    crossed = page.ask("el.session.log.values.flatMap((v, k) => v === 2 ? [k] : [])")
    slots = page.ask("[0, 1, 2, 3].map((k) => el.session.game.slotAt(k, k + 6))")
    assert sorted(crossed) == sorted(slots)


@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_crosses_on_the_edge_are_seen_whole(table: Any, options: dict[str, Any]) -> None:
    page = table("slitherlink", **options)
    crosses = [[slot, 2] for _, slot in outer_lines(page)]
    page.ask(f"void el.session.play({crosses})")
    ink = page.ask("el.shadowRoot.querySelector('.crosses').getBoundingClientRect().toJSON()")
    port = page.ask("el.panel.port.getBoundingClientRect().toJSON()")
    half = page.ask("el.session.around.view.cell * 0.03")  # of the stroke
    for side, sign in (("left", 1), ("top", 1), ("right", -1), ("bottom", -1)):
        assert sign * (ink[side] - port[side]) >= half, side


def test_a_tap_far_outside_the_board_means_nothing(table: Any) -> None:
    page = table("slitherlink", **DESKTOP)
    for x, y in ((-0.6, 0.5), (5.6, 2.5)):
        page.page.mouse.click(*page.spot(x, y))
    assert page.moves == ""


def test_pairs_are_joined_to_ways() -> None:
    way = ways_through([[0, 1], [1, 7], [6, 7], [0, 6]])
    assert len(way) == 1
    assert {frozenset(pair) for pair in pairwise(way[0])} == {
        frozenset(pair) for pair in ((0, 1), (1, 7), (6, 7), (0, 6))
    }


def shade_at(table: Table, *spots: Place) -> list[float]:
    """Return the relative luminance of what is seen at places of the board, in cells."""
    picture = Image.open(io.BytesIO(table.page.screenshot(scale="css"))).convert("RGB")
    found = []
    for spot in spots:
        x, y = table.spot(*spot)
        red, green, blue = picture.getpixel((round(x), round(y)))  # type: ignore[misc]
        found.append(luminance(f"{red:02x}{green:02x}{blue:02x}"))
    return found


@pytest.mark.parametrize(
    ("kind", "scheme", "options"),
    cases(["akari", "hitori", "nurikabe"], ["light", "dark"], [DESKTOP, PHONE]),
)
def test_black_cells_are_black_and_white_ones_white_in_either_scheme(
    table: Any, kind: str, scheme: str, options: dict[str, Any]
) -> None:
    page = table(kind, color_scheme=scheme, **options)
    cells = solved_puzzles()[kind][1]["cells"]
    clues = [clue for row in page.puzzle["clues"] for clue in row]
    if kind == "akari":  # walls are black; lamps are no shade
        black, white = clues.index(-2), clues.index(-1)
    else:
        page.click(cells[0])
        black, white = cells[0], next(c for c in range(len(clues)) if c not in cells)
    edge = 0.12  # beside the number
    spots = [(cell % page.cols + edge, cell // page.cols + edge) for cell in (black, white)]
    dark, light = shade_at(page, *spots)
    assert light > 0.7
    assert (light + 0.05) / (dark + 0.05) >= (12 if kind == "akari" else 3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pearls_keep_their_colour_while_paper_and_lines_follow_the_scheme(
    table: Any, scheme: str
) -> None:
    page = table("masyu", color_scheme=scheme)
    clues = [clue for row in page.puzzle["clues"] for clue in row]
    spots = [(clues.index(k) % page.cols + 0.5, clues.index(k) // page.cols + 0.5) for k in (1, 2)]
    white, black, paper = shade_at(page, *spots, (0.12, 0.12))
    assert white > 0.9
    assert black < 0.02
    assert paper > 0.9 if scheme == "light" else paper < 0.05
    # A black pearl on dark paper has a light edge.
    x, y = spots[1]
    assert scheme == "light" or max(shade_at(page, (x + 0.335, y), (x, y + 0.335))) > 0.5
