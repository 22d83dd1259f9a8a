"""Embedding and offline support: oEmbed, frames, web manifest, WordPress plugin."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from importlib import resources
from urllib.parse import urlsplit

from pipeline import __version__
from pipeline.render.icons import maskable_icon, resize_icon
from pipeline.render.templates import plain
from pipeline.web.bundle import player_parts
from pipeline.web.link_picture import SIZE_PX
from pipeline.web.policy import apache_file, headers_file
from pipeline.web.records import Entry, board_size
from pipeline.web.site import PLAYER, Site, static_files, to_json, version_of, versioned_player
from pipeline.web.view import render

_FRAME_PX, _AROUND_PX = 640, 220
_MASKABLE = "icon-maskable.png"


def embedding_files(site: Site) -> Iterator[tuple[str, str | bytes]]:
    """Yield (path, content) of oEmbed answers, web manifest, service worker and plugin."""
    for entry in site.entries:
        yield f"frames/{entry.record.id}.html", _frame(site, entry)
        yield f"oembed/{entry.record.id}.json", to_json(_oembed(site, entry))
    yield "site.webmanifest", to_json(_manifest(site))
    if site.folder:
        return
    yield from _icons(site)
    yield versioned_player(), static_files()[PLAYER]
    bases = site.bases().values() or [site.address("")]
    maps = "".join(f"Sitemap: {base}sitemap.xml\n" for base in bases)
    yield "robots.txt", f"User-agent: *\nAllow: /\n{maps}"
    yield "_headers", headers_file(site)
    yield ".htaccess", apache_file(site)
    # its version is the digest of what it keeps for every page
    yield "worker.js", _read("worker.js").replace("VERSION", _version())
    yield from _wordpress(site)


def _frame(site: Site, entry: Entry) -> str:
    path = f"frames/{entry.record.id}"
    return render(site, "frame.html", path, entry=entry, title=entry.title)


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
        "html": render(
            site, "oembed.html", "oembed",
            entry=entry, address=address, width=_FRAME_PX, height=height,
        ),
    }  # fmt: skip


def _manifest(site: Site) -> dict[str, object]:
    return {
        "name": plain(site.table.title),
        "short_name": plain(site.table.short_name or site.table.title)[:24],
        "description": plain(site.table.description),
        "lang": site.table.language,
        "start_url": "./index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": site.table.theme.page[0],
        "theme_color": site.icon_ground,
        "icons": [
            *([] if site.own.icon else [_icon("icon.svg", "any", "image/svg+xml", site)]),
            _icon("icon-512.png", "512x512", "image/png", site),
            {**_icon(_MASKABLE, "512x512", "image/png", site), "purpose": "maskable"},
        ],
    }


def _icon(name: str, sizes: str, kind: str, site: Site) -> dict[str, str]:
    return {"src": site.shared(name), "sizes": sizes, "type": kind}


def _icons(site: Site) -> Iterator[tuple[str, bytes]]:
    own = site.own.icon
    for side in (180, 512):
        name = f"icon-{side}.png"
        yield name, resize_icon(own, side) if own else _bytes(name)
    yield _MASKABLE, maskable_icon(own or _bytes("icon-512.png"), site.icon_ground)


def _wordpress(site: Site) -> Iterator[tuple[str, str | bytes]]:
    base = site.address("").rstrip("/")
    src, zone = site.embedded
    words = {"BASE_URL": base, "SOURCE": src, "ZONE": zone, "HOST": urlsplit(base).hostname or "",
             "RELEASE": __version__, "VERSION": _version()}  # fmt: skip

    def fill(found: re.Match[str]) -> str:
        return words[found[0]].replace("\\", "\\\\").replace("'", "\\'").replace("*/", "")

    plugin = re.sub("BASE_URL|SOURCE|ZONE|HOST|RELEASE|VERSION", fill, _read("wordpress.php"))
    files = {"puzzle-press.php": plugin, PLAYER: static_files()[PLAYER], **player_parts(),
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
    return version_of("".join(static_files().values()))


def _bytes(name: str) -> bytes:
    return (resources.files(__package__) / name).read_bytes()


def _read(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
