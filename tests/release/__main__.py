"""``make release``: the source distribution, the wheel, an SBOM and checksums of a commit.

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
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.source import ROOT


def make_release(out: Path, commit: str = "HEAD") -> list[Path]:
    """Write the files of a release into a folder and return their paths, the checksums last."""
    out.mkdir(parents=True, exist_ok=True)
    epoch = int(_git("log", "-1", "--format=%ct", commit))
    settings = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "PYTHONHASHSEED": "0"}
    os.umask(0o022)  # the build backend copies files with the modes of this process
    with TemporaryDirectory() as folder:
        source = Path(folder, "source")
        archive = _git("-c", "tar.umask=0022", "archive", commit)
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(source, filter="data")
        _python(settings, "-m", "build", "--no-isolation", "--outdir", folder, source)
        (sdist,), (wheel,) = (list(Path(folder).glob(f"*{end}")) for end in (".tar.gz", ".whl"))
        settle(sdist, epoch)
        bom = Path(folder, sdist.name.replace(".tar.gz", ".cdx.json"))
        _describe_parts(source, bom, settings)
        made = [_move(path, out) for path in (sdist, wheel, bom)]
    sums = out / "SHA256SUMS"
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    sums.write_bytes("".join(lines).encode())
    return [*made, sums]


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
    pinned = ("--constraint", source / "constraints.txt")
    _python(settings, "-m", "pip", "--python", python, "install", "-q", *pinned, source)
    _python(
        settings, "-m", "cyclonedx_py", "environment", "--output-reproducible",
        "--pyproject", source / "pyproject.toml", "--output-file", bom, python,
    )  # fmt: skip


def _move(path: Path, folder: Path) -> Path:
    return Path(path.replace(folder / path.name))


def _git(*words: str) -> bytes:
    return subprocess.run(("git", *words), cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def _python(settings: dict[str, str], *words: object) -> None:
    command = [sys.executable, *map(str, words)]
    subprocess.run(command, env=settings, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    for file in make_release(parser.parse_args().out):
        print(f"{file.stat().st_size:>10,}  {file}")
