"""SIGINT and SIGTERM end a command in one sentence, with an exit code of their own.

Python runs a handler only between its own steps, and a solver may be asked for minutes at a time.
So a thread waits for the signal, too, and interrupts the solver that is at work.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pipeline.commands.options import say
from pipeline.model import StoppedError

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
RESUMING: Final = ("run", "work", "collection", "site")
"""Commands that go on where they were stopped."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Turn the two signals into a sentence and an exit code: 128 and the number of the signal."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    inlet, outlet = os.pipe()
    os.set_blocking(outlet, False)
    threading.Thread(target=_watch, args=(inlet,), daemon=True).start()
    before = [signal.signal(one, _stop) for one in SIGNALS]
    wakeup = signal.set_wakeup_fd(outlet, warn_on_full_buffer=False)
    try:
        yield
    except StoppedError as stopped:
        is_resuming = sys.argv[1:2] != [] and sys.argv[1] in RESUMING
        say(
            "puzzlepress: stopped; the same command goes on where it was" if is_resuming
            else "puzzlepress: stopped; the same command begins again"
        )  # fmt: skip
        sys.exit(128 + stopped.number)
    finally:
        signal.set_wakeup_fd(wakeup)
        for one, handler in zip(SIGNALS, before, strict=True):
            signal.signal(one, handler)
        os.close(outlet)


def _stop(number: int, _: object) -> None:
    for one in SIGNALS:  # a second signal ends the process at once
        signal.signal(one, signal.SIG_DFL)
    raise StoppedError(number)


def _watch(inlet: int) -> None:
    while numbers := os.read(inlet, 64):
        solvers = sys.modules.get("pipeline.solvers.sat")
        if solvers is not None and set(numbers) & set(SIGNALS):
            solvers.interrupt_running()
    os.close(inlet)
