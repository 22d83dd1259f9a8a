"""A page with a puzzle on it, and hands: mouse, touch and keys."""

from typing import Any

ELEMENT = "document.querySelector('puzzle-press')"


class Table:
    """One page. Cells are ``row * cols + col``."""

    def __init__(self, page: Any, record: dict[str, Any]) -> None:
        self.page = page
        self.puzzle = record["puzzle"]
        self.cols = self.puzzle.get("cols") or len(self.puzzle["start"][0])
        self.rows = self.puzzle.get("rows") or len(self.puzzle["start"])
        self.wait("el?.session")
        self.load_hints()
        self.touch: Any = None

    def ask(self, source: str) -> Any:
        """Return what a JavaScript expression over ``el`` says."""
        return self.page.evaluate(f"(() => {{ const el = {ELEMENT}; return {source}; }})()")

    def wait(self, source: str) -> None:
        """Wait until an expression over ``el`` holds; Playwright's own way breaks the policy."""
        for _ in range(500):
            if self.ask(f"Boolean({source})"):
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"it never came to {source}")

    def load_hints(self) -> None:
        """Load the part of the player that hints need, as its button does."""
        self.page.evaluate(f"new Promise((done) => {ELEMENT}.help(done))")

    @property
    def is_solved(self) -> bool:
        return bool(self.ask("el.session.isSolved"))

    @property
    def status(self) -> str:
        return str(self.page.get_by_role("status").inner_text())

    @property
    def moves(self) -> str:
        return str(self.ask("el.session.log.text()"))

    def place(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell in CSS pixels of the window."""
        return self.spot(cell % self.cols + 0.5, cell // self.cols + 0.5)

    def spot(self, col: float, row: float) -> tuple[float, float]:
        """Return a place of the board, in cells, in CSS pixels of the window."""
        x, y, side = self.ask(
            "(({ left, top }) => [left, top, el.session.around.view.cell])"
            "(el.session.around.view.drawing.getBoundingClientRect())"
        )
        return x + col * side, y + row * side

    def middle_of(self, selector: str, number: int) -> tuple[float, float]:
        """Return the middle of one of the elements of the player that a selector finds."""
        x, y, width, height = self.ask(
            f"(({{ x, y, width, height }}) => [x, y, width, height])"
            f"(el.shadowRoot.querySelectorAll('{selector}')[{number}].getBoundingClientRect())"
        )
        return x + width / 2, y + height / 2

    def draw(self, cells: list[int]) -> None:
        """Drag the mouse through cells."""
        self.stroke([self.place(cell) for cell in cells])

    def stroke(self, places: list[tuple[float, float]]) -> None:
        """Drag the mouse through places of the window."""
        self.page.mouse.move(*places[0])
        self.page.mouse.down()
        for place in places[1:]:
            self.page.mouse.move(*place, steps=2)
        self.page.mouse.up()

    def click(self, cell: int, button: str = "left") -> None:
        self.page.mouse.click(*self.place(cell), button=button)

    def _touches(self, kind: str, *places: tuple[float, float]) -> None:
        if self.touch is None:
            self.touch = self.page.context.new_cdp_session(self.page)
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)]
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def swipe(self, cells: list[int]) -> None:
        """Drag a finger through cells."""
        self.swipe_through([self.place(cell) for cell in cells])

    def swipe_through(self, places: list[tuple[float, float]]) -> None:
        """Drag a finger through places of the window."""
        self._touches("touchStart", places[0])
        for place in places[1:]:
            self._touches("touchMove", place)
        self._touches("touchEnd")

    def tap(self, cell: int) -> None:
        self.tap_at(self.place(cell))

    def tap_at(self, place: tuple[float, float]) -> None:
        self._touches("touchStart", place)
        self._touches("touchEnd")

    def pinch(self, centre: tuple[float, float], before: float, after: float) -> None:
        """Move two fingers from one distance to another."""
        x, y = centre
        steps = [before + (after - before) * k / 8 for k in range(9)]
        self._touches("touchStart", (x - steps[0] / 2, y))
        for kind, span in zip(["touchStart", *["touchMove"] * 8], steps, strict=True):
            self._touches(kind, (x - span / 2, y), (x + span / 2, y))
        self._touches("touchEnd", (x - after / 2, y))
        self._touches("touchEnd")

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focus_grid(self) -> None:
        """Reach the board with Tab alone."""
        for _ in range(12):
            self.key("Tab")
            if self.ask("el.shadowRoot.activeElement?.role === 'gridcell'"):
                return
        raise AssertionError("Tab never reached the board")

    def look(self, cell: int) -> None:
        """Move the focus to a cell with arrows that do not draw."""
        now = self.ask("el.session.around.grid.focused")
        down, right = cell // self.cols - now // self.cols, cell % self.cols - now % self.cols
        self.key(*["Shift+ArrowDown" if down > 0 else "Shift+ArrowUp"] * abs(down))
        self.key(*["Shift+ArrowRight" if right > 0 else "Shift+ArrowLeft"] * abs(right))


def arrow(cols: int, one: int, other: int) -> str:
    """Return the arrow key that leads from a cell towards another in its row or column."""
    if one // cols == other // cols:
        return "ArrowRight" if other > one else "ArrowLeft"
    return "ArrowDown" if other > one else "ArrowUp"
