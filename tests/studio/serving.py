"""A studio on a free port, for tests."""

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from socket import socket
from time import sleep
from typing import Any, NamedTuple

import uvicorn

from pipeline.studio.app import Studio, make_app

TOKEN = "token-of-a-test"


class Answer(NamedTuple):
    """What came back: status, headers and text."""

    status: int
    headers: Message
    text: str


class Served(NamedTuple):
    """A studio that is served."""

    studio: Studio
    port: int

    @property
    def address(self) -> str:
        """The address of its first page."""
        return f"http://127.0.0.1:{self.port}"

    def send(
        self, way: str, body: bytes | None = None, method: str | None = None, **headers: str
    ) -> Answer:
        """Return the answer to a request; underscores in names of headers are hyphens."""
        own = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.address + way, body, own, method=method)
        try:
            with urllib.request.build_opener(_Stay).open(request) as answer:
                return Answer(answer.status, answer.headers, answer.read().decode())
        except urllib.error.HTTPError as answer:
            return Answer(answer.code, answer.headers, answer.read().decode())

    def ask(self, question: str, /, **asked: Any) -> Any:
        """Return what the studio answers to a question."""
        body = json.dumps(asked).encode()
        return json.loads(self.send(f"/api/{question}", body, Authorization=f"Bearer {TOKEN}").text)


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow no redirection."""


@contextmanager
def serving(folder: Path, origins: Collection[str] = ()) -> Iterator[Served]:
    """Serve the studio of a folder."""
    with socket() as place:
        place.bind(("127.0.0.1", 0))
        port = place.getsockname()[1]
        studio = Studio(folder.resolve())
        app = make_app(studio, token=TOKEN, port=port, origins=origins)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
        thread = threading.Thread(target=server.run, args=([place],), daemon=True)
        thread.start()
        while not server.started:
            sleep(0.01)
        yield Served(studio, port)
        server.should_exit = True
        thread.join()
