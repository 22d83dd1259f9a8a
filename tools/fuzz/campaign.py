"""Inputs one after another, each from the seed and its number alone."""

import random
import time
from collections import Counter, defaultdict
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from tools.fuzz.corpus import make_corpus, write_files
from tools.fuzz.folders import try_folder
from tools.fuzz.kills import COMMANDS, KILL, STARVE
from tools.fuzz.oracle import open_sandbox, try_words
from tools.fuzz.targets import TARGETS

DISTURBED = [f"{sort}{name}" for sort in (KILL, STARVE) for name in COMMANDS]
FOLDERS = {"damage": 0.3, **dict.fromkeys(DISTURBED, 0.06)}
ALL = (*TARGETS, *FOLDERS)


class Campaign:
    """A corpus and a sandbox; counts what was tried, what was answered and what was wrong."""

    def __init__(self, seed: int, kept: Path) -> None:
        self.seed = seed
        self.kept = kept
        self.tried: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.faults = 0

    def __enter__(self) -> Self:
        with ExitStack() as stack:  # closed if there is no corpus
            self.box = stack.enter_context(open_sandbox())
            self.corpus = make_corpus(self.box)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def try_one(self, number: int, only: str | None = None) -> list[str]:
        """Try the input of a number, and return what is wrong, with the words that repeat it."""
        chance = random.Random(f"{self.seed} {number} {only or ''}")
        weights = {**{name: weight for name, (weight, _) in TARGETS.items()}, **FOLDERS}
        name = only or chance.choices(list(weights), list(weights.values()))[0]
        self.tried[name] += 1
        start = time.process_time()
        again = f"--seed {self.seed} --first {number} --inputs 1"
        again += f" --only {only}" if only else ""
        if name in FOLDERS:
            faults = try_folder(self.box, self.corpus, chance, name)
        else:
            trial = TARGETS[name][1](self.corpus, chance)
            self.box.fresh()
            write_files(self.box.work, trial.files)
            done, faults = try_words(self.box, trial.words, trial.output, trial.may_be_long)
            self.codes[f"{name} {done.returncode}"] += 1
            if faults:
                write_files(self.kept / f"{name}-{self.seed}-{number}", trial.files)
                faults = [f"{trial.words!r}", *faults, done.stderr[-2000:]]
        self.faults += bool(faults)
        self.seconds[name] += time.process_time() - start
        return [f"{name} ({again}): {fault}" for fault in faults]

    def sentence(self) -> str:
        """Return what was tried so far."""
        tried = ", ".join(
            f"{count} {name} in {self.seconds[name]:.0f} s"
            for name, count in sorted(self.tried.items())
        )
        codes = ", ".join(f"{count} x {code}" for code, count in sorted(self.codes.items()))
        return f"{self.tried.total()} inputs ({tried}), {self.faults} faults; exit codes: {codes}"
