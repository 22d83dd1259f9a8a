"""Outlines of boards: masks of # and dots."""

from __future__ import annotations

from typing import Final

from pipeline.model import ConfigError

_SIGNS: Final = {"#": "#", "1": "#", ".": ".", "0": "."}


def parse_mask(text: str, rows: int, cols: int, key: str = "mask") -> tuple[str, ...]:
    """Return the rows of a mask in "#" and ".", as many and as long as the board's.

    ``key`` is the setting, for errors.

    Blank lines before and after it, and spaces at the end of a line, are not part of it.
    `ConfigError` if it has another size or other signs, no cell of the board, or a side that it
    never reaches.
    """
    lines = [line.rstrip() for line in text.strip("\r\n").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    if len(lines) != rows:
        raise ConfigError(
            f"{key}: expected {rows} rows for a board of {cols}x{rows}, found {len(lines)}; "
            "give it the size of the board"
        )
    for number, line in enumerate(lines, start=1):
        strange = next((sign for sign in line if sign not in _SIGNS), None)
        if strange is not None:
            raise ConfigError(
                f"{key}: expected # (or 1) for a cell of the board and . (or 0) outside, found "
                f"{strange!r} in row {number}"
            )
        if len(line) != cols:
            raise ConfigError(
                f"{key}: expected {cols} signs in each row for a board of {cols}x{rows}, found "
                f"{len(line)} in row {number}; give it the size of the board"
            )
    mask = tuple("".join(_SIGNS[sign] for sign in line) for line in lines)
    _require_all_sides(mask, key)
    return mask


def _require_all_sides(mask: tuple[str, ...], key: str) -> None:
    if not any("#" in row for row in mask):
        raise ConfigError(f"{key}: expected cells of the board, found none; mark them with #")
    sides = {
        "top row": mask[0],
        "bottom row": mask[-1],
        "left column": [row[0] for row in mask],
        "right column": [row[-1] for row in mask],
    }
    for side, signs in sides.items():
        if "#" not in signs:
            raise ConfigError(
                f"{key}: expected a shape that reaches all four sides of the board, found the "
                f"{side} without a cell; leave it out and choose a smaller size"
            )
