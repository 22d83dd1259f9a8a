"""A page: the declaration of a kind of puzzle, and the kind that the kit builds from it.

A page states in Python what a table cannot: the boards, the rules as constraints (``fixed`` and
``declare``), the rules by definition (``check``), how boards are made, and text forms. The rest is
in ``kind.toml`` beside it, see `page_data`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias

from pipeline.kinds.interface import PuzzleKind, TextFormat, Violation
from pipeline.kinds.kit.answer import Answer
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.params import Params, Usual
from pipeline.kinds.kit.builder import make_kind
from pipeline.kinds.kit.declared import LEVELS_BY_BAND, Declared
from pipeline.kinds.kit.grades.page_data import read_presets, require_page
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.making.sketches import Making
from pipeline.kinds.kit.making.strategies import Remove
from pipeline.kinds.kit.options import (
    Setting,
    require_even_sides,
    require_one_of_sizes,
    require_sides,
    require_squares,
)
from pipeline.kinds.kit.sites.reading import Site
from pipeline.kinds.kit.words.core import Model as Core
from pipeline.kinds.kit.words.model import Model, fixed_model
from pipeline.model import JsonObject

Rules: TypeAlias = Callable[[Board, Model], None]
Check: TypeAlias = Callable[[Board, Answer], Iterable[Violation]]
Forms: TypeAlias = Sequence[Site] | Callable[[Boards], Sequence[TextFormat[Board, Solution]]]

SEARCH: Final = "search"  # In kind.toml the level above all trials


def Kind(  # noqa: N802, PLR0913 (a page reads like a class, of fields)
    package: str,
    boards: Boards,
    *,
    check: Check,
    making: Making,
    fixed: Rules | None = None,
    declare: Rules | None = None,
    forms: Sequence[Site] = (),
    looks: Looks | None = None,
    fixed_last: bool = False,
    fixed_by: Sequence[str] = (),
    settings: Mapping[str, Setting] | None = None,
    require_own: Callable[[Params], None] = lambda params: None,
    notes: Callable[[Params, Solution], JsonObject] = lambda params, solution: {},
    **more: Any,
) -> PuzzleKind[Params, Board, Solution]:
    """Return the kind of a page; ``more`` are fields of `Declared` that few kinds have.

    ``fixed`` (board without clues, model) adds what depends on size, rule and the fields of a board
    in ``fixed_by``, such as its walls as ``values``; ``declare`` (board, model) what follows from
    the clues. With ``fixed_last`` the former come last among constraints, which decides between
    steps of equal length.
    """
    data = require_page(package)
    if isinstance(making, Remove) and "clues" in data:
        making = replace(making, by_band=_usual(data["clues"]))
    declared = Declared(
        package=package,
        title=data["title"],
        version=data.get("version", 1),
        verdicts=data.get("verdicts", 1),
        boards=boards,
        declare=rules_of(boards, fixed, declare, fixed_last, fixed_by),
        check=lambda clues, solution: check(clues, Answer(clues, solution)),
        looks=looks or Looks(),
        formats=tuple(form.form(boards) for form in forms),
        presets=read_presets(package, _params),
        levels={**LEVELS_BY_BAND, **_levels(data.get("levels", {}))},
        large_from=data.get("large", {}).get("cells"),
        large_levels=_levels(data.get("large", {}).get("levels", {})),
        plain=tuple(data["plain"]),
        sizes=_sizes(data["sizes"]),
        settings=settings or {},
        require_own=require_own,
        notes=notes,
        making=making,
        **more,
    )
    return make_kind(declared)


def rules_of(
    boards: Boards,
    fixed: Rules | None,
    declare: Rules | None,
    fixed_last: bool = False,
    fixed_by: Sequence[str] = (),
) -> Callable[[Board], Core]:
    """Return the function from a board to its model; what is fixed is made once for each size."""

    def model_of(board: Board) -> Core:
        if fixed is None:
            model = Model(board, boards, Core(_open_grid(boards, board)))
        else:
            base = fixed_model(boards, fixed, board, fixed_by)
            model = Model(board, boards, base.core.extended(), base.arrays)
        if declare is not None:
            declare(board, model)
        if fixed_last:
            model.core.put_base_last()
        return model.core

    return model_of


def _open_grid(boards: Boards, board: Board) -> Grid:
    if not boards.is_walled:
        return board.grid
    walls = frozenset(cell for cell, clue in enumerate(board.values) if clue != boards.empty)
    return Grid(board.rows, board.cols, walls)


def _params(rows: int, cols: int, own: Mapping[str, Any] | None = None, **more: Any) -> Params:
    values = tuple(
        (key, tuple(value) if isinstance(value, list) else value)
        for key, value in (own or {}).items()
    )
    return Params(rows, cols, **more, own=values)


def _usual(clues: Mapping[str, Mapping[str, Any]]) -> Mapping[str | None, Usual]:
    return {
        None if band == "any" else band: Usual(
            tuple(one["percent"]) if "percent" in one else None,
            one.get("symmetry", "none"),
        )
        for band, one in clues.items()
    }


def _levels(
    levels: Mapping[str, Sequence[str]],
) -> Mapping[str | None, tuple[str | None, ...]]:
    return {
        None if band == "any" else band: tuple(None if one == SEARCH else one for one in names)
        for band, names in levels.items()
    }


def _sizes(sizes: Mapping[str, Any]) -> Callable[[int, int], None]:
    if "squares" in sizes:
        return require_squares(*sizes["squares"])
    if "boards" in sizes:
        return require_one_of_sizes(*sizes["boards"])
    require = require_even_sides if sizes.get("even") else require_sides
    return partial(require, least=sizes["least"], most=sizes["most"])
