"""The reference of the configuration file, written from its models: ``docs/config.md``.

A test holds the committed file against it.
"""

import inspect
import json
from dataclasses import MISSING, Field
from textwrap import fill
from typing import Any, Final

from pipeline.config.book_options import (
    BookOptions,
    CoverOptions,
    Fonts,
    Margins,
    Parts,
)
from pipeline.config.dossier import DossierOptions, Publisher
from pipeline.config.models import CollectionTable, RunTable, SectionConfig
from pipeline.config.own_pages import OwnPage
from pipeline.config.sheet_options import SheetOptions
from pipeline.config.site_models import (
    DailyTable,
    LanguageTable,
    PackTable,
    PolicyTable,
    SiteFile,
    SiteTable,
    SlotTable,
    ThemeTable,
)
from pipeline.config.table import Table, keys_of

_HEAD: Final = """\
# The configuration file

<!-- Generated from the models by tests/config/reference.py: change them, not this file. -->

One [TOML](https://toml.io) file is one run: `puzzlepress run my-book.toml`. A key that is not
listed here is refused, with its line, and so is a value of another type. Without a default, a key
that is left out is false, empty or not set.

Paths start at the folder of the file. One that leads out of it, by `..`, from the root or through a
link, is refused unless the command has `--allow-outside`: a configuration of somebody else could
print any file of your machine. Keep your collections, pictures and typefaces below the folder of
the configuration, or add the option if the configuration is yours.

```toml
seed = 20261

[book]
title = "Paths"
author = "A. Author"
year = 2026
trim = "letter"

[[section]]
title = "Easy"
kind = "numberlink"
size = ["6x6", "8x8"]
band = "easy"
count = 24                      # 12 of each size

[[section]]
title = "Hard"
kind = "numberlink"
size = "15x15"
rule = "free"
band = "hard"
count = 12
per_page = 1
[section.set]
pairs = "10:16"
```
"""

_SETTINGS: Final = """\
## `[section.set]`

The options of a kind, by its `kind`: `puzzlepress options KIND` lists them with their values,
defaults and examples, and the names for `rule`.
"""

_SITE_HEAD: Final = """\
# The configuration file of a site

One file is one site: `puzzlepress site my-site.toml --out DIR`; [web.md](web.md) describes the
result. `[daily.set]` and `[pack.set]` take the options of `[section.set]` above.
"""

_TABLES: Final = (
    ("Top of the file", RunTable),
    ("`[book]`", BookOptions),
    ("`[book.publisher]`", Publisher),
    ("`[book.margins]`", Margins),
    ("`[book.parts]`", Parts),
    ("`[book.fonts]`", Fonts),
    ("`[[page]]`", OwnPage),
    ("`[[section]]`", SectionConfig),
    ("`[cover]`", CoverOptions),
    ("`[sheet]`", SheetOptions),
    ("`[dossier]`", DossierOptions),
    ("A collection's file", CollectionTable),
)

_SITE_TABLES: Final = (
    ("Top of a site's file", SiteFile),
    ("`[site]`", SiteTable),
    ("`[site.theme]`", ThemeTable),
    ("`[site.policy]`", PolicyTable),
    ("`[[language]]`", LanguageTable),
    ("`[[slot]]`", SlotTable),
    ("`[[daily]]`", DailyTable),
    ("`[[pack]]`", PackTable),
)

_TABLE_HEAD: Final = "| key | value | default | meaning |\n| --- | --- | --- | --- |\n"

_SHORT: Final = {
    "a whole number": "integer",
    "true or false": "boolean",
    "a text that is not empty": "text, not empty",
    "a text": "text",
    "one of ": "",
    ", from the folder of this file": "",
    ", from this file": "",
}
"""Shorter forms, in this order, of how messages describe values."""


def config_reference() -> str:
    """Return the text of ``docs/config.md``."""
    seen: dict[tuple[str, ...], str] = {}
    parts = [_HEAD, *(_table_text(title, model, seen) for title, model in _TABLES)]
    parts.append(_SETTINGS)
    parts.append(_SITE_HEAD)
    parts.extend(_table_text(title, model, seen) for title, model in _SITE_TABLES)
    return "\n".join(parts)


def _table_text(title: str, table: type[Table], seen: dict[tuple[str, ...], str]) -> str:
    """Return the rows of a table; what an earlier table has in the same form is only named."""
    rows, last = [], ""
    as_above: dict[str, list[str]] = {}
    for name, key in keys_of(table).items():
        takes, default = _takes(key.takes), _default(key.field)
        row = (name, takes, default, key.about)
        if seen.setdefault(row, title) != title:
            as_above.setdefault(seen[row], []).append(f"`{name}`")
            continue
        takes_too = "same" if takes == last and len(takes) > len("same") * 5 else _cell(takes)
        last = takes
        rows.append(f"| `{name}` | {takes_too} | {default} | {_cell(key.about)} |\n")
    about = inspect.getdoc(table) or ""
    if as_above:
        names = [f"{', '.join(keys)} as in {where}" for where, keys in as_above.items()]
        about = fill(f"{about} Also {'; '.join(names)}.", width=116)
    return f"## {title}\n\n{about}\n\n{_TABLE_HEAD}{''.join(rows)}"


def _takes(text: str) -> str:
    for long, short in _SHORT.items():
        text = text.replace(long, short)
    return text


def _default(key: Field[Any]) -> str:
    """Return the default, or nothing if the key is not set, false or empty without one."""
    value = key.default if key.default_factory is MISSING else key.default_factory()
    if value is MISSING:
        return "**required**"
    if value in (None, False, "", {}, ()) or isinstance(value, Table):
        return ""
    if isinstance(value, int | float):
        return f"`{str(value).lower() if isinstance(value, bool) else format(value, 'g')}`"
    return f"`{json.dumps(value)}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
