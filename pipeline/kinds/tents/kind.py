"""Tents: each tree has a tent of its own beside it, no two tents touch, lines are counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import networkx as nx

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3, tatham
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.tents import drafts
from pipeline.kinds.tents.kernels import EMPTY, TREE


def fit(board: kit.Board) -> kit.Board:
    """Return the board; `PuzzleFormatError` if there is no tree."""
    if TREE not in board.values:
        raise kit.PuzzleFormatError("expected a tree, found none; check the cells")
    return board


BOARDS: Final = kit.Boards(
    family="cells",
    allowed=lambda rows, cols: (EMPTY, TREE),
    expected="1 for a tree, 0 for an empty cell",
    normalize=fit,
    most_side=50,
    clue_sorts=(
        kit.Outside(
            sides=(kit.LEFT, kit.TOP),
            is_one_number=True,
            is_run=True,
            numbers=lambda length: range((length + 1) // 2 + 1),
        ),
    ),
)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add trees, tents that are apart, and the numbers of lines."""
    grid, trees = board.grid, [cell for cell, _ in board.clues_but(EMPTY)]
    tent = model.cells(cell for cell, value in enumerate(board.values) if value != TREE)
    near = [grid.neighbours(tree) for tree in trees]
    for tree, cells in zip(trees, near, strict=True):
        beside = tent[[cell for cell in cells if cell in tent]]
        model.clause(beside, "tree", about=(tree, *cells))
    for cell in tent.keys() - {cell for cells in near for cell in cells}:
        model.clause(-tent[cell,], "far")
    for block in [*board.blocks(2, 2)] or grid.edges():  # a board of one row has no blocks
        inside = tent[[cell for cell in block if cell in tent]]
        if len(inside) > 1:
            model.count(inside, (0, 1), "touching", about=block)
    for clue in board.other_clues:
        line = board.line_of(clue)
        inside = tent[[cell for cell in line if cell in tent]]
        model.count(inside, clue.numbers, "row" if clue.sort == kit.LEFT else "column", about=line)
    model.matching(tent, near, "own")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    trees = [cell for cell, _ in board.clues_but(EMPTY)]
    yield from answer.require_off("on-tree", trees, "a tent in the cell of a tree")
    tents = answer.shaded.difference(trees)
    numbers = {clue[:2]: clue.numbers[0] for clue in board.other_clues}
    for side, lines in ((kit.LEFT, answer.rows()), (kit.TOP, answer.columns())):
        for k, (name, line) in enumerate(lines):
            count = len(tents.intersection(line))
            number = numbers.get((side, (k,)), count)
            if number != count:
                yield kit.Violation(f"wrong-{name}", line, f"{count} tents in a {name} of {number}")
    for tent in sorted(tents):
        for other in answer.around(tent):
            if other > tent and other in tents:
                yield kit.Violation("touching", (tent, other), "two tents touch")
    graph = nx.Graph()
    for tree in trees:
        beside = sorted(tents.intersection(answer.near(tree)))
        graph.add_edges_from((("tree", tree), ("tent", tent)) for tent in beside)
    paired = {cell for pair in nx.max_weight_matching(graph) for _, cell in pair}
    cells = tuple(sorted({*trees, *tents} - paired))
    if cells:
        yield kit.Violation("unpaired", cells, "not every tree has a tent of its own")


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    declare=declare,
    check=check,
    making=making.MendSketch(
        drafts.begin,
        mend=drafts.Sketch.mend,
        climb=making.Climb(drafts.propose, drafts.apply, cells=625, level="global"),
        most_probed=dict.fromkeys(("medium", "hard", "expert"), 1),
    ),
    looks=kit.Looks(shaded="tent", signs={TREE: kit.Sign("tree", False)}),
    forms=(
        puzz_link.form(("tents",), puzz_link.Outside(), puzz_link.Ones(TREE)),
        pzprv3.form(("tents",), pzprv3.Framed(marks={"1": TREE}, filled="A", has_lines=True)),
        tatham.counts("Tents", TREE),
        janko.counts(
            ("tents", "zeltlager"),
            Words(range(0), "x for a tree, or -", "check it", "- .", {"x": TREE, "o": EMPTY}),
            "o",
        ),
    ),
    facts=lambda board: {"trees": board.values.count(TREE)},
)
