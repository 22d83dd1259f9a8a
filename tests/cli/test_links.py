"""No file outside the folder that the user named is written or served, whatever links lie in it."""

import shutil
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from pipeline.store.files import write_own
from pipeline.store.serving import open_server
from tests.cli.test_proofs import BOOK
from tests.program import run_program
from tests.web.site_sample import make_records
from tools.fuzz.corpus import SITE


def names_below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def _prepare(folder: Path) -> dict[str, tuple[str, ...]]:
    from pipeline.store.jsonl import write_records

    write_records(make_records(1, 5), folder / "in.jsonl")
    run = BOOK.format(more="has_pdf = false")
    (folder / "run.toml").write_text(f'pictures = "none"\n{run}')
    (folder / "sheet.toml").write_text(run)
    (folder / "site.toml").write_bytes(SITE)
    (folder / "collection.toml").write_text('[collection]\nsources = ["in.jsonl"]\n')
    return {
        "run": ("run", "run.toml", "--out", "out", "--jobs", "1"),
        "sheet": ("sheet", "sheet.toml", "--out", "out", "--jobs", "1"),
        "site": ("site", "site.toml", "--out", "out", "--trust", "--jobs", "1"),
        "report": ("report", "in.jsonl", "--out", "out"),
    }


@pytest.mark.part(4)
@pytest.mark.parametrize("command", ["run", "sheet", "site", "report"])
def test_no_name_that_the_program_chooses_leads_out_of_its_folder(
    command: str, tmp_path: Path
) -> None:
    """Each file and folder of a finished command is a link in its turn."""
    words = _prepare(tmp_path)[command]
    done = run_program(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    whole = tmp_path / "whole"
    (tmp_path / "out").rename(whole)
    named = [name for name in names_below(whole) if name.count("/") < 2]
    folders = [name for name in named if (whole / name).is_dir()]
    files = [name for name in named if (whole / name).is_file()]
    few = {path.rpartition("/")[0] + path[path.rfind(".") :]: path for path in files}
    for name in (*folders, *few.values()):
        out = tmp_path / "out"
        shutil.rmtree(out, ignore_errors=True)
        outside = tmp_path / "outside"
        shutil.rmtree(outside, ignore_errors=True)
        outside.mkdir()
        (outside / "precious").write_text("precious")
        link = out / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(outside if name in folders else outside / "precious")
        done = run_program(*words, cwd=tmp_path)
        assert "Traceback" not in done.stderr, (name, done.stderr)
        assert done.returncode in (0, 2), (name, done.stderr)
        assert names_below(outside) == ["precious"], name
        assert (outside / "precious").read_text() == "precious", name


def test_a_name_with_folders_is_written_below_its_own(tmp_path: Path) -> None:
    path = write_own(tmp_path, "a/b/c.txt", b"text")
    assert path == tmp_path / "a/b/c.txt"
    assert path.read_bytes() == b"text"


def test_nothing_is_served_that_a_link_leads_to(tmp_path: Path) -> None:
    folder, secret = tmp_path / "www", tmp_path / "secret"
    (folder / "own").mkdir(parents=True)
    (folder / "own" / "index.html").write_text("index")
    (folder / "page.html").write_text("page")
    (folder / "inner.html").symlink_to(folder / "page.html")
    secret.mkdir()
    (secret / "index.html").write_text("secret")
    (folder / "file.html").symlink_to(secret / "index.html")
    (folder / "folder").symlink_to(secret)
    (folder / "other").mkdir()
    (folder / "other" / "index.html").symlink_to(secret / "index.html")
    with open_server(folder, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def get(path: str) -> str:
            address = f"http://127.0.0.1:{server.server_port}/{path}"
            try:
                with urllib.request.urlopen(address, timeout=20) as answer:
                    return str(answer.read().decode())
            except urllib.error.HTTPError as error:
                return str(error.code)

        assert [get(path) for path in ("page.html", "inner.html", "own/")] == [
            "page", "page", "index",
        ]  # fmt: skip
        closed = ("file.html", "folder/index.html", "folder/", "folder", "other/",
                  "../secret/index.html", "%2e%2e/secret/index.html", "none")  # fmt: skip
        assert {get(path) for path in closed} == {"404"}
        server.shutdown()


def test_cells_that_a_spreadsheet_would_run_are_quoted(tmp_path: Path) -> None:
    config = BOOK.format(more="has_pdf = false").replace('title = "S"', 'title = "=1+1"')
    (tmp_path / "run.toml").write_text(f'pictures = "none"\n{config}')
    assert (
        run_program("run", "run.toml", "--out", "out", "--jobs", "1", cwd=tmp_path).returncode == 0
    )
    table = (tmp_path / "out" / "puzzles.csv").read_text()
    assert ",'=1+1," in table
    assert ",=1+1," not in table
