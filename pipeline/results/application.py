"""The WSGI application to which the player sends logs, if owner and reader agree.

It answers three POST requests with JSON: ``start`` signs the moment of the first touch, ``finish``
checks a log and returns the reader's place, ``forget`` deletes all of a reader.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import ipaddress
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, TypeAlias

from pipeline.model import Json, StoreError
from pipeline.results.database import Database, Standing
from pipeline.results.log import check_log, read_log
from pipeline.results.puzzles import Puzzles, day_in
from pipeline.results.refusals import Reason, RefusedError

MOST_BYTES: Final = 256 * 1024  # Largest request
WINDOW_MS: Final = 600_000  # Time in which the requests of an address are counted
MOST_ADDRESSES: Final = 100_000
MOST_NAME: Final = 20
_DAY_MS: Final = 24 * 3600 * 1000
_MOST_MARKS: Final = 2  # Combining characters in a row

Environ: TypeAlias = Mapping[str, Any]
StartResponse: TypeAlias = Callable[[str, list[tuple[str, str]]], object]

_HEADERS: Final = [
    ("Content-Type", "application/json; charset=utf-8"),
    ("Access-Control-Allow-Origin", "*"),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
]
_FORMS: Final = {
    "reader": "[0-9a-f]{32}",
    "puzzle": "[A-Za-z0-9_-]{1,64}",
    "day": r"\d{4}-\d\d-\d\d",
    "token": "[0-9a-f.]{1,80}",
}


def make_application(
    site: str | Path, database: str | Path, *, proxies: int = 0, most_requests: int = 240
) -> Application:
    """Return the WSGI application for a site, whose published folder and database file are given.

    ``proxies`` is the number of own proxies, each of which adds to ``X-Forwarded-For``;
    ``most_requests`` limits an address in ten minutes, for each process. `ConfigError` if ``site``
    is not the folder of a site, `StoreError` if ``database`` cannot be used.

    >>> application = make_application("www", "results.sqlite")  # doctest: +SKIP
    """
    return Application(Puzzles(Path(site)), Database(Path(database)), proxies, most_requests)


class Application:
    """Answers requests; `make_application` describes the parameters."""

    def __init__(
        self, puzzles: Puzzles, database: Database, proxies: int, most_requests: int
    ) -> None:
        self._puzzles, self._database = puzzles, database
        self._proxies, self._most_requests = proxies, most_requests
        self.clock: Callable[[], int] = _now_ms  # Returns the time, in milliseconds of Unix time
        self._counts: dict[str, int] = {}
        self._window = 0
        self._pruned: datetime.date | None = None

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request; what is refused gets a code and its status."""
        status, headers, answer = 200, _HEADERS, None
        try:
            if environ.get("REQUEST_METHOD") == "OPTIONS":
                status = 204
                headers = [*_HEADERS, ("Access-Control-Allow-Headers", "Content-Type")]
            else:
                answer = self._answer(environ)
        except RefusedError as refused:
            status, answer = refused.reason.status, {"refused": refused.reason.code}
        except (StoreError, OSError) as error:
            print(f"results: {error}", file=environ.get("wsgi.errors"))  # for the server's log
            status, answer = Reason.BUSY.status, {"refused": Reason.BUSY.code}
        body = b"" if answer is None else json.dumps(answer, ensure_ascii=False).encode()
        start_response(
            f"{status} {HTTPStatus(status).phrase}", [*headers, ("Content-Length", str(len(body)))]
        )
        return [body]

    def _answer(self, environ: Environ) -> Json:
        name = str(environ.get("PATH_INFO", "")).rpartition("/")[2]
        deeds = {"start": self._start, "finish": self._finish, "forget": self._forget}
        if name not in deeds:
            raise RefusedError(Reason.ADDRESS)
        if environ.get("REQUEST_METHOD") != "POST":
            raise RefusedError(Reason.METHOD)
        now_ms = self.clock()
        self._count(environ, now_ms)
        self._prune(now_ms)
        return deeds[name](_read_body(environ), now_ms)

    def _start(self, asked: Mapping[str, Any], now_ms: int) -> Json:
        reader = self._reader(asked)
        day = _day(asked)
        if abs(day - day_in("UTC", now_ms)) > datetime.timedelta(days=1):
            raise RefusedError(Reason.DAY)
        puzzle = self._puzzles.find(day, _text(asked, "puzzle"))
        if day != day_in(puzzle.zone, now_ms):
            raise RefusedError(Reason.DAY)
        ms = self._database.start(reader, puzzle, now_ms)
        return {"token": f"{ms:x}.{self._database.digest(puzzle.id, day, reader, ms)}"}

    def _finish(self, asked: Mapping[str, Any], now_ms: int) -> Json:
        reader, day, puzzle_id = self._reader(asked), _day(asked), _text(asked, "puzzle")
        began, _, signature = _text(asked, "token").partition(".")
        ms = int(began, 16) if re.fullmatch("[0-9a-f]{1,12}", began) else 0
        expected = self._database.digest(puzzle_id, day, reader, ms)
        if not hmac.compare_digest(signature, expected) or not 0 <= now_ms - ms <= _DAY_MS:
            raise RefusedError(Reason.TOKEN)
        puzzle = self._puzzles.find(day, puzzle_id)
        if not self._database.has_start(reader, puzzle_id, ms):
            raise RefusedError(Reason.TOKEN)
        events = read_log(asked.get("log"))
        digest = hashlib.sha256(repr(events).encode()).hexdigest()
        known = self._database.entry_digest(reader, puzzle_id)
        if known is None:
            played = check_log(puzzle.kind, puzzle.puzzle, events, now_ms - ms)
            name = clean_name(asked.get("name", ""))
            self._database.add(puzzle, reader, name, played, digest)
        elif known != digest:  # equal ones are sent again where an answer was lost
            raise RefusedError(Reason.AGAIN)
        return _to_json(self._database.standing(reader, puzzle_id))

    def _forget(self, asked: Mapping[str, Any], _: int) -> Json:
        return {"deleted": self._database.forget(self._reader(asked))}

    def _reader(self, asked: Mapping[str, Any]) -> str:
        return self._database.digest(_text(asked, "reader"))

    def _count(self, environ: Environ, now_ms: int) -> None:
        """Count a request of an address; addresses are kept in memory, for ten minutes."""
        window = now_ms // WINDOW_MS
        if window != self._window or len(self._counts) > MOST_ADDRESSES:
            self._counts, self._window = {}, window
        address = _network(environ, self._proxies)
        self._counts[address] = self._counts.get(address, 0) + 1
        if self._counts[address] > self._most_requests:
            raise RefusedError(Reason.RATE)

    def _prune(self, now_ms: int) -> None:
        today = day_in("UTC", now_ms)
        if today != self._pruned:
            self._database.prune(today, now_ms)
            self._pruned = today


