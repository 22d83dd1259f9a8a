"""How numbers, notes and crosses come into cells: keys, several cells at once, the number first."""

from typing import Any

from tests.browser.table import Table
from tests.browser.test_player import PHONE


def number(page: Table, cell: int) -> int:
    return int(page.ask(f"el.session.log.values[{cell}]"))


def notes(page: Table, cell: int, pencil: int = 1) -> list[int]:
    mask = number(page, pencil * page.rows * page.cols + cell)
    return [digit for digit in range(1, 10) if mask & (1 << digit)]


def empty_cells(page: Table, count: int) -> list[int]:
    clues = [clue for row in page.puzzle["clues"] for clue in row]
    return [cell for cell, clue in enumerate(clues) if not clue][:count]


def test_shift_and_a_digit_make_a_note(table: Any) -> None:
    page = table("sudoku")
    (cell,) = empty_cells(page, 1)
    page.focus_grid()
    page.look(cell)
    page.key("Shift+2", "Shift+3")
    assert notes(page, cell) == [2, 3]
    page.key("Shift+2")
    assert notes(page, cell) == [3]
    assert number(page, cell) == 0


def test_control_and_a_digit_make_a_note_in_the_centre_which_is_heard(table: Any) -> None:
    page = table("sudoku")
    (cell,) = empty_cells(page, 1)
    page.focus_grid()
    page.look(cell)
    page.key("Control+2", "Shift+3", "Control+4")
    assert (notes(page, cell), notes(page, cell, 2)) == ([3], [2, 4])
    label = "el.session.around.grid.cellOf(el.session.around.grid.focused).ariaLabel"
    page.wait(f"{label}.startsWith('empty, notes 3, in the centre 2 4')")
    page.key("Backspace")
    assert (notes(page, cell), notes(page, cell, 2)) == ([], [])


def test_the_button_of_notes_has_the_centre_too_for_those_who_want_it(table: Any) -> None:
    page = table("sudoku", **PHONE)
    (cell,) = empty_cells(page, 1)
    page.tap(cell)
    page.page.get_by_role("button", name="More").click()
    page.page.get_by_label("Notes in the centre too").check()
    page.page.get_by_role("button", name="Close").click()
    one = page.page.locator("[part=pad] button").nth(0)
    page.page.get_by_role("button", name="Notes").click()
    one.click()
    page.page.get_by_role("button", name="Notes").click()
    one.click()
    assert (notes(page, cell), notes(page, cell, 2)) == ([1], [1])
    page.page.get_by_role("button", name="Centre").click()
    one.click()
    assert number(page, cell) == 1


def test_a_drag_chooses_several_cells_and_a_note_goes_into_all(table: Any) -> None:
    page = table("sudoku", **PHONE)
    row = next(
        [cell, cell + 1] for cell in range(page.rows * page.cols - 1)
        if {cell, cell + 1} <= set(empty_cells(page, 99)) and (cell + 1) % page.cols
    )  # fmt: skip
    page.swipe(row)
    assert page.ask("el.session.hold.cells") == row
    page.key("2")
    assert [number(page, cell) for cell in row] == [2, 2]
    page.key("Backspace")
    assert [number(page, cell) for cell in row] == [0, 0]
    page.swipe(row)
    page.key("Shift+1", "Shift+2")
    assert [notes(page, cell) for cell in row] == [[1, 2]] * 2
    page.tap(row[0])
    page.key("Shift+2")
    page.swipe(row)
    page.key("Shift+2")
    assert [notes(page, cell) for cell in row] == [[1, 2]] * 2
    page.key("Shift+2")
    assert [notes(page, cell) for cell in row] == [[1]] * 2


def test_a_number_can_be_chosen_before_its_cells(table: Any) -> None:
    page = table("sudoku", **PHONE)
    page.page.get_by_role("button", name="More").click()
    page.page.get_by_label("Choose the number first").check()
    page.page.get_by_role("button", name="Close").click()
    two = page.page.locator("[part=pad] button").nth(1)
    two.click()
    assert two.get_attribute("aria-pressed") == "true"
    cells = empty_cells(page, 2)
    for cell in cells:
        page.tap(cell)
    assert [number(page, cell) for cell in cells] == [2, 2]
    page.tap(cells[0])
    assert number(page, cells[0]) == 0
    two.click()
    page.tap(cells[0])
    assert number(page, cells[0]) == 0


def test_what_a_star_rules_out_is_crossed_out_with_it_and_open_again_without_it(
    table: Any,
) -> None:
    page = table("starbattle", **PHONE)
    values = "el.session.log.values.join('')"
    start = page.ask(values)
    page.tap(0)
    page.tap(0)
    first = page.ask(values)
    assert first.count("1") == 1
    assert first.count("2") > page.rows + page.cols - 3
    page.tap(0)
    assert page.ask(values) == start
    page.tap(0)
    page.tap(0)
    far = page.rows * page.cols - 2
    far = far if page.ask(values)[far] == "0" else far - page.cols
    page.tap(far)
    page.tap(far)
    both = page.ask(values)
    page.tap(far)
    assert page.ask(values) == first, "what the other star rules out stays crossed out"
    assert both.count("1") == 2
