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
from pipeline.config.models import CollectionTable, RunTable, SectionConfig
from pipeline.config.own_pages import OwnPage
from pipeline.config.site_models import (
    DailyTable,
    PackTable,
    PolicyTable,
    SiteFile,
    SiteTable,
    ThemeTable,
)
from pipeline.config.table import Table, keys_of
from pipeline.kinds import KINDS, get_kind

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

_SITE_HEAD: Final = """\
# The configuration file of a site

One file is one site: `puzzlepress site my-site.toml --out DIR`. [web.md](web.md) says what comes
out. `[daily.set]` and `[pack.set]` take the options of `[section.set]` above.
"""

_TABLES: Final = (
    ("Top of the file", RunTable),
    ("`[book]`", BookOptions),
    ("`[book.margins]`", Margins),
    ("`[book.parts]`", Parts),
    ("`[book.fonts]`", Fonts),
    ("`[[page]]`", OwnPage),
    ("`[[section]]`", SectionConfig),
    ("`[cover]`", CoverOptions),
    ("`[sheet]`", SheetOptions),
    ("A collection's file", CollectionTable),
)

_SITE_TABLES: Final = (
    ("Top of a site's file", SiteFile),
    ("`[site]`", SiteTable),
    ("`[site.theme]`", ThemeTable),
    ("`[site.policy]`", PolicyTable),
    ("`[[daily]]`", DailyTable),
    ("`[[pack]]`", PackTable),
)
"""The tables of ``puzzlepress site``; `[daily.set]` and `[pack.set]` are as `[section.set]`."""


def config_reference() -> str:
    """Return the text of ``docs/config.md``."""
    parts = [_HEAD, *(_table_text(title, model) for title, model in _TABLES)]
    parts.extend(_settings_text(kind_id) for kind_id in KINDS)
    parts.append(_SITE_HEAD)
    parts.extend(_table_text(title, model) for title, model in _SITE_TABLES)
    return "\n".join(parts)


def _table_text(title: str, table: type[Table]) -> str:
    rows = [
        f"| `{name}` | {_cell(key.takes)} | {_default(key.field)} | {_cell(key.about)} |\n"
        for name, key in keys_of(table).items()
    ]
    return (
        f"## {title}\n\n{inspect.getdoc(table)}\n\n"
        "| key | takes | default | meaning |\n| --- | --- | --- | --- |\n" + "".join(rows)
    )


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


def _settings_text(kind_id: str) -> str:
    kind = get_kind(kind_id)
    rows = [
        f"| `{name}` | {_cell(one.values)} | {_cell(one.default)} | {_cell(one.help)} |\n"
        for name, one in kind.settings.items()
    ]
    rules = (
        ""
        if kind.variants is None
        else (
            fill(
                f"Rules: {', '.join(f'`{rule}`' for rule in kind.variants.rules)}; "
                "the first is the default.",
                width=116,
                break_on_hyphens=False,
            )
            + "\n\n"
        )
    )
    return (
        f"## `[section.set]` of {kind.id}\n\n{rules}"
        "| key | takes | default | meaning |\n| --- | --- | --- | --- |\n" + "".join(rows)
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
