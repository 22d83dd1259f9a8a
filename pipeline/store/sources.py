"""The files of a collection: by name, folder, pattern or zip archive."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pipeline.model import Json, PuzzleFormatError, StoreError
from pipeline.store.files import DASH, decode, lines_of, open_binary, read_text, to_text
from pipeline.store.limits import MOST_BYTES, MOST_SETTINGS, MOST_UNPACKED, parse_toml, read_whole

SIDECAR: Final = ".toml"  # Suffix of the file beside a collection with its credit
OUTPUTS: Final = (".out", ".output", ".sol", ".solution", ".answer")  # Of files that solvers write
_SPOILT: Final = (  # Errors on reading a damaged archive
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, ValueError, OSError,
    struct.error,
)  # fmt: skip

_PACKED: Final[dict[str, Callable[[Any], Any]]] = {
    ".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open,
}  # fmt: skip
_CUT: Final = (gzip.BadGzipFile, EOFError, zlib.error, lzma.LZMAError, ValueError)
"""Errors on reading a damaged file in an archive, beside those of any file."""

CREDIT_FIELDS: Final = ("author", "title", "url", "licence", "text")


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file: its name, its text, and the credit beside it.

    ``fault`` is the reason why it could not be read; the text is empty then. ``lines`` are the
    numbered lines of a file that is not read whole, whose text is empty too. ``output`` is the file
    that a solver wrote for it, "" if there is none.
    """

    name: str
    text: str
    credit: dict[str, str]
    fault: str = ""
    lines: Iterator[tuple[int, str]] | None = None
    output: str = ""


def read_sources(
    names: Iterable[str], is_record: Callable[[str], object] | None = None
) -> Iterator[SourceText]:
    """Yield the files of some names, each read on demand.

    A folder gives all files in and below it, sorted by name, without hidden files and ``.toml``
    files; a pattern the matching files, a zip archive its files, "-" standard input. A file with
    the name of another and a suffix in `OUTPUTS` belongs to that. Files whose first line satisfies
    ``is_record`` are not read whole. `StoreError` if a name gives no file.
    """
    for name in names:
        paths = list(source_files(name))
        outputs = _outputs(paths)
        written = set(outputs.values())
        for path in paths:
            if path in written:
                continue
            if path.endswith(".zip") and zipfile.is_zipfile(path):
                yield from _read_archive(path)
            else:
                for source in _read(path, is_record):
                    yield replace(source, output=outputs.get(path, ""))


def _outputs(paths: Iterable[str]) -> dict[str, str]:
    """Return the outputs of solvers by their input files.

    >>> _outputs(["a.out", "a.txt", "b", "b.sol", "c.out"])
    {'a.txt': 'a.out', 'b': 'b.sol'}
    """
    inputs: dict[str, str] = {}
    written = []
    for path in paths:
        if path.endswith(OUTPUTS):
            written.append(path)
            continue
        inputs.setdefault(path, path)
        inputs.setdefault(path.rpartition(".")[0], path)
    stems = {path.rpartition(".")[0]: path for path in written}
    return {inputs[stem]: path for stem, path in stems.items() if stem in inputs}


def source_files(name: str) -> Iterator[str]:
    """Yield the files of a name, as `read_sources` takes them; `StoreError` if there is none."""
    is_folder = Path(name).is_dir()
    if name == DASH or (Path(name).exists() and not is_folder):
        yield name
        return
    if is_folder:
        files = sorted(str(path) for path in Path(name).rglob("*") if path.is_file())
        files = [path for path in files if _is_wanted(Path(path).relative_to(name))]
    else:
        anchor = Path(name).anchor
        matches = Path(anchor or ".").glob(name.removeprefix(anchor)) if name else ()
        files = sorted(str(path) for path in matches if path.is_file())
    if not files:
        raise StoreError(f"{name}: expected a file, found nothing of that name; check the path")
    yield from files


def _is_wanted(path: Path) -> bool:
    return path.suffix != SIDECAR and not any(part.startswith(".") for part in path.parts)


def _read(name: str, is_record: Callable[[str], object] | None) -> Iterator[SourceText]:
    try:
        credit = {} if name == DASH else read_credit(Path(name))
        with open_binary(name) as packed:
            opener = _PACKED.get(Path(name).suffix)
            file = packed if opener is None else opener(packed)
            first = file.readline(MOST_BYTES + 1)
            if is_record is not None and is_record(first.decode(errors="replace")):
                yield SourceText(name, "", credit, lines=_whole(lines_of(file, name, first), name))
                return
            text = to_text(read_whole(file, name, first=first), name)
        yield SourceText(name, text, credit)
    except PuzzleFormatError as error:
        yield SourceText(name, "", {}, error.message)
    except _CUT as error:
        yield SourceText(name, "", {}, f"expected a whole packed file: {error}")


def _whole(lines: Iterator[tuple[int, str]], name: str) -> Iterator[tuple[int, str]]:
    try:
        yield from lines
    except _CUT as error:
        raise PuzzleFormatError(f"expected a whole packed file: {error}", source=name) from None


def _read_archive(path: str) -> Iterator[SourceText]:
    try:
        credit = read_credit(Path(path))
        with zipfile.ZipFile(path) as archive:
            left = MOST_UNPACKED
            for entry in archive.infolist():
                if not entry.is_dir() and _is_wanted(Path(entry.filename)):
                    source = _read_entry(archive, entry, path, credit)
                    yield source
                    left -= MOST_BYTES if source.fault else len(source.text)
                    if left < 0:
                        raise PuzzleFormatError(
                            f"expected at most {MOST_UNPACKED:,} bytes in a zip archive, found "
                            f"more from {entry.filename} on; split it"
                        )
    except PuzzleFormatError as error:
        yield SourceText(path, "", {}, error.message)
    except _SPOILT as error:
        yield SourceText(path, "", {}, f"expected a zip archive, found a spoilt one: {error}")


def _read_entry(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str, credit: dict[str, str]
) -> SourceText:
    name = f"{path}/{entry.filename}"
    try:
        with archive.open(entry) as file:
            data = file.read(MOST_BYTES + 1)
        whole = read_whole(io.BytesIO(data), name)  # whatever the header of the archive says
        text = decode(whole, name, line=1, offset=0)
        return SourceText(name, text.replace("\r\n", "\n").lstrip("\ufeff"), credit)
    except PuzzleFormatError as error:
        return SourceText(name, "", {}, error.message)
    except _SPOILT as error:
        return SourceText(name, "", {}, f"expected a file in a zip archive: {error}")


def read_credit(path: Path) -> dict[str, str]:
    """Return the credit in the TOML file beside a collection; empty without one.

    `PuzzleFormatError` if that file is not TOML, or has other fields than those of a credit.
    """
    beside = path.with_suffix(SIDECAR)
    if beside == path or not beside.is_file():
        return {}
    try:
        credit: dict[str, Json] = parse_toml(read_text(beside, MOST_SETTINGS))
    except ValueError as error:
        raise PuzzleFormatError(f"expected TOML: {error}", source=str(beside)) from None
    if "sources" in credit:  # the settings of a collection with the name of one of its sources
        return {}
    wrong = [
        key for key, value in credit.items() if key not in CREDIT_FIELDS or type(value) is not str
    ]
    if wrong:
        raise PuzzleFormatError(
            f"expected texts named {', '.join(CREDIT_FIELDS)}, found {wrong[0]!r}; "
            "correct the file",
            source=str(beside),
        )
    return credit
