"""Spoilt copies of right inputs: bytes, tokens, lines, JSON values and splices of two files."""

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

TOKENS = (
    b"", b"0", b"-1", b"1", b"2", b"1.5", b"1e400", b"-0", b"NaN", b"Infinity", b"nan", b"inf",
    b"99999999999999999999", b"4294967296", b"2147483647", b"9" * 5000, b"1_0", b"+7",
    "٣".encode(), "\u2028".encode(), "\ufeff".encode(), "\ufffe".encode(), b"\x00", b"\xff",
    b"\xed\xa0\x80", b"\\ud800", b"\r", b"\n", b"\n\n", b"\t", b" ", b"null", b"true", b"{}", b"[]",
    b'""', b"''", b"[" * 3000, b"{\"a\":" * 3000, b"../../outside", b"/", b"..", b".", b"-", b"#",
    b"=", b",", b";", b"%", b"%00", b"%s", b"{0}", b"<", b"&amp;", b"\x1b[31m", b"A" * 3000,
)  # fmt: skip
"""What readers trip over."""

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 1.5, -0.0, float("nan"), float("inf"), 10**30, 2**31, "",
    "1", "free", "unique", "numberlink", "\ud800", "\u0000", "\ufffe", "../../outside", "A" * 3000,
    [], {}, [[]], [0], [[0]], [[1, 1]], [None], {"a": 1}, [1, 2, 3], [[1, 2], [3]],
)  # fmt: skip

Spoiler = Callable[[bytes, random.Random], bytes]


def spoil(data: bytes, chance: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """Return a copy with one to three changes; ``others`` are spliced in."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if others and chance.random() < 0.1:
            data = _splice(data, chance.choice(others), chance)
        else:
            data = chance.choice(_CHANGES)(data, chance)
    return data


def _place(data: bytes, chance: random.Random) -> int:
    return chance.randrange(len(data) + 1)


def _flip(data: bytes, chance: random.Random) -> bytes:
    if not data:
        return data
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]


def _put(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    return data[:at] + bytes([chance.randrange(256)]) + data[at + chance.randrange(2) :]


def _drop(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    return data[:at] + data[at + chance.choice((1, 1, 2, 5, 40)) :]


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: _place(data, chance)]


def _repeat(data: bytes, chance: random.Random) -> bytes:
    at = _place(data, chance)
    part = data[at : at + chance.choice((1, 3, 20, 200))]
    return data[:at] + part * chance.choice((2, 2, 3, 50)) + data[at:]


def _token(data: bytes, chance: random.Random) -> bytes:
    """Replace a word or number by something that readers trip over."""
    found = list(re.finditer(rb"[0-9A-Za-z_.-]+|[^\s0-9A-Za-z_.-]", data))
    if not found:
        return chance.choice(TOKENS)
    one = chance.choice(found)
    return data[: one.start()] + chance.choice(TOKENS) + data[one.end() :]


def _number(data: bytes, chance: random.Random) -> bytes:
    """Move a number by a little."""
    found = list(re.finditer(rb"[0-9]{1,9}", data))
    if not found:
        return data
    one = chance.choice(found)
    moved = max(0, int(one[0]) + chance.choice((-2, -1, 1, 2, 10)))
    return data[: one.start()] + str(moved).encode() + data[one.end() :]


def _lines(data: bytes, chance: random.Random) -> bytes:
    """Drop, double or exchange lines."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    index, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(3):
        case 0:
            del lines[index]
        case 1:
            lines.insert(other, lines[index])
        case _:
            lines[index], lines[other] = lines[other], lines[index]
    return b"".join(lines)


def _splice(data: bytes, other: bytes, chance: random.Random) -> bytes:
    return data[: _place(data, chance)] + other[_place(other, chance) :]


_CHANGES: tuple[Spoiler, ...] = (
    _flip, _put, _drop, _cut, _repeat, _token, _token, _token, _number, _number, _lines,
)  # fmt: skip


def spoil_json(value: Any, chance: random.Random) -> Any:
    """Return a copy of a JSON value in which one place is replaced, dropped, doubled or moved."""
    value = json.loads(json.dumps(value))
    places = list(_places(value))
    if not places:
        return chance.choice(VALUES)
    holder, key = chance.choice(places)
    match chance.randrange(6):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, holder[key])
        case 1:
            holder[f"{key}x"] = holder[key]
        case 2:
            other, place = chance.choice(places)
            holder[key] = json.loads(json.dumps(other[place]))
        case 3 if type(holder[key]) is int:
            holder[key] += chance.choice((-1, 1, 100))
        case _:
            holder[key] = chance.choice(VALUES)
    return value


def _places(value: Any) -> Any:
    """Yield each place of a JSON value as what holds it and its key there."""
    for key, part in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(part, dict | list):
            yield from _places(part)
