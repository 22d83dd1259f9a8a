"""Settings that name a folder, each of whose files makes a puzzle of a section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pipeline.config.models import ALL, SectionConfig
from pipeline.config.params import picture_in
from pipeline.config.paths import path_in
from pipeline.kinds import get_kind
from pipeline.model import ConfigError, PipelineError
from pipeline.model.hues import Hue
from pipeline.render.colour_picture import read_colour_picture
from pipeline.render.mask_picture import read_pixel_picture
from pipeline.store.files import read_text
from pipeline.store.limits import MOST_SETTINGS

ENDINGS: Final = (".png", ".txt")
NAME: Final = "name"  # The setting that gets the name of a file


@dataclass(frozen=True, slots=True)
class FileOfSet:
    """A file that makes a puzzle: its size, and the settings of the kind with its content."""

    size: tuple[int, int]
    settings: Mapping[str, str]


def set_of(section: SectionConfig, folder: Path | None) -> str | None:
    """Return the setting of a section that names a folder, None if there is none."""
    settings = get_kind(section.kind).settings
    for key, value in section.settings.items():
        if key in settings and settings[key].each and ((folder or Path()) / value).is_dir():
            return key
    return None


def printed_names(section: SectionConfig, folder: Path | None) -> Iterator[tuple[str, str]]:
    """Yield settings of a section and the names that are printed for them with answers."""
    if NAME in section.settings:
        yield NAME, section.settings[NAME]
    if folder is not None and (key := set_of(section, folder)):
        for one in files_of_set(section, folder, key):
            yield key, one.settings.get(NAME, "")


def files_of_set(section: SectionConfig, folder: Path | None, key: str) -> list[FileOfSet]:
    """Return the files of a folder by name, as many as the section counts, or all.

    Each file gets the size of the section that shows it best; a text keeps its own size if the
    section takes all sizes. `ConfigError` if there are too few files, or one fits no size.
    """
    name = section.settings[key]
    path = Path(name) if folder is None else path_in(folder, name)
    files = sorted(one for one in path.iterdir() if one.suffix.lower() in ENDINGS and one.is_file())
    asked: Any = section.counts
    wanted = len(files) if asked == ALL else asked if isinstance(asked, int) else sum(asked)
    if not files or len(files) < wanted:
        raise ConfigError(
            f"expected at least {max(1, wanted)} files {' or '.join(ENDINGS)} in {name}, "
            f"found {len(files)}; add some" + ("" if asked == ALL else ", or lower the count")
        )
    return [
        _fitted(section, path_in(folder or path, one.absolute()), key) for one in files[:wanted]
    ]


def with_counts(section: SectionConfig, files: list[FileOfSet]) -> SectionConfig:
    """Return a section with the sizes of its files that occur, and how many have each."""
    found = [one.size for one in files]
    sizes = section.sizes or tuple(sorted({*found}))
    sizes = tuple(size for size in sizes if size in found)
    return replace(section, sizes=sizes, counts=tuple(map(found.count, sizes)))


def _fitted(section: SectionConfig, file: Path, key: str) -> FileOfSet:
    """Return a file with the size at which its kind takes it; `ConfigError` names the file."""
    kind = get_kind(section.kind)
    settings = {k: v for k, v in section.settings_for(section.band).items() if k != key}
    settings |= {NAME: file.stem} if NAME in kind.settings else {}
    try:
        each = kind.settings[key].each
        size, content = _content(file, section.sizes, kind.settings[each].hues)
        settings |= {each: content}
        kind.parse_params(*size, section.rule, settings)
    except PipelineError as error:
        raise ConfigError(f"{file.name}: {error}") from error
    return FileOfSet(size, settings)


def _content(
    file: Path, sizes: Sequence[tuple[int, int]], hues: Sequence[Hue]
) -> tuple[tuple[int, int], str]:
    """Return the size of a file, which is one of the sizes if there are some, and its content."""
    if data := picture_in(file):
        if not sizes:
            raise ConfigError('expected a size for a picture of pixels, found "all"; give one')
        return read_colour_picture(data, sizes, hues) if hues else read_pixel_picture(data, sizes)
    text = read_text(file, MOST_SETTINGS)
    lines = text.split()
    own = len(lines), len(lines[0])
    return own if own in sizes or not sizes else sizes[0], text
