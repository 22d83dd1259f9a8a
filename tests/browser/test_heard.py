"""Each kind read and played from the accessibility tree alone, with keys."""

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.model import JsonObject
from tests.browser.conftest import puzzles, solved_puzzles
from tests.browser.test_player import BLANK_GOES
from tests.slices import cases

VARIANTS = [name for name in solved_puzzles() if name.startswith(("variantsudoku", "binairo-"))]
SIGNS = {
    "akari": {"wall": -2}, "kakuro": {"wall": -1}, "tents": {"tree": 1},
    "masyu": {"white pearl": 1, "black pearl": 2}, "binairo": {"moon": 0, "sun": 1},
    "maze": {"start": 1, "goal": 2},
}  # fmt: skip
EMPTY = dict.fromkeys(("akari", "slitherlink", "heyawake", "mosaic", "binairo", "tapa"), -1)
BETWEEN = {
    "less than": "<", "greater than": ">", "equal to": "=", "different from": "x", "wall to": "|",
    "white dot to": "white", "black dot to": "black", "V to": "V", "X to": "X",
}  # fmt: skip
STATES = {
    "akari": ["lamp", "ruled out"], "hitori": ["shaded", "white"], "nurikabe": ["sea", "island"],
    "heyawake": ["shaded", "white"], "starbattle": ["ruled out", "queen"],
    "tents": ["ruled out", "tent"], "binairo-1": ["sun", "moon"],
}  # fmt: skip
SIDES = {"left": (0, -1), "top": (-1, 0), "right": (0, 1), "bottom": (1, 0)}
GROUPS = {
    "thermometers": r"thermometer (\d+), (\d+) of \d+ from the bulb",
    "sum_arrows": r"arrow (\d+), (\d+) of \d+ from the circle",
    "lines": r"line (\d+), (\d+) of",
    "areas": r"shaded area (\d+)()",
    "diagonals": r"\bdiagonal (\d+)()",
}


class Listener:
    """A player who hears what assistive technology gets, and has keys."""

    def __init__(self, page: Any) -> None:
        self.keyboard = page.keyboard
        self.session = page.context.new_cdp_session(page)
        heading = next(node for node in self.nodes() if node["role"]["value"] == "grid")
        cols, rows = re.findall(r"(\d+) × (\d+)$", heading["name"]["value"])[0]
        self.cols, self.rows = int(cols), int(rows)

    def nodes(self) -> list[dict[str, Any]]:
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if "name" in node]

    def cells(self) -> list[dict[str, Any]]:
        return [node for node in self.nodes() if node["role"]["value"] == "gridcell"]

    def labels(self) -> list[str]:
        return [node["name"]["value"] for node in self.cells()]

    def status(self) -> str:
        """Return the text of the line in which the player says something."""
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        known = {node["nodeId"]: node for node in nodes}
        status = next(node for node in nodes if node["role"]["value"] == "status")
        parts = [known[child]["name"]["value"] for child in status["childIds"] if child in known]
        return " ".join(parts)

    def words(self) -> JsonObject:
        """Return the words to be found, and the lengths of those of a message."""
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        texts = [str(node["name"]["value"]) for node in nodes if "name" in node]
        note = next(text for text in texts if text.startswith("Words to find: "))
        words, _, message = note.partition(": ")[2].partition(", message: ")
        lengths = [int(one) for one in re.findall(r"\d+", message)]
        return {"words": words.split(", "), **({"message": lengths} if lengths else {})}

    def press(self, *keys: str) -> None:
        for key in keys:
            self.keyboard.press(key)

    def enter_board(self) -> None:
        for _ in range(12):
            self.press("Tab")
            if any(is_focused(node) for node in self.cells()):
                return
        raise AssertionError("Tab never came to the board")

    def go(self, cell: int) -> None:
        """Move to a cell without drawing."""
        now = next(at for at, node in enumerate(self.cells()) if is_focused(node))
        down, right = cell // self.cols - now // self.cols, cell % self.cols - now % self.cols
        self.press(*["Shift+ArrowDown" if down > 0 else "Shift+ArrowUp"] * abs(down))
        self.press(*["Shift+ArrowRight" if right > 0 else "Shift+ArrowLeft"] * abs(right))

    def press_on(self, cell: int, key: str) -> str:
        """Press a key and return what a cell says then, which must be something else."""
        before = self.labels()[cell]
        self.press(key)
        for _ in range(50):
            if (label := self.labels()[cell]) != before:
                return label
        raise AssertionError(f"cell {cell} still says {before!r} after {key}")

    def neighbour(self, cell: int, side: str) -> int:
        """Return the cell beside another, or -1 outside the board."""
        row, col = cell // self.cols + SIDES[side][0], cell % self.cols + SIDES[side][1]
        is_inside = 0 <= row < self.rows and 0 <= col < self.cols
        return row * self.cols + col if is_inside else -1

    def side(self, cell: int, other: int) -> str:
        """Return the side of a cell on which another one is."""
        return next(side for side in SIDES if self.neighbour(cell, side) == other)


