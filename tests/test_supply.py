"""Everything that is installed is pinned by its content."""

import re

from tests.source import ROOT


def pins(name: str) -> dict[str, tuple[str, int]]:
    """Return the version and the number of hashes of each package of a file."""
    found: dict[str, tuple[str, int]] = {}
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            package, version = re.match(r"([\w.-]+)==([\w.+]+)", line).groups()  # type: ignore[union-attr]
            found[package] = (version, len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", line)))
    return found


def test_each_package_has_a_version_and_hashes_and_both_files_agree() -> None:
    program, tools = pins("constraints.txt"), pins("constraints-dev.txt")
    assert len(program) > 25
    assert all(count for _, count in (*program.values(), *tools.values()))
    assert program.items() <= tools.items()


def test_nothing_is_installed_without_its_hash() -> None:
    names = ("Makefile", "Containerfile", "README.md", "CONTRIBUTING.md", "docs/getting-started.md")
    for name in (*names, ".github/workflows/release.yml"):
        text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
        for words in re.findall(r"\bpip\b[^\n&|]*\binstall\b[^\n&|]*", text):
            assert "--require-hashes" in words or "--no-deps" in words, (name, words)


def test_the_image_is_named_by_its_digest_and_runs_without_root() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    images = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    assert images
    assert all(re.search(r"@sha256:[0-9a-f]{64}$", image) for image in images)
    user = re.findall(r"^USER (\d+)", text, re.MULTILINE)
    assert user
    assert user[-1] != "0"
    assert not re.search(r"chmod[^&]*a\+\w*w", text)
