"""Stages in a pipe hold a few records at a time, however many pass through."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

MOST_MB = 400
STAGES = (
    ("generate", "numberlink", "--size", "4x4", "--rule", "no-touch", "--seed", "1", "--count"),
    ("filter",),
    ("grade",),
)


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="needs POSIX")
@pytest.mark.parametrize("count", [200, pytest.param(100_000, marks=pytest.mark.slow)])
def test_many_puzzles_pass_in_constant_memory(program: str, count: int, tmp_path: Path) -> None:
    processes: list[subprocess.Popen[bytes]] = []
    source = None
    with (tmp_path / "graded.jsonl").open("wb") as target:
        for words in STAGES:
            tail = [str(count)] if words[0] == "generate" else []
            is_last = words[0] == "grade"
            process = subprocess.Popen(
                [program, *words, *tail],
                stdin=source or subprocess.DEVNULL,
                stdout=target if is_last else subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            if source is not None:
                source.close()
            source = process.stdout
            processes.append(process)
        used = {}
        for words, process in zip(STAGES, processes, strict=True):
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            assert process.returncode == 0, words
            used[words[0]] = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    print({stage: round(megabytes) for stage, megabytes in used.items()})
    assert max(used.values()) < MOST_MB, used
    with (tmp_path / "graded.jsonl").open("rb") as graded:
        assert sum(1 for _ in graded) > count // 2
