"""What a kind of puzzle supplies: a core of pure functions, and capabilities that it may have.

Nothing outside a kind's folder knows the kind by name; stages, books and the command line work
through `PuzzleKind` alone. ``docs/adr/0001-kinds-are-records-of-functions.md`` says why,
``docs/adr/0017-capabilities-are-records-or-none.md`` which part every kind has, and
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
    ``method`` names the engine, ``steps`` counts what it did (search nodes, or conflicts of a
    learning solver). ``seconds`` is the time in the search alone, for statistics on a terminal: it
    never enters a record.
    """

    solutions: tuple[S, ...]
    is_complete: bool
    steps: int
    method: str
    seconds: float = field(default=0.0, compare=False)


Clause: TypeAlias = Sequence[int]
"""Literals of which one must hold: a variable, from 1, or its negative."""


@dataclass(frozen=True, slots=True)
class RefutationTask:
    """In clauses: there is another solution than the known one. Refuted, that one is the only one.

    ``about`` says what the variables mean, for the head of a file. Every solution satisfies
    ``encoding`` (its further variables filled in suitably), and every one but the known
    ``difference``. What ``encoding`` leaves out is added as *lazy clauses*: clauses that every
    solution satisfies by the definition of the rule, as ``is_lazy_clause`` finds out from the
    clause alone. ``find_lazy_clauses(model)`` gives those that a model (ndarray[bool], indexed by
    variable) breaks; where it gives none, the model shows another solution.
    """

    about: tuple[str, ...]
    variables: int
    encoding: tuple[Clause, ...]
    difference: Clause
    lazy_clause_name: str
    """What a lazy clause forbids or asks for, in a few words."""
    find_lazy_clauses: Callable[[NDArray[np.bool_]], Sequence[Clause]]
    is_lazy_clause: Callable[[Clause], bool]


@dataclass(frozen=True, slots=True)
class Counted:
    """How many solutions a puzzle has.

    ``count`` is exact if ``is_exact``; otherwise at least so many, and ``note`` says in words for
    people what kept it undecided. ``steps`` are those of the engine that ``method`` names.
    """

    count: int
    is_exact: bool
    steps: int
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


