"""Folders of runs that are damaged: the same command must go on."""

import random

from tests.program import run_program
from tools.fuzz.corpus import Corpus, write_files
from tools.fuzz.kills import COMMANDS, KILL, STARVE, kill, starve, timeless
from tools.fuzz.mutate import spoil
from tools.fuzz.oracle import Sandbox


def damage(box: Sandbox, corpus: Corpus, chance: random.Random) -> list[str]:
    """Spoil a file of a finished run, run again, and return what is wrong."""
    files = dict(corpus.run)
    name = chance.choice([name for name in sorted(files) if name != "run.toml"])
    if chance.random() < 0.2:
        del files[name]
    else:
        files[name] = spoil(files[name], chance, list(corpus.run.values()))
    write_files(box.work, files)
    if chance.random() < 0.15:
        (box.work / name).unlink(missing_ok=True)
        (box.work / name).mkdir()
        if chance.random() < 0.5:
            (box.work / name / "mine.txt").write_text("precious")
    return _goes_on(box, corpus, name)


def _goes_on(box: Sandbox, corpus: Corpus, name: str) -> list[str]:
    """Run the command, and return how the folder differs from that of a run left alone."""
    box_before = {path: path.read_bytes() for path in box.outside.iterdir()}
    done = run_program(*COMMANDS["run"], cwd=box.work)
    if "Traceback" in done.stderr:
        return [f"{name}: a traceback", done.stderr]
    if done.returncode == 2:  # refused: the owner of the folder is unknown
        is_named = (box.work / name).is_dir() and name in done.stderr
        return [] if "--fresh" in done.stderr or is_named else [f"{name}: refused", done.stderr]
    faults = [] if done.returncode == 0 else [f"{name}: exit code {done.returncode}"]
    if box_before != {path: path.read_bytes() for path in box.outside.iterdir()}:
        faults.append(f"{name}: something outside was changed")
    for path, data in corpus.run.items():
        found = box.work / path
        if not found.is_file():
            faults.append(f"{name}: {path} is missing")
        elif timeless(path, found.read_bytes()) != timeless(path, data):
            faults.append(f"{name}: {path} differs")
    strange = [str(path) for path in box.work.rglob("*.part")]
    return faults + [f"{name}: left {path}" for path in strange]


def try_folder(box: Sandbox, corpus: Corpus, chance: random.Random, sort: str) -> list[str]:
    """Return what is wrong with a damaged run, or a command that was killed or starved."""
    box.fresh()
    if sort == "damage":
        return damage(box, corpus, chance)
    if sort.startswith(STARVE):
        return starve(box, corpus, chance, sort.removeprefix(STARVE))
    return kill(box, corpus, chance, sort.removeprefix(KILL))
