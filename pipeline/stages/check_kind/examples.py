"""Examples of a kind, solved and wrong, which books explain and sites teach."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.kinds import has_examples, load_examples
from pipeline.kinds.interface import AnyKind, Violation, under_rule
from pipeline.model import JsonObject
from pipeline.stages.check_kind.boards import (
    NOTE,
    breaking_boards,
    example_boards,
    folder_of,
)
from pipeline.stages.check_kind.declaration import judged


def check_examples(kind: AnyKind) -> Iterator[str]:
    """Yield examples that do not solve their board, or do not break just the rule they name."""
    if not has_examples(kind):
        how = f"puzzlepress new examples {folder_of(kind)}"
        yield f"expected examples.json, found none; write it with: {how}"
        return
    examples = load_examples(kind)
    if not examples.get("solved"):
        yield "expected a solved board in examples.json, found none; add one under solved"
        return
    for board in example_boards(kind):
        for one in kind.check(board.clues, board.solution):
            yield f"{board.name}: expected no broken rule, found {one.message}; correct it"
    for rule in kind.rules:
        boards = [
            board._replace(clues=clues)
            for board in example_boards(kind)
            if (clues := under_rule(kind, board.clues, rule)) is not None
        ]
        if all(kind.check(board.clues, board.solution) for board in boards):
            yield f"expected a solved board that keeps the rule {rule}, found none; add one"
    codes = set()
    for code, clues, solution in breaking_boards(kind):
        broken = kind.check(clues, solution)
        found = {one.code for one in broken}
        codes.add(code)
        if found != {code}:
            yield (
                f"breaking {code}: expected this violation alone, found "
                f"{', '.join(sorted(found)) or 'none'}; correct the example, or check"
            )
        for one in broken:
            yield from _misplaced(one, kind.encode(clues))
    for code in sorted({one.code for _, _, broken in judged(kind) for one in broken} - codes):
        yield f"expected an example that breaks {code} alone, found none; add it under breaking"
    if "lesson" not in examples:
        yield f"{NOTE}no lesson for sites; add a small board under lesson"


def _misplaced(broken: Violation, puzzle: JsonObject) -> Iterator[str]:
    """Yield that a violation has no message or cells, or names a row or column of none of them."""
    rows, cols = puzzle["rows"], puzzle["cols"]
    if not (broken.message.strip() and broken.cells and {*broken.cells} <= {*range(rows * cols)}):
        yield f"{broken.code}: expected a message and cells, found {broken}; correct check"
        return
    places = zip(*(divmod(cell, cols) for cell in broken.cells), strict=True)
    for name, lines in zip(("row", "column"), places, strict=True):
        named = {int(number) - 1 for number in re.findall(rf"\b{name} (\d+)", broken.message)}
        if named and named != {*lines}:
            yield (
                f"{broken.code}: expected the {name} of its cells, found {broken.message!r} for "
                f"cells {broken.cells}; count rows and columns from 1"
            )
