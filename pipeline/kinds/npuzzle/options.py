"""Options of the generator: settings as text to `Params`, and back to JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from pipeline.kinds.kit.grades.band_costs import require_band
from pipeline.kinds.kit.options import (
    Setting,
    band,
    describe,
    is_whole,
    one_of,
    range_from,
    read_settings,
    require_one_of,
    require_sides,
    whole_setting,
)
from pipeline.kinds.kit.rule_names import require_no_rule
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.npuzzle.depths import depths_of_band
from pipeline.kinds.npuzzle.heuristics import largest_depth
from pipeline.kinds.npuzzle.model import (
    BLANK,
    GOALS,
    LARGEST_SIDE,
    SMALLEST_SIDE,
    Clues,
    Params,
    goal_name,
    named_goal,
    parse_goal,
)
from pipeline.model import ConfigError, JsonObject

SCRAMBLES: Final = ("walk", "uniform", "depth")
"""How a start is found: by random moves from the goal, evenly among all boards that can be solved,
or so that the least number of moves is what was asked for."""

LONGEST_WALK: Final = 100_000


def _read_blank(key: str, text: str) -> tuple[int, int]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(is_whole(part) and int(part) for part in parts):
        raise ConfigError(f"expected {key} to be ROW,COL counted from 1, found {text!r}")
    return int(parts[0]) - 1, int(parts[1]) - 1


SETTINGS: Final[Mapping[str, Setting]] = {  # The ``--set`` keys
    "goal": Setting(
        "board to reach", f"{', '.join(GOALS)}, or the tiles of each row such as 1,2,3/4,0,5/6,7,8",
        "classic", "spiral",
    ),
    "blank": Setting(
        "cell of the blank in a named goal", "ROW,COL, counted from 1", "by the goal's name", "1,1",
        _read_blank,
    ),
    "scramble": one_of(
        "how the start is found", SCRAMBLES, "as walk or depth say, or uniform", "uniform"
    ),
    "walk": whole_setting(
        "random moves from the goal, none undone at once", 1, LONGEST_WALK, "none", "30"
    ),
    "depth": range_from(
        1, "least number of moves to the goal", "any", "12:16", "20:24", ", from 1"
    ),
    "band": band("easy"),
}  # fmt: skip


def parse_params(rows: int, cols: int, rule: str | None, settings: Mapping[str, str]) -> Params:
    """Return the params for a size and ``--set`` values given as text.

    `ConfigError` if a key, a value or the size is not allowed, or they do not go together.

    >>> params = parse_params(3, 3, None, {"goal": "snake", "depth": "12:14"})
    >>> params.goal, params.scramble, params.depth
    ((1, 2, 3, 6, 5, 4, 7, 8, 0), 'depth', (12, 14))
    """
    require_no_rule("npuzzle", rule)
    require_sides(rows, cols, SMALLEST_SIDE, LARGEST_SIDE)
    values = read_settings("npuzzle", SETTINGS, settings)
    goal = _goal(values, rows, cols)
    scramble = _scramble(values)
    depth, wanted = values.get("depth", (0, 0)), values.get("band")
    deepest = largest_depth(rows, cols, goal.index(BLANK)) if scramble == "depth" else None
    require_band(__package__, "", rows, cols, wanted)
    if wanted is not None:
        depth = _aimed(depth, depths_of_band(wanted, rows, cols, deepest), wanted, f"{cols}x{rows}")
    if deepest is not None and depth[1] > deepest:
        raise ConfigError(
            f"expected depth to be at most {deepest} on {cols}x{rows} with this goal, found "
            f"{depth[1]}; no board of this size needs more than {deepest} moves"
        )
    return Params(rows, cols, goal, scramble, values.get("walk", 0), depth, wanted)


def change_task(clues: Clues, settings: Mapping[str, str]) -> Clues:
    """Return a board with the goal that ``--set goal=...`` and ``blank=...`` name.

    `ConfigError` for another setting, or a goal that does not fit the size.

    >>> from pipeline.kinds.npuzzle.model import make_clues
    >>> snail = make_clues(3, 3, (1, 2, 3, 8, 4, 0, 7, 6, 5), (1, 2, 3, 4, 5, 6, 7, 8, 0))
    >>> change_task(snail, {"goal": "spiral"}).goal
    (1, 2, 3, 8, 0, 4, 7, 6, 5)
    """
    own = {key: SETTINGS[key] for key in ("goal", "blank")}
    values = read_settings("npuzzle", own, settings)
    return replace(clues, goal=_goal(values, clues.rows, clues.cols))


def _goal(values: Mapping[str, Any], rows: int, cols: int) -> tuple[int, ...]:
    blank = values.get("blank")
    if blank is not None and not (blank[0] < rows and blank[1] < cols):
        raise ConfigError(
            f"expected blank to be a cell of {rows} rows and {cols} columns, found row "
            f"{blank[0] + 1}, column {blank[1] + 1}"
        )
    return parse_goal(values.get("goal", GOALS[0]), rows, cols, blank)


def describe_params(params: Params) -> JsonObject:
    """Return params as the JSON object that identifies a run."""
    name = goal_name(params.rows, params.cols, params.goal)
    own = [list(row) for row in split_rows(params.goal, params.cols)]
    return {
        **describe(params, optional=("band",)),
        "goal": own if name == "own" else name,
        "walk": params.walk or None,
        "depth": list(params.depth) if params.scramble == "depth" else None,
    }


def _aimed(depth: tuple[int, int], usual: tuple[int, int], band: str, size: str) -> tuple[int, int]:
    """Return the depths at which a band is looked for, of those that are asked for if any are."""
    if depth == (0, 0):
        return usual
    slack = usual[1] - usual[0] + 1
    aimed = max(depth[0], usual[0] - slack), min(depth[1], usual[1] + slack)
    if aimed[0] > aimed[1]:
        raise ConfigError(
            f"expected depth to allow band={band!r}, which boards of {size} have at about "
            f"{usual[0]}:{usual[1]}, found {depth[0]}:{depth[1]}; leave depth or band out"
        )
    return aimed


def _scramble(values: Mapping[str, Any]) -> str:
    """Return the way to scramble that the settings say, and refuse what does not go with it."""
    require_one_of(values, "walk", "depth")
    given = [name for name in ("walk", "depth") if name in values]
    if "band" in values:
        other = next(
            (one for one in ("walk", "scramble") if values.get(one, "depth") != "depth"), ""
        )
        if other:
            raise ConfigError(
                f"expected no {other} with a band, which is aimed at by depth, found "
                f"band={values['band']!r}; leave {other} out, or give depth"
            )
        return "depth"
    asked: str = values.get("scramble", given[0] if given else "uniform")
    if given and given[0] != asked:
        raise ConfigError(f"expected no {given[0]} with scramble={asked}; leave one of them out")
    if asked != "uniform" and not given:
        raise ConfigError(f"expected {asked}=... with scramble={asked}, found none; say how much")
    return asked


PRESETS: Final[Mapping[str, Params]] = {  # Params by name, each quick to generate
    "tiny": Params(2, 3, named_goal("classic", 2, 3), "depth", depth=(6, 10)),
    "eight": Params(3, 3, named_goal("classic", 3, 3), "depth", depth=(14, 18)),
    "eight-spiral": Params(3, 3, named_goal("spiral", 3, 3)),
    "wide": Params(2, 5, named_goal("snake", 2, 5), "depth", depth=(20, 20)),
    "eleven": Params(3, 4, named_goal("blank-first", 3, 4), "depth", depth=(16, 20)),
    "usual": Params(4, 4, named_goal("classic", 4, 4), "depth", depth=(20, 24)),
    "fifteen-walk": Params(4, 4, named_goal("classic", 4, 4, (1, 1)), "walk", walk=30),
    "twenty-four": Params(5, 5, named_goal("classic", 5, 5), "walk", walk=24),
}
