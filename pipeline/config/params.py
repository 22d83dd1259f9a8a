"""Read the settings of a kind as params, with the files that they name.

It imports neither tables of configurations nor fonts, which a command for puzzles does not need.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline.config.paths import path_in
from pipeline.kinds.interface import AnyKind
from pipeline.model import ConfigError, PuzzleFormatError, StoreError
from pipeline.model.hues import Hue
from pipeline.render.colour_picture import read_colour_picture
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
    """Return the params of a kind for a size, a rule (None is the default) and settings.

    A setting with ``is_file`` names a file, relative to ``folder`` or else the working folder, and
    is replaced by its content: a PNG picture becomes rows of signs of the size in cells, any other
    file is read as text. Raise `ConfigError` if a file cannot be read, or the kind refuses a value.
    """
    read = dict(settings)
    named = [key for key, one in kind.settings.items() if one.is_file and key in settings]
    if named:
        # The size alone first, so that no picture is scaled to a size that is refused anyway.
        without = {k for k in read if k in named or kind.settings[k].needs in named}
        kind.parse_params(rows, cols, rule, {k: v for k, v in read.items() if k not in without})
    for key in named:
        name = settings[key]
        if name in ("", DASH):
            raise ConfigError(f"{key}: expected the name of a file, found {name!r}; name one")
        try:
            path = name if folder is None else path_in(folder, name)
            read[key] = read_file_setting(path, rows, cols, kind.settings[key].hues)
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


def read_file_setting(path: str | Path, rows: int, cols: int, hues: Sequence[Hue] = ()) -> str:
    """Return the content of a file setting: its text, or the cells of a PNG picture in some hues.

    `ConfigError` if a picture does not fit the size, `StoreError` or `PuzzleFormatError` if the
    file cannot be read.
    """
    data = picture_in(path)
    if data and hues:
        return read_colour_picture(data, [(rows, cols)], hues)[1]
    return read_mask_picture(data, rows, cols) if data else read_text(path, MOST_SETTINGS)


def picture_in(path: str | Path) -> bytes:
    """Return the bytes of a PNG file, b"" for another file."""
    try:
        with Path(path).open("rb") as file:
            is_png = file.read(len(PNG_MAGIC)) == PNG_MAGIC
            return read_whole(file, str(path), first=PNG_MAGIC) if is_png else b""
    except (OSError, ValueError) as error:
        raise read_error(error if isinstance(error, OSError) else OSError(), str(path)) from error
