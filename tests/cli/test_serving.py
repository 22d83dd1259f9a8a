"""A site on this machine, as its host serves it: sub-folder, headers, unknown addresses."""

import datetime
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest

from pipeline.store.serving import open_server
from tests.browser.conftest import write_files
from tests.web.hosts import netlify_headers
from tests.web.site_sample import START, make_sample


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("served")
    return write_files(make_sample(made, START + datetime.timedelta(days=2)), made)


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    with open_server(folder, 0, "/p/") as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def get(address: str) -> tuple[int, str, Message]:
    """Return status, text and headers of an answer."""
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return answer.status, answer.read().decode("utf-8", "replace"), answer.headers
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode("utf-8", "replace"), error.headers


@pytest.mark.parametrize(
    "path", ["index.html", "today.json", "puzzle-press.js", "fonts/press-sans-400.woff2", "none"]
)
def test_every_answer_has_the_headers_of_the_host(address: str, folder: Path, path: str) -> None:
    _, _, headers = get(f"{address}/p/{path}?q")
    wanted = netlify_headers((folder / "_headers").read_text(), f"/p/{path}")
    assert {name: headers[name] for name in wanted} == wanted
    assert "Content-Security-Policy" in wanted


def test_a_site_is_below_the_path_of_its_address(address: str, folder: Path) -> None:
    index = (folder / "index.html").read_text()
    assert get(f"{address}/p/")[:2] == (200, index)
    assert get(f"{address}/")[:2] == (200, index), "leads to the site"
    assert get(f"{address}/p/site.webmanifest")[2]["Content-Type"] == "application/manifest+json"


@pytest.mark.parametrize("path", ["/p/none.html", "/p/fonts/", "/index.html", "/px", "/p/a/b/c"])
def test_unknown_addresses_get_the_page_of_the_site(address: str, folder: Path, path: str) -> None:
    status, text, headers = get(address + path)
    assert (status, text) == (404, (folder / "404.html").read_text())
    assert headers["Content-Type"] == "text/html"


def test_nothing_can_be_sent(address: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{address}/p/index.html", b"body", timeout=20)
    with refused.value:
        assert refused.value.code == 501
