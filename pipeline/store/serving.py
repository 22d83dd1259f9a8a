"""Serve the files of a folder to this machine, without links that lead out of it."""

from __future__ import annotations

import functools
import http.server
import os
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
    }

    def send_head(self) -> BytesIO | BinaryIO | None:
        root = Path(self.directory).resolve()
        path = Path(self.translate_path(self.path))
        for one in (path, path / "index.html", path / "index.htm"):
            if not one.resolve().is_relative_to(root):
                self.send_error(404, "File not found")
                return None
        return super().send_head()


class _Server(http.server.ThreadingHTTPServer):
    allow_reuse_address = os.name == "posix"  # elsewhere it would share a port in use


def open_server(folder: Path, port: int) -> http.server.ThreadingHTTPServer:
    """Return a server of a folder on the loopback address; `StoreError` if the port is in use."""
    handler = functools.partial(_OwnFiles, directory=str(folder))
    try:
        return _Server(("127.0.0.1", port), handler)
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(
            f"expected port {port} to be free, found it taken ({reason}); stop what uses it, or "
            f"serve {folder} yourself: python -m http.server --directory {folder} 8001"
        ) from error
