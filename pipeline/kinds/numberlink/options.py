"""What a user may ask of the generator: settings as text to `Params`, and back to JSON.

`generate` says what the defaults of ``pairs`` come to; here is only what can be asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pipeline.kinds.kit.band_costs import require_band
from pipeline.kinds.kit.options import (
    Setting,
    band,
    flag,
    one_of,
    range_from,
    read_settings,
    whole_setting,
)
from pipeline.kinds.kit.rules_files import require_rule
from pipeline.kinds.numberlink.layouts.feasible import board_words, require_places
from pipeline.kinds.numberlink.layouts.mask import parse_mask, require_coverable
from pipeline.kinds.numberlink.layouts.shape import BORDERS, SYMMETRIES, blocked_cells
from pipeline.kinds.numberlink.model import RULES, Params
from pipeline.model import Band, ConfigError

SMALLEST_SIDE: Final = 2
SMALLEST_LENGTH: Final = 4
"""Least cells of the longer side: what is smaller has hardly a puzzle."""
LARGEST_SIDE: Final = 100
SHORTEST: Final = 3
"""Least cells of a path: with fewer, the two ends of a pair would be neighbours."""

STEERED_WINDING: Final = 40
"""Winding of boards that have to be hard, where none is asked for: on small boards that wind as
usual, three times as many changes are needed."""

MOST_CELLS_STEERED_STRAIGHT: Final = 144
"""Largest board on which that is so."""


SETTINGS: Final[Mapping[str, Setting]] = {
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
        "where clues may stand; empty: not on a cell at the edge of the board or of a hole",
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
}
"""The ``--set`` keys."""

HEART: Final = (
    ".###.###.",
    "#########",
    "#########",
    "#########",
    ".#######.",
    "..#####..",
    "...###...",
    "...###...",
)

PRESETS: Final[Mapping[str, Params]] = {
    "tiny": Params(4, 4),
    "small": Params(6, 6),
    "medium": Params(10, 10),
    "wide": Params(5, 8, rule="cover"),
    "tall-no-uturn": Params(9, 6, rule="no-uturn"),
    "no-touch": Params(10, 10, rule="no-touch"),
    "long-lines": Params(8, 8, shortest=8, adjacent=False, pairs=(5, 6)),
    "strip": Params(2, 12),
    "tall-strip": Params(9, 3, rule="cover"),
    "half-turn": Params(8, 8, symmetry="half-turn"),
    "quarter-turn": Params(8, 8, rule="no-uturn", symmetry="quarter-turn"),
    "empty-border": Params(7, 7, rule="no-touch", border="empty"),
    "heart": Params(8, 9, symmetry="left-right", mask=HEART),
}
"""Params by name, each quick to generate."""


def parse_params(rows: int, cols: int, rule: str | None, settings: Mapping[str, str]) -> Params:
    """Return the params for a size, a rule and ``--set`` values given as text.

    Under ``mask`` stands what the file says. `ConfigError` if a key, a value, the size or the rule
    is not allowed, or they do not go together.

    Examples
    --------
    >>> parse_params(10, 12, None, {"pairs": "8:14", "adjacent": "false"})
    Params(rows=10, cols=12, rule='free', pairs=(8, 14), shortest=3, adjacent=False, winding=90, \
symmetry='none', border='any', mask=None, band=None)
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
    return params


def _require_room(params: Params) -> None:
    cells = params.rows * params.cols - len(blocked_cells(params))
    most = cells // params.shortest
    least = 2 if params.pairs is None else params.pairs[0]
    if least > most:
        asked = "two pairs" if params.pairs is None else f"pairs={params.pairs[0]}"
        raise ConfigError(
            f"expected pairs times shortest to be at most the {cells} cells of "
            f"{board_words(params)}, found {asked} with shortest={params.shortest}; ask for at "
            f"most {most} pairs or for shorter lines"
        )
