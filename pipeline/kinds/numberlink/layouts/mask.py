"""Masks: rows of signs that give a board its outline, and why a board cannot be filled.

In a text mask "#" (or 1) is a cell of the board and "." (or 0) lies outside; a row is a line.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.numberlink.layouts.start_cover import cover_start
from pipeline.model import ConfigError

_SIGNS: Final = {"#": "#", "1": "#", ".": ".", "0": "."}


def parse_mask(text: str, rows: int, cols: int) -> tuple[str, ...]:
    r"""Return the rows of a mask in "#" and ".", as many and as long as the board's.

    Blank lines before and after it, and spaces at the end of a line, are not part of it.
    `ConfigError` if it has another size or other signs, no cell of the board, or a side that it
    never reaches.

    Examples
    --------
    >>> parse_mask(".#.\n111\n", 2, 3)
    ('.#.', '###')
    """
    lines = [line.rstrip() for line in text.strip("\r\n").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    if len(lines) != rows:
        raise ConfigError(
            f"mask: expected {rows} rows for a board of {cols}x{rows}, found {len(lines)}; "
            "give it the size of the board"
        )
    for number, line in enumerate(lines, start=1):
        strange = next((sign for sign in line if sign not in _SIGNS), None)
        if strange is not None:
            raise ConfigError(
                f"mask: expected # (or 1) for a cell of the board and . (or 0) outside, found "
                f"{strange!r} in row {number}"
            )
        if len(line) != cols:
            raise ConfigError(
                f"mask: expected {cols} signs in each row for a board of {cols}x{rows}, found "
                f"{len(line)} in row {number}; give it the size of the board"
            )
    mask = tuple("".join(_SIGNS[sign] for sign in line) for line in lines)
    _require_all_sides(mask)
    return mask


def _require_all_sides(mask: tuple[str, ...]) -> None:
    if not any("#" in row for row in mask):
        raise ConfigError("mask: expected cells of the board, found none; mark them with #")
    sides = {
        "top row": mask[0],
        "bottom row": mask[-1],
        "left column": [row[0] for row in mask],
        "right column": [row[-1] for row in mask],
    }
    for side, signs in sides.items():
        if "#" not in signs:
            raise ConfigError(
                f"mask: expected a shape that reaches all four sides of the board, found the "
                f"{side} without a cell; leave it out and choose a smaller size"
            )


def require_coverable(mask: tuple[str, ...], shortest: int, pairs: tuple[int, int] | None) -> None:
    """Refuse a mask that no lines of ``shortest`` cells or more can cover, as far as that shows.

    `ConfigError` if a piece is smaller than a line, there are more pieces than pairs, or some cells
    have too few neighbours between them to be covered together.
    """
    cols = len(mask[0])
    cells = [cell for cell, sign in enumerate("".join(mask)) if sign == "#"]
    parts = Grid(len(mask), cols).parts(cells)
    for part in parts:
        if len(part) < shortest:
            raise ConfigError(
                f"mask: expected pieces of at least {shortest} cells, the shortest line, found one "
                f"of {len(part)} at {_place(part[0], cols)}; join it to the rest or leave it out"
            )
    if pairs is not None and len(parts) > pairs[1]:
        raise ConfigError(
            f"mask: expected at most as many pieces as pairs, found {len(parts)} pieces and "
            f"pairs={pairs[1]}; ask for more pairs"
        )
    stuck = cover_start(cols, cells, 0).stuck
    if stuck:
        places = ", ".join(_place(cell, cols) for cell in stuck[:4])
        more = "" if len(stuck) <= 4 else f" and {len(stuck) - 4} more"
        raise ConfigError(
            f"mask: expected a shape that lines can cover, found {len(stuck)} cells with too few "
            f"neighbours for all of them: {places}{more}; leave one of these cells out"
        )


def _place(cell: int, cols: int) -> str:
    return f"row {cell // cols + 1}, column {cell % cols + 1}"
