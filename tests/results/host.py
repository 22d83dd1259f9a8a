"""A site of made-up records with a leaderboard, and clients of its application."""

import datetime
import hashlib
import io
import json
from pathlib import Path
from random import Random
from typing import Any

from pipeline.kinds import get_kind
from pipeline.results import make_application
from pipeline.results.application import Application
from tests.results.people import Event, moves_of, solved_example

DAY = datetime.date(2026, 11, 21)
NOON_MS = 1_795_258_800_000
"""12:00 of that day in Berlin."""


def publish(folder: Path, kinds: tuple[str, ...], day: datetime.date = DAY) -> Path:
    """Write a folder with a game of each kind on a day; return it."""
    (folder / "daily").mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text("", encoding="utf-8")
    for at, kind_id in enumerate(kinds):
        ending = f"-{kind_id}" if at else ""
        path = folder / "daily" / f"{day}{ending}.json"
        path.write_text(json.dumps(record_of(kind_id, day)), encoding="utf-8")
    return folder


def record_of(kind_id: str, day: datetime.date) -> dict[str, Any]:
    kind = get_kind(kind_id)
    clues = kind.decode(solved_example(kind_id)[0])
    return {
        "id": f"{kind_id}-{day}",
        "kind": kind_id,
        "puzzle": dict(kind.encode(clues)),
        "title": kind.title,
        "date": day.isoformat(),
        "schedule": {"zone": "Europe/Berlin", "week": "0123456"},
        "results": {"address": "/results/", "days": 90},
    }


class Host:
    """An application whose clock is set by hand."""

    def __init__(self, folder: Path, kinds: tuple[str, ...], **options: Any) -> None:
        self.now_ms = NOON_MS
        self.kinds = kinds
        self.folder = publish(folder / "www", kinds)
        options.setdefault("most_requests", 1_000_000)
        self.path = folder / "results.sqlite"
        self.application: Application = make_application(self.folder, self.path, **options)
        self.application.clock = lambda: self.now_ms

    def send(
        self, path: str, body: bytes | dict[str, Any], method: str = "POST", **environ: Any
    ) -> tuple[int, Any]:
        """Return the status and the answer to a request."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent: list[Any] = []
        given = {
            "REQUEST_METHOD": method,
            "PATH_INFO": f"/{path}",
            "CONTENT_LENGTH": str(len(data)),
            "REMOTE_ADDR": "192.0.2.7",
            "wsgi.input": io.BytesIO(data),
            **environ,
        }
        (answer,) = self.application(given, lambda *head: sent.append(head))
        self.headers = dict(sent[0][1])
        return int(sent[0][0][:3]), json.loads(answer) if answer else None

    def start(self, kind_id: str, reader: str, day: datetime.date = DAY) -> dict[str, Any]:
        """Begin a game; return the fields of its finish that are known."""
        asked = {"puzzle": f"{kind_id}-{day}", "day": day.isoformat(), "reader": reader}
        status, answer = self.send("start", asked)
        assert status == 200, answer
        return {**asked, "token": answer["token"], "name": ""}

    def finish(self, fields: dict[str, Any], log: Any, late_ms: int = 300) -> tuple[int, Any]:
        """Let the time of a log pass, send it, and set the clock back."""
        before = self.now_ms
        times = [event[0] for event in log if isinstance(event[0], int)]
        self.now_ms += (times[-1] if times else 0) + late_ms
        try:
            return self.send("finish", {**fields, "log": log})
        finally:
            self.now_ms = before

    def count(self) -> int:
        """Return the number of entries of all tables."""
        return int(self.application._database.rows("SELECT count(*) FROM entries")[0][0])


def reader_of(name: object) -> str:
    """Return the random number of a reader."""
    return hashlib.sha256(str(name).encode()).hexdigest()[:32]


def honest_log(kind_id: str, rng: Random, slowness: float = 1.0) -> list[Event]:
    """Return the log of a person: thinks, draws, at times pauses, undoes, or asks for a check."""
    puzzle, answer = solved_example(kind_id)
    kind = get_kind(kind_id)
    assert kind.slots is not None
    slots = kind.slots(kind.decode(puzzle))
    log: list[Event] = []
    ms = 0.0
    for changes in moves_of(kind_id, puzzle, answer, rng):
        ms += 60 * len(changes) + slowness * rng.lognormvariate(6.8, 0.8)
        before = [(slot, slots.values[slot]) for slot, _ in changes]
        weight = slots.play(changes)
        ms += 40 * weight
        log.append([round(ms), "m", as_text(changes)])
        if rng.random() < 0.06:
            ms += rng.lognormvariate(6.5, 0.5)
            log.append([round(ms), "u", as_text(before)])
            ms += rng.lognormvariate(6.5, 0.5)
            log.append([round(ms), "r", as_text(changes)])
        if rng.random() < 0.03:
            log.append([round(ms), "p"])
            ms += rng.lognormvariate(9, 1)
            log.append([round(ms), "g"])
        if rng.random() < 0.02:
            log.append([round(ms), "c"])
    return log


def as_text(changes: Any) -> str:
    return ",".join(f"{slot}={value}" for slot, value in changes)
