"""Forged logs, none of which is accepted, and honest ones, all of which are."""

import datetime
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.results.host import DAY, Host, honest_log, reader_of
from tests.results.people import KINDS, Event
from tests.slices import share

FORGERIES = share(1000, 2)
Forgery = Callable[[Host, str, str, Random], tuple[int, Any]]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    return Host(tmp_path_factory.mktemp("host"), KINDS)


@pytest.mark.parametrize("kind_id", KINDS)
def test_honest_logs_of_every_kind_are_accepted(host: Host, kind_id: str) -> None:
    for number in range(12):
        rng = Random(f"{kind_id}{number}")
        log = honest_log(kind_id, rng, rng.choice([0.3, 0.6, 1.0, 3.0]))
        status, answer = host.finish(host.start(kind_id, reader_of(f"{kind_id}{number}")), log)
        assert status == 200, (answer, log)
        assert answer["seconds"] == (log[-1][0] + 300) // 1000


def send_changed(
    host: Host, kind: str, reader: str, log: list[Event], late_ms: int = 300, **fields: Any
) -> tuple[int, Any]:
    return host.finish({**host.start(kind, reader), **fields}, log, late_ms)


def wrong_answer(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    """The last move is missing."""
    log = honest_log(kind, rng)
    last = max(at for at, event in enumerate(log) if event[1] == "m")
    return send_changed(host, kind, reader, log[:last] or [[900, "c"]])


def impossible_move(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    log = honest_log(kind, rng)
    bad = ["0=77", "999999=1", "0=XYZ", "5=-3"]
    return send_changed(host, kind, reader, [[5, "m", rng.choice(bad)], *log])


def answer_by_undo(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    """What no move drew comes by an undo."""
    log = honest_log(kind, rng)
    first = next(event for event in log if event[1] == "m")
    return send_changed(host, kind, reader, [[1, "u", first[2]], *log])


def broken_signature(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    log = honest_log(kind, rng)
    token = host.start(kind, reader)["token"]
    at = rng.randrange(token.index(".") + 1, len(token))
    letter = rng.choice([one for one in "0123456789abcdef" if one != token[at]])
    return send_changed(host, kind, reader, log, token=f"{token[:at]}{letter}{token[at + 1 :]}")


def earlier_start(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    """The moment in the token is another, with its old signature."""
    began, _, signature = host.start(kind, reader)["token"].partition(".")
    token = f"{int(began, 16) + rng.choice([-60_000, 60_000]):x}.{signature}"
    return send_changed(host, kind, reader, honest_log(kind, rng), token=token)


def token_of_another_reader(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    token = host.start(kind, reader_of("somebody"))["token"]
    return send_changed(host, kind, reader, honest_log(kind, rng), token=token)


def token_of_another_puzzle(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    other = rng.choice([one for one in KINDS if one != kind])
    token = host.start(other, reader)["token"]
    return send_changed(host, kind, reader, honest_log(kind, rng), token=token)


def token_used_again(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    """A better log with the token of an entry."""
    honest = reader_of(f"{kind}{rng.randrange(12)}")
    return send_changed(host, kind, honest, honest_log(kind, rng, 0.5))


def started_again(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    """A second start, long after the first, for a short log."""
    host.start(kind, reader)
    host.now_ms += 600_000
    try:
        return send_changed(host, kind, reader, honest_log(kind, rng, 0.4))
    finally:
        host.now_ms -= 600_000


def token_too_old(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    log = honest_log(kind, rng)
    return send_changed(host, kind, reader, log, late_ms=25 * 3600 * 1000)


def shorter_than_the_server_saw(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    log = honest_log(kind, rng)
    return send_changed(host, kind, reader, log, late_ms=rng.randrange(31_000, 9_000_000))


def longer_than_the_server_saw(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    log = [[20_000, "c"], *([ms + 20_000, *rest] for ms, *rest in honest_log(kind, rng))]
    return send_changed(host, kind, reader, log, late_ms=-rng.randrange(11_000, 20_000))


def out_of_order(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    log = honest_log(kind, rng)
    return send_changed(host, kind, reader, [[log[0][0] + 1, "c"], *log])


def before_the_start(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    return send_changed(
        host, kind, reader, [[-rng.randrange(1, 9000), "c"], *honest_log(kind, rng)]
    )


def moved_in_a_pause(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    return send_changed(host, kind, reader, [[0, "p"], *honest_log(kind, rng)])


def with_hints(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    return send_changed(host, kind, reader, [[0, "h"], *honest_log(kind, rng)])


def unknown_puzzle(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    log = honest_log(kind, rng)
    other = f"{rng.getrandbits(64):016x}"
    return send_changed(host, kind, reader, log, puzzle=other)


def puzzle_of_another_day(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    log, day = honest_log(kind, rng), DAY + datetime.timedelta(days=rng.choice([-400, -1, 1, 30]))
    fields = host.start(kind, reader)
    asked = {"puzzle": f"{kind}-{day}", "day": day.isoformat(), "reader": reader}
    status, _ = host.send("start", asked)
    assert status == 422
    return host.finish({**fields, **asked}, log)


def copied(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    """An honest reader's log, for one of another number."""
    kind, log = _long_entry(rng)
    return send_changed(host, kind, reader, log)


def copied_with_small_changes(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    kind, log = _long_entry(rng)
    changed = sorted((ms + rng.randrange(-15, 15), at) for at, (ms, *_) in enumerate(log))
    fresh = [
        [max(0, ms), *log[at][1:]] for (ms, _), at in zip(changed, range(len(log)), strict=True)
    ]
    return send_changed(host, kind, reader, fresh)


def _long_entry(rng: Random) -> tuple[str, list[Event]]:
    kind = rng.choice(["sudoku", "akari", "masyu", "nonogram", "slitherlink", "suguru"])
    number = rng.randrange(12)
    own = Random(f"{kind}{number}")
    return kind, honest_log(kind, own, own.choice([0.3, 0.6, 1.0, 3.0]))


def _moves(kind: str, rng: Random) -> list[str]:
    return [event[2] for event in honest_log(kind, rng) if event[1] == "m"]


def too_fast(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    times, ms = [], 0
    for _ in _moves(kind, Random(reader)):
        ms += rng.randrange(0, 28)
        times.append(ms)
    return _timed(host, kind, reader, times)


def all_at_once(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    moves = _moves(kind, Random(reader))
    return _timed(host, kind, reader, [rng.randrange(1, 5)] * len(moves), rng.randrange(10_000))


def _timed(
    host: Host, kind: str, reader: str, times: list[int], late_ms: int = 300
) -> tuple[int, Any]:
    moves = _moves(kind, Random(reader))
    log = [[ms, "m", move] for ms, move in zip(times, moves, strict=True)]
    return send_changed(host, kind, reader, log, late_ms)


def constant_intervals(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    kind = rng.choice(["sudoku", "akari", "masyu", "nonogram", "slitherlink", "suguru"])
    step, noise = rng.randrange(300, 3000), rng.randrange(1, 20)
    count = len(_moves(kind, Random(reader)))
    return _timed(host, kind, reader, [step * (k + 1) + rng.randrange(noise) for k in range(count)])


def one_interval_and_some(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    """Most moves at one interval, a few long ones between."""
    kind = rng.choice(["sudoku", "akari", "masyu", "nonogram", "slitherlink", "suguru"])
    times, ms = [], 0
    for at, _ in enumerate(_moves(kind, Random(reader))):
        ms += 4000 if at % 5 == 4 else 300
        times.append(ms)
    return _timed(host, kind, reader, times)


def answer_in_one_move(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    """All changes of a game as those of one stroke, in an instant."""
    while len(moves := _moves(kind, rng)) < 8:
        kind = rng.choice(KINDS)
    return send_changed(host, kind, reader, [[rng.randrange(30), "m", ",".join(moves)]])


SPOILT: list[Any] = [
    "", "{", "[]", "null", "7", '"x"', "[" * 100_000, '{"a":' * 50_000, "NaN", "{}", "\x00\xff",
    '{"reader": 7}', '{"log": 1e999}', "9" * 5000, '{"log": [[9' + "9" * 5000 + ', "m", "0=1"]]}',
]  # fmt: skip


def spoilt_json(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    text = rng.choice(SPOILT) + " " * rng.randrange(9)
    return host.send(rng.choice(["finish", "start", "forget"]), text.encode("latin-1"))


def spoilt_fields(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    fields = {**host.start(kind, reader), "log": honest_log(kind, rng)}
    name = rng.choice(["reader", "puzzle", "day", "token", "log"])
    bad = [None, 1, -1.5, True, [], {}, "", "é", "x" * 100, "\ud800", "٣" * 32, [[]], [[1, 2, 3]]]
    fields[name] = rng.choice(bad)
    return host.send("finish", json.dumps(fields).encode())


def spoilt_events(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    bad: list[Any] = [
        [], [1], ["1", "m", "0=1"], [1.5, "m", "0=1"], [True, "c"], [1, "x"], [1, "m"], [1, "c", 0],
        [1, "m", 5], [1, "m", ""], [1, "m", "0=1;1=1"], [1, "m", "٣=1"], None, "m",
        [1, "m", "0=" + "9" * 400], [1, "m", "-1=1"], [1, "m", "0=1,"], {"ms": 1},
    ]  # fmt: skip
    log = [rng.choice(bad), *honest_log(kind, rng)]
    return host.send("finish", {**host.start(kind, reader), "log": log})


def too_large(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    fields = {**host.start(kind, reader), "log": honest_log(kind, rng), "name": "x" * 300_000}
    return host.send("finish", fields)


def too_many_events(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    log = [[0, "c"]] * 20_001 + honest_log(kind, rng)
    return host.send("finish", {**host.start(kind, reader), "log": log})


def wrong_length(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    body = json.dumps({**host.start(kind, reader), "log": honest_log(kind, rng)}).encode()
    length = rng.choice(["", "-5", "x", "1e3", "9" * 30, str(len(body) // 2), "٣"])
    return host.send("finish", body, CONTENT_LENGTH=length)


def wrong_method(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    fields = {**host.start(kind, reader), "log": honest_log(kind, rng)}
    return host.send("finish", fields, rng.choice(["GET", "PUT", "HEAD", "DELETE", "\u2028"]))


def wrong_address(host: Host, kind: str, reader: str, rng: Random) -> tuple[int, Any]:
    fields = {**host.start(kind, reader), "log": honest_log(kind, rng)}
    return host.send(rng.choice(["", "finish/", "finish/../x", "a\x00", "%2e"]), fields)


CLASSES: dict[Forgery, set[str]] = {
    wrong_answer: {"rules"},
    impossible_move: {"rules"},
    answer_by_undo: {"rules"},
    broken_signature: {"token"},
    earlier_start: {"token"},
    token_of_another_reader: {"token"},
    token_of_another_puzzle: {"token"},
    token_used_again: {"again"},
    started_again: {"clock"},
    token_too_old: {"token"},
    shorter_than_the_server_saw: {"clock", "token"},
    longer_than_the_server_saw: {"clock"},
    out_of_order: {"clock"},
    before_the_start: {"clock"},
    moved_in_a_pause: {"clock"},
    with_hints: {"hints"},
    unknown_puzzle: {"token"},
    puzzle_of_another_day: {"token"},
    copied: {"copy"},
    copied_with_small_changes: {"copy"},
    too_fast: {"speed"},
    all_at_once: {"speed"},
    constant_intervals: {"rhythm"},
    one_interval_and_some: {"rhythm"},
    answer_in_one_move: {"speed", "rules"},
    spoilt_json: {"form"},
    spoilt_fields: {"form"},
    spoilt_events: {"form"},
    too_large: {"size"},
    too_many_events: {"form", "size"},
    wrong_length: {"length", "size", "form"},
    wrong_method: {"method"},
    wrong_address: {"address"},
}
"""Classes of forged requests, and for which reasons they are refused."""


@pytest.mark.sliced
def test_of_many_forged_logs_none_is_accepted(tmp_path: Path) -> None:
    host = Host(tmp_path, KINDS)
    for kind in KINDS:
        for number in range(12):
            rng = Random(f"{kind}{number}")
            log = honest_log(kind, rng, rng.choice([0.3, 0.6, 1.0, 3.0]))
            host.finish(host.start(kind, reader_of(f"{kind}{number}")), log)
    honest = host.count()
    assert honest == 12 * len(KINDS)
    seen: Counter[str] = Counter()
    for number in range(FORGERIES):
        forge = list(CLASSES)[number % len(CLASSES)]
        rng = Random(f"forged {number}")
        status, answer = forge(host, rng.choice(KINDS), reader_of(f"forger {number}"), rng)
        assert 400 <= status < 500, (forge.__name__, number, answer)
        assert answer["refused"] in CLASSES[forge], (forge.__name__, number, answer)
        seen[forge.__name__] += 1
    assert host.count() == honest
    assert min(seen.values()) >= FORGERIES // len(CLASSES)
