"""Files for owners and their servers: policies, lost pages, versions that stay, oEmbed."""

import datetime
import hashlib
import io
import json
import math
import posixpath
import re
import shutil
import struct
import subprocess
import zipfile
from base64 import b64encode
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from pipeline.config.site_settings import load_site_config
from pipeline.model import ConfigError
from pipeline.run.site import arrange
from pipeline.web.bundle import player_parts
from pipeline.web.files import site_files
from pipeline.web.link_picture import link_picture
from pipeline.web.policy import policy_of
from pipeline.web.site import Site, integrity, versioned_player
from tests.book.sample import make_record
from tests.refusals import refused
from tests.web.hosts import HOSTS
from tests.web.site_sample import HOSTILE, START, make_records, make_sample, write_config


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str | bytes]:
    folder = tmp_path_factory.mktemp("site")
    return dict(site_files(make_sample(folder, START + datetime.timedelta(days=2))))


def test_servers_get_a_policy_and_the_sites_that_may_embed(written: dict[str, str | bytes]) -> None:
    headers, apache = str(written["_headers"]), str(written[".htaccess"])
    assert headers.startswith("/p/*\n  Content-Security-Policy: default-src 'self'")
    assert "/p/daily/*\n  Access-Control-Allow-Origin: *\n" in headers
    assert f"/p/{versioned_player()}\n  Cache-Control: public, max-age=31536000" in headers
    assert "ErrorDocument 404 /p/404.html\n" in apache
    assert '<base href="/p/">' in str(written["404.html"])
    assert apache.count("<") == apache.count(">")


def test_the_tag_to_copy_names_a_player_that_never_changes(written: dict[str, str | bytes]) -> None:
    player = written[versioned_player()]
    assert player == written["puzzle-press.js"]
    assert f"/p/{versioned_player()}" in str(written["embed.html"])
    assert integrity(str(player)) in str(written["embed.html"])


def test_robots_find_the_site_map(written: dict[str, str | bytes]) -> None:
    assert "Sitemap: https://puzzles.example/p/sitemap.xml" in str(written["robots.txt"])


def test_fonts_and_icons_are_what_they_are_called(written: dict[str, str | bytes]) -> None:
    fonts = [data for path, data in written.items() if path.endswith(".woff2")]
    assert [bytes(data)[:4] for data in fonts if isinstance(data, bytes)] == [b"wOF2"] * 3
    assert sum(map(len, fonts)) < 60_000
    for path, side in (("icon-180.png", 180), ("icon-512.png", 512)):
        data = written[path]
        assert isinstance(data, bytes)
        assert struct.unpack(">II", data[16:24]) == (side, side)


def _own_icon(folder: Path, side: int) -> str:
    Image.new("RGB", (side, side), "#aa0000").save(folder / "own.png")
    return '[site.theme]\nicon = "own.png"\nicon_ground = "#123456"'


def test_an_icon_of_the_owner_is_whole_in_the_circle_that_phones_cut(tmp_path: Path) -> None:
    more = 'short_name = "Lines"\n' + _own_icon(tmp_path, 600)
    written = dict(site_files(make_sample(tmp_path, START, more=more)))
    manifest = json.loads(str(written["site.webmanifest"]))
    assert (manifest["short_name"], manifest["theme_color"]) == ("Lines", "#123456")
    (path,) = (one["src"] for one in manifest["icons"] if one.get("purpose") == "maskable")
    picture = Image.open(io.BytesIO(bytes(written[path])))  # type: ignore[arg-type]
    seen = [
        (x, y) for x in range(512) for y in range(512) if picture.getpixel((x, y)) == (0xAA, 0, 0)
    ]
    assert picture.getpixel((0, 0)) == (0x12, 0x34, 0x56)
    assert len(seen) > 250**2
    assert max(math.hypot(x - 255.5, y - 255.5) for x, y in seen) < 0.4 * 512
    assert 'rel="icon" href="icon-180.png"' in str(written["index.html"])
    assert all(one["src"] in written for one in manifest["icons"])


def test_an_icon_that_is_too_small_is_refused(tmp_path: Path) -> None:
    with refused(ConfigError):
        make_sample(tmp_path, START, more=_own_icon(tmp_path, 100))