def is_focused(node: dict[str, Any]) -> bool:
    return any(one["name"] == "focused" and one["value"]["value"] for one in node["properties"])


def arrow(side: str) -> str:
    ways = {"left": "Left", "top": "Up", "right": "Right", "bottom": "Down"}
    return f"Arrow{ways[side]}"


def sides_of(label: str) -> set[str]:
    """Return the sides of a cell that are drawn."""
    drawn = re.search(r"drawn((?:, (?:top|bottom|left|right))+)", label)
    return {*drawn[1][2:].split(", ")} if drawn else set()


# What a board says before anything is drawn


def read_clue(kind: str, label: str) -> int:
    """Return the number or sign in a cell, as records have it."""
    if kind == "tapa":
        label = re.sub(r"(?<=\d) (?=\d)", "", label.replace("?", "9"))
    number = re.match(r"(?:wall, |island of |number |island |tile )?(\d+)(?:, |$)", label)
    if number:
        return int(number[1])
    signs = SIGNS.get(kind, {})
    return next((signs[s] for s in signs if label.startswith(s)), EMPTY.get(kind, 0))


def read_groups(labels: list[str], pattern: str) -> list[list[int]]:
    """Return the cells of groups by their numbers, in their order if they have one."""
    found = [
        (int(number), int(at or cell), cell)
        for cell, label in enumerate(labels) for number, at in re.findall(pattern, label)
    ]  # fmt: skip
    return [[cell for own, _, cell in sorted(found) if own == number]
            for number in sorted({number for number, *_ in found})]  # fmt: skip


def read_cages(labels: list[str]) -> Iterator[JsonObject]:
    for cells in read_groups(labels, r"cage (\d+)()"):
        total = re.search(r"cage \d+ (Σ )?(\d+)([+−×÷]?)", labels[cells[0]])
        signs = {"×": "x", "÷": "/", "−": "-", "+": "+"}
        yield {
            "cells": cells,
            **({"total": int(total[2])} if total else {}),
            **({"sign": signs[total[3]]} if total and total[3] else {}),
        }


def read_between(listener: Listener, labels: list[str]) -> list[list[Any]]:
    found = []
    for cell, label in enumerate(labels):
        for words, row, col in re.findall(r"([A-Za-z ]+) row (\d+), column (\d+)", label):
            other = (int(row) - 1) * listener.cols + int(col) - 1
            listener.side(cell, other)
            if cell < other:
                found.append([cell, other, BETWEEN[words.strip()]])
    return sorted(found)


def read_runs(listener: Listener, labels: list[str]) -> Iterator[JsonObject]:
    for cell, label in enumerate(labels):
        for side, total in re.findall(r"(right|bottom) (\d+)", label):
            cells = [listener.neighbour(cell, side)]
            while (following := listener.neighbour(cells[-1], side)) >= 0:
                if labels[following].startswith("wall"):
                    break
                cells.append(following)
            yield {"cells": cells, "total": int(total)}


def read_slants(labels: list[str]) -> list[JsonObject]:
    """Return the sums along diagonals; two of a cell with one place have other sums or lengths."""
    pattern = r"diagonal with the sum (\d+), (\d+) of (\d+)"
    said = [(int(total), int(at), int(size), cell) for cell, label in enumerate(labels)
            for total, at, size in re.findall(pattern, label)]  # fmt: skip
    cols = round(len(labels) ** 0.5)
    found: list[JsonObject] = []
    for total, at, size, cell in said:
        for step in (cols + 1, cols - 1, -cols + 1, -cols - 1):
            cells = [cell + step * k for k in range(size)]
            if at == 1 and all((total, k + 1, size, own) in said for k, own in enumerate(cells)):
                found.append({"cells": cells, "total": total})
    return found


