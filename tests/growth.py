"""How the time of a reader grows with the length of a hostile text."""

from collections.abc import Callable, Iterable
from time import process_time

SMALL = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048)
"""Lengths so close that a search which doubles with every sign is seen before it lasts."""
LARGE = tuple(2**power for power in range(14, 21))
MOST = 1.3  # Most growth of time for an equal growth of length: 2.6 for a text of twice the length
JUMP = 10  # Growth that is too much at two lengths in turn; a smaller one, at three


def fault(
    work: Callable[[str], object], text_of: Callable[[int], str], sizes: Iterable[int] = SMALL
) -> str:
    """Return where the time grows faster than the text, "" if nowhere.

    A growth counts if it is so in each of six attempts, since other work on a machine adds to
    times, and at some lengths in turn, since a reader may look at a text from a length on.
    """
    last, before, found, jumps = 0, 0.0, list[str](), 0
    for size in sizes:
        text = text_of(size)
        spent = _spent(work, text)
        for _ in range(6 if last else 0):
            if spent <= MOST * size / last * before:
                found, jumps = [], 0
                break
            spent = min(spent, _spent(work, text))
            before = max(before, _spent(work, text_of(last)))
        else:
            if last:
                found.append(f"{size} took {spent / max(before, 1e-9):.1f} times as long as {last}")
                jumps += spent > JUMP * before
                if len(found) == 3 or jumps == 2:
                    return ", ".join(found)
        last, before = size, spent
    return ""


def _spent(work: Callable[[str], object], text: str) -> float:
    start = process_time()
    work(text)
    return process_time() - start