def test_slots_are_on_pages_at_their_places_and_in_the_policy(tmp_path: Path) -> None:
    (tmp_path / "ad.html").write_text('<script src="https://ads.example/a.js"></script>')
    more = "".join(
        f'[[slot]]\nplace = "{place}"\nhtml = "ad.html"\nheight = 250\n{narrow}'
        for place, narrow in (("top", ""), ("game", "narrow = 100\n"), ("end", ""))
    )
    written = dict(site_files(make_sample(tmp_path, START, more=more)))
    for path, slots in (("index", "012"), ("daily/2026-11-16", "012"), ("archive/index", "02")):
        assert re.findall(r'class="slot slot-(\d)"', str(written[f"{path}.html"])) == [*slots]
    assert "--text" not in str(written["theme.css"]), "the typefaces of books"
    heights = re.findall(r"\.slot-(\d) { height: (\d+)px; }", str(written["theme.css"]))
    assert heights == [*zip("001122", ("250", "250", "250", "100", "250", "250"), strict=True)]
    assert "https://ads.example" in str(written["_headers"])


def test_pictures_of_oembed_have_sizes(written: dict[str, str | bytes], tmp_path: Path) -> None:
    site: Site = make_sample(tmp_path, START)
    answer = json.loads(str(written[f"oembed/{site.days[0].record.id}.json"]))
    assert (answer["thumbnail_width"], answer["thumbnail_height"]) == (1200, 630)
    assert (answer["width"], answer["height"]) == (640, 860)


def test_the_frame_of_a_low_board_is_low(tmp_path: Path) -> None:
    config = load_site_config(write_config(tmp_path, days=1))
    low = make_record(3, 6, 1)
    supply = {"records days.jsonl": [low], "pack-small": make_records(3, 9000)}
    written = dict(site_files(arrange(config, supply, START)))
    answer = json.loads(str(written[f"oembed/{low.id}.json"]))
    assert (answer["width"], answer["height"]) == (640, 320 + 220)


def test_a_long_title_is_cut_below_an_icon(tmp_path: Path) -> None:
    written = dict(
        site_files(make_sample(tmp_path, START, title="Lines for every day of the week"))
    )
    manifest = json.loads(str(written["site.webmanifest"]))
    assert manifest["name"] == "Lines for every day of the week"
    assert manifest["short_name"] == "Lines for every day of t"


def test_a_theme_has_colours_logo_rules_and_html_of_the_owner(tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "own.css").write_text(".name { color: red; }")
    (tmp_path / "foot.html").write_text('<script src="https://count.example/x.js"></script>')
    more = """[site.theme]
scheme = "light"
accent = ["#7a1f1f", "#f0b0b0"]
font = "Georgia, serif"
logo = "logo.svg"
css = "own.css"
footer = "foot.html"
"""
    written = dict(site_files(make_sample(tmp_path, START, more=more)))
    theme = str(written["theme.css"])
    assert "--accent: light-dark(#7a1f1f, #f0b0b0);" in theme
    assert "--text: Georgia, serif; --display: Georgia, serif;" in theme
    assert theme.endswith(".name { color: red; }")
    page = str(written["daily/2026-11-16.html"])
    assert '<img src="../logo.svg" alt="" class="logo">' in page
    assert '<script src="https://count.example/x.js"></script><footer' in page
    assert "script-src 'self' https://count.example\n" in str(written["_headers"])
    assert 'data-theme="light"' in page


