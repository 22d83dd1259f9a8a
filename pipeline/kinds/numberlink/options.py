"""Options of the generator: parse settings as text to `Params`, and reject impossible ones.

Accepted params may still be impossible. `generate` has the defaults of ``pairs``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pipeline.kinds.kit.board.outlines import parse_mask
from pipeline.kinds.kit.grades.band_costs import require_band
from pipeline.kinds.kit.grades.page_data import read_presets
from pipeline.kinds.kit.options import (
    Setting,
    band,
    flag,
    one_of,
    range_from,
    read_settings,
    whole_setting,
)
from pipeline.kinds.kit.rule_names import require_rule
from pipeline.kinds.numberlink.layouts.cover import forced_end, require_coverable
from pipeline.kinds.numberlink.layouts.shape import (
    BORDERS,
    SYMMETRIES,
    Shape,
    allows_pairs,
    blocked_cells,
    least_pairs,
    shape_of,
)
from pipeline.kinds.numberlink.model import RULES, Params
from pipeline.model import Band, ConfigError

SMALLEST_SIDE: Final = 2
SMALLEST_LENGTH: Final = 4  # Least cells of the longer side: smaller boards have hardly any puzzles
LARGEST_SIDE: Final = 100
SHORTEST: Final = 3  # Least cells of a path: with fewer, the two ends of a pair would be adjacent
STEERED_WINDING: Final = 40  # Winding of boards that have to be hard: fewer changes are needed
MOST_CELLS_STEERED_STRAIGHT: Final = 144  # Largest board with that winding


MOST_UNUSED: Final = 40  # Per cent of the cells
MOST_CELLS_UNUSED: Final = 100  # Each unused cell needs a proof
_UNUSED: Final = range_from(1, "share of unused cells", "none", "5:20%", "5:20%")

SETTINGS: Final[Mapping[str, Setting]] = {  # The ``--set`` keys
    "pairs": range_from(2, "number of pairs", "by size and rule", "3:5", "8:14"),
    "shortest": whole_setting(
        "least number of cells in a line", SHORTEST, LARGEST_SIDE**2, "3", "3", "from 3"
    ),
    "adjacent": flag("may ends of different pairs be neighbours", "true", "false"),
    "winding": whole_setting(
        "how much the lines wind", 0, 100, "90", "50", "from 0 (straight) to 100"
    ),
    "symmetry": one_of("places of the clues", SYMMETRIES, "none", "half-turn"),
    "border": one_of(
        "where clues may be; empty: not on a cell at the edge of the board or of a hole",
        BORDERS,
        "any",
        "any",
    ),
    "mask": Setting(
        "outline of the board",
        "a file, text rows of # and . or a black-and-white PNG",
        "a full rectangle",
        "heart.txt",
        is_file=True,
    ),
    "band": band("hard"),
    "unused": Setting(
        "share of the cells that stay empty, under the rule free",
        f"N% or LEAST:MOST%, at most {MOST_UNUSED}%",
        "none",
        "5:20%",
        lambda key, text: _UNUSED.read(key, text.removesuffix("%")),
    ),
}

PRESETS: Final = read_presets(__package__, Params)  # Params by name, each quick to generate


def parse_params(rows: int, cols: int, rule: str | None, settings: Mapping[str, str]) -> Params:
    """Return the params for a size, a rule and ``--set`` values given as text.

    ``mask`` is the text of the file. `ConfigError` if a key, a value, the size or the rule is not
    allowed, or if they contradict each other.

    >>> parse_params(10, 12, None, {"pairs": "8:14", "adjacent": "false"})
    Params(rows=10, cols=12, rule='free', pairs=(8, 14), shortest=3, adjacent=False, winding=90, \
symmetry='none', border='any', mask=None, band=None, unused=None)
    """
    short, long = sorted((rows, cols))
    if short < SMALLEST_SIDE or not SMALLEST_LENGTH <= long <= LARGEST_SIDE:
        raise ConfigError(
            f"expected sides of {SMALLEST_SIDE} to {LARGEST_SIDE} cells, the longer one from "
            f"{SMALLEST_LENGTH}, found {cols}x{rows}; choose another size"
        )
    values = read_settings("numberlink", SETTINGS, settings)
    if "mask" in values:
        values["mask"] = parse_mask(values["mask"], rows, cols)
    require_band(__package__, rule or RULES[0], rows, cols, values.get("band"))
    is_hard = values.get("band") in (Band.HARD, Band.EXPERT)
    if is_hard and rows * cols <= MOST_CELLS_STEERED_STRAIGHT:
        values.setdefault("winding", STEERED_WINDING)
    params = Params(rows, cols, RULES[0] if rule is None else require_rule(rule, RULES), **values)
    if params.mask is not None:
        require_coverable(params.mask, params.shortest, params.pairs)
    _require_room(params)
    require_places(params)
    _require_unused(params)
    return params


def _require_unused(params: Params) -> None:
    if params.unused is None:
        return
    low, high = params.unused
    cells = params.rows * params.cols - len(blocked_cells(params))
    is_plain = params.symmetry == "none" and params.border == "any"
    if params.rule != "free" or not is_plain or cells > MOST_CELLS_UNUSED:
        raise ConfigError(
            f"expected a board of at most {MOST_CELLS_UNUSED} cells under the rule free, without "
            f"symmetry and border, for unused cells, found {board_words(params)} under "
            f"{params.rule}, symmetry={params.symmetry}, border={params.border}; leave unused out"
        )
    if high > MOST_UNUSED or -(-cells * low // 100) > cells * high // 100:
        raise ConfigError(
            f"expected unused to have a number of {cells} cells between its ends, at most "
            f"{MOST_UNUSED}%, found {low}:{high}%; take another range, such as 5:20%"
        )


def _require_room(params: Params) -> None:
    cells = params.rows * params.cols - len(blocked_cells(params))
    limit = cells // params.shortest
    least = 2 if params.pairs is None else params.pairs[0]
    if least > limit:
        asked = "two pairs" if params.pairs is None else f"pairs={params.pairs[0]}"
        raise ConfigError(
            f"expected pairs times shortest to be at most the {cells} cells of "
            f"{board_words(params)}, found {asked} with shortest={params.shortest}; ask for at "
            f"most {limit} pairs or for shorter lines"
        )


def require_places(params: Params) -> None:
    """Raise `ConfigError` for params that leave no places for the ends of lines.

    The symmetry may need a square, a strip may be too narrow for the options, there may be too
    little room for the ends, a line may have to end where none may, or the number of pairs may be
    impossible by the colours of a chequerboard.

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
    """Return the board's description in an error: its size, and whether it has a mask."""
    return f"{params.cols}x{params.rows}" + ("" if params.mask is None else " in its mask")


def _require_width(params: Params) -> None:
    short, long = sorted((params.rows, params.cols))
    if short < 3 and not params.adjacent:
        # A line that ends there leaves the cell beyond its end a single way on; or the line turns
        # back through both cells of a column, and then the other line, cut off, ends beside it.
        raise ConfigError(
            f"expected sides from 3 cells for adjacent=false, found {params.cols}x{params.rows}: "
            "two cells wide, lines end side by side; choose a wider board"
        )
    # Between the outer rows of a board three cells wide, a line around its end has no way in but
    # beside itself. Enumeration shows that 4x4 and 4x5 have no such layout either.
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
