"""The dispatch of constraints is written from their folders."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tools import words


@pytest.mark.parametrize(
    ("file", "write"), [(words.KERNELS, words.write_kernels), (words.PLAYER, words.write_player)]
)
def test_the_dispatch_is_current(file: Path, write: Callable[[], str]) -> None:
    assert file.read_text("utf-8") == write(), "write it again: python -m tools.words"


def test_every_constraint_has_its_rule_kernel_and_player() -> None:
    names = words.list_words()
    assert {"loop", "total"} <= {*names}
    for name in names:
        missing = [
            one
            for one in ("rule.py", "kernel.py", "player.js")
            if not (words.WORDS / name / one).is_file()
        ]
        assert missing == [], name
