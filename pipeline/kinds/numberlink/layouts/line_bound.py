"""How many lines a board of any outline needs at least, before any layout is tried.

Lines that cover a board use at most two edges at each cell, and there are as many of them as cells
less edges. So the most edges that any choice of at most two at each cell has bounds the lines from
below. The board is coloured like a chequerboard, and the most edges are found as a flow from dark
cells to light ones, one augmenting path after another (Ford and Fulkerson, "Maximal flow through a
network", Canad. J. Math. 8, 1956).
"""

from __future__ import annotations

from collections import deque

from pipeline.kinds.numberlink.layouts.start_cover import neighbours


def least_lines(cols: int, cells: frozenset[int]) -> int:
    """Return a number of lines below which nothing covers a region; more may be needed.

    Examples
    --------
    >>> least_lines(3, frozenset(range(9))), least_lines(3, frozenset({1, 3, 4, 5, 7}))
    (1, 3)
    """
    taken: dict[int, set[int]] = {cell: set() for cell in cells}
    dark = [cell for cell in sorted(cells) if (cell // cols + cell % cols) % 2 == 0]
    for cell in dark:
        for other in neighbours(cols, cells, cell):
            if len(taken[cell]) < 2 and len(taken[other]) < 2:
                taken[cell].add(other)
                taken[other].add(cell)
    dead: set[int] = set()
    for cell in dark:
        while len(taken[cell]) < 2 and _augment(cols, cells, taken, cell, dead):
            pass
    return len(cells) - sum(len(taken[cell]) for cell in dark)


def forced_end(cols: int, cells: frozenset[int], endless: frozenset[int]) -> int | None:
    """Return a cell of ``endless`` where some line must end all the same, None where none shows.

    Lines that pass through all of these cells use two edges at each. Those of one colour can have
    them or not, whatever the other colour needs: where each colour can by itself, both can at once
    (Mendelsohn and Dulmage, Canad. J. Math. 10, 1958).

    Examples
    --------
    >>> forced_end(3, frozenset(range(6)), frozenset({0, 3}))
    >>> forced_end(3, frozenset({1, 3, 4, 5}), frozenset({1}))
    1
    """
    for colour in (0, 1):
        taken: dict[int, set[int]] = {cell: set() for cell in cells}
        for cell in sorted(endless):
            if (cell // cols + cell % cols) % 2 == colour:
                for _ in range(2):
                    if not _augment(cols, cells, taken, cell, set()):
                        return cell
    return None


def _augment(
    cols: int, cells: frozenset[int], taken: dict[int, set[int]], start: int, dead: set[int]
) -> bool:
    """Change ``taken`` in place so that it has one edge more, at ``start``; return False if none.

    What a search in vain has reached is ``dead``: no later one needs to go there.
    """
    came = {start: start}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for light in neighbours(cols, cells, here):
            if light in came or light in dead or light in taken[here]:
                continue
            came[light] = here
            if len(taken[light]) < 2:
                _flip(taken, came, light, start)
                return True
            for onward in sorted(taken[light]):
                if onward not in came and onward not in dead:
                    came[onward] = light
                    waiting.append(onward)
    dead.update(came)
    return False


def _flip(taken: dict[int, set[int]], came: dict[int, int], cell: int, start: int) -> None:
    while cell != start:
        before = came[cell]
        for one, other in ((cell, before), (before, cell)):
            taken[one].symmetric_difference_update({other})
        cell = before
