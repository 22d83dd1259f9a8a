"""Right inputs of every sort, made by the program itself: what the spoilt ones are made from."""

import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image

from pipeline.kinds import get_kind, kind_ids
from tests.preflight.pdfs import make_pdf
from tests.program import run_program
from tests.run.runs import write_config
from tests.source import ROOT
from tools.fuzz.oracle import Sandbox

SIZES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(kind_ids(), ("4x4",)),
    **{
        "numberlink": ("4x4", "5x5"),
        "hashi": ("5x5",),
        "npuzzle": ("3x3", "3x2"),
        "suguru": ("5x5",),
        "lits": ("5x5",),
        "battleships": ("5x5",),
        "dominosa": ("5x4",),
        "samurai": ("8x8",),
    },
}
PROOFS = "proofs"
RUN = "run"
BOOK = "book"
SITE = b"""seed = 7
[site]
title = "T"
base_url = "https://puzzles.example/"
author = "A"
start = 2026-11-16
days = 1
[[daily]]
days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
records = "in.jsonl"
"""
FOR_A_DOSSIER = """has_pdf = true
publisher = { name = "P", address = "Road 1, X", email = "p@press.example" }
[dossier]
editor = "E"
"""
COLLECTION = b'sources = ["in.jsonl"]\n'


@dataclass(slots=True)
class Corpus:
    """Records by kind, texts by form, and files by name for what needs several."""

    records: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    texts: dict[str, list[bytes]] = field(default_factory=dict)
    configs: list[bytes] = field(default_factory=list)
    masks: list[bytes] = field(default_factory=list)
    pdfs: list[bytes] = field(default_factory=list)
    proofs: dict[str, bytes] = field(default_factory=dict)
    library: bytes = b""
    """All records, some of them placed."""
    run: dict[str, bytes] = field(default_factory=dict)
    """A finished run without a book, and the configuration beside it."""
    book: dict[str, bytes] = field(default_factory=dict)
    """The same of one with a book and what its dossier needs."""
    wholes: dict[str, tuple[int, int, dict[str, bytes]]] = field(default_factory=dict)
    """Of commands that nothing disturbed, as far as they were tried: the places where they may be
    killed, the exit code, and what they left."""

    @property
    def all_records(self) -> list[dict[str, Any]]:
        """The records of all kinds."""
        return [record for kind in SIZES for record in self.records[kind]]


def make_corpus(box: Sandbox) -> Corpus:
    """Return the corpus; takes some seconds."""
    box.fresh()
    corpus = Corpus()
    for kind in SIZES:
        corpus.records[kind] = _records(box, kind)
        _add_texts(box, kind, corpus)
    _add_proofs(box, corpus)
    _add_run(box, corpus)
    _add_library(box, corpus)
    corpus.configs = [write_config(box.work / "T.toml", has_pdf=True).read_bytes()]
    for name in ("sampler", "sliding", "magazine", "site", "shapes", "variety"):
        corpus.configs.append((ROOT / "configs" / f"{name}.toml").read_bytes())
    corpus.masks = [b".##.\n####\n####\n.##.\n", b"#####\n##.##\n#####\n", _picture()]
    _add_book(box, corpus)
    book = _unpacked(corpus.book[f"{BOOK}/book.pdf"])
    corpus.pdfs = [make_pdf(box.work / "plain.pdf", pages=3).read_bytes(), book]
    return corpus


def _do(box: Sandbox, *words: str) -> None:
    done = run_program(*words, cwd=box.work)
    assert done.returncode in (0, 4), (words, done.stderr)


def _records(box: Sandbox, kind: str) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = []
    for size in SIZES[kind]:
        _do(box, "generate", kind, "--size", size, "--seed", "3", "--count", "3", "-o", "a")
        _do(box, "filter", "a", "-o", "b")
        _do(box, "grade", "b", "-o", "c")
        records += map(json.loads, (box.work / "c").read_text().splitlines())
    return records


def lines_of(records: list[Any]) -> bytes:
    """Return records as a file of them."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def _add_texts(box: Sandbox, kind: str, corpus: Corpus) -> None:
    (box.work / "all").write_bytes(lines_of(corpus.records[kind]))
    for form in get_kind(kind).formats:
        done = run_program("export", "all", "--to", form.name, cwd=box.work)
        if done.returncode == 0:
            corpus.texts.setdefault(form.name, []).append(done.stdout.encode())
    for path in sorted((ROOT / "samples").glob(f"{kind}-*.txt")):
        corpus.texts.setdefault("sample", []).append(path.read_bytes())


def _add_proofs(box: Sandbox, corpus: Corpus) -> None:
    some = [*corpus.records["numberlink"][:2], *corpus.records["hashi"][:1]]
    (box.work / "some.jsonl").write_bytes(lines_of(some))
    _do(box, "filter", "some.jsonl", "--proof", PROOFS, "-o", "proved.jsonl")
    corpus.proofs["proved.jsonl"] = (box.work / "proved.jsonl").read_bytes()
    for path in sorted((box.work / PROOFS).iterdir()):
        corpus.proofs[f"{PROOFS}/{path.name}"] = path.read_bytes()


def _add_run(box: Sandbox, corpus: Corpus) -> None:
    config = write_config(box.work / "run.toml")
    config.write_text(config.read_text().replace("count = 6", "count = 3"))
    _do(box, "run", "run.toml", "--out", RUN, "--jobs", "1")
    corpus.run = {"run.toml": config.read_bytes(), **_contents(box, RUN)}


def _add_library(box: Sandbox, corpus: Corpus) -> None:
    (box.work / "all").write_bytes(lines_of(corpus.all_records))
    (box.work / "some").write_bytes(lines_of(corpus.all_records[:4]))
    _do(box, "library", "add", "all", "--holder", "H")
    _do(box, "library", "place", "some", "--series", "S", "--volume", "1")
    corpus.library = (box.work / "library.db").read_bytes()


def _add_book(box: Sandbox, corpus: Corpus) -> None:
    config = (box.work / "run.toml").read_text().replace("has_pdf = false", FOR_A_DOSSIER)
    (box.work / "book.toml").write_text(config)
    _do(box, "run", "book.toml", "--out", BOOK, "--jobs", "1")
    corpus.book = {"book.toml": config.encode(), **_contents(box, BOOK)}


def _contents(box: Sandbox, folder: str) -> dict[str, bytes]:
    paths = sorted(path for path in (box.work / folder).rglob("*") if path.is_file())
    return {path.relative_to(box.work).as_posix(): path.read_bytes() for path in paths}


def _unpacked(book: bytes) -> bytes:
    """Return a book whose streams are not packed, so that a changed byte changes its drawing."""
    data = io.BytesIO()
    with pikepdf.open(io.BytesIO(book)) as pdf:
        pdf.save(
            data,
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    return data.getvalue()


def _picture() -> bytes:
    data = io.BytesIO()
    picture = Image.new("1", (8, 8), 1)
    picture.paste(0, (1, 1, 7, 7))
    picture.save(data, "PNG")
    return data.getvalue()


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write files by name into a folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