def read_puzzle(kind: str, listener: Listener) -> JsonObject:
    """Return what the cells of a board say as a record has it."""
    labels, rows, cols = listener.labels(), listener.rows, listener.cols
    clues = [read_clue(kind, label) for label in labels]
    grid = [clues[at : at + cols] for at in range(0, rows * cols, cols)]
    if kind == "npuzzle":
        return {"start": grid}
    if kind == "wordsearch":
        letters = [ord(label) - ord("A") + 1 for label in labels]
        grid = [letters[at : at + cols] for at in range(0, rows * cols, cols)]
        return {"rows": rows, "cols": cols, "clues": grid, **listener.words()}
    puzzle: dict[str, Any] = {"rows": rows, "cols": cols, "clues": grid}
    numbers = [re.search(r"(?:box|region) (\d+)", label) for label in labels]
    if regions := [int(number[1]) - 1 for number in numbers if number]:
        puzzle["regions"] = [regions[at : at + cols] for at in range(0, rows * cols, cols)]
    groups = {key: read_groups(labels, pattern) for key, pattern in GROUPS.items()}
    puzzle |= {key: cells for key, cells in groups.items() if cells}
    for key in ("even", "odd"):
        if cells := [cell for cell, label in enumerate(labels) if re.search(rf"\b{key}\b", label)]:
            puzzle[key] = cells
    if cages := [*read_cages(labels)]:
        puzzle["cages"] = cages
    if slants := read_slants(labels):
        puzzle["slants"] = slants
    if kind == "kakuro":
        return puzzle | {"runs": [*read_runs(listener, labels)]}
    if kind == "yajilin":
        arrows = ((cell, re.match(r"(\d+), (\w+)$", label)) for cell, label in enumerate(labels))
        zeros = [[0] * cols] * rows
        return puzzle | {"clues": zeros, "arrows": [[c, int(a[1]), a[2]] for c, a in arrows if a]}
    puzzle["between"] = read_between(listener, labels)
    for side in SIDES:
        length = rows if side in ("left", "right") else cols
        lines: list[list[int]] = [[] for _ in range(length)]
        for cell, label in enumerate(labels):
            if said := re.search(rf"\b{side} ([\d ]+)", label):
                assert listener.neighbour(cell, side) < 0, "numbers belong to their side"
                line = cell // cols if side in ("left", "right") else cell % cols
                lines[line] = [int(number) for number in said[1].split()]
        puzzle[side] = lines
    return puzzle


def same_puzzle(kind_id: str, found: JsonObject, expected: JsonObject) -> bool:
    """Return whether two puzzles are one; rules are taken from the second."""
    kind = get_kind(kind_id)
    if kind_id == "npuzzle":
        return found["start"] == expected["start"]
    stated = {key: value for key, value in expected.items()
              if key in ("rule", "goal", "max_bridges", "connected", "loops")}  # fmt: skip
    own = {key: value for key, value in found.items() if key in expected or any(value)}
    return kind.encode(kind.decode(own | stated)) == kind.encode(kind.decode(expected))


@pytest.mark.part(3)
@pytest.mark.parametrize("name", cases([*kind_ids(), *VARIANTS]))
def test_every_clue_of_a_board_is_heard(table: Any, name: str) -> None:
    listener = Listener(table(name).page)
    labels = listener.labels()
    assert len(labels) == listener.rows * listener.cols
    assert all(labels)
    assert not [label for label in labels if re.search(r"_|\{|  |undefined|[<>←→↑↓]", label)]
    kind = name.partition("-")[0]
    assert same_puzzle(kind, read_puzzle(kind, listener), puzzles()[name]["puzzle"])


# Playing


def draw_cells(listener: Listener, answer: JsonObject) -> None:
    """Press Space on cells until they say what they hold, and write where something is written."""
    given = " ".join(label for label in listener.labels() if ", given" in label)
    is_written, names = bool(given), ("moon", "sun") if "sun" in given else ("0", "1")
    for cell in range(listener.rows * listener.cols) if is_written else answer["cells"]:
        if is_written and "given" not in listener.labels()[cell]:
            symbol = int(cell in answer["cells"])
            listener.go(cell)
            label = listener.press_on(cell, str(symbol))
            assert label.startswith(f"{names[symbol]}, written")
        elif not is_written:
            listener.go(cell)
            label = listener.press_on(cell, "Space")
            label = label if re.search(DRAWN, label) else listener.press_on(cell, "Space")
            assert re.search(DRAWN, label)


