"""Expected errors: the message of each is in tests/golden/messages.txt, by test and order.

A test says of which class an error is; how it is worded is read, and changed, in that one file.
"""

import fcntl
import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

from tests.source import ROOT

E = TypeVar("E", bound=Exception)

MESSAGES = Path(__file__).parent / "golden" / "messages.txt"
UPDATE = "UPDATE_MESSAGES"  # Set by pytest --update-golden
_TEMPORARY = re.compile(r"/[^ '\"]*/pytest-\d+/(popen-gw\d+/)?[^/ ,;:'\"]*/?")
_met: Counter[str] = Counter()


@contextmanager
def refused(kind: type[E]) -> Iterator[pytest.ExceptionInfo[E]]:
    """Expect an error with the golden message of its place."""
    with pytest.raises(kind) as found:
        yield found
    test = os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0]
    _met[test] += 1
    place = f"{test} {_met[test]}"
    error = found.value
    said = _TEMPORARY.sub("TMP:", str(error)).replace(str(ROOT), "ROOT").replace("\n", "\\n")
    line = f"{type(error).__name__}: {said}"
    if os.environ.get(UPDATE):
        _update(place, line)
    else:
        wanted = known_messages().get(place)
        assert line == wanted, "look at the message, then run pytest --update-golden on this test"


@cache
def known_messages() -> dict[str, str]:
    """Return the messages by test and number."""
    return _parse(MESSAGES.read_text(encoding="utf-8"))


def _parse(text: str) -> dict[str, str]:
    lines = iter(text.splitlines())
    return {place: line.strip() for place, line in zip(lines, lines, strict=True)}


def _update(place: str, line: str) -> None:
    with MESSAGES.open("r+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # other workers write it, too
        known = _parse(file.read()) | {place: line}
        file.seek(0)
        file.truncate()
        file.writelines(f"{key}\n    {one}\n" for key, one in sorted(known.items()))
