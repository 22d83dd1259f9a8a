"""What `tests.mutants` changes, the tests that are to meet it, and what no test can meet."""

from tests.kinds.kit.words.test_declarations import DECLARED
from tests.source import ROOT

PLAYER = "pipeline/web/player/"
SCRIPTS = {
    "statistics.js": ("statistics", "play"), "store.js": ("statistics",), "log.js": ("play",),
    "words.js": ("words", "hints"), "plain.js": ("statistics", "play"),
}  # fmt: skip
"""Tests of the player's modules that run without a browser, where alone others are tested."""
SCRIPTED = ("rules", "feedback", "hints", "hint_proofs", "extra_play", "records")
"""Those of its constraints."""
ROOMS = ("pipeline/store", "pipeline/run", "pipeline/library", "pipeline/web")
MORE_TESTS = {
    "pipeline/kinds/kit/engine/solve.py": (
        "tests/kinds/hashi/test_prove.py",
        "tests/kinds/hashi/test_solve.py",
        "tests/kinds/kit/words/test_declarations.py",
        "tests/kinds/kit/engine/test_solve.py",
        "tests/kinds/hashi/test_explain.py",
    ),
    "pipeline/store/files.py": ("tests/store/test_own_files.py",),
    "pipeline/run/candidates.py": ("tests/run/test_run_config.py",),
    "pipeline/run/plan.py": ("tests/run/test_run_config.py",),
    "pipeline/run/run_config.py": ("tests/run/test_run_config.py",),
    "pipeline/run/volumes.py": ("tests/run/test_run_config.py", "tests/run/test_series.py"),
    "pipeline/library/database.py": ("tests/library",),
}
JUDGED = (
    "test_codes_and_examples_are_the_same_set",
    "test_violations_name_cells_and_say_what_is_wrong",
)
"""Of the tests that every kind has, those that are about its rules."""
MESSAGES = "test_messages_of_violations"
EQUIVALENT: dict[str, tuple[str, ...]] = {
    # Rows before the first have numbers below 0, where no lamp is.
    "pipeline/kinds/akari/kind.py": (
        "while -1 <= row < clues.rows and 0 <= col < clues.cols:",
        "found = sum(next(_seen(clues, cell, way), - 2) in lamps for way in WAYS)",
    ),
    # As empty as range(0); and of two ways it is asked whether they differ.
    "pipeline/kinds/hashi/kind.py": (
        "return range( -1)",
        "return bridge[0] // clues.cols != bridge[1] // clues.cols",
    ),
    # A third solution changes no verdict, and clauses made whole say what lazy ones come to: both
    # cost time. Kernels are compiled where they are asked, if not before. The rest is memory.
    "pipeline/kinds/numberlink/prove.py": (
        "partial(differs_from, encoding.edges), 3,",
        "return encode_plain(self.clues, is_lazy=False)",
        "warm_up_search(is_whole=True)",
        "warm_up_search(is_whole=False)",
        "@lru_cache(maxsize= 5)",
        "@lru_cache(maxsize= 3)",
    ),
    # One number alone is read there, the first and the last.
    "pipeline/kinds/nurikabe/kind.py": (
        "elif numbers[ -1] not in (len(island), UNKNOWN):",
        'message = f"the island of this {numbers[ -1]} has {len(island)} cells"',
    ),
    # A third solution costs time, and so do other solvers and budgets of nodes; all solutions of
    # a backbone have the same literals, none of which is 0. The rest is memory.
    "pipeline/kinds/kit/engine/solve.py": (
        "NODES_BEFORE_SAT: Final = 51",
        "NODES_BEFORE_SAT: Final = 49",
        "search, ask_sat = self._new_search(clues, solver), partial(by_sat, SAT_SOLVERS[ 1])",
        "search, ask_sat = self._new_search(clues, solver), partial(by_sat, SAT_SOLVERS[ -1])",
        "ask = partial(self.by_sat, clues, 3, budget.conflicts)",
        "values[abs(literal)] = literal > -1",
        "values[abs(literal)] = literal >= 0",
        "map(abs, self.literals(model, known.solutions[ 1])),",
        "map(abs, self.literals(model, known.solutions[ -1])),",
        "values = np.zeros(len(model.marks) + 2, dtype=np.bool_)",
        "@dataclass(frozen=True, slots=False)",
        "@lru_cache(maxsize= 5)",
        "@lru_cache(maxsize= 3)",
    ),
    # A way gives at most two solutions, so that the last of the others is the first.
    "pipeline/kinds/kit/proving/proof.py": ("witness = others[ -1]",),
    # How much of the rest is read beyond the second line, of which the last is the first where it
    # is alone; and no file of a disk says that writing would block.
    "pipeline/store/append_log.py": (
        "if len(rest) > 2:",
        "continue",
        'if len(rest) > 1 or (good < len(known) and rest and rest[ -1].endswith(b"\\n")):',
        "data = data[file.write(data) or 1 :]",
        "data = data[file.write(data) or -1 :]",
    ),
    # One record at most is left there; nothing changes a candidate.
    "pipeline/store/candidate.py": (
        "return Candidate(rest[ -1] if rest else _before(proved), proved, graded)",
        "@dataclass(frozen=False, slots=True)",
        "@dataclass(frozen=True, slots=False)",
    ),
    # A link in the place of the state was refused before it is written.
    "pipeline/store/run_folder.py": ("write_atomic(state, fingerprint, follow=True)",),
    # One byte more than the most is as well as two; nothing changes a source.
    "pipeline/store/sources.py": (
        "first = file.readline(MOST_BYTES + 2)",
        "data = file.read(MOST_BYTES + 2)",
        "@dataclass(frozen=False, slots=True)",
        "@dataclass(frozen=True, slots=False)",
    ),
    # No error has the number -1, and systems that lack a flag are others. An existing folder
    # is asked for once more; of one in the place of a file the system says the same in the end;
    # what is missing is no error where none counts.
    "pipeline/store/files.py": (
        'flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 1)',
        'flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", -1)',
        'if ("/" in name or not path.parent.is_dir()) or path.parent.is_symlink():',
        "if path.is_dir() and (follow and not path.is_symlink()):  "
        "# replace says so in the end only",
        "part.unlink(missing_ok=False)",
        '}.get(error.errno or -1, f"it could not be read ({_system(error)}); check the disk and '
        'the path")',
        '}.get(error.errno or -1, f"{_system(error)}; check the disk and the path")',
    ),
    # One hint is as whole a number as none; of equal games either stays; what is joined from
    # nothing is what the other has; and after the last day none is left that could be missed.
    "pipeline/web/player/statistics.js": (
        'const isGame = (/** @type {any} */ game) => typeof game?.[0] === "string" && '
        "Number.isFinite(game[1]) && Number.isInteger(game[2] ?? 1);",
        "if ((game[2] ?? 0) < hints || ((game[2] ?? 0) === hints && game[1] <= seconds)) "
        "own.solved[id] = game;",
        "const games = own.games || other.games ? { ...own.games } : (own.games ?? other.games);",
        "else if (isDue && day <= last && count) left = FREEZE_DAYS;",
    ),
    # The name of what is not there begins like none of ours.
    "pipeline/web/player/store.js": (
        "const kept = Array.from({ length: this.storage?.length ?? 1 }, "
        '(_, at) => this.storage?.key(at) ?? "");',
    ),
}
"""Changed lines by module that no test can meet, each because it says the same."""


