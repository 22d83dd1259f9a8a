"""A collection from its file to its report: time, peak memory, and what a kill leaves."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time, sleep

from pipeline.kinds import get_kind
from pipeline.model import Record
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.grade import grade_records
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.jsonl import read_records, write_records

PROGRAM = Path(sys.executable).with_name("puzzlepress")
MIXED = [
    ("numberlink", "free", 5, 1500), ("numberlink", "free", 6, 1500),
    ("numberlink", "free", 7, 1000), ("numberlink", "free", 8, 1000),
    ("numberlink", "free", 9, 500), ("numberlink", "free", 10, 1000),
    ("numberlink", "free", 12, 500), ("numberlink", "free", 15, 150),
    ("numberlink", "free", 20, 40), ("numberlink", "free", 25, 10),
    ("numberlink", "no-touch", 10, 500), ("numberlink", "no-touch", 12, 300),
    ("numberlink", "no-touch", 15, 40), ("numberlink", "no-touch", 20, 10),
    ("hashi", None, 7, 1500), ("hashi", None, 10, 400), ("hashi", None, 15, 50),
]  # fmt: skip
"""Kind, rule, side and number of what a collection holds."""

KILLS = 10


def collection_published() -> Iterator[str]:
    """Yield what each step takes on 270 published puzzles, under all four rules."""
    data = os.environ.get("PUZZLEPRESS_STUDY_DATA")
    if data is None:
        yield "PUZZLEPRESS_STUDY_DATA names no folder: left out"
        return
    with tempfile.TemporaryDirectory() as folder:
        yield from _steps(Path(data) / "janko270.txt", Path(folder), ["--rule", "no-touch"])


def collection_mixed() -> Iterator[str]:
    """Yield what each step takes on 10,000 puzzles that were made for it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_records(_mixed(1), folder / "mixed.jsonl")
        yield from _steps(folder / "mixed.jsonl", folder, [])


def _mixed(part: int) -> Iterator[Record]:
    """Yield records without solution or verdict: one of ``part`` of each order.

    What is made under no-touch is posed under cover, as it is often published; so some of it has
    several solutions.
    """
    for kind_id, rule, side, count in MIXED:
        params = get_kind(kind_id).parse_params(side, side, rule, {})
        order = GeneratorOrder(kind_id, params, 1)
        for record in generate_records((order, index) for index in range(count // part)):
            if record is not None:
                posed = "cover" if rule == "no-touch" else None
                yield read_puzzle(record, posed).record.with_(solution=None)


def _steps(source: Path, folder: Path, options: list[str]) -> Iterator[str]:
    yield "| step | wall s | processor s | peak MB of a process |"
    yield "| --- | --- | --- | --- |"
    names = ["imported", "proved", "graded"]
    imported, proved, graded = (str(folder / f"{name}.jsonl") for name in names)
    rejected = folder / "rejected.jsonl"
    two = ["--jobs", "2"]
    steps = [
        ("import", ["import", str(source), *options, "-o", imported]),
        (
            "filter",
            ["filter", imported, "--rule-profile", *two, "--rejected", str(rejected), "-o", proved],
        ),
        ("grade", ["grade", proved, *two, "-o", graded]),
        ("report", ["report", graded, "--out", str(folder / "report")]),
    ]
    wall = used = 0.0
    for name, words in steps:
        taken, spent, peak = run_program(words)
        if name == "filter":  # an owner is told of everything
            with Path(proved).open("ab") as file:
                file.write(rejected.read_bytes())
            yield f"| ({_verdicts(Path(proved))}) | | | |"
        wall, used = wall + taken, used + spent
        yield f"| {name} | {taken:.1f} | {spent:.1f} | {peak} |"
    yield f"| together | {wall:.1f} | {used:.1f} | |"


def _verdicts(path: Path) -> str:
    counts = Counter(str(record.verdict.status) for record in read_records(path))
    return ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))


def run_program(words: list[str]) -> tuple[float, float, int]:
    """Return wall and processor seconds of a command with its workers, and the largest of them."""
    start = perf_counter()
    report = (
        "import resource,subprocess,sys;d=subprocess.run(sys.argv[1:],stderr=subprocess.DEVNULL);"
        "assert d.returncode in(0,4),d;r=resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(r.ru_utime+r.ru_stime,r.ru_maxrss//1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", report, str(PROGRAM), *words], capture_output=True, text=True
    )
    spent, peak = done.stdout.split()[-2:]
    return perf_counter() - start, float(spent), int(peak)


def collection_kills() -> Iterator[str]:
    """Yield whether a collection that is killed ten times leaves the bytes of one that is not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_records(_mixed(100), folder / "all.jsonl")
        config = folder / "all.toml"
        config.write_text('sources = ["all.jsonl"]\nprofile = true\n')
        words = [str(PROGRAM), "collection", str(config), "--out"]
        start = perf_counter()
        _quietly([*words, str(folder / "whole")]).wait()
        taken = perf_counter() - start
        chance = random.Random(1)
        killed = 0
        while killed < KILLS:
            process = _quietly([*words, str(folder / "killed")])
            sleep(chance.uniform(0.2, 0.8) * taken)
            if process.poll() is not None:
                break
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            killed += 1
        _quietly([*words, str(folder / "killed")]).wait()
        is_equal = _digests(folder / "whole") == _digests(folder / "killed")
        yield f"{killed} kills; bytes {'equal' if is_equal else 'DIFFER'}"


def _quietly(words: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(words, stderr=subprocess.DEVNULL, start_new_session=True)


def _digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".lock"
    }


def grade_budget() -> Iterator[str]:
    """Yield what the grade of boards takes whose every search runs into its budget."""
    for part in get_kind("numberlink").warm_up:
        part()
    yield "| size | rule | puzzles | capped orders | mean s | slowest s |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for side, count in ((20, 20), (25, 10), (50, 3)):
        for rule in ("free", "no-touch"):
            params = get_kind("numberlink").parse_params(side, side, rule, {})
            order = GeneratorOrder("numberlink", params, 1)
            made = generate_records((order, index) for index in range(count))
            times, capped = [], 0
            for record in made:
                if record is None:
                    continue
                start = process_time()
                (graded,) = grade_records([record])
                times.append(process_time() - start)
                capped += 0 if graded.grade is None else graded.grade.capped
            mean = sum(times) / len(times)
            yield (
                f"| {side}x{side} | {rule} | {len(times)} | {capped}/{16 * len(times)} "
                f"| {mean:.2f} | {max(times):.2f} |"
            )
