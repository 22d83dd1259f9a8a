"""What no layout can satisfy, refused in words before any is tried.

Each refusal rests on an argument that holds for every set of lines which cover the board, have
three cells or more and do not run beside themselves; what is not refused may still be impossible.
"""

from __future__ import annotations

from pipeline.kinds.numberlink.layouts.line_bound import forced_end
from pipeline.kinds.numberlink.layouts.shape import Shape, shape_of
from pipeline.kinds.numberlink.layouts.symmetry import allows_pairs, least_pairs
from pipeline.kinds.numberlink.model import Params
from pipeline.model import ConfigError


def require_places(params: Params) -> None:
    """Refuse params that leave the ends of lines no places.

    `ConfigError` if the symmetry needs a square, a strip is too narrow for what is asked, there is
    no room for the ends, a line must end where none may, or colours forbid the number of pairs.

    Examples
    --------
    >>> require_places(Params(6, 6, border="empty", symmetry="quarter-turn"))
    """
    if params.symmetry == "quarter-turn" and params.rows != params.cols:
        raise ConfigError(
            f"expected a square for symmetry=quarter-turn, found {params.cols}x{params.rows}; "
            "choose a square size or symmetry=half-turn"
        )
    if params.mask is None:
        _require_width(params)
    shape = shape_of(params)
    _require_room_for_ends(params, shape)
    _require_no_forced_end(params, shape)
    _require_balance(params)


def board_words(params: Params) -> str:
    """Return what to call the board in an error: its size, and whether it has a mask."""
    return f"{params.cols}x{params.rows}" + ("" if params.mask is None else " in its mask")


def _require_width(params: Params) -> None:
    short, long = sorted((params.rows, params.cols))
    if short < 3 and not params.adjacent:
        # A line that ends there leaves the cell beyond its end a single way on, or it turns back
        # over both cells of a column, and then the other line that is cut off ends beside it.
        raise ConfigError(
            f"expected sides from 3 cells for adjacent=false, found {params.cols}x{params.rows}: "
            "two cells wide, lines end side by side; choose a wider board"
        )
    # Between the outer rows of a board three cells wide, a line round its end has no way in but
    # beside itself. What is a little larger was enumerated: 4x4 and 4x5 have no such layout.
    if params.border == "empty" and (short < 4 or short * long <= 20):
        raise ConfigError(
            f"expected sides from 4 cells and one from 6 for border=empty, found {params.cols}x"
            f"{params.rows}, which lines cannot cover so; choose a larger board"
        )


def _require_room_for_ends(params: Params, shape: Shape) -> None:
    low = 2 if params.pairs is None else params.pairs[0]
    places = params.rows * params.cols - len(shape.blocked) - len(shape.endless)
    if 2 * low > places:
        raise ConfigError(
            f"expected room for the ends of {low} pairs, found {places} cells where ends may lie "
            f"on {board_words(params)} with {_asked(params)}; leave one of these out or choose "
            "another size"
        )


def _require_no_forced_end(params: Params, shape: Shape) -> None:
    if params.mask is None:
        return
    inside = frozenset(range(params.rows * params.cols)) - shape.blocked
    cell = forced_end(params.cols, inside, shape.endless)
    if cell is not None:
        raise ConfigError(
            f"mask: expected a shape that lines can cover with "
            f"{_asked(params)}, found that one must end at row {cell // params.cols + 1}, column "
            f"{cell % params.cols + 1}, or near it; smooth the outline there or leave "
            f"{_asked(params)} out"
        )


def _require_balance(params: Params) -> None:
    low, high = params.pairs or (2, params.rows * params.cols // 2)
    least = least_pairs(params)
    if least > high:
        raise ConfigError(
            f"mask: expected at least {least} pairs, found pairs={high}: fewer lines cannot cover "
            "this shape; ask for more pairs, or smooth its outline"
        )
    if any(allows_pairs(params, pairs) for pairs in range(low, high + 1)):
        return
    most = params.rows * params.cols // params.shortest
    others = [pairs for pairs in range(2, most + 1) if allows_pairs(params, pairs)]
    nearest = sorted(sorted(others, key=lambda pairs: abs(pairs - low))[:2])
    asked = f" with pairs={low}" + (f":{high}" if high > low else "") if nearest else ""
    advice = f"ask for {' or '.join(map(str, nearest))} pairs" if nearest else ""
    raise ConfigError(
        f"expected a board that lines can cover with symmetry={params.symmetry}, found "
        f"{board_words(params)}{asked}: coloured like a chequerboard, its squares do not add up; "
        f"{advice or 'choose another size or symmetry'}"
    )


def _asked(params: Params) -> str:
    asked = [
        f"{key}={value}"
        for key, value, default in (
            ("symmetry", params.symmetry, "none"),
            ("border", params.border, "any"),
        )
        if value != default
    ]
    return " and ".join(asked) or "its mask"