@dataclass(frozen=True, slots=True)
class Setting:
    """One ``--set`` key of a kind, in words for people.

    ``help`` says in one line what it decides, ``values`` what may be typed, ``default`` what holds
    where nothing is said; ``example`` is a value as typed. With ``is_file`` the value names a file,
    and `PuzzleKind.parse_params` gets what the file says: text, or for a PNG picture rows of "#"
    (dark) and "." (light), one sign for each cell.
    """

    help: str
    values: str
    default: str
    example: str
    is_file: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Variants(Generic[C]):
    """Capability: puzzles may be posed under one of several rules."""

    rules: tuple[str, ...]
    """Their names, the default first."""
    with_rule: Callable[[C, str], C]
    """The same clues posed under another rule; `ConfigError` for an unknown rule."""
    is_weaker_than: Callable[[str, str], bool]
    """(rule, other): whether every solution under the other rule is one under this rule, too.

    What is unique under a rule is then unique, or without solution, under all that it is weaker
    than. Every rule is weaker than itself."""
    change_rule: Callable[[str, Mapping[str, str]], str] | None = None
    """(rule, settings) to the rule with those of its parts changed; `ConfigError` for any other
    setting. None where rules have no parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uniqueness(Generic[C, S]):
    """Capability: a puzzle is right only if it has a single solution, and that can be proved."""

    prove: Callable[[C, S | None, Budget], Verdict]
    """(clues, hint, budget): the verdict, with witness; a hint is a solution believed right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting(Generic[C, S]):
    """Capability: all solutions of a puzzle are counted, and compared cell by cell."""

    count: Callable[[C, Budget], Counted]
    """(clues, budget): the exact number of solutions, or a lower bound and why no more is known."""
    explain: Callable[[C, Budget], Explained[S]]
    """(clues, budget): in which cells all solutions agree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageReading(Generic[C, S]):
    """Capability: a printed page is read back."""

    read_board: Callable[[PageContent, str | None], tuple[BoardReading[C, S], ...]]
    """(content, rule): the boards that a printed page shows, read from lines and figures alone.

    The inverse of `PuzzleKind.draw`; shares no measure with it, so that a drawing is checked as a
    solver sees it. Boards of other kinds are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refutation(Generic[C, S]):
    """Capability: uniqueness is said in clauses, for a proof that any checker accepts."""

    task: Callable[[C, S], RefutationTask]
    """(clues, solution): in clauses, that there is another solution than this right one.

    `ConfigError` for a puzzle too large to be said in clauses."""
    dimacs: Callable[[C], Iterator[str]]
    """Lines of a DIMACS CNF of the puzzle, with comments that map variables to cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Animation(Generic[C, S]):
    """Capability: a solution moves."""

    frames: Callable[[C, S, float], Iterator[Scene]]
    """(clues, solution, cell_mm): the board from the clues to the solution, scenes of one size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Generic[C]):
    """Capability: a reader plays it on a web page."""

    module: str
    """Name of the player's module for this kind, without ending."""
    publish: Callable[[C], JsonObject]
    """The clues as the JSON object that a page carries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleKind(Generic[P, C, S]):
    """A kind of puzzle as a record of pure functions. A missing field fails at import."""

    id: str
    """The name in records, flags and folders."""
    title: str
    """The name in books."""
    version: int
    """Raised when an equal seed gives another puzzle."""

    presets: Mapping[str, P]
    """Params by name; the conformance suite generates each."""
    settings: Mapping[str, Setting]
    """The ``--set`` keys."""
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

    generate: Callable[[P, int], Generated[C, S]]
    """(params, seed) to a candidate; a pure function of both."""
    check: Callable[[C, S], tuple[Violation, ...]]
    """The rules by definition; shares no helper with `solve`. Empty: the solution is right."""
    rule_codes: tuple[str, ...]
    """Codes of the violations that `check` can report, each with a board in examples.json."""
    solve: Callable[[C, int, Budget, str], Solved[S]]
    """(clues, limit, budget, solver): up to ``limit`` solutions."""
    solvers: tuple[str, ...]
    """Names that `solve` takes, the default first."""
    grade: Callable[[C, S], Grade]
    """The kind's reference grade, invariant under symmetry; percentile within the size."""
    canonical: Callable[[C], str]
    """The smallest form under rotation, reflection and relabelling: the duplicate key."""
    facts: Callable[[C], Mapping[str, int | str]]
    """Columns for reports: pairs, islands, ..."""

    draw: Callable[[C, S | None, float], Scene]
    """(clues, solution, cell_mm): the board, with the solution if given, as a scene."""
    formats: tuple[TextFormat[C, S], ...]
    """Text forms, in the order of detection."""
    texts: Mapping[str, Callable[[C, S, bool], str]]
    """Printed forms of a solved board by name (labels, tubes); the flag asks for colour.

    Each ends with a line end."""
    rules_text: Callable[[str | None, str], str]
    """(rule, language): what the reader of the book reads, in a small Markdown.

    `ConfigError` names an unknown rule or language."""
    warm_up: Callable[[], None]
    """Compile every kernel, so that timings and worker processes start warm."""

    variants: Variants[C] | None
    """None: there is one set of rules, and a rule's name is None wherever one is asked for."""
    uniqueness: Uniqueness[C, S] | None
    """None: a puzzle may have many solutions; its verdict is not-applicable."""
    counting: Counting[C, S] | None
    page_reading: PageReading[C, S] | None
    refutation: Refutation[C, S] | None
    animation: Animation[C, S] | None
    answer_text: Callable[[C, S], str] | None
    """(clues, solution): the answer in words; None where it is drawn on the board."""
    play: Play[C] | None

    @property
    def rules(self) -> tuple[str | None, ...]:
        """The rules that a puzzle may be posed under, the default first; (None,) for one set."""
        return (None,) if self.variants is None else self.variants.rules


AnyKind: TypeAlias = PuzzleKind[Any, Any, Any]
