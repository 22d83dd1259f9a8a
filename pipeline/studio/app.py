"""The addresses of the studio: its pages, and their requests."""

from __future__ import annotations

import json
import threading
import webbrowser
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from importlib import resources
from pathlib import Path
from secrets import token_urlsafe
from socket import socket
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from pipeline.model import ConfigError, Json, PipelineError, Record
from pipeline.store.files import write_atomic
from pipeline.store.jsonl import dump_record
from pipeline.studio.book import BOOKS, page_picture
from pipeline.studio.choices import CHOICES
from pipeline.studio.collection import COLLECTION
from pipeline.studio.guard import MOST_BYTES, Guard
from pipeline.studio.setter import SETTER
from pipeline.studio.site import POLICY, SITES, site_file
from pipeline.studio.work import DOWNLOADS, WORK, Work

Asked = Mapping[str, Any]
"""A question: a JSON object."""
Ask = Callable[["Studio", Asked], Json]
"""What answers a question, with JSON."""

_TYPES: Final = {
    "css": "text/css", "html": "text/html", "js": "text/javascript", "svg": "image/svg+xml",
}  # fmt: skip
MOST_KEPT: Final = 16  # Books and days of sites whose pages are kept


class Studio:
    """The folder of a run of the studio, and the one piece of work that is done at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._work, self._files = threading.Lock(), threading.Lock()
        self._newest: dict[str, int] = {}
        self._kept: dict[str, Any] = {}
        self.long_work = Work(folder)

    def path(self, name: str, endings: tuple[str, ...], inner: str = "") -> Path:
        """Return the path of a file in the folder, or in an ``inner`` one of it.

        `ConfigError` if a name leads elsewhere, or has another ending.
        """
        with suppress(OSError, ValueError):
            home = (self.folder / inner).resolve()
            path = (home / name).resolve()
            is_plain = name.isprintable() and not name.startswith(".")
            is_inside = path.parent == home and home.is_relative_to(self.folder)
            if is_plain and is_inside and path.suffix in endings:
                return path
        wanted = " or ".join(endings)
        raise ConfigError(f"expected the name of a {wanted} file in the folder, found {name!r}")

    def add_records(self, name: str, records: Sequence[Record]) -> str:
        """Add records to a collection of the folder, and return its name."""
        path = self.path(name, (".jsonl",))
        with self._files:
            before = path.read_bytes() if path.exists() else b""
            line = b"" if before.endswith(b"\n") or not before else b"\n"
            added = "".join(f"{dump_record(record)}\n" for record in records)
            write_atomic(path, before + line + added.encode())
        return path.relative_to(self.folder).as_posix()

    def keep(self, key: str, thing: Any) -> None:
        """Keep something for a while, such as the pages of a book."""
        self._kept.pop(key, None)
        self._kept[key] = thing
        for old in [*self._kept][:-MOST_KEPT]:
            del self._kept[old]

    def kept(self, key: str) -> Any:
        """Return the value of a key, None if it has been dropped."""
        thing = self._kept.get(key)
        if thing is not None:
            self.keep(key, thing)
        return thing

    def work(self, desk: str, do: Callable[[], Json], turn: int | None = None) -> Json:
        """Return what a piece of work gives; None if a newer one of the same desk waits for it.

        Newer is what comes later, or has a higher ``turn``: questions may overtake each other.
        """
        newest = self._newest.get(desk, 0)
        mine = newest + 1 if turn is None else turn
        self._newest[desk] = max(newest, mine)
        with self._work:
            return do() if self._newest[desk] == mine else None


def make_app(studio: Studio, *, token: str, port: int, origins: Collection[str] = ()) -> Starlette:
    """Return the application: pages at ``/NAME``, questions as JSON at ``/api/NAME``."""
    asks: dict[str, Ask] = {**SETTER, **BOOKS, **CHOICES, **COLLECTION, **SITES, **WORK}

    async def ask(request: Request) -> Response:
        answer = asks.get(request.path_params["name"])
        if answer is None:
            return JSONResponse({"error": "expected a question that the studio knows"}, 404)
        asked = await _read(request)
        return JSONResponse(await run_in_threadpool(answer, studio, asked))

    def page(request: Request) -> Response:
        svg = page_picture(studio, request.path_params["plan"], request.path_params["number"])
        return Response(svg, media_type=_TYPES["svg"])

    def site(request: Request) -> Response:
        content, media = site_file(studio, **request.path_params)
        return Response(content, 200, {"Content-Security-Policy": POLICY}, media)

    def file(request: Request) -> Response:
        folder, name = request.path_params["book"], request.path_params["file"]
        path = studio.path(name, (*DOWNLOADS,), folder)
        if not path.is_file():
            return Response("There is no such file.", 404, media_type="text/plain")
        return FileResponse(path, media_type=DOWNLOADS[path.suffix], filename=path.name)

    routes = [
        Route("/", lambda _: RedirectResponse("/books", 303)),
        Route("/page/{plan}/{number:int}.svg", page),
        Route("/file/{book:path}/{file}", file),
        Route("/site/{key}/{day}/{path:path}", site),
        Route("/api/{name}", ask, methods=["POST"]),
        Route("/{name}", _page),
    ]
    guard = Middleware(Guard, token=token, port=port, origins=origins)
    return Starlette(
        routes=routes, middleware=[guard], exception_handlers={PipelineError: _refused}
    )


def _refused(request: Request, error: Exception) -> Response:
    """Return an error: as JSON for a request of the API, as text for one of a file."""
    if request.method == "POST":
        return JSONResponse({"error": str(error)}, 422)
    return Response(str(error), 404, media_type="text/plain")


async def _read(request: Request) -> Mapping[str, Any]:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise ConfigError(f"expected at most {MOST_BYTES} bytes, found more; send less")
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise ConfigError("expected a JSON object as the body of a request")
    return asked


def _page(request: Request) -> Response:
    name = request.path_params["name"]
    name = name if "." in name else f"{name}.html"
    file = resources.files(__package__).joinpath("page", name)
    media = _TYPES.get(name.rpartition(".")[2])
    if media is None or not file.is_file():
        return Response("There is no such page.", 404, media_type="text/plain")
    return Response(file.read_bytes(), media_type=media)


def serve(
    folder: Path,
    port: int,
    origins: Collection[str],
    say: Callable[[str], None],
    *,
    opens_browser: bool,
) -> None:
    """Serve the studio of a folder on this computer until it is stopped; port 0 is any free one.

    ``say`` gets the line with the address. `ConfigError` if the folder or the port cannot be used.
    """
    if not folder.is_dir():
        raise ConfigError(f"expected a folder, found {folder}; name one that exists")
    with socket() as place:
        try:
            place.bind(("127.0.0.1", port))
        except OSError as error:
            raise ConfigError(
                f"--port: expected a free port, found {port} in use ({error.strerror}); choose "
                "another"
            ) from None
        place.listen()  # before the address is known, so that nobody is refused
        port, token = place.getsockname()[1], token_urlsafe(24)
        app = make_app(Studio(folder.resolve()), token=token, port=port, origins=origins)
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        address = f"http://127.0.0.1:{port}/?token={token}"
        say(f"studio: {address}")
        if opens_browser:
            webbrowser.open(address)
        server.run([place])
