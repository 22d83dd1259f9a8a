"""Options of the generator: settings as text to `Params`, and back to JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pipeline.kinds.hashi.grade import DEDUCTIONS
from pipeline.kinds.hashi.model import MOST_BRIDGES, RULE_PARTS, RULES, Params, rule_name
from pipeline.kinds.kit.grades.band_costs import require_band
from pipeline.kinds.kit.grades.page_data import read_presets
from pipeline.kinds.kit.options import (
    Setting,
    band,
    flag,
    one_of,
    range_from,
    read_settings,
    require_one_of,
    require_sides,
    whole_setting,
)
from pipeline.kinds.kit.rule_names import require_rule
from pipeline.model import ConfigError

SMALLEST_SIDE: Final = 5
LARGEST_SIDE: Final = 100

SYMMETRIES: Final = ("none", "half-turn", "left-right", "top-bottom")  # Of the places
SETTINGS: Final[Mapping[str, Setting]] = {  # The ``--set`` keys
    "max_bridges": whole_setting("most bridges side by side", 1, MOST_BRIDGES, "the rule's", "3"),
    "connected": flag("must all islands be connected", "the rule's", "false"),
    "loops": flag("may bridges close loops", "the rule's", "false"),
    "islands": range_from(4, "number of islands", "by density", "6:8", "20:24"),
    "density": whole_setting("islands in percent of the cells", 5, 35, "20", "25"),
    "multiples": whole_setting("share of pairs with more than one bridge", 0, 100, "50", "30"),
    "spans": whole_setting(
        "how far bridges reach", 0, 100, "40", "60", "from 0 (short) to 100 (long)"
    ),
    "unknown": whole_setting(
        "most islands that say ? for their number, in percent", 0, 100, "0", "25"
    ),
    "symmetry": one_of("places of the islands", SYMMETRIES, "none", "half-turn"),
    "hardest": one_of("hardest deduction that may be needed", DEDUCTIONS, "any", "isolation"),
    "band": band("medium"),
}

RULE_SETTINGS: Final = ("max_bridges", "connected", "loops")  # Settings that are parts of the rule

PRESETS: Final = read_presets(__package__, Params)  # Params by name, each quick to generate


def parse_params(rows: int, cols: int, rule: str | None, settings: Mapping[str, str]) -> Params:
    """Return the params for a size, a rule and ``--set`` values given as text.

    Settings that are parts of the rule change it. `ConfigError` if a key, a value, the size or the
    rule is not allowed, or if they contradict each other.

    >>> params = parse_params(10, 12, None, {"max_bridges": "3", "islands": "20:24"})
    >>> params.rule, params.islands
    ('connected-3', (20, 24))
    """
    require_sides(rows, cols, SMALLEST_SIDE, LARGEST_SIDE)
    parts = {key: text for key, text in settings.items() if key in RULE_SETTINGS}
    posed = change_rule(RULES[0] if rule is None else require_rule(rule, RULES), parts)
    values = read_settings("hashi", SETTINGS, settings)
    require_one_of(values, "islands", "density")
    require_band(__package__, posed, rows, cols, values.get("band"))
    asked = {key: value for key, value in values.items() if key not in RULE_SETTINGS}
    params = Params(rows, cols, posed, **asked)
    _require_room(params)
    return params


def change_rule(rule: str, settings: Mapping[str, str]) -> str:
    """Return the name of a rule with the parts that the settings name changed.

    `ConfigError` if a setting is not a part of rules, or its value is invalid.
    """
    for key in settings:
        if key not in RULE_SETTINGS:
            raise ConfigError(
                f"setting {key!r} is no part of a rule of hashi: expected one of "
                f"{', '.join(RULE_SETTINGS)}"
            )
    values = read_settings("hashi", SETTINGS, settings)
    return rule_name(**RULE_PARTS[require_rule(rule, RULES)]._replace(**values)._asdict())


def island_range(params: Params) -> tuple[int, int]:
    """Return the range of the wanted number of islands."""
    if params.islands is not None:
        return params.islands
    cells = params.rows * params.cols
    middle = cells * params.density // 100
    slack = max(1, middle // 10)
    return max(4, middle - slack), max(5, middle + slack)


def _require_room(params: Params) -> None:
    # About as many islands as fit without touching and can still be joined.
    most = params.rows * params.cols * 36 // 100
    if params.islands is not None and params.islands[1] > most:
        raise ConfigError(
            f"expected islands to be at most {most} on {params.cols}x{params.rows}, found "
            f"{params.islands[1]}; ask for fewer or for a larger board"
        )
