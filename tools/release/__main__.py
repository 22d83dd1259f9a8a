"""``make release`` and ``make wheel``: what a release of the last commit consists of.

Equal commits give equal bytes: files come from git, times are the commit's.
"""

import argparse
import gzip
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.source import ROOT
from tools.release.kernels import add_kernels


def make_release(out: Path) -> list[Path]:
    """Write source distribution, wheel and SBOM into a folder, and checksums of these and others.

    Return their paths; the others are the wheels with kernels of the same version.
    """
    with _built() as (source, settings):
        (sdist,), (wheel,) = (list(source.parent.glob(f"*{end}")) for end in (".tar.gz", ".whl"))
        settle(sdist, int(settings["SOURCE_DATE_EPOCH"]))
        name = sdist.name.removesuffix(".tar.gz")
        bom = source.parent / f"{name}.cdx.json"
        _describe_parts(source, bom, settings)
        made = [_move(path, out) for path in (sdist, wheel, bom)]
    sums = out / "SHA256SUMS"
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted({*made, *out.glob(f"{name}-*.whl")})
    ]
    sums.write_bytes("".join(lines).encode())
    return [*made, sums]


def make_wheel(out: Path) -> list[Path]:
    """Write a wheel with kernels for this Python and processor; return its path."""
    with _built() as (source, settings):
        (wheel,) = source.parent.glob("*.whl")
        return [_move(add_kernels(wheel, source, settings), out)]


@contextmanager
def _built() -> Iterator[tuple[Path, dict[str, str]]]:
    """Yield the sources of the commit, with distribution and wheel beside them, and environment."""
    epoch = _git("log", "-1", "--format=%ct").decode().strip()
    settings = {**os.environ, "SOURCE_DATE_EPOCH": epoch, "PYTHONHASHSEED": "0"}
    os.umask(0o022)  # the build backend copies files with the modes of this process
    with TemporaryDirectory() as folder:
        source = Path(folder, "source")
        archive = _git("-c", "tar.umask=0022", "archive", "HEAD")
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(source, filter="data")
        _python(settings, "-m", "build", "--no-isolation", "--outdir", folder, source)
        yield source, settings


def settle(sdist: Path, epoch: int) -> None:
    """Replace times and owners in a source distribution, which the build backend leaves."""
    packed = io.BytesIO()
    with tarfile.open(sdist) as old, tarfile.open(fileobj=packed, mode="w") as new:
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            member.mtime, member.uid, member.gid = epoch, 0, 0
            member.uname = member.gname = ""
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    sdist.write_bytes(gzip.compress(packed.getvalue(), mtime=epoch))


def _describe_parts(source: Path, bom: Path, settings: dict[str, str]) -> None:
    """Write the software bill of materials of an environment with all that is installed."""
    home = bom.parent / "environment"
    venv.create(home)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = ("-m", "pip", "--python", python, "install", "-q")
    _python(settings, *install, "--require-hashes", "--requirement", source / "constraints.txt")
    _python(settings, *install, "--no-deps", "--no-build-isolation", source)
    _python(
        settings, "-m", "cyclonedx_py", "environment", "--output-reproducible",
        "--pyproject", source / "pyproject.toml", "--output-file", bom, python,
    )  # fmt: skip


def _move(path: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / path.name
    target.write_bytes(path.read_bytes())  # the folder may be on another disk
    return target


def _git(*words: str) -> bytes:
    return subprocess.run(("git", *words), cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def _python(settings: dict[str, str], *words: object) -> None:
    command = [sys.executable, *map(str, words)]
    subprocess.run(command, env=settings, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--kernels", action="store_true", help="only a wheel with kernels")
    chosen = parser.parse_args()
    for file in (make_wheel if chosen.kernels else make_release)(chosen.out):
        print(f"{file.stat().st_size:>10,}  {file}")
