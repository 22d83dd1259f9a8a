"""Who may ask: the page that the command opened, and editors of origins that it names.

A page of another site can reach the address of a local server, so that each request has to show the
token of this run, and comes for a host and from an origin that are ours.
"""

from __future__ import annotations

from collections.abc import Collection
from hmac import compare_digest
from http.cookies import SimpleCookie
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES: Final = 20_000_000  # Of a request
HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; frame-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """Passes on permitted requests, and refuses others with a message."""

    def __init__(
        self, app: ASGIApp, *, token: str, port: int, origins: Collection[str] = ()
    ) -> None:
        self._app = app
        self._token = token
        self._cookie = f"puzzlepress-{port}"
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._own = {f"http://{host}" for host in self._hosts}
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        origin = request.headers.get("origin")
        allowed = origin if origin in self._origins else None

        async def finish(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, text in HEADERS.items():
                    headers.setdefault(name, text)
                if allowed:
                    headers.update(
                        {
                            "Access-Control-Allow-Origin": allowed,
                            "Access-Control-Allow-Headers": "authorization, content-type",
                            "Cross-Origin-Resource-Policy": "cross-origin",
                            "Vary": "Origin",
                        }
                    )
            await send(message)

        answer = self._refusal(request, origin, allowed)
        await (answer or self._app)(scope, receive, finish)

    def _refusal(
        self, request: Request, origin: str | None, allowed: str | None
    ) -> Response | None:
        """Return the answer to a request that is not passed on, None for one that is."""
        headers = request.headers
        if headers.get("host") not in self._hosts:
            return _refuse("expected a request for this computer, found one for another host")
        if origin is not None and origin not in self._own and not allowed:
            return _refuse(
                f"expected a request of the studio's own page, found one of {origin[:80]!r}; "
                "start the studio with --allow-origin to let it in"
            )
        if allowed and request.method == "OPTIONS":
            return Response(status_code=204)
        if int(headers.get("content-length") or 0) > MOST_BYTES:
            return PlainTextResponse(f"expected at most {MOST_BYTES} bytes", 413)
        given = request.query_params.get("token")
        if given is not None and self._is_token(given) and request.method == "GET":
            answer = RedirectResponse(request.url.path, 303)
            answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict")
            return answer
        if not self._is_token(_bearer(headers) or self._of_cookie(headers)):
            return _refuse("expected the address that the command printed; copy it whole")
        return None

    def _is_token(self, given: str) -> bool:
        return compare_digest(given.encode(), self._token.encode())

    def _of_cookie(self, headers: Headers) -> str:
        found = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        return found.value if found else ""


def _bearer(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def _refuse(message: str) -> Response:
    return PlainTextResponse(message, 403)
