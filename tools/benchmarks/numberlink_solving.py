"""How long Numberlink puzzles take to solve and to prove: the sizes the project promises.

Rates are by processor time, compiled before the clock starts. Published puzzles are looked for in
PUZZLEPRESS_STUDY_DATA; all others are made here from fixed seeds.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time

from pipeline.kinds import get_kind
from pipeline.kinds.kit.proving.engines import collect
from pipeline.kinds.numberlink.kind import KIND
from pipeline.kinds.numberlink.model import Clues, Solution, with_rule
from pipeline.kinds.numberlink.prove import prove
from pipeline.kinds.numberlink.solve import first_search, solve
from pipeline.stages.collection.importer import import_records

MADE = [
    ("no-touch", 50, 30, 10),
    ("no-uturn", 30, 15, 10),
    ("cover", 20, 20, 5),
    ("free", 20, 20, 5),
]
"""Rule, side, pairs and how many puzzles of each."""

REPEATS = 3


def numberlink_solving() -> Iterator[str]:
    """Yield tables: a published collection, puzzles of our own making, and the largest boards."""
    for part in get_kind("numberlink").warm_up:
        part()
    yield from _published()
    yield ""
    heads = ["first solution, s", "solved and proved, s", "confirmed as well, s", "slowest, s"]
    yield f"| rule | size | pairs | puzzles | {' | '.join(heads)} | methods |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for case in MADE:
        yield _made(*case)
    yield ""
    yield from _largest()


def _published() -> Iterator[str]:
    path = Path(os.environ.get("PUZZLEPRESS_STUDY_DATA") or ".") / "janko270.txt"
    if not path.exists():
        yield "PUZZLEPRESS_STUDY_DATA names no folder with janko270.txt: skipped"
        return
    kind = get_kind("numberlink")
    records = list(import_records(str(path)))
    puzzles = [with_rule(kind.decode(record.puzzle), "no-touch") for record in records]
    for name, limit in (("first solutions", 1), ("solved and proved", 2)):
        seconds = _fastest(
            lambda limit=limit: [
                collect(first_search(puzzle)[0], limit, 10**9) for puzzle in puzzles
            ]
        )
        yield f"- {len(puzzles)} published puzzles under no-touch, {name}: {seconds:.3f} s"
    methods: Counter[str] = Counter()
    seconds = _fastest(lambda: methods.update(_methods(puzzles)))
    shares = {name: number // REPEATS for name, number in methods.items()}
    yield f"- confirmed by a second way as well: {seconds:.3f} s, {shares}"


def _fastest(job) -> float:  # type: ignore[no-untyped-def]
    """Return the least processor time of some runs."""
    times = []
    for _ in range(REPEATS):
        start = process_time()
        job()
        times.append(process_time() - start)
    return min(times)


def _methods(puzzles: Iterable[Clues]) -> Iterator[str]:
    for clues in puzzles:
        verdict = prove(clues, None, KIND.budget)
        yield f"{verdict.status}: {verdict.method}"


def _made(rule: str, side: int, pairs: int, wanted: int) -> str:
    puzzles = [clues for clues, _ in generated(rule, side, pairs, wanted)]
    first, one_way, both = [], [], []
    methods: Counter[str] = Counter()
    for clues in puzzles:
        start = process_time()
        assert solve(clues, 1, KIND.budget).solutions
        first.append(process_time() - start)
        start = process_time()
        assert solve(clues, 2, KIND.budget).is_complete
        one_way.append(process_time() - start)
        start = process_time()
        verdict = prove(clues, None, KIND.budget)
        both.append(process_time() - start)
        methods[f"{verdict.status}: {verdict.method}"] += 1
    if not puzzles:
        return f"| {rule} | {side}x{side} | {pairs} | 0/{wanted} | | | | | |"
    means = " | ".join(f"{statistics.fmean(times):.3f}" for times in (first, one_way, both))
    return (
        f"| {rule} | {side}x{side} | {pairs} | {len(puzzles)}/{wanted} | {means} "
        f"| {max(both):.3f} | {dict(methods)} |"
    )


def generated(rule: str, side: int, pairs: int, wanted: int) -> Iterator[tuple[Clues, Solution]]:
    """Yield puzzles under a rule, from the first seeds, with their solutions."""
    kind = get_kind("numberlink")
    params = kind.parse_params(side, side, rule, {"pairs": f"{pairs}:{pairs}"})
    for seed in range(wanted):
        generated = kind.generate(params, seed)
        if generated.clues is not None and generated.solution is not None:
            yield generated.clues, generated.solution


def _largest() -> Iterator[str]:
    """Yield what a user sees of 1000x1000: time and memory of whole processes."""
    yield "| 1000x1000 of short lines, as text | command | s | peak MiB | what it says |"
    yield "| --- | --- | --- | --- | --- |"
    with tempfile.TemporaryDirectory() as folder:
        for name, labels in (("dominoes", _dominoes(1000)), ("strips of five", _strips(1000))):
            path = Path(folder) / "large.txt"
            rows = (labels[at : at + 1000] for at in range(0, len(labels), 1000))
            path.write_text("1000 1000\n" + "".join(" ".join(map(str, r)) + "\n" for r in rows))
            for rule in ("free", "no-touch"):
                yield _run_large(name, path, rule)


def _dominoes(side: int) -> list[int]:
    """Every line two cells long, in turn lying and standing."""
    labels = [0] * (side * side)
    number = 0
    for row in range(0, side, 2):
        for col in range(0, side, 2):
            corner = row * side + col
            along, over = (1, side) if (row + col) // 2 % 2 else (side, 1)
            for line in range(2):
                number += 1
                labels[corner + line * over] = labels[corner + line * over + along] = number
    return labels


def _strips(side: int) -> list[int]:
    """Blocks of 5x5 with five lines each, in turn lying and standing."""
    labels = [0] * (side * side)
    number = 0
    for row in range(0, side, 5):
        for col in range(0, side, 5):
            corner = row * side + col
            along, over = (1, side) if (row + col) // 5 % 2 else (side, 1)
            for line in range(5):
                number += 1
                labels[corner + line * over] = labels[corner + line * over + 4 * along] = number
    return labels


def _run_large(name: str, path: Path, rule: str) -> str:
    # In a process between, so that its children's peak is that of this one command.
    code = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:], capture_output=True, text=True)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "said = done.stderr.strip().splitlines()\n"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss, done.returncode, said[-1:])"
    )
    words = [sys.executable, "-m", "pipeline", "solve", str(path), "--rule", rule, "--to", "json"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    seconds, kib, exit_code, said = done.stdout.split(maxsplit=3)
    given = f"exit {exit_code}, {said.strip()}"
    return f"| {name} | solve --rule {rule} | {float(seconds):.1f} | {int(kib) // 1024} | {given} |"
