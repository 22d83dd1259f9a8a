"""How fast Numberlink puzzles are made, beside the rates aimed at, one core by processor time.

Each line is one order: its seeds are fixed, compilation is done before, and tries go on until both
a number of them and some seconds have passed, so that slow lines end and fast ones mean something.
"""

import statistics
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import process_time
from typing import Any, Final

from pipeline.kinds import get_kind
from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.repair import share_across
from tools.benchmarks.layout_pages import corner_share

BUDGET: Final = Budget(nodes=2_000_000, conflicts=200_000)
FIRST_SEED: Final = 1_000
LEAST_TRIES: Final = 40
"""Tries of each order, at least, unless they take four times `SECONDS`."""
SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Rate:
    """One order and the puzzles a minute that it should give; ``is_proved`` counts proofs in."""

    rows: int
    cols: int
    rule: str
    settings: Mapping[str, str]
    per_minute: float
    is_proved: bool = False

    @property
    def words(self) -> str:
        """The order as a reader would write it."""
        asked = " ".join(f"{key}={value}" for key, value in self.settings.items())
        return f"{self.cols}x{self.rows} {asked}".strip()


def _long(pairs: str) -> dict[str, str]:
    """Return settings like those of semiexp's penciloid: its pairs, long lines, ends apart."""
    return {"shortest": "8", "adjacent": "false", "pairs": pairs}


# Penciloid's mean pairs are 5.0, 6.8, 9.2, 13.5 and 23.8: these stay within a tenth of them.
RATES: Final = (
    Rate(8, 8, "free", _long("5"), 510),
    Rate(10, 10, "free", _long("7"), 1_624),
    Rate(12, 12, "free", _long("10"), 1_302),
    Rate(15, 15, "free", _long("14"), 371),
    Rate(20, 20, "free", _long("26"), 13),
    Rate(10, 10, "free", {"shortest": "4", "pairs": "7"}, 5_000),
    Rate(15, 15, "free", {"shortest": "4", "pairs": "13"}, 600),
    Rate(20, 20, "free", {"shortest": "4", "pairs": "26"}, 200),
    Rate(30, 30, "free", {"shortest": "4", "pairs": "45:55"}, 40),
    Rate(50, 50, "free", {"shortest": "4", "pairs": "140:150"}, 3),
    Rate(10, 10, "no-touch", {}, 12_000, is_proved=True),
    Rate(20, 20, "no-touch", {}, 1_200, is_proved=True),
    Rate(20, 40, "no-touch", {}, 300, is_proved=True),
    Rate(50, 50, "no-touch", {}, 30, is_proved=True),
)


def numberlink_rates() -> Iterator[str]:
    """Yield a table of orders: made in a minute, the rate aimed at, and what the layouts are."""
    yield (
        "| rule | order | a minute | aim | ratio | made of tried | mean pairs "
        "| horizontal edges | corners |"
    )
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for part in get_kind("numberlink").warm_up:
        part()
    for rate in RATES:
        yield measure(rate)


def measure(rate: Rate) -> str:
    """Return the table's line for one order."""
    kind = get_kind("numberlink")
    params = kind.parse_params(rate.rows, rate.cols, rate.rule, rate.settings)
    layouts: list[tuple[tuple[int, ...], ...]] = []
    tries = 0
    # What is made once for each size (clauses, tables) is not made again for the next puzzle.
    _make(params, FIRST_SEED - 1, is_proved=rate.is_proved)
    start = process_time()
    while True:
        spent = process_time() - start
        if spent > 4 * SECONDS or (tries >= LEAST_TRIES and spent > SECONDS):
            break
        made = _make(params, FIRST_SEED + tries, is_proved=rate.is_proved)
        tries += 1
        if made is not None:
            layouts.append(made)
    if not layouts:
        return f"| {rate.rule} | {rate.words} | 0 | {rate.per_minute:,.0f} | | 0/{tries} | | | |"
    found = 60 * len(layouts) / spent
    cells = rate.rows * rate.cols
    return (
        f"| {rate.rule} | {rate.words}{' with proof' if rate.is_proved else ''} | {found:,.0f} "
        f"| {rate.per_minute:,.0f} | {found / rate.per_minute:.2f} | {len(layouts)}/{tries} "
        f"| {statistics.fmean(map(len, layouts)):.1f} "
        f"| {statistics.fmean(map(share_across, layouts)):.1%} "
        f"| {statistics.fmean(corner_share(paths, cells) for paths in layouts):.1%} |"
    )


def _make(params: Any, seed: int, *, is_proved: bool) -> tuple[tuple[int, ...], ...] | None:
    """Return the paths of a puzzle, or None if the seed gives none, or none that is proved."""
    kind = get_kind("numberlink")
    made = kind.generate(params, seed)
    if made.clues is None or made.solution is None:
        return None
    if is_proved:
        assert kind.uniqueness is not None
        verdict = kind.uniqueness.prove(made.clues, made.solution, BUDGET)
        if verdict.status.value != "unique":
            return None
    paths: tuple[tuple[int, ...], ...] = made.solution.paths
    return paths
