"""Volumes of a series in the studio, files that are brought, and the words of a section."""

from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.studio.serving import TOKEN, Served, serving
from tests.studio.test_book import SMALL, _choose, _wait

SERIES = """\
series = "Small Ones"
library = "library.db"
"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "small.toml").write_text(SERIES + SMALL.replace('author = "Ada', ISBN))
    with serving(tmp_path) as one:
        yield one


ISBN = 'isbn = ["9783161484100", "9781234567897"]\nauthor = "Ada'


def test_a_printed_volume_is_locked_and_the_next_has_its_isbn(served: Served) -> None:
    said = served.ask("open", name="small")
    assert [(one["number"], one["state"]) for one in said["series"]] == [
        (1, "to come"), (2, "to come"),
    ]  # fmt: skip
    served.ask("make", name="small.toml")
    assert _wait(served)["state"] == "done"
    said = served.ask("open", name="small")
    first, second = said["series"]
    assert (first["state"], first["puzzles"], first["isbn"]) == ("printed", 2, "9783161484100")
    assert (second["state"], second["isbn"]) == ("to come", "9781234567897")
    error = _choose(served, said["placed"][0][2], take="another")["error"]
    assert "recorded in the library as printed" in error
    assert not (served.studio.folder / "small.choices").exists()


@pytest.mark.dear
def test_files_of_volumes_are_fetched(served: Served) -> None:
    path = served.studio.folder / "small.toml"
    path.write_text("volumes = 2\n" + SMALL)
    served.ask("make", name="small.toml")
    said = _wait(served)
    assert said["state"] == "done", said
    assert {"small/volume-1/book.pdf", "small/volume-2/book.pdf"} <= {*said["files"]}
    for way, status in (("small/volume-2/puzzles.csv", 200), ("small/../../x/puzzles.csv", 404)):
        answer = served.send(f"/file/{way}", Authorization=f"Bearer {TOKEN}")
        assert answer.status == status


def test_pictures_and_collections_are_brought_into_the_folder(served: Served) -> None:
    def bring(name: str, data: bytes) -> dict[str, object]:
        said: dict[str, object] = served.ask("upload", file=name, data=b64encode(data).decode())
        return said

    out = BytesIO()
    Image.new("RGB", (600, 600), "white").save(out, "png")
    picture = out.getvalue()
    assert bring("me.png", picture) == {"name": "me.png", "is_picture": True}
    assert (served.studio.folder / "me.png").read_bytes() == picture
    assert bring("me.png", picture)["is_picture"]
    assert bring("some.txt", b"abc") == {"name": "some.txt", "is_picture": False}
    for name, data, message in (
        ("some.txt", b"abd", "found one with other contents"),
        ("small.toml", b"x", "expected the name of a"),
        ("../up.txt", b"x", "expected the name of a"),
        ("broken.png", b"x", "broken.png"),
    ):
        assert message in str(bring(name, data)["error"]), name
    assert not (served.studio.folder / "broken.png").exists()
    assert "Base64" in served.ask("upload", file="a.txt", data="%")["error"]


def test_built_in_rules_are_those_of_the_section(served: Served) -> None:
    said = served.ask("rules", name="small", section=0)
    assert "light" in said["rules"]
    assert "number of a section" in served.ask("rules", name="small", section=7)["error"]