def _now_ms() -> int:
    return int(datetime.datetime.now(datetime.UTC).timestamp() * 1000)


def _network(environ: Environ, proxies: int) -> str:
    """Return the address of a request; of IPv6 the network of a household."""
    address = str(environ.get("REMOTE_ADDR", ""))
    passed = str(environ.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    if 0 < proxies <= len(passed):
        address = passed[-proxies].strip()
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return ""
    return str(known) if known.version == 4 else known.exploded[:19]


def _read_body(environ: Environ) -> Mapping[str, Any]:
    length = str(environ.get("CONTENT_LENGTH") or "")
    if not re.fullmatch(r"[0-9]{1,18}", length):
        raise RefusedError(Reason.LENGTH)
    if int(length) > MOST_BYTES:
        raise RefusedError(Reason.SIZE)
    body = environ["wsgi.input"].read(int(length))
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RefusedError(Reason.FORM) from error
    if not isinstance(found, dict):
        raise RefusedError(Reason.FORM)
    return found


def _text(asked: Mapping[str, Any], name: str) -> str:
    value = asked.get(name)
    if not isinstance(value, str) or not re.fullmatch(_FORMS[name], value, re.ASCII):
        raise RefusedError(Reason.FORM)
    return value


def _day(asked: Mapping[str, Any]) -> datetime.date:
    try:
        return datetime.date.fromisoformat(_text(asked, "day"))
    except ValueError as error:
        raise RefusedError(Reason.FORM) from error


def clean_name(value: Json) -> str:
    r"""Return a name for a table: letters, numbers, spaces and .-_' of a text, at most 20.

    >>> clean_name("  Ann\u202e  <b>O'Neill</b> \n")
    "Ann bO'Neillb"
    """
    if not isinstance(value, str):
        return ""
    kept, marks = "", 0
    for letter in unicodedata.normalize("NFKC", value[:200]):
        sort = unicodedata.category(letter)[0]
        marks = marks + 1 if sort == "M" else 0
        is_kept = sort in "LN" or (sort == "M" and marks <= _MOST_MARKS) or letter in ".-_'"
        kept += letter if is_kept else " " if letter.isspace() else ""
    return " ".join(kept.split())[:MOST_NAME].strip()


def _to_json(standing: Standing) -> Json:
    return {
        "seconds": standing.ms // 1000,
        "place": standing.place,
        "count": standing.count,
        "faster": standing.faster_than,
        "median": standing.median_ms // 1000,
        "best": [
            {"name": name, "seconds": ms // 1000, "own": is_own}
            for name, ms, is_own in standing.best
        ],
    }