@pytest.mark.parametrize(
    ("theme", "message"),
    [
        ('accent = ["#cccccc", "#8fcbdb"]', "expected accent #cccccc to have a contrast with page"),
        (
            'page = ["#f8f6f1", "#6a4a40"]\nink = ["#1b2225", "#ffffff"]\n'
            'accent = ["#17566b", "#ffffff"]',
            r"expected quiet #a9b1b3 to have a contrast with page #6a4a40 \(dark\)",
        ),
        ('ink = "black"', "site.theme.ink: expected two colours"),
        ('logo = "none.svg"', "site.theme.logo: expected a readable file"),
        ('logo = "none.exe"', "site.theme.logo: expected an .svg or .png"),
        ('colour = "x"', "site.theme.colour: unknown key"),
    ],
)
def test_a_theme_that_will_not_do_is_refused(tmp_path: Path, theme: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_sample(tmp_path, START, more=f"[site.theme]\n{theme}\n")


def test_the_scheme_alone_may_be_said_shortly(tmp_path: Path) -> None:
    site = make_sample(tmp_path, START, more='theme = "dark"')
    assert site.table.theme.scheme == "dark"


def test_the_picture_of_a_link_has_its_size_and_is_in_colour(tmp_path: Path) -> None:
    site: Site = make_sample(tmp_path, START, title="\u202eLines \u4e00" * 9)
    picture = Image.open(io.BytesIO(link_picture(site, site.days[0])))
    assert picture.size == (1200, 630)
    shades = picture.convert("RGB").getcolors(630 * 1200) or []
    assert any(max(shade) - min(shade) > 100 for _, shade in shades if isinstance(shade, tuple))


WORDPRESS = """<?php
// As much of WordPress as the plugin asks for; esc_url takes out what no address has, as there.
define( 'ABSPATH', __DIR__ );
$known = $scripts = $inline = $blocks = array();
function add_shortcode( $name, $call ) { global $known; $known[ $name ] = $call; }
function add_action( $name, $call ) { global $known; $known[ $name ] = $call; }
function add_filter( $name, $call, $priority, $count ) { global $known; $known[ $name ] = $call; }
function shortcode_atts( $defaults, $given ) {
	return array_merge( $defaults, array_intersect_key( (array) $given, $defaults ) );
}
function esc_attr( $text ) { return htmlspecialchars( (string) $text, ENT_QUOTES ); }
function esc_url( $url ) {
	$url = preg_replace( "|[^a-z0-9-~+_.?#=!&;,/:%@$\\|*'()\\[\\]\\x80-\\xff]|i", '', $url );
	$scheme = parse_url( $url, PHP_URL_SCHEME );
	if ( $scheme && ! in_array( $scheme, array( 'http', 'https' ), true ) ) { return ''; }
	return str_replace( array( '&', "'" ), array( '&#038;', '&#039;' ), $url );
}
function plugins_url( $path, $file ) { return "https://blog.example/plugins/$path"; }
function plugin_basename( $file ) { return 'puzzle-press/' . basename( $file ); }
function wp_enqueue_script_module( $id, $src ) { global $scripts; $scripts[] = $src; }
function wp_register_script( $id, $src ) { global $scripts; $scripts[] = $src; }
function wp_add_inline_script( $id, $code, $where ) { global $inline; $inline[] = $code; }
function wp_json_encode( $value ) { return json_encode( $value ); }
function register_block_type( $name, $settings ) { global $blocks; $blocks[ $name ] = $settings; }
function wp_remote_get( $url ) { global $answer; return array( 'url' => $url, 'body' => $answer ); }
function wp_remote_retrieve_body( $found ) { return $found['body']; }

require $argv[1];
list( $given, $answer ) = json_decode( stream_get_contents( STDIN ), true );
$known['init']();
$shown = array_map( $known['puzzle_press'], $given );
$block = $blocks['puzzle-press/puzzle'];
$shown[] = $block['render_callback']( array( 'src' => $block['attributes']['src']['default'] ) );
$shown[] = $known['puzzle_press']( '' ); // WordPress gives no array where there are no attributes
$find = $known['update_plugins_puzzles.example'];
$found = $find( false, array(), 'puzzle-press/puzzle-press.php' );
$other = $find( false, array(), 'other.php' );
echo json_encode( array( $shown, $scripts, $inline, $found, $other ) );
"""


@pytest.mark.parametrize("as_of", [None, START])
def test_the_plugin_runs_and_escapes_what_authors_write(
    tmp_path: Path, as_of: datetime.date | None
) -> None:
    """Without a day the site has no today.json, and the player finds the day in its zone."""
    if not (php := shutil.which("php")):
        pytest.skip("no php on the PATH")
    written = dict(site_files(make_sample(tmp_path, as_of, title=HOSTILE)))
    with zipfile.ZipFile(io.BytesIO(bytes(written["wordpress.zip"]))) as archive:  # type: ignore[arg-type]
        archive.extractall(tmp_path)
    plugin, host = tmp_path / "puzzle-press" / "puzzle-press.php", tmp_path / "host.php"
    host.write_text(WORDPRESS, encoding="utf-8")
    subprocess.run([php, "-l", plugin], check=True, capture_output=True)
    day = "https://puzzles.example/p/daily/2026-11-16.json"
    given = [
        {"src": day, "theme": "dark", "onclick": "alert(1)"},
        {"src": f'{day}"><script>alert(1)</script>', "lang": "\"' onload='alert(1)"},
        {"src": "javascript:alert(1)"},
    ]
    shows = ("-d", "error_reporting=-1", "-d", "display_errors=stderr")
    command = [php, *shows, str(host), str(plugin)]
    for answer in (str(written["wordpress.json"]), "not found"):
        done = subprocess.run(
            command, input=json.dumps([given, answer]), capture_output=True, text=True, check=True
        )
        assert done.stderr == ""
        shown, scripts, inline, update, other = json.loads(done.stdout)
        assert other is False
        assert update == (json.loads(answer) if answer.startswith("{") else False)
    assert shown[0] == f'<puzzle-press src="{day}" theme="dark"></puzzle-press>'
    found = [HtmlElements(text).found for text in shown]
    assert [[name for name, _ in elements] for elements in found] == [["puzzle-press"]] * 5
    assert set(found[1][0][1]) == {"src", "lang"}
    assert found[2][0][1]["src"] == ""
    today = {"src": "https://puzzles.example/p/today.json"}
    if as_of is None:
        src = "https://puzzles.example/p/daily/{day}.json"
        today = {"src": src, "zone": "Europe/Berlin"}
    assert [elements[0][1] for elements in found[3:]] == [today, today]
    assert "https://blog.example/plugins/puzzle-press.js" in scripts
    (settings,) = inline
    assert (
        json.loads(settings.removeprefix("const puzzlePress = ").rstrip(";"))["src"] == today["src"]
    )


class HtmlElements(HTMLParser):
    """The elements of a piece of HTML, each with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


OWN = """<p style="color: red"><a href="https://link.example">Our other pages</a></p>
<script>alert("é")
</script>
<script src="https://count.example:81/x.js"></script><script src="own/y.js"></script>
<script type="application/ld+json">{"@id": "https://data.example"}</script>
<style>p { margin: 0 }</style><link rel="stylesheet" href="https://sheet.example/a.css">
<link rel="author" href="https://author.example">
<iframe src="//frame.example/a"></iframe><img src="data:image/png;base64,AA==" alt="">
<img srcset="https://a.example/1.png 1x, https://b.example/2.png 2x" alt="">
<form action="https://letter.example/join"><button onclick="go()">Join</button></form>
"""


def hashed(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def with_own(folder: Path, own: str = OWN, more: str = "") -> Site:
    (folder / "own.html").write_text(own, encoding="utf-8")
    return make_sample(folder, START, more=f'[site.theme]\nfooter = "own.html"\n{more}')


def rules(policy: str) -> dict[str, list[str]]:
    return {name: sources for name, *sources in (rule.split() for rule in policy.split("; "))}


def test_the_policy_names_what_own_html_loads_and_nothing_else(tmp_path: Path) -> None:
    found = rules(policy_of(with_own(tmp_path)))
    count = "https://count.example:81"
    assert found == {
        "default-src": ["'self'"],
        "base-uri": ["'self'"],
        "object-src": ["'none'"],
        "form-action": ["'self'", "https://letter.example"],
        "connect-src": ["'self'", count],
        "frame-src": ["'self'", "frame.example"],
        "img-src": ["'self'", "data:", "https://a.example", "https://b.example", count],
        "script-src": [
            "'self'",
            *sorted((hashed('alert("é")\n'), hashed("go()"), "'unsafe-hashes'", count)),
        ],
        "style-src": [
            "'self'",
            *sorted((hashed("p { margin: 0 }"), hashed("color: red"), "'unsafe-hashes'")),
            "https://sheet.example",
        ],
    }


def test_a_site_without_own_html_has_the_strict_policy(tmp_path: Path) -> None:
    policy = policy_of(make_sample(tmp_path, START))
    assert policy == "default-src 'self'; base-uri 'self'; form-action 'self'; object-src 'none'"


@pytest.mark.parametrize("host", HOSTS)
def test_what_the_owner_adds_is_in_each_build(tmp_path: Path, host: str) -> None:
    more = """[site.policy]
font-src = ["https://fonts.example"]
script-src = ["https://count.example:81", "https://more.example"]
headers = { "Strict-Transport-Security" = "max-age=99", "referrer-policy" = "100% no-referrer" }
"""
    for _ in range(2):
        text = str(dict(site_files(with_own(tmp_path, more=more)))[host])
        found = HOSTS[host](text, "/p/index.html")
        policy = rules(found["Content-Security-Policy"])
        assert policy["font-src"] == ["'self'", "https://fonts.example"]
        assert policy["script-src"].count("https://count.example:81") == 1
        assert policy["script-src"][-1] == "https://more.example"
        assert found["Strict-Transport-Security"] == "max-age=99"
        assert found["referrer-policy"] == "100% no-referrer"
        assert "Referrer-Policy" not in found


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ('script-src = "https://a.example"', r"site.policy.script-src: expected a list of sources"),
        ('img-src = ["https://a.example; x"]', r"site.policy.img-src: expected a list of sources"),
        ("""img-src = ['a"b']""", r"site.policy.img-src: expected a list of sources"),
        ('headers = { "X Y" = "z" }', r"site.policy.headers: expected a table of headers"),
        (r'headers = { "X" = "a\nb" }', r"site.policy.headers: expected a table of headers"),
        ("headers = { X = 1 }", r"site.policy.headers: expected a table of headers"),
        ('scripts = ["x"]', r"site.policy.scripts: unknown key"),
    ],
)
def test_what_no_header_may_hold_is_refused(tmp_path: Path, policy: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_sample(tmp_path, START, more=f"[site.policy]\n{policy}\n")


@pytest.mark.parametrize("host", HOSTS)
def test_only_what_never_changes_under_its_name_lasts(tmp_path: Path, host: str) -> None:
    (tmp_path / "logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    site = make_sample(tmp_path, START, more='[site.theme]\nlogo = "logo.svg"')
    written = dict(site_files(site))
    paths = [*written, f"pictures/{site.days[0].record.id}.svg"]
    lasting = {
        path
        for path in paths
        if "immutable" in HOSTS[host](str(written[host]), f"/p/{path}").get("Cache-Control", "")
    }
    assert {path for path in lasting if not re.match(r"(fonts|pictures)/", path)} == {
        versioned_player(),
        *player_parts(),
    }
    assert {"logo.svg", "icon.svg", "icon-180.png", "icon-512.png"} <= set(paths) - lasting
    assert paths[-1] in lasting


@pytest.mark.parametrize("host", HOSTS)
def test_other_sites_may_load_the_player_and_all_that_it_loads(tmp_path: Path, host: str) -> None:
    written = dict(site_files(make_sample(tmp_path, START)))
    shared = {
        path: HOSTS[host](str(written[host]), f"/p/{path}").get("Access-Control-Allow-Origin")
        for path in written
    }
    needed = [path for path in written if re.match(r"(daily|packs|learn|oembed)/.*json$", path)]
    scripts = ("puzzle-press.js", versioned_player(), *player_parts())
    for path in (*needed, "today.json", *scripts):
        assert shared[path] == "*", path
    assert any(path.startswith("learn/") for path in needed)
    assert shared["index.html"] is None


def test_the_lesson_is_found_from_every_file_that_names_it(tmp_path: Path) -> None:
    written = dict(site_files(make_sample(tmp_path, START)))
    naming = {
        path: found["learn"]
        for path, text in written.items()
        if path.endswith(".json") and "learn" in (found := json.loads(text))
    }
    assert {"today.json", "daily/2026-11-16.json", "packs/small/1.json"} <= set(naming)
    for path, learn in naming.items():
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), learn))
        assert target in written, path
