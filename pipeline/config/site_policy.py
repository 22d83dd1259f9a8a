"""What an owner adds to the headers of a site's pages: sources of a policy, and headers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Final

from pydantic import BeforeValidator

from pipeline.config.table import Table, declare, refuse

_SOURCES: Final = 'a list of sources as policies name them, such as ["https://count.example"]'
_HEADERS: Final = (
    "a table of headers, each name of letters, digits and hyphens, each value a text on one line "
    "without double quotation marks and backslashes"
)


def _read_sources(value: Any) -> Any:
    is_list = isinstance(value, list | tuple)
    if not is_list or not all(re.fullmatch(r"[^\s;,\"\\]+", str(one)) for one in value):
        raise refuse(_SOURCES)
    return value


def _read_headers(value: Any) -> Any:
    is_table = isinstance(value, Mapping)
    if not is_table or not all(
        re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", str(name))
        and isinstance(text, str)
        and re.fullmatch(r"[\x20-\x7e]+", text)
        and not re.search(r'["\\]', text)
        for name, text in value.items()
    ):
        raise refuse(_HEADERS)
    return value


Sources = Annotated[tuple[str, ...], BeforeValidator(_read_sources)]
Headers = Annotated[Mapping[str, str], BeforeValidator(_read_headers)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyTable(Table):
    """What `_headers` and `.htaccess` allow besides what the site and its own HTML need."""

    script_src: Sources = declare("Where scripts may come from.", (), _SOURCES, alias="script-src")
    style_src: Sources = declare(
        "Where style sheets may come from.", (), _SOURCES, alias="style-src"
    )
    img_src: Sources = declare("Where pictures may come from.", (), _SOURCES, alias="img-src")
    connect_src: Sources = declare(
        "Where scripts may send and fetch data.", (), _SOURCES, alias="connect-src"
    )
    frame_src: Sources = declare("What may be shown in frames.", (), _SOURCES, alias="frame-src")
    font_src: Sources = declare("Where typefaces may come from.", (), _SOURCES, alias="font-src")
    media_src: Sources = declare(
        "Where sound and video may come from.", (), _SOURCES, alias="media-src"
    )
    form_action: Sources = declare("Where forms may be sent.", (), _SOURCES, alias="form-action")
    headers: Headers = declare(
        "Further headers of every page; one that the site sets itself is replaced.", dict, _HEADERS
    )

    def sources(self) -> Iterator[tuple[str, str]]:
        """Yield (directive, source) of all that is added to the policy."""
        for one in fields(self):
            if directive := one.metadata.get("alias"):
                for source in getattr(self, one.name):
                    yield directive, source
