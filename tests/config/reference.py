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
    SheetOptions,
)
from pipeline.config.dossier import DossierOptions, Publisher
from pipeline.config.models import CollectionTable, RunTable, SectionConfig
from pipeline.config.own_pages import OwnPage
from pipeline.config.site_models import (
    DailyTable,
    LanguageTable,
    PackTable,
    PolicyTable,
    ResultsTable,
    SiteFile,
    SiteTable,
    SlotTable,
    ThemeTable,
)
from pipeline.config.table import Table, keys_of

_HEAD: Final = """\
# The configuration file

<!-- Generated from the models by tests/config/reference.py: change them, not this file. -->

One [TOML](https://toml.io) file is one run: `puzzlepress run my-book.toml`. Equal file and equal
version make equal bytes. A key that is not listed here is refused, with its line, and so is a
value of another type.

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

One file is one site: `puzzlepress site my-site.toml --out DIR`. [web.md](web.md) says what comes
out. `[daily.set]` and `[pack.set]` take the options of `[section.set]` above.
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
    ("`[site.results]`", ResultsTable),
    ("`[site.policy]`", PolicyTable),
    ("`[[language]]`", LanguageTable),
    ("`[[slot]]`", SlotTable),
    ("`[[daily]]`", DailyTable),
    ("`[[pack]]`", PackTable),
)
"""The tables of ``puzzlepress site``; `[daily.set]` and `[pack.set]` are as `[section.set]`."""


_TABLE_HEAD: Final = "| key | takes | default | meaning |\n| --- | --- | --- | --- |\n"


def config_reference() -> str:
    """Return the text of ``docs/config.md``."""
    parts = [_HEAD, *(_table_text(title, model) for title, model in _TABLES)]
    parts.append(_SETTINGS)
    parts.append(_SITE_HEAD)
    parts.extend(_table_text(title, model) for title, model in _SITE_TABLES)
    return "\n".join(parts)


def _table_text(title: str, table: type[Table]) -> str:
    keys = keys_of(table)
    shared = keys_of(RunTable) if table is SiteFile else {}
    as_above = [name for name in keys if name in shared and keys[name].about == shared[name].about]
    rows = [
        f"| `{name}` | {_cell(key.takes)} | {_default(key.field)} | {_cell(key.about)} |\n"
        for name, key in keys.items()
        if name not in as_above
    ]
    about = inspect.getdoc(table)
    if as_above:
        about = fill(
            f"{about} {', '.join(f'`{name}`' for name in as_above)} are as in the file of a book.",
            width=116,
        )
    return f"## {title}\n\n{about}\n\n{_TABLE_HEAD}{''.join(rows)}"


def _default(key: Field[Any]) -> str:
    value = key.default if key.default_factory is MISSING else key.default_factory()
    if value is MISSING:
        return "**required**"
    if value is None or value in ({}, ()):
        return "none"
    if isinstance(value, Table):
        return "see below"
    if isinstance(value, int | float):
        return f"`{str(value).lower() if isinstance(value, bool) else format(value, 'g')}`"
    return f"`{json.dumps(value)}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
