"""Headers of a site: its Content-Security-Policy, who may embed it, what may be cached for long.

The policy names what the owner's own HTML loads (scripts, style sheets, pictures, frames, media,
forms), the hashes of what it has inline, and what ``[site.policy]`` adds. Links need no policy.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Final
from urllib.parse import urlsplit

from pipeline.web.site import Site, versioned_player

POLICY: Final[Mapping[str, tuple[str, ...]]] = {
    "default-src": ("'self'",),
    "base-uri": ("'self'",),
    "form-action": ("'self'",),
    "object-src": ("'none'",),
}
"""What the pages of a site need of a Content-Security-Policy."""
SHARED: Final = ("daily/*", "packs/*", "learn/*", "oembed/*", "today.json")
"""What other sites may load of each language besides the player. No file matches two of these,
since hosts join the values of equal headers with commas."""
PARTS: Final = "puzzle-press-"  # What names of parts of the player begin with
LASTING: Final = ("fonts/", "pictures/")  # Folders whose files keep their bytes under their names


def _in_each_language(site: Site, path: str) -> list[str]:
    return [f"{folder}{path}" for folder in site.languages.values() or ("",)]


_LASTING_FOR: Final = "public, max-age=31536000, immutable"
_SCRIPT_TYPES: Final = ("", "module", "text/javascript", "application/javascript")
_LOADED: Final = {
    ("script", "src"): "script-src",
    ("img", "src"): "img-src",
    ("img", "srcset"): "img-src",
    ("source", "srcset"): "img-src",
    ("iframe", "src"): "frame-src",
    ("audio", "src"): "media-src",
    ("video", "src"): "media-src",
    ("video", "poster"): "img-src",
    ("source", "src"): "media-src",
    ("track", "src"): "media-src",
    ("form", "action"): "form-action",
    ("button", "formaction"): "form-action",
    ("input", "formaction"): "form-action",
}


def policy_of(site: Site) -> str:
    """Return the policy of a site's pages."""
    needs: dict[str, set[str]] = {}
    for directive, source in (*_own_sources(site), *site.table.policy.sources()):
        needs.setdefault(directive, set()).add(source)
    rules = dict(POLICY)
    for directive, sources in sorted(needs.items()):
        rules[directive] = ("'self'", *sorted(sources - {"'self'"}))
    return "; ".join(" ".join((directive, *sources)) for directive, sources in rules.items())


def _own_sources(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (directive, source) of what the owner's HTML loads or has inline."""
    reader = _OwnHtml()
    reader.feed(site.own.html)
    reader.close()
    for directive, source in reader.found:
        yield directive, source
        if directive == "script-src" and not source.startswith("'"):  # counters answer to it
            yield "connect-src", source
            yield "img-src", source


class _OwnHtml(HTMLParser):
    """Collects (directive, source) of what a piece of HTML makes a browser load or run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self._inline = ""
        self._text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for name, value in given.items():
            if directive := _LOADED.get((tag, name)):
                self._load(directive, value.split(",") if name == "srcset" else [value])
            elif name.startswith("on"):
                self.found += [("script-src", "'unsafe-hashes'"), ("script-src", _hash(value))]
            elif name == "style":
                self.found += [("style-src", "'unsafe-hashes'"), ("style-src", _hash(value))]
        if tag == "link" and "stylesheet" in given.get("rel", "").lower().split():
            self._load("style-src", [given.get("href", "")])
        is_code = given.get("type", "").strip().lower() in _SCRIPT_TYPES
        is_script = tag == "script" and is_code and "src" not in given
        self._inline = "script-src" if is_script else "style-src" if tag == "style" else ""
        self._text = []

    def handle_data(self, data: str) -> None:
        self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if self._inline and tag in ("script", "style"):
            self.found.append((self._inline, _hash("".join(self._text))))
        self._inline = ""

    def _load(self, directive: str, addresses: list[str]) -> None:
        origins = (_origin(address.strip().split(" ")[0]) for address in addresses)
        self.found += [(directive, origin) for origin in origins if origin]


def _origin(address: str) -> str:
    """Return the source that names where an address leads, "" on the site itself.

    >>> _origin("https://count.example/x.js"), _origin("//a.example:80/"), _origin("data:,")
    ('https://count.example', 'a.example:80', 'data:')
    >>> _origin("own/x.js")
    ''
    """
    parts = urlsplit(address)
    if parts.scheme in ("data", "blob"):
        return f"{parts.scheme}:"
    if not re.fullmatch(r"[\w.:\[\]-]+", parts.netloc):
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme else parts.netloc


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


def page_headers(site: Site) -> Mapping[str, str]:
    """Return the headers of every file of a site, those of the owner among them."""
    headers = {
        "Content-Security-Policy": policy_of(site),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "strict-origin-when-cross-origin",
    }
    own = site.table.policy.headers
    replaced = {name.lower() for name in own}
    return {name: text for name, text in headers.items() if name.lower() not in replaced} | dict(
        own
    )


def headers_file(site: Site) -> str:
    """Return ``_headers``, which Netlify, Cloudflare Pages and others read."""
    base = site.root.rstrip("/")
    rules = [
        (f"{base}/*", *(f"{name}: {text}" for name, text in page_headers(site).items())),
        *((f"{base}/{path}", "Access-Control-Allow-Origin: *")
          for shared in SHARED for path in _in_each_language(site, shared)),
        (f"{base}/puzzle-press*", "Access-Control-Allow-Origin: *"),
        *((f"{base}/{path}", f"Cache-Control: {_LASTING_FOR}")
          for path in (*_lasting(site, "*"), f"{PARTS}*", versioned_player())),
    ]  # fmt: skip
    return "".join(f"{path}\n" + "".join(f"  {line}\n" for line in lines) for path, *lines in rules)


def _lasting(site: Site, ending: str = "") -> list[str]:
    return [f"{path}{ending}" for one in LASTING for path in _in_each_language(site, one)]


def apache_file(site: Site) -> str:
    """Return ``.htaccess``, the same for Apache 2.4, with the page for lost addresses."""
    lasting = "|".join(re.escape(path) for path in (*_lasting(site), PARTS, versioned_player()))
    set_all = "".join(
        f'  Header set {name} "{text.replace("%", "%%")}"\n'
        for name, text in page_headers(site).items()
    )
    return (
        f"ErrorDocument 404 {site.root}404.html\n"
        "AddType font/woff2 .woff2\nAddType application/manifest+json .webmanifest\n"
        f"<IfModule mod_headers.c>\n{set_all}"
        '  <FilesMatch "\\.(js|json)$">\n    Header set Access-Control-Allow-Origin "*"\n'
        "  </FilesMatch>\n"
        f'  Header set Cache-Control "{_LASTING_FOR}" '
        f'"expr=%{{REQUEST_URI}} =~ m#^{re.escape(site.root)}({lasting})#"\n'
        "</IfModule>\n"
    )
