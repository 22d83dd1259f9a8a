"""How rates and memory go with the size.

``scale`` makes and proves puzzles of each kind and rule, a process for each field of its table, so
that the memory is that of the field alone; it draws them in docs/images/scale.svg.
"""

import json
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from math import log10
from pathlib import Path
from time import process_time

from pipeline.kinds import get_kind
from pipeline.model import Status

SECONDS = 4.0


LINES = [("numberlink", "free"), ("numberlink", "cover"), ("numberlink", "no-uturn"),
         ("numberlink", "no-touch"), ("hashi", "connected-2")]  # fmt: skip
SIDES = (10, 15, 20, 30, 50, 100)
DEAREST = 1.0
"""Processor seconds of a puzzle beyond which no larger size of the line is begun: on boards with
four times the cells it takes some thirty times as long."""
PLOT = Path(__file__).parents[2] / "docs" / "images" / "scale.svg"


def scale() -> Iterator[str]:
    """Yield puzzles a second of processor time and the memory of the process, by size."""
    yield f"| kind and rule | {' | '.join(f'{side}x{side}' for side in SIDES)} |"
    yield f"| --- |{' --- |' * len(SIDES)}"
    rates: dict[str, dict[int, float]] = {}
    for kind, rule in LINES:
        cells = []
        found = rates[f"{kind} {rule}"] = {}
        for side in SIDES:
            words = [sys.executable, "-m", "tools.benchmarks.scaling", kind, rule, str(side)]
            done = subprocess.run(words, check=True, capture_output=True, text=True)
            unique, tried, seconds, mib = json.loads(done.stdout)
            if unique:
                found[side] = unique / seconds
            cells.append(f"{_figure(unique / seconds)} ({unique}/{tried}), {mib}")
            sys.stderr.write(f"{kind} {rule} {side}: {cells[-1]}\n")
            if seconds > DEAREST * tried:
                break
        yield f"| {kind} {rule} | {' | '.join(cells + [''] * (len(SIDES) - len(cells)))} |"
    PLOT.write_text(plot(rates), encoding="utf-8")


def _figure(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


def measure(kind_id: str, rule: str, side: int) -> tuple[int, int, float, int]:
    """Return puzzles proved unique, orders tried, their processor time, and the peak in MiB."""
    kind = get_kind(kind_id)
    prove = kind.uniqueness.prove if kind.uniqueness else None
    assert prove is not None
    for part in kind.warm_up:
        part()
    params = kind.parse_params(side, side, rule, {})
    start, spent, tried, unique = process_time(), 0.0, 0, 0
    while spent < SECONDS / 4:
        tried += 1
        made = kind.generate(params, tried)
        if made.clues is not None:
            verdict = prove(made.clues, made.solution, kind.budget)
            unique += verdict.status is Status.UNIQUE
        spent = process_time() - start
    return unique, tried, spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def plot(rates: Mapping[str, Mapping[int, float]]) -> str:
    """Return an SVG of rates by side, both axes logarithmic; a line with its name at its end.

    Examples
    --------
    >>> plot({"a": {10: 100.0, 100: 0.1}}).count("<polyline")
    1
    """
    width, height, left, base = 720, 420, 60, 380
    decades = range(-3, 5)

    def place(side: float, rate: float) -> tuple[float, float]:
        across = (log10(side) - 1) * 480
        return left + across, base - (log10(rate) - decades[0]) * (base - 20) / len(decades)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for power in decades:
        y = place(10, 10.0**power)[1]
        parts.append(f'<path d="M{left} {y:.1f}H{left + 480}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>'
        )
    for side in SIDES:
        x = place(side, 1)[0]
        parts.append(f'<path d="M{x:.1f} 20V{base}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{base + 16}" text-anchor="middle">{side}</text>')
    parts.append(f'<text x="{left + 240}" y="{base + 34}" text-anchor="middle">cells a side</text>')
    parts.append('<text x="6" y="12">puzzles a second of one core, proved unique</text>')
    labels = []
    for number, (name, found) in enumerate(rates.items()):
        points = [place(side, rate) for side, rate in sorted(found.items())]
        dashes = ("none", "8 3", "2 3", "8 3 2 3", "12 4")[number % 5]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="#000" stroke-width="1.5" '
            f'stroke-dasharray="{dashes}"/>'
        )
        labels += [(y, x, name) for x, y in points[-1:]]
    lowest = 0.0
    for y, x, name in sorted(labels):
        lowest = max(y + 4, lowest + 13)  # no name overlaps another
        parts.append(f'<text x="{x + 6:.1f}" y="{lowest:.1f}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
