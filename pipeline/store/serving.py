"""Serve the files of a site to this machine as its host does, without links that lead out of it."""

from __future__ import annotations

import functools
import http.server
import os
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from pipeline.model import StoreError


class _OwnFiles(http.server.SimpleHTTPRequestHandler):
    """Request handler for the files of one folder, with types that no registry changes."""

    extensions_map = {  # noqa: RUF012 (as in the base class)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css",
        ".js": "text/javascript",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
        ".woff2": "font/woff2",
    }

    def __init__(self, *args: object, root: str, **options: object) -> None:
        self._root = root
        super().__init__(*args, **options)  # type: ignore[arg-type]

    def send_head(self) -> BytesIO | BinaryIO | None:
        if not self.path.startswith(self._root):
            if self.path == "/":
                self.send_response(302)
                self.send_header("Location", self._root)
                self.end_headers()
                return None
            return self._send_lost()
        folder = Path(self.directory).resolve()
        path = Path(self.translate_path(self.path))
        known = (path, path / "index.html", path / "index.htm")
        if not path.exists() or not all(one.resolve().is_relative_to(folder) for one in known):
            return self._send_lost()
        return super().send_head()

    def list_directory(self, path: str | os.PathLike[str]) -> BytesIO | None:
        return self._send_lost()

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(self._root))

    def end_headers(self) -> None:
        for name, text in _headers_of(Path(self.directory), self.path.partition("?")[0]):
            self.send_header(name, text)
        super().end_headers()

    def _send_lost(self) -> BytesIO | None:
        """Answer with the site's own page for unknown addresses."""
        page = Path(self.directory) / "404.html"
        if not page.is_file() or page.is_symlink():
            self.send_error(404, "File not found")
            return None
        text = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        return BytesIO(text)


def _headers_of(folder: Path, path: str) -> Iterator[tuple[str, str]]:
    file = folder / "_headers"
    is_meant = False
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        if line.startswith(" "):
            name, _, text = line.strip().partition(": ")
            if is_meant:
                yield name, text
        else:
            pattern = ".*".join(map(re.escape, line.split("*")))
            is_meant = re.fullmatch(pattern, path) is not None


class _Server(http.server.ThreadingHTTPServer):
    allow_reuse_address = os.name == "posix"  # elsewhere it would share a port in use


def open_server(folder: Path, port: int, root: str = "/") -> http.server.ThreadingHTTPServer:
    """Return a server of a folder on the loopback address; `StoreError` if the port is in use.

    It answers as hosts do that read ``_headers``: below the path ``root``, with those headers, and
    with ``404.html`` for unknown addresses.
    """
    handler = functools.partial(_OwnFiles, directory=str(folder), root=root)
    try:
        return _Server(("127.0.0.1", port), handler)
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(
            f"expected port {port} to be free, found it taken ({reason}); stop what uses it, or "
            f"serve {folder} yourself: python -m http.server --directory {folder} 8001"
        ) from error
