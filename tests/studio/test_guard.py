"""Only the page that the command opened may ask, and nothing outside the folder is touched."""

from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote

import pytest

from pipeline.studio.guard import MOST_BYTES
from tests.studio.serving import TOKEN, Served, serving

FRIEND = "https://editor.example"
BEARER = f"Bearer {TOKEN}"
BLANK = b'{"kind": "akari", "rows": 4, "cols": 4}'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("books"), [FRIEND]) as one:
        yield one


@pytest.mark.parametrize("way", ["/books", "/setter", "/setter.js", "/api/new", "/page/x/1.svg"])
def test_nothing_is_answered_without_the_token(served: Served, way: str) -> None:
    body = BLANK if way.startswith("/api") else None
    for headers in ({}, {"Authorization": "Bearer x"}, {"Cookie": f"puzzlepress-{served.port}=x"}):
        answer = served.send(way, body, **headers)
        assert answer.status == 403
        assert "copy it whole" in answer.text


def test_the_address_that_is_printed_opens_the_page(served: Served) -> None:
    answer = served.send(f"/?token={TOKEN}")
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    page = served.send("/setter", Cookie=cookie.partition(";")[0])
    assert page.status == 200
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert TOKEN not in page.text


def test_another_host_or_origin_is_refused(served: Served) -> None:
    for headers in ({"Host": "evil.example"}, {"Host": f"evil.example:{served.port}"}):
        assert served.send("/api/new", BLANK, Authorization=BEARER, **headers).status == 403
    for origin in ("https://evil.example", "null", f"https://127.0.0.1:{served.port}"):
        answer = served.send("/api/new", BLANK, Authorization=BEARER, Origin=origin)
        assert answer.status == 403
        assert "access-control-allow-origin" not in answer.headers


def test_an_editor_of_a_named_origin_may_ask_with_the_token(served: Served) -> None:
    before = served.send("/api/check", method="OPTIONS", Origin=FRIEND)
    assert before.status == 204
    assert before.headers["access-control-allow-origin"] == FRIEND
    answer = served.send("/api/new", BLANK, Authorization=BEARER, Origin=FRIEND)
    assert answer.status == 200
    assert answer.headers["access-control-allow-origin"] == FRIEND
    assert served.send("/api/new", BLANK, Origin=FRIEND).status == 403


def test_a_large_request_is_refused(served: Served) -> None:
    connection = HTTPConnection("127.0.0.1", served.port)
    headers = {"Authorization": BEARER, "Content-Length": str(MOST_BYTES + 1)}
    connection.request("POST", "/api/new", headers=headers)
    assert connection.getresponse().status == 413
    connection.close()


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"7", b"[" * 100_000, b'{"kind": 7}', b"\xff"])
def test_nonsense_is_answered_in_a_sentence(served: Served, body: bytes) -> None:
    for name in ("new", "change", "check", "open", "set", "keep", "state", "save", "read"):
        answer = served.send(f"/api/{name}", body, Authorization=BEARER)
        assert answer.status in (200, 422), (name, answer)
        assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "name",
    ["../out.toml", "/etc/passwd", "..", "", "a/../../b.toml", "sub/book.toml", "x\x00.toml"],
)
def test_no_name_leads_out_of_the_folder(served: Served, name: str) -> None:
    for question in ("begin", "open", "keep", "set", "make", "hand-over"):
        said = served.ask(
            question, name=name, template="variety", language="en", text="", way=["seed"], value=1
        )
        assert "expected" in said["error"], (question, said)
    said = served.ask("save", name=name, kind="akari", puzzle={})
    assert "expected" in said["error"]
    folder = served.studio.folder
    assert [*folder.parent.glob("*.toml")] == []
    way = quote(name, safe="")
    for part in ("..", ".", "%2f", "small"):
        assert served.send(f"/file/{part}/{way}", Authorization=BEARER).status in (307, 404)


def test_a_link_out_of_the_folder_is_refused(served: Served, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("seed = 1\n")
    link = served.studio.folder / "link.toml"
    link.symlink_to(tmp_path / "other.toml")
    said = served.ask("open", name="link.toml")
    link.unlink()
    assert "expected the name of a .toml file in the folder" in said["error"]