def _modules() -> list[str]:
    kinds = [
        *ROOT.glob("pipeline/kinds/*/rules.py"), *ROOT.glob("pipeline/kinds/*/prove.py"),
        *(ROOT / f"pipeline/kinds/{kind}/kind.py" for kind in DECLARED),
        ROOT / "pipeline/kinds/kit/proving/proof.py", ROOT / "pipeline/kinds/kit/engine/solve.py",
    ]  # fmt: skip
    rooms = [path for room in ROOMS for path in ROOT.glob(f"{room}/*.py")]
    scripts = [
        *(ROOT / PLAYER / name for name in SCRIPTS), *ROOT.glob(f"{PLAYER}constraints/*.js"),
        *ROOT.glob("pipeline/kinds/kit/words/*/player.js"),
    ]  # fmt: skip
    rooms = [path for path in rooms if path.name != "__init__.py"]
    paths = [*sorted(kinds), *sorted(rooms), *sorted(scripts)]
    return [path.relative_to(ROOT).as_posix() for path in paths]


MODULES = tuple(_modules())


def tests_of(module: str) -> list[str]:
    """Return the files of tests of a module: its own examples, the mirrored file, and more."""
    if module.endswith(".js"):
        tests = SCRIPTS.get(module.removeprefix(PLAYER), SCRIPTED)
        return [f"tests/web/test_{name}.py" for name in tests]
    folder, _, name = module.removeprefix("pipeline/").rpartition("/")
    mirrored = f"tests/{folder}/test_{name}"
    found = [module, *([mirrored] if (ROOT / mirrored).is_file() else [])]
    if name in ("rules.py", "kind.py"):
        kind = folder.rpartition("/")[2]
        found += [f"tests/kinds/test_conformance.py::{test}[{kind}]" for test in JUDGED]
        found.append(f"tests/kinds/test_conformance.py::{MESSAGES}")
        test = "test_our_kinds_pass_the_checks"
        found.append(f"tests/stages/test_check_kind.py::{test}[{kind}-examples]")
        if kind in DECLARED:
            test = "test_a_declaration_has_the_solutions_that_the_rules_allow"
            found.append(f"tests/kinds/kit/words/test_declarations.py::{test}[{kind}]")
    return [*found, *(one for one in MORE_TESTS.get(module, ()) if one not in found)]
