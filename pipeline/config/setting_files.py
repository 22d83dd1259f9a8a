"""Settings of a kind that name a file: the file is read here, and the kind gets what it says.

A kind marks such settings by ``Setting.is_file``. A PNG picture becomes rows of signs of the
board's size; any other file is text and is passed on as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.kinds.interface import AnyKind
from pipeline.model import ConfigError, PuzzleFormatError, StoreError
from pipeline.render.mask_picture import PNG_MAGIC, read_mask_picture
from pipeline.store.files import DASH, read_error, read_text
from pipeline.store.limits import MOST_SETTINGS, read_whole


def read_params(
    kind: AnyKind,
    rows: int,
    cols: int,
    rule: str | None,
    settings: Mapping[str, str],
    folder: Path | None = None,
) -> Any:
    """Return the kind's params for a size, a rule and settings, files that settings name read in.

    A picture is brought to the size in cells. The rule None is the kind's default. Settings are as
    on the command line: under keys with ``is_file`` stand names of files, relative ones from
    ``folder`` or else the working folder. `ConfigError` if a file cannot be read or does not hold
    what the setting takes, or the kind refuses.
    """
    read = dict(settings)
    named = [key for key, one in kind.settings.items() if one.is_file and key in settings]
    if named:
        # The size on its own first, so that no picture is scaled to one that is refused anyway.
        kind.parse_params(rows, cols, rule, {k: v for k, v in read.items() if k not in named})
    for key in named:
        name = settings[key]
        if name in ("", DASH):
            raise ConfigError(f"{key}: expected the name of a file, found {name!r}; name one")
        try:
            read[key] = _read(name if folder is None else folder / name, rows, cols)
        except ConfigError as error:
            raise ConfigError(f"{key}={name}: {error}") from error
        except (StoreError, PuzzleFormatError) as error:
            raise ConfigError(f"{key}: {error}") from error
    try:
        return kind.parse_params(rows, cols, rule, read)
    except ConfigError as error:
        guilty = [f"{key}={settings[key]}" for key in named if str(error).startswith(f"{key}: ")]
        if not guilty:
            raise
        raise ConfigError(f"{guilty[0]}: {str(error).partition(': ')[2]}") from error


def _read(path: str | Path, rows: int, cols: int) -> str:
    try:
        with Path(path).open("rb") as file:
            is_png = file.read(len(PNG_MAGIC)) == PNG_MAGIC
            data = read_whole(file, str(path), first=PNG_MAGIC) if is_png else b""
    except (OSError, ValueError) as error:
        raise read_error(error if isinstance(error, OSError) else OSError(), str(path)) from error
    return read_mask_picture(data, rows, cols) if is_png else read_text(path, MOST_SETTINGS)
