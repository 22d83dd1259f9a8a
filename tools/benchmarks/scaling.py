"""How cost grows as the work grows: ``python -m tools.benchmarks scale [KIND ...]``.

By side: puzzles of each kind, or of those that are named, made, proved and graded, in a process for
each field of the table, so that the memory is its own. By count and jobs, only without names: whole
runs of Sudokus. Both are drawn in docs/images.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

from pipeline.kinds import get_kind, kind_ids
from pipeline.model import ConfigError
from pipeline.stages.generate import GeneratorOrder, make_candidate

SIDES: Final = (6, 10, 20, 30, 50)
SECONDS: Final = 1.0
DEAREST: Final = 10.0
"""Seconds of a puzzle beyond which no larger side of a kind is begun."""
COUNTS: Final = (1_000, 4_000, 10_000)
JOBS: Final = (1, 2)
IMAGES: Final = Path(__file__).parents[2] / "docs" / "images"
CONFIG: Final = """seed = 1
pictures = "none"
[book]
has_pdf = false
title = "Sudokus"
author = "A"
year = 2026
[[section]]
title = "Sudokus"
kind = "sudoku"
size = "9x9"
count = {count}
"""


def scale(*kinds: str) -> Iterator[str]:
    """Yield the tables of some kinds' sides, or of all and of runs; draw the latter."""
    yield f"| kind | {' | '.join(f'{side}x{side}' for side in SIDES)} |"
    yield f"| --- |{' --- |' * len(SIDES)}"
    seconds: dict[str, dict[int, float]] = {}
    for kind in kinds or kind_ids():
        if get_kind(kind).uniqueness is None:
            continue
        seconds[kind], fields = {}, []
        for side in SIDES:
            made, spent, mib = _ask("measure", kind, str(side))
            fields.append(f"{_figure(spent / made)} s, {mib}" if made else "")
            if made:
                seconds[kind][side] = spent / made
            if made and spent > DEAREST * made:
                break
        yield f"| {kind} | {' | '.join(fields + [''] * (len(SIDES) - len(fields)))} |"
    if kinds:
        return
    yield "\n| Sudokus 9x9 | jobs | processor seconds | seconds | MiB of the largest process |"
    yield "| --- | --- | --- | --- | --- |"
    runs: dict[int, dict[int, float]] = {jobs: {} for jobs in JOBS}
    for count in COUNTS:
        for jobs in JOBS:
            spent, wall, mib = _ask("run", str(count), str(jobs))
            runs[jobs][count] = spent
            yield f"| {count:,} | {jobs} | {spent:.1f} | {wall:.1f} | {mib} |"
    plot_sides(seconds)
    plot_runs(runs)


def _ask(*words: str) -> list[Any]:
    """Return what a process of its own measures."""
    command = [sys.executable, "-m", "tools.benchmarks.scaling", *words]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    sys.stderr.write(f"{' '.join(words)}: {done.stdout}")
    answer: list[Any] = json.loads(done.stdout)
    return answer


def _figure(seconds: float) -> str:
    return f"{seconds:.2g}" if seconds < 10 else f"{seconds:.0f}"


def measure(kind_id: str, side: int) -> tuple[int, float, int]:
    """Return puzzles made, proved and graded, their processor time, and the peak in MiB.

    Of a kind without square boards those one column wider; 0 puzzles for a side it has not.
    """
    kind = get_kind(kind_id)
    for part in kind.warm_up:
        part()
    for cols in (side, side + 1):
        try:
            order = GeneratorOrder(kind_id, kind.parse_params(side, cols, None, {}), 1)
            break
        except ConfigError:
            continue
    else:
        return 0, 0.0, 0
    make_candidate((order, 0))
    start, spent, tried, made = process_time(), 0.0, 0, 0
    while spent < SECONDS or (not made and tried < 10):
        tried += 1
        made += make_candidate((order, tried)).graded is not None
        spent = process_time() - start
    return made, spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def run(count: int, jobs: int) -> tuple[float, float, int]:
    """Return the processor seconds, the seconds and the peak in MiB of a run of Sudokus."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "run.toml").write_text(CONFIG.format(count=count), encoding="utf-8")
        words = "run", "run.toml", "--jobs", str(jobs)
        start, root = perf_counter(), str(Path(__file__).parents[2])
        subprocess.run(
            [sys.executable, "-m", "puzzlepress", *words], check=True, capture_output=True,
            cwd=folder, env={**os.environ, "PYTHONPATH": root},
        )  # fmt: skip
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime, perf_counter() - start, used.ru_maxrss // 1024


def plot_sides(seconds: Mapping[str, Mapping[int, float]]) -> None:
    """Draw the seconds of a puzzle by side, a panel for each kind."""
    plt = _pyplot()
    columns = 6
    rows = -(-len(seconds) // columns)
    size = 2 * columns, 1.5 * rows
    figure, axes = plt.subplots(rows, columns, figsize=size, sharex=True, sharey=True)
    for panel in axes.flat[len(seconds) :]:
        panel.axis("off")
    for panel, (kind, found) in zip(axes.flat, seconds.items(), strict=False):
        panel.loglog([*found], [*found.values()], "k.-")
        panel.set_title(kind, fontsize=8)
        panel.set_xticks(SIDES, [str(side) for side in SIDES])
        panel.minorticks_off()
        panel.tick_params(labelsize=6)
        panel.grid(alpha=0.3)
    figure.supxlabel("cells a side")
    figure.supylabel("seconds of one core for a puzzle made, proved and graded")
    _save(figure, "scale")


def plot_runs(runs: Mapping[int, Mapping[int, float]]) -> None:
    """Draw the processor seconds of runs by the number of puzzles, a line for each of jobs."""
    plt = _pyplot()
    figure, panel = plt.subplots(figsize=(6, 4))
    for (jobs, spent), style in zip(runs.items(), ("ko-", "k^--"), strict=True):
        panel.loglog([*spent], [*spent.values()], style, label=f"--jobs {jobs}")
    panel.set_xlabel("Sudokus 9x9 of a run")
    panel.set_ylabel("seconds of processor time")
    panel.legend()
    panel.grid(alpha=0.3)
    _save(figure, "scale-runs")


def _pyplot() -> Any:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "scale", "svg.fonttype": "none"})
    from matplotlib import pyplot

    return pyplot


def _save(figure: Any, name: str) -> None:
    figure.tight_layout()
    figure.savefig(IMAGES / f"{name}.svg", metadata={"Date": None})


def main(words: Sequence[str]) -> None:
    """Print what a process of its own measured."""
    name, first, second = words
    found = measure(first, int(second)) if name == "measure" else run(int(first), int(second))
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
