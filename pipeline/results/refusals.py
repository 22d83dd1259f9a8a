"""Refused requests: a code for the page, and the HTTP status."""

from __future__ import annotations

from enum import Enum

from pipeline.model import PipelineError


class Reason(Enum):
    """Why a request is refused, with its HTTP status."""

    FORM = "form", 400  # Not the expected JSON
    METHOD = "method", 405
    LENGTH = "length", 411
    SIZE = "size", 413
    RATE = "rate", 429  # Too many requests from one address
    BUSY = "busy", 503  # The database or the folder of the site cannot be used
    ADDRESS = "address", 404
    PUZZLE = "puzzle", 422  # Not a daily puzzle that the site has published
    DAY = "day", 422  # Another day's puzzle
    TOKEN = "token", 422  # Not signed here, of another reader or puzzle, or too old
    HINTS = "hints", 422
    RULES = "rules", 422  # A move that no hand makes, or not the answer
    CLOCK = "clock", 422  # Moves out of order, or other times than the server saw
    SPEED = "speed", 422  # Faster than people are
    RHYTHM = "rhythm", 422  # As even as no person is
    AGAIN = "again", 409  # A second entry of a reader for a puzzle
    COPY = "copy", 409  # Another entry's log

    def __init__(self, code: str, status: int) -> None:
        self.code = code
        self.status = status


class RefusedError(PipelineError):
    """A request is refused."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"refused: {reason.code}")
        self.reason = reason
