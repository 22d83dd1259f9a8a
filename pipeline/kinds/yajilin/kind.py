"""Yajilin: one loop through every cell that is neither shaded nor has a clue."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import networkx as nx

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import arrow_forms
from pipeline.kinds.yajilin import drafts
from pipeline.kinds.yajilin.drafts import BLACK, EMPTY

BOARDS: Final = kit.Boards(
    family="edges+cells",
    allowed=lambda rows, cols: (EMPTY, BLACK),
    expected="1 for a black cell, 0 for another",
    clue_sorts=(kit.Arrows(),),
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add lines and shaded cells, what arrows count, and that the lines are one loop."""
    arrowed = {cell for arrow in board.other_clues for cell in arrow.place}
    free = [c for c, value in enumerate(board.values) if value == EMPTY and c not in arrowed]
    edges_at: dict[int, list[int]] = {cell: [] for cell in free}
    line = model.edges((a, b) for a, b in board.grid.edges() if a in edges_at and b in edges_at)
    shaded = model.cells(free)
    for pair, drawn in line.items():
        for cell in pair:
            edges_at[cell].append(drawn)
        model.clause(-shaded[pair], "touching")
    for cell, lines in edges_at.items():
        if len(lines) < 2:  # a dead end; its cell alone would be taken for one that is given
            about = (cell, *board.grid.neighbours(cell))
            model.clause([shaded[cell], *lines], "white", about=about)
            for drawn in lines:
                model.clause([-drawn], "cell", about=about)
            continue
        model.count(lines, (0, 2), "cell", about=cell)
        for drawn in lines:
            model.clause([-drawn, -shaded[cell]], "shaded", about=cell)
        for some in combinations(lines, len(lines) - 1):
            model.clause([shaded[cell], *some], "white", about=cell)
    for place, arrow in enumerate(board.other_clues, len(board.values)):
        cells = [cell for cell in board.ahead(arrow) if cell in edges_at]
        about = (*arrow.place, *cells)
        model.count(shaded[cells], arrow.numbers, "arrow", about=about, clue=place)
    model.loop(line, "loop")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    loop, shaded, cols = nx.Graph(answer.solution.of("edges")), answer.shaded, board.cols
    outside = {arrow.place[0] for arrow in board.other_clues}
    outside |= {cell for cell, _ in board.clues_but(EMPTY)}
    for cell in sorted(outside & {*loop, *shaded}):
        yield kit.Violation("used-clue", (cell,), "a cell of a clue is shaded or on the loop")
    for one, other in nx.grid_2d_graph(board.rows, cols).edges:
        pair = tuple(sorted(row * cols + col for row, col in (one, other)))
        if shaded.issuperset(pair):
            yield kit.Violation("side-by-side", pair, "two shaded cells share a side")
    for arrow in board.other_clues:
        row, col = divmod(arrow.place[0], cols)
        seen = {
            "left": [row * cols + k for k in range(col)],
            "right": [row * cols + k for k in range(col + 1, cols)],
            "top": [k * cols + col for k in range(row)],
            "bottom": [k * cols + col for k in range(row + 1, board.rows)],
        }[arrow.sign]
        if (count := len(shaded.intersection(seen))) != arrow.numbers[0]:
            message = f"{count} shaded cells where the arrow has {arrow.numbers[0]}"
            yield kit.Violation("wrong-number", arrow.place, message)
    for cell in {*range(len(board.values))} - outside:
        if (cell in loop) == (cell in shaded):
            code = "both" if cell in shaded else "neither"
            word = "and" if cell in shaded else "nor"
            yield kit.Violation(code, (cell,), f"this cell is {code} shaded {word} on the loop")
    ends = [cell for cell, degree in loop.degree if degree != 2]
    if ends or not loop:
        message = "the line ends or branches, or there is none"
        yield kit.Violation("no-loop", tuple(ends[:1]), message)
    elif not nx.is_connected(loop):
        part = min(map(sorted, nx.connected_components(loop)))
        yield kit.Violation("several-loops", tuple(part), "there is more than one loop")


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.Mend(
        drafts.draft,
        drafts.move,
        cells_a_move=25,
        climb=making.Climb(
            drafts.propose,
            drafts.apply,
            drafts.LARGE,
            stale=1000,
            level="global",
            declare=drafts.declare_at_once,
            find_open=drafts.find_open,
            shake=drafts.shake,
            begin=drafts.to_marks,
            finish=drafts.from_marks,
            shaken=10,
            is_local=True,
        ),
    ),
    looks=kit.Looks(signs={BLACK: kit.Sign("wall", is_number=False)}),
    forms=arrow_forms.forms(("yajilin", "yajirin"), BLACK),
)
