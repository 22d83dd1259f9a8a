"""What a kind of puzzle supplies: a record of pure functions, every field required.

Nothing outside a kind's folder knows the kind by name; stages, books and the command line work
through `PuzzleKind` alone. ``docs/adr/0001-kinds-are-records-of-functions.md`` says why, and
CONTRIBUTING.md how to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from pipeline.model import Grade, JsonObject, Status, Verdict
from pipeline.scene import Scene
from pipeline.scene.page_content import Box, PageContent

if TYPE_CHECKING:  # numpy takes a while to import, and --help needs none of it
    import numpy as np
    from numpy.typing import NDArray

P = TypeVar("P")
C = TypeVar("C")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: its code, the cells where it is broken, and a sentence for people."""

    code: str
    cells: tuple[int, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Budget:
    """How many steps an engine may take. Steps, never seconds, so that equal input ends equally.

    ``nodes`` bounds an exhaustive search (one node is one assumption), ``conflicts`` a learning
    solver, ``states`` how many states a count may hold side by side: its memory, and so its time.
    """

    nodes: int
    conflicts: int
    states: int = 1 << 22


@dataclass(frozen=True, slots=True)
class Generated(Generic[C, S]):
    """A candidate from a generator, the solution it had in mind, and which attempt made it.

    ``clues`` and ``solution`` are None where every attempt of the budget failed.
    """

    clues: C | None
    solution: S | None
    attempt: int


@dataclass(frozen=True, slots=True)
class Solved(Generic[S]):
    """What a solver found.

    ``solutions`` holds at most the limit asked for; with ``is_complete`` they are all there are.
    ``method`` names the engine, ``nodes`` its steps. ``seconds`` is the time in the search alone,
    for statistics on a terminal: it never enters a record.
    """

    solutions: tuple[S, ...]
    is_complete: bool
    nodes: int
    method: str
    seconds: float = field(default=0.0, compare=False)


Clause: TypeAlias = Sequence[int]
"""Literals of which one must hold: a variable, from 1, or its negative."""


@dataclass(frozen=True, slots=True)
class RefutationTask:
    """In clauses: there is another solution than the known one. Refuted, that one is the only one.

    ``about`` says what the variables mean, for the head of a file. Every solution satisfies
    ``encoding`` (its further variables filled in suitably), and every one but the known
    ``difference``. What ``encoding`` leaves out is added as *cuts*: clauses that every solution
    satisfies by the definition of the rule, as ``is_cut`` finds out from the clause alone.
    ``find_cuts(model)`` gives those that a model (ndarray[bool], indexed by variable) breaks; where
    it gives none, the model shows another solution.
    """

    about: tuple[str, ...]
    variables: int
    encoding: tuple[Clause, ...]
    difference: Clause
    cut_name: str
    """What a cut forbids or asks for, in a few words."""
    find_cuts: Callable[[NDArray[np.bool_]], Sequence[Clause]]
    is_cut: Callable[[Clause], bool]


@dataclass(frozen=True, slots=True)
class Counted:
    """How many solutions a puzzle has.

    ``count`` is exact if ``is_exact``; otherwise at least so many, and ``note`` says in words for
    people what kept it undecided. ``nodes`` are the steps of the engine that ``method`` names.
    """

    count: int
    is_exact: bool
    nodes: int
    method: str
    note: str = ""
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Explained(Generic[S]):
    """Where all solutions of a puzzle agree.

    ``status`` is unique, multiple, unsolvable or undecided (a first or second solution was not
    found within the budget). Every cell of the board is in one of ``agreeing`` (it looks the same
    in every solution), ``differing`` (two solutions differ in it) and ``undecided`` (the budget
    was spent first), each sorted; all are empty where there is no solution. ``witnesses`` are two
    solutions that differ, or the only one known. ``details`` says the same of what the kind draws
    between cells. ``steps`` are those of the engine that ``method`` names.
    """

    status: Status
    agreeing: tuple[int, ...]
    differing: tuple[int, ...]
    undecided: tuple[int, ...]
    witnesses: tuple[S, ...]
    details: JsonObject
    method: str
    steps: int


@dataclass(frozen=True, slots=True)
class Parsed(Generic[C, S]):
    """One puzzle read from a text: the 1-based line on which it starts, clues, and any solution."""

    line: int
    clues: C
    solution: S | None = None


@dataclass(frozen=True, slots=True)
class BoardReading(Generic[C, S]):
    """One board read back from a drawing: its place there, its clues, and what is filled in.

    ``solution`` is None where nothing but clues is drawn. ``fault`` says what stands there and is
    neither a puzzle nor an answer ("" where all is well); clues or solution are None then.
    """

    box: Box
    clues: C | None
    solution: S | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class TextFormat(Generic[C, S]):
    """A text form of the outside world.

    ``detect(text)`` says whether a whole file looks like this format; ``read(text, rule)`` yields
    its puzzles (rule None: the kind's default) and raises `PuzzleFormatError` with a line number;
    ``write(puzzles)`` returns a whole file and raises `PuzzleFormatError` for a puzzle that the
    format cannot say.
    """

    name: str
    title: str
    detect: Callable[[str], bool]
    read: Callable[[str, str | None], Iterator[Parsed[C, S]]]
    write: Callable[[Sequence[tuple[C, S | None]]], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleKind(Generic[P, C, S]):
    """A kind of puzzle as a record of pure functions. A missing field fails at import."""

    id: str
    """The name in records, flags and folders."""
    title: str
    """The name in books."""
    version: int
    """Raised when an equal seed gives another puzzle."""

    rules: tuple[str, ...]
    """Names of the rules that a puzzle may be posed under, the default first."""
    rule_codes: tuple[str, ...]
    """Codes of the violations that `check` can report, each with a board in examples.json."""
    presets: Mapping[str, P]
    """Params by name; the conformance suite generates each."""
    settings: Mapping[str, str]
    """The ``--set`` keys, each with one line of help that names the values it takes."""

    file_settings: tuple[str, ...]
    """Keys of ``settings`` whose value names a file; `parse_params` gets what the file says: text,
    or for a PNG picture rows of "#" (dark) and "." (light), one sign for each cell."""

    parse_params: Callable[[int, int, str | None, Mapping[str, str]], P]
    """(rows, cols, rule, settings) to params; `ConfigError` names what is wrong and the way out."""
    describe_params: Callable[[P], JsonObject]
    """Params as the JSON object that tells two runs apart; part of every seed."""

    encode: Callable[[C], JsonObject]
    """Clues to ``record.puzzle``; rows and cols are always in it."""
    decode: Callable[[JsonObject], C]
    """``record.puzzle`` to clues; `PuzzleFormatError` for whatever would crash later."""
    encode_solution: Callable[[S], JsonObject]
    """A solution to ``record.solution``."""
    decode_solution: Callable[[C, JsonObject], S]
    """``record.solution`` to a solution; `PuzzleFormatError` where it has not its form."""

    with_rule: Callable[[C, str], C]
    """The same clues posed under another rule; `ConfigError` for an unknown rule."""
    change_rule: Callable[[str, Mapping[str, str]], str]
    """(rule, settings) to the rule with those of its parts changed; `ConfigError` for any other.

    A kind whose rules have no parts takes `plain_rules.keep_rule`."""
    includes: Callable[[str, str], bool]
    """(rule, other): whether every solution under the other rule is one under this rule, too.

    What is unique under a rule is then unique, or without solution, under all that it includes."""
    generate: Callable[[P, int], Generated[C, S]]
    """(params, seed) to a candidate; a pure function of both."""
    check: Callable[[C, S], tuple[Violation, ...]]
    """The rules by definition; shares no helper with `solve`. Empty: the solution is right."""
    solve: Callable[[C, int, Budget, str], Solved[S]]
    """(clues, limit, budget, solver): up to ``limit`` solutions; solver "auto" chooses."""
    solvers: tuple[str, ...]
    """Names that `solve` takes, "auto" first."""
    count: Callable[[C, Budget], Counted]
    """(clues, budget): the exact number of solutions, or a lower bound and why no more is known.

    A kind without an engine of its own for this lists them: `listing.count_by_listing`."""
    explain: Callable[[C, Budget], Explained[S]]
    """(clues, budget): in which cells all solutions agree."""
    prove: Callable[[C, S | None, Budget], Verdict]
    """(clues, hint, budget): the verdict, with witness; a hint is a solution believed right."""
    claim: Callable[[C, S], RefutationTask]
    """(clues, solution): in clauses, that there is another solution than this right one.

    `ConfigError` for a puzzle too large to be said in clauses."""
    grade: Callable[[C, S], Grade]
    """The kind's reference grade, invariant under symmetry; percentile within the size."""
    canonical: Callable[[C], str]
    """The smallest form under rotation, reflection and relabelling: the duplicate key."""
    facts: Callable[[C], Mapping[str, int | str]]
    """Columns for reports: pairs, islands, ..."""

    draw: Callable[[C, S | None, float], Scene]
    """(clues, solution, cell_mm): the board, with the solution if given, as a scene."""
    read_board: Callable[[PageContent, str], tuple[BoardReading[C, S], ...]]
    """(drawing, rule): the boards that a printed page shows, read from lines and figures alone.

    The inverse of `draw`; shares no measure with it, so that a drawing is checked as a solver
    sees it. Boards of other kinds are left out."""
    formats: tuple[TextFormat[C, S], ...]
    """Text forms, in the order of detection."""
    solution_texts: Mapping[str, Callable[[C, S, bool], str]]
    """Printed forms of a solved board by name (labels, tubes); the flag asks for colour.

    Each ends with a line end."""
    dimacs: Callable[[C], Iterator[str]]
    """Lines of a DIMACS CNF of the puzzle, with comments that map variables to cells."""
    rules_text: Callable[[str, str], str]
    """(rule, language): what the reader of the book reads, in a small Markdown.

    `ConfigError` names an unknown rule or language."""
    warm_up: Callable[[], None]
    """Compile every kernel, so that timings and worker processes start warm."""


AnyKind: TypeAlias = PuzzleKind[Any, Any, Any]
