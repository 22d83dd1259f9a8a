"""Run a function in a process of its own, and whether it fails or does not end."""

import os
import resource
import signal
import sys
import time
from collections.abc import Callable


def in_fork(run: Callable[[], int], most_seconds: int, patience: int = 600) -> tuple[bool, int]:
    """Return whether a fork fails or does not end, and its seconds, of the processor's time.

    One that sleeps is ended after `patience` seconds of the clock.
    """
    start, before = time.monotonic(), os.times().children_user
    child = os.fork()
    if child == 0:
        os.setpgrp()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        sys.dont_write_bytecode = True
        resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds))
        try:
            code = run()
        except BaseException:
            code = 1
        os._exit(1 if code else 0)
    while time.monotonic() - start < patience:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status != 0, int(os.times().children_user - before)
        time.sleep(0.01)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True, patience
