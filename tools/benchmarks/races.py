"""Rates of bands beside Simon Tatham's: ``python -m tools.benchmarks races FOLDER [KIND ...]``.

The folder has a program for each of his games, under his name for it and built by hand from his
sources: called with an order, seconds and a seed, it prints game IDs for so long, and ends with
"R a second of processor time". Both sides' boards are graded on our scale; our rate in a band is
divided by the best of his orders: the order's rate times its share of that band. *Any* is beside
the first order, whatever its boards need.
"""

import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import process_time
from typing import Final

from pipeline.kinds import get_kind
from pipeline.model import Band
from tools.benchmarks.against import child_seconds

TURNS: Final = 2
SECONDS: Final = 1.5
"""Of a turn; a turn of ours has one board at least."""
GRADED: Final = 40
HASHI: Final = 8_000
"""Boards of a whole process, which writes records."""
ANY: Final = "any"


@dataclass(frozen=True, slots=True)
class Race:
    """A kind and size, the bands to be made, and the rival's orders for the like, if any."""

    kind: str
    side: int
    bands: tuple[str, ...]
    game: str = ""
    orders: tuple[str, ...] = ()


RACES: Final = (
    Race("sudoku", 9, ("any", "easy", "medium", "hard"), "solo", ("3x3db", "3x3di", "3x3da")),
    Race("akari", 10, ("any", "easy", "hard"), "lightup", ("10x10b20s4d0", "10x10b20s4d1")),
    Race(
        "slitherlink", 10, ("any", "medium", "hard"), "loopy",
        ("10x10t0de", "10x10t0dn", "10x10t0dh"),
    ),
    Race("hitori", 10, ("any", "hard"), "singles", ("10x10dk", "10x10de")),
    Race("mosaic", 10, ("any", "easy"), "mosaic", ("10x10",)),
    Race("tents", 10, ("any", "easy", "medium", "hard"), "tents", ("10x10de", "10x10dt")),
    Race("shikaku", 10, ("any", "easy"), "rect", ("10x10",)),
    Race("binairo", 10, ("any", "medium", "hard"), "unruly", ("10x10udn", "10x10ude")),
    Race("nonogram", 15, ("any", "medium"), "pattern", ("15x15",)),
    Race("calcudoku", 6, ("any", "hard"), "keen", ("6de", "6dn", "6dh")),
    Race("futoshiki", 6, ("any", "hard"), "unequal", ("6de", "6dk", "6dx")),
    Race("skyscrapers", 6, ("any", "hard"), "towers", ("6dh", "6de", "6dx")),
    Race("killer", 9, ("any", "hard"), "solo", ("3x3kdi", "3x3kda")),
    Race("hashi", 7, (), "bridges", ("7x7i20e10m2d0",)),
    Race("hashi", 10, (), "bridges", ("10x10i20e10m2d0",)),
    Race("heyawake", 10, ("any",)),
    Race("kakuro", 10, ("any",)),
    Race("starbattle", 8, ("any",)),
)  # fmt: skip


def races(folder: str = ".", *kinds: str) -> Iterator[str]:
    """Yield the table of some kinds' races, or of all."""
    yield "| kind | rival's orders | band | ours a second | his | ratio |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for race in RACES:
        if not kinds or race.kind in kinds:
            yield from _run(race, Path(folder).absolute() / race.game)


def _run(race: Race, program: Path) -> Iterator[str]:
    for part in get_kind(race.kind).warm_up:
        part()
    for band in race.bands:
        _make(race, band, 0, 0)
    ours, rates = defaultdict[str, float](float), defaultdict[str, float](float)
    ids: dict[str, list[str]] = {order: [] for order in race.orders}
    for turn in range(TURNS):
        for band in race.bands:
            ours[band] += _make(race, band, turn + 1, SECONDS) / TURNS
        for order in race.orders:
            rate, made = _ask(program, order, turn)
            rates[order] += rate / TURNS
            ids[order] += made
    best: dict[str, float] = {ANY: rates[race.orders[0]]} if race.orders else {}
    if not race.bands:
        ours[ANY] = _write(race)
    for order in race.orders if race.bands else ():
        bands = _bands(race, ids[order][:: max(1, len(ids[order]) // GRADED)][:GRADED])
        for band, share in bands.items():
            best[band] = max(best.get(band, 0.0), rates[order] * share)
    for band in race.bands or (ANY,):
        his, ratio = best.get(band), ""
        if his:
            ratio = f"{ours[band] / his:.2f}"
        size = f"{race.side}x{race.side}"
        orders = ", ".join(f"`{order}`" for order in race.orders)
        beside = f"{his:,.0f}" if his and his >= 100 else f"{his:.1f}" if his else ""
        yield f"| {race.kind} {size} | {orders} | {band} | {ours[band]:.1f} | {beside} | {ratio} |"


def _make(race: Race, band: str, turn: int, seconds: float) -> float:
    """Return how many boards of a band we make a second."""
    kind = get_kind(race.kind)
    settings = {} if band == ANY else {"band": band}
    params = kind.parse_params(race.side, race.side, None, settings)
    made, start = 0, process_time()
    for seed in count(turn * 1_000_000):
        made += kind.generate(params, seed).clues is not None
        spent = process_time() - start
        if spent >= seconds and (made or spent > 20 * seconds):
            break
    return made / spent


def _ask(program: Path, order: str, seed: int) -> tuple[float, list[str]]:
    """Return the rival's rate of an order, and the game IDs."""
    command = [str(program), order, str(SECONDS), str(seed)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    *ids, rate = said.splitlines()
    return float(rate.split()[0]), ids


def _write(race: Race) -> float:
    """Return how many boards a second a whole process makes and writes."""
    size = f"{race.side}x{race.side}"
    words = "generate", race.kind, "--size", size, "--count", str(HASHI)
    return HASHI / child_seconds([sys.executable, "-m", "puzzlepress", *words])


def _bands(race: Race, ids: Sequence[str]) -> Mapping[str, float]:
    """Return the share of each band, on our scale, of a rival's boards."""
    kind = get_kind(race.kind)
    form = next(form for form in kind.formats if form.name == "tatham")
    bands = Counter[Band]()
    for one in ids:
        parsed = next(form.read_each(one, None))
        if isinstance(parsed, Exception):
            raise parsed
        bands[kind.grade(parsed.clues, parsed.solution).band] += 1
    return {str(band): number / len(ids) for band, number in bands.items()}
