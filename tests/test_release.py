"""The release: equal bytes of equal commits, and a workflow that trusts nothing by name alone."""

import base64
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import yaml

from tests.source import ROOT
from tools.release.__main__ import make_release, settle
from tools.release.kernels import BASELINES, add_kernels

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


@pytest.mark.slow
def test_two_releases_of_a_commit_are_equal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("build", "cyclonedx_py"):
        pytest.importorskip(module)
    first = make_release(tmp_path / "first")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "elsewhere"))
    second = make_release(tmp_path / "second")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    sdist, wheel, bom, sums = first
    for line in sums.read_text("utf-8").splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((sums.parent / name).read_bytes()).hexdigest() == digest
    assert sdist.stem.partition("-")[0] == wheel.stem.partition("-")[0] == "puzzlepress"
    parts = json.loads(bom.read_text("utf-8"))
    assert parts["bomFormat"] == "CycloneDX"
    assert {"numba", "pikepdf", "typer"} <= {part["name"] for part in parts["components"]}
    assert "file:" not in bom.read_text("utf-8")


def test_a_source_distribution_has_no_clock_and_no_owner(tmp_path: Path) -> None:
    made = []
    for name, time in (("a", 5), ("b", 6)):
        (tmp_path / name).mkdir()
        (file := tmp_path / "file.py").write_bytes(b"pass\n")
        with tarfile.open(tmp_path / name / "one.tar.gz", "w:gz") as archive:
            for inner in ("one/y.py", "one/x.py")[:: 1 if name == "a" else -1]:
                entry = archive.gettarinfo(file, inner)
                entry.mtime, entry.uname = time, name
                with file.open("rb") as data:
                    archive.addfile(entry, data)
        settle(tmp_path / name / "one.tar.gz", 7)
        made.append((tmp_path / name / "one.tar.gz").read_bytes())
    assert made[0] == made[1]
    with tarfile.open(tmp_path / "a" / "one.tar.gz") as archive:
        assert [(one.name, one.mtime, one.uname) for one in archive] == [
            ("one/x.py", 7, ""), ("one/y.py", 7, ""),
        ]  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="kernels are compiled for Linux alone")
def test_a_wheel_with_kernels_is_for_one_python_and_names_their_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("wheel")
    pure = tmp_path / "puzzlepress-1.0-py3-none-any.whl"
    with zipfile.ZipFile(pure, "w") as archive:
        folder = "puzzlepress-1.0.dist-info"
        head = "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        texts = {"pipeline/__init__.py": "", f"{folder}/METADATA": "", f"{folder}/WHEEL": head}
        record = f"{folder}/RECORD,,\n"
        for name, text in texts.items():
            archive.writestr(name, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())
            record += f"{name},sha256={digest.decode().rstrip('=')},{len(text)}\n"
        archive.writestr(f"{folder}/RECORD", record)
    real = subprocess.run

    def run(words, **options):
        if "doctor" not in words:
            return real(words, **options)
        assert options["env"]["NUMBA_CPU_NAME"] == BASELINES[platform.machine()][0]
        place = Path(options["env"]["PUZZLEPRESS_CACHE"], "kernels-abc", "pipeline", "one")
        place.mkdir(parents=True)
        (place / "one.nbi").touch()
        return None

    monkeypatch.setattr(subprocess, "run", run)
    made = add_kernels(pure, tmp_path, dict(os.environ))
    tag = "cp{}{}".format(*sys.version_info)
    assert made.name == f"puzzlepress-1.0-{tag}-{tag}-manylinux_2_17_{platform.machine()}.whl"
    with zipfile.ZipFile(made) as archive:
        kernels = "pipeline/compiled_kernels"
        assert f"{kernels}/pipeline/one/one.nbi" in archive.namelist()
        about = json.loads(archive.read(f"{kernels}/about.json"))
        assert f"Tag: {tag}-{tag}-manylinux" in archive.read(f"{folder}/WHEEL").decode()
    assert about["sources"] == "abc"
    assert {"cpu", "features", "flags", "machine", "numba", "python"} <= about.keys()


def test_the_workflow_pins_its_actions_and_gives_rights_to_publishing_alone() -> None:
    text = WORKFLOW.read_text("utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    used = re.findall(r"uses: (.*)", text)
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}  # v[\d.]+", one) for one in used)
    assert len(used) == 11
    rights = {name: job["permissions"] for name, job in jobs.items() if "permissions" in job}
    assert rights == {"publish": {"id-token": "write"}}
    systems = {name.partition("-")[0] for name in jobs["test"]["strategy"]["matrix"]["system"]}
    assert systems == {"ubuntu", "macos", "windows"}
    made = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"run: make (\w+)", text)) <= made