def draw_numbers(listener: Listener, answer: JsonObject) -> None:
    for cell, number in enumerate(chain(*answer["numbers"])):
        if number and listener.labels()[cell].startswith("empty"):
            listener.go(cell)
            for digit in str(number)[:-1]:
                listener.press_on(cell, digit)
            assert listener.press_on(cell, str(number)[-1]).startswith(f"{number}, written")


def draw_edges(listener: Listener, answer: JsonObject) -> None:
    for cell, other in answer["edges"]:
        side = listener.side(cell, other)
        listener.go(cell)
        listener.press("Shift+Space" if "cells" in answer else "Space")
        assert side in sides_of(listener.press_on(cell, arrow(side)))
        listener.press("Escape")


def draw_borders(listener: Listener, answer: JsonObject) -> None:
    for corner, other in answer["borders"]:
        row, col = divmod(corner, listener.cols + 1)
        cell = min(row, listener.rows - 1) * listener.cols + min(col, listener.cols - 1)
        far, near = ("bottom", "top") if other == corner + 1 else ("right", "left")
        is_far = row == listener.rows if near == "top" else col == listener.cols
        side = far if is_far else near
        listener.go(cell)
        listener.press("Space")
        assert side in sides_of(listener.press_on(cell, arrow(side)))
        listener.press("Escape")


def draw_strokes(listener: Listener, answer: JsonObject) -> None:
    for first, last in answer["strokes"]:
        listener.go(first)
        listener.press("Space")
        listener.go(last)
        assert re.search(r", [A-Z]{3,}$", listener.press_on(last, "Space"))


def draw_paths(listener: Listener, answer: JsonObject) -> None:
    for path in answer["paths"]:
        listener.go(path[0])
        listener.press("Space")
        for cell, other in pairwise(path):
            listener.press_on(other, arrow(listener.side(cell, other)))
        listener.press("Escape")
        assert re.match(r"number \d+, joined", listener.labels()[path[0]])


def draw_bridges(listener: Listener, answer: JsonObject) -> None:
    for island, other, count in answer["bridges"]:
        is_across = other // listener.cols == island // listener.cols
        listener.go(island)
        listener.press("Space")
        for _ in range(count):
            before = count_bridges(listener.labels()[other])
            label = listener.press_on(other, arrow("right" if is_across else "bottom"))
            assert count_bridges(label) == before + 1
        listener.press("Escape")


def count_bridges(label: str) -> int:
    return int(re.findall(r"(\d+) bridge", label)[0])


def move_tiles(listener: Listener, answer: JsonObject) -> None:
    for move in answer["moves"]:
        gap = listener.labels().index("gap")
        assert listener.press_on(gap, BLANK_GOES[move]).startswith("tile")


DRAWN = r"\b(lamp|queen|star|tent|shaded|sea)\b"
HANDS = {
    "cells": draw_cells, "numbers": draw_numbers, "edges": draw_edges, "borders": draw_borders,
    "strokes": draw_strokes, "paths": draw_paths, "bridges": draw_bridges, "moves": move_tiles,
}  # fmt: skip


@pytest.mark.part(5)
@pytest.mark.parametrize("kind", cases([*kind_ids(), "binairo-1"], part=4))
def test_every_kind_is_played_to_the_end_by_what_is_heard(table: Any, kind: str) -> None:
    listener = Listener(table(kind).page)
    answer = solved_puzzles()[kind][1]
    listener.enter_board()
    for name in HANDS:
        if name in answer:
            HANDS[name](listener, answer)
    assert re.match(r"Solved in \d+:\d\d\.", listener.status())
    assert "mistake" not in " ".join(listener.labels())


@pytest.mark.parametrize("kind", cases([*STATES], part=4))
def test_each_state_of_a_cell_is_heard(table: Any, kind: str) -> None:
    listener = Listener(table(kind).page)
    listener.enter_board()
    cell = next(at for at, label in enumerate(listener.labels()) if re.search("empty", label))
    listener.go(cell)
    start = listener.labels()[cell]
    heard = [listener.press_on(cell, "Space") for _ in range(3)]
    for state, label in zip(STATES[kind], heard, strict=False):
        assert state in label.split(", ")
    assert heard[2] == start


def test_mistakes_lit_cells_and_complete_islands_are_heard(table: Any) -> None:
    page = table("akari")
    page.click(6)
    page.click(9)
    page.page.wait_for_timeout(100)
    cells = Listener(page.page).labels()
    assert "mistake" in cells[6]
    assert "lit" in cells[7]
