"""What a hand does on a page of the studio."""

from typing import Any

from tests.studio.serving import Served


def until(page: Any, place: str, text: str) -> None:
    """Wait until a place of the page has a text."""
    try:
        page.locator(place).filter(has_text=text).wait_for(timeout=240_000)
    except Exception as error:  # of Playwright, which is not always installed
        said = page.locator("#fault, #state, #refusal").all_text_contents()
        raise AssertionError(f"{place} has no {text!r}; the page says {said}") from error


def begin(page: Any, served: Served, kind: str, rows: int) -> None:
    """Open an empty board in the setter's desk."""
    page.goto(f"{served.address}/setter")
    page.locator("#board svg").first.wait_for()
    page.select_option("#kind", kind)
    for side in ("rows", "cols"):
        page.fill(f"#{side}", str(rows))
    page.click("#new")
    page.locator(f'#board[data-size="{rows}x{rows}"]').wait_for()


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
