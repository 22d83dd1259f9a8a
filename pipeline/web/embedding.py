"""Embedding and offline support: oEmbed, frames, manifest, WordPress plugin, security policy."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from importlib import resources
from typing import Final
from urllib.parse import urlsplit

from pipeline import __version__
from pipeline.web.link_picture import SIZE_PX
from pipeline.web.markup import plain, tag
from pipeline.web.records import Entry, board_size
from pipeline.web.site import PLAYER, Site, static_files, to_json, versioned_player

_FRAME_PX, _AROUND_PX = 640, 220


def embedding_files(site: Site) -> Iterator[tuple[str, str | bytes]]:
    """Yield (path, content) of oEmbed answers, web manifest, service worker and plugin."""
    for entry in site.entries:
        yield f"frames/{entry.record.id}.html", _frame(site, entry)
        yield f"oembed/{entry.record.id}.json", to_json(_oembed(site, entry))
    yield "site.webmanifest", to_json(_manifest(site))
    for name in ("icon-180.png", "icon-512.png"):
        yield name, (resources.files(__package__) / name).read_bytes()
    yield versioned_player(), static_files()[PLAYER]
    yield "robots.txt", f"User-agent: *\nAllow: /\nSitemap: {site.address('sitemap.xml')}\n"
    yield "_headers", headers_file(site)
    yield ".htaccess", apache_file(site)
    # its version is the digest of what it keeps for every page
    yield "worker.js", _read("worker.js").replace("VERSION", _version())
    yield from _wordpress(site)


def _frame(site: Site, entry: Entry) -> str:
    record = f"../{entry.path}.json"
    page = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("title", entry.title),
            tag("link", rel="canonical", href=site.address(f"{entry.path}.html")),
            tag("link", rel="icon", href="../icon.svg"),
            tag("link", rel="stylesheet", href="../site.css"),
            tag("link", rel="stylesheet", href="../theme.css"),
            tag("script", type="module", src=f"../{PLAYER}"),
        ),
        tag(
            "body",
            tag("main", tag("puzzle-press", src=record, lang=site.table.language)),
            class_="framed",
            data_theme=site.table.theme.scheme,
        ),
        lang=site.table.language,
    )
    return f"<!DOCTYPE html>\n{page}\n"


def _oembed(site: Site, entry: Entry) -> dict[str, object]:
    """Return the answer that oEmbed 1.0 asks for: a frame of the puzzle's own page."""
    address = site.address(f"frames/{entry.record.id}.html")
    rows, cols = board_size(entry.record)
    # The board is as wide as the frame, with title, words and tools round it.
    height = min(_FRAME_PX * rows // cols, _FRAME_PX) + _AROUND_PX
    return {
        "version": "1.0",
        "type": "rich",
        "title": plain(entry.title),
        "provider_name": plain(site.table.title),
        "provider_url": site.address(""),
        "author_name": plain(site.table.author),
        "thumbnail_url": site.address(entry.link_picture),
        "thumbnail_width": SIZE_PX[0],
        "thumbnail_height": SIZE_PX[1],
        "width": _FRAME_PX,
        "height": height,
        "html": tag(
            "iframe",
            src=address,
            width=str(_FRAME_PX),
            height=str(height),
            title=plain(entry.title),
        ),
    }


def _manifest(site: Site) -> dict[str, object]:
    return {
        "name": plain(site.table.title),
        "short_name": plain(site.table.title)[:24],
        "description": plain(site.table.description),
        "lang": site.table.language,
        "start_url": "./index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
        ],
    }


def _wordpress(site: Site) -> Iterator[tuple[str, str | bytes]]:
    base = site.address("").rstrip("/")
    src, zone = site.embedded
    words = {"BASE_URL": base, "SOURCE": src, "ZONE": zone, "HOST": urlsplit(base).hostname or "",
             "RELEASE": __version__, "VERSION": _version()}  # fmt: skip

    def fill(found: re.Match[str]) -> str:
        return words[found[0]].replace("\\", "\\\\").replace("'", "\\'").replace("*/", "")

    plugin = re.sub("BASE_URL|SOURCE|ZONE|HOST|RELEASE|VERSION", fill, _read("wordpress.php"))
    files = {"puzzle-press.php": plugin, PLAYER: static_files()[PLAYER],
             "block.js": _read("wordpress_block.js")}  # fmt: skip
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(f"puzzle-press/{name}")  # 1980-01-01: no clock
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    yield "wordpress.zip", out.getvalue()
    package = site.address("wordpress.zip")
    about = {"slug": "puzzle-press", "version": __version__, "package": package, "url": base}
    yield "wordpress.json", to_json(about)


def _version() -> str:
    kept = "".join(static_files().values())
    return hashlib.sha256(kept.encode()).hexdigest()[:12]


def _read(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


POLICY: Final[Mapping[str, tuple[str, ...]]] = {
    "default-src": ("'self'",),
    "base-uri": ("'self'",),
    "form-action": ("'self'",),
    "object-src": ("'none'",),
}
"""What the pages of a site need of a Content-Security-Policy."""
SHARED: Final = ("puzzle-press.*", "daily/*", "packs/*", "learn/*", "oembed/*", "today.json")
"""What other sites may load: the player, and all that it loads. No file matches two of these,
since hosts join the values of equal headers with commas."""
LASTING: Final = ("fonts/", "pictures/")
"""Folders whose files keep their bytes under their names."""

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
    """Yield (directive, source) of all that the owner's HTML loads or has inline."""
    reader = _OwnHtml()
    reader.feed(f"{site.own.header}\n{site.own.footer}")
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

    Examples
    --------
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
        *((f"{base}/{path}", "Access-Control-Allow-Origin: *") for path in SHARED),
        *((f"{base}/{path}", f"Cache-Control: {_LASTING_FOR}")
          for path in (*(f"{folder}*" for folder in LASTING), versioned_player())),
    ]  # fmt: skip
    return "".join(f"{path}\n" + "".join(f"  {line}\n" for line in lines) for path, *lines in rules)


def apache_file(site: Site) -> str:
    """Return ``.htaccess``, the same for Apache 2.4, with the page for lost addresses."""
    lasting = "|".join(re.escape(path) for path in (*LASTING, versioned_player()))
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
