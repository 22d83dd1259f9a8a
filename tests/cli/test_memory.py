"""Stages in a pipe hold a few records at a time, however many pass through."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MOST_MB = 400
PIPE = """
import json, os, subprocess, sys
program, count, target = sys.argv[1:]
stages = {
    "generate": "numberlink --size 4x4 --rule no-touch --seed 1 --count".split() + [count],
    "filter": [],
    "grade": [],
}
processes, source = {}, subprocess.DEVNULL
for stage, words in stages.items():
    out = open(target, "wb") if stage == "grade" else subprocess.PIPE
    process = subprocess.Popen(
        [program, stage, *words], stdin=source, stdout=out, stderr=subprocess.DEVNULL
    )
    source, processes[stage] = process.stdout, process
used = {}
for stage, process in processes.items():
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, stage
    used[stage] = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
print(json.dumps(used))
"""
"""A process of its own starts the stages: a child counts the memory of its parent as its own."""


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="needs POSIX")
@pytest.mark.parametrize("count", [200, pytest.param(100_000, marks=pytest.mark.slow)])
def test_many_puzzles_pass_in_constant_memory(program: str, count: int, tmp_path: Path) -> None:
    target = tmp_path / "graded.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", PIPE, program, str(count), str(target)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    used = json.loads(done.stdout)
    print({stage: round(megabytes) for stage, megabytes in used.items()})
    assert max(used.values()) < MOST_MB, used
    with target.open("rb") as graded:
        assert sum(1 for _ in graded) > count // 2
