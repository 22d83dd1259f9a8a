"""The interface of a kind of puzzle: a core of pure functions, and optional capabilities.

Stages, books and the command line use `PuzzleKind` alone and never name a kind. See
``docs/adr/0001-kinds-are-records-of-functions.md`` and CONTRIBUTING.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from pipeline.kinds.kit.options import Setting
from pipeline.kinds.kit.proving.refutation import RefutationTask
from pipeline.kinds.kit.rule_names import require_no_rule, require_rule
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.kinds.kit.telling.kind_texts import (
    read_rules,
    rename_symbols,
    symbols_of,
    title_of,
    with_sides,
)
from pipeline.model import ConfigError, Grade, JsonObject, PuzzleFormatError, Status, Verdict
from pipeline.model.former_names import with_former_names
from pipeline.scene import Scene
from pipeline.scene.board_reading import Box, PageContent
from pipeline.scene.symbols import MOST_PICTURES, Symbols, most_named, with_symbols

P = TypeVar("P")
C = TypeVar("C")
S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its code, the cells where it is broken, and a message."""

    code: str
    cells: tuple[int, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of an engine, in steps instead of seconds so that results are reproducible.

    ``nodes`` limits an exhaustive search (one node is one assumption), ``conflicts`` a SAT solver.
    """

    nodes: int
    conflicts: int


@dataclass(frozen=True, slots=True)
class Generated(Generic[C, S]):
    """A candidate of a generator, its intended solution, and the number of the attempt.

    ``clues`` and ``solution`` are None if all attempts failed. ``notes`` are further fields of the
    provenance of its record.
    """

    clues: C | None
    solution: S | None
    attempt: int
    notes: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Solved(Generic[S]):
    """The result of a solver.

    ``solutions`` are at most the requested limit, and all if ``is_complete``. ``method`` names the
    engine, ``steps`` is the number of search nodes or of conflicts of a SAT solver. ``seconds`` is
    the search time, for statistics on a terminal: it is never stored in a record. ``note`` is a
    message on why there is no solution, or what is not proved of those found; "" for none.
    """

    solutions: tuple[S, ...]
    is_complete: bool
    steps: int
    method: str
    seconds: float = field(default=0.0, compare=False)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Explained(Generic[S]):
    """The cells in which all solutions of a puzzle agree.

    ``status`` is unique, multiple, unsolvable or undecided (a first or second solution was not
    found within the budget). Every cell of the board is in one of ``agreeing`` (equal in every
    solution), ``differing`` (two solutions differ) and ``undecided`` (the budget was spent), each
    sorted; all are empty if there is no solution. ``witnesses`` are two different solutions, or the
    only one known. ``details`` has the same for what the kind draws between cells. ``steps`` are
    those of the engine ``method``.
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
    """A puzzle read from a text: the 1-based line of its start, clues, and the solution, if any.

    ``credit`` has the fields of `Credit` that the text gives, ``source_id`` is the number or file
    of the puzzle in its source. ``source`` has all other fields of the text by their original
    names. ``unread`` is a message on why a solution in the text was ignored.
    """

    line: int
    clues: C
    solution: S | None = None
    credit: Mapping[str, str] = field(default_factory=dict)
    source_id: str | None = None
    source: Mapping[str, str] = field(default_factory=dict)
    unread: str = ""


@dataclass(frozen=True, slots=True)
class BoardReading(Generic[C, S]):
    """A board read from a drawing: its position, its clues, and its solution.

    ``solution`` is None if only clues are drawn, ``clues`` is None for a textual answer without a
    board. ``fault`` describes a board that is neither a puzzle nor an answer, "" for none.
    """

    box: Box
    clues: C | None
    solution: S | None = None
    fault: str = ""


@with_former_names(likeness="confidence")
@dataclass(frozen=True, slots=True)
class TextFormat(Generic[C, S]):
    """A text form for import and export.

    ``detect(text)`` returns whether a file looks like this format. ``read_each(text, rule)`` yields
    its puzzles (rule None: the kind's default), and a `PuzzleFormatError` with a line number in
    place of an invalid one; it raises one if the rest cannot be read either. ``write(puzzles)``
    returns a whole file and raises `PuzzleFormatError` if the format cannot express a puzzle.
    """

    name: str
    title: str
    detect: Callable[[str], bool]
    read_each: Callable[[str, str | None], Iterator[Parsed[C, S] | PuzzleFormatError]]
    write: Callable[[Sequence[tuple[C, S | None]]], str]
    gap: str = ""  # The separator of puzzles that were written one by one
    confidence: Callable[[C], int] = lambda clues: 1
    """(clues): the confidence, 0 to 3, that a text read as these clues is of this kind. At 0, as
    for a bare table of numbers, the kind must be named; -1 yields to any other kind."""
    add_credit: Callable[[str, Mapping[str, str]], str] | None = None
    """(text of one puzzle, fields of `Credit`): the text with that credit; None if unsupported."""
    has_rules: bool = False  # Whether the fields of the credit may have ``rules``, for solvers
    tags: tuple[str, ...] = ()  # Genres of penpa-edit for a table of words; the first is written
    number_style: int = 1  # The style of a table's numbers in penpa-edit
    blanks: frozenset[str] = frozenset()  # Words of an empty cell of a table

    def read(self, text: str, rule: str | None) -> Iterator[Parsed[C, S]]:
        """Yield the puzzles of a text; raise the first `PuzzleFormatError`."""
        for found in self.read_each(text, rule):
            if isinstance(found, PuzzleFormatError):
                raise found
            yield found


class RuleSets(tuple[str, ...]):
    """Parts of rules, and as its members all rules that are made of them.

    >>> parts = RuleSets(("dots", "cages"))
    >>> "cages+dots" in parts, "cages+lines" in parts, [*parts]
    (True, False, ['dots', 'cages'])
    """

    __slots__ = ()

    def __contains__(self, rule: object) -> bool:
        """Return whether all parts of a rule are among these."""
        return isinstance(rule, str) and {*rule.split("+")} <= {*self}


@dataclass(frozen=True, slots=True, kw_only=True)
class Variants(Generic[C]):
    """Capability: the kind has several rules to choose from."""

    rules: tuple[str, ...]  # Their names, the default first
    with_rule: Callable[[C, str], C]
    """The same clues under another rule; `ConfigError` for an unknown rule."""
    is_weaker_than: Callable[[str, str], bool]
    """(rule, other): whether every solution under the other rule is a solution under this rule.

    A puzzle that is unique under this rule is then unique or unsolvable under the other. Every rule
    is weaker than itself."""
    rule_of: Callable[[C], str] | None = None
    """(clues): their rule; None if that is found by trying all of them."""
    parts: tuple[str, ...] = ()
    """Names of which each set is a rule, joined by plus signs; () if there are none."""
    change_rule: Callable[[str, Mapping[str, str]], str] | None = None
    """(rule, settings): the rule with parts changed by settings; `ConfigError` for other settings.
    None if rules have no parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uniqueness(Generic[C, S]):
    """Capability: a puzzle must have a single solution, and that can be proved."""

    prove: Callable[[C, S | None, Budget], Verdict]
    """(clues, hint, budget): the verdict, with a witness; the hint is a presumed solution.

    An incorrect hint is ignored; the witness differs from a correct one. The verdict's method names
    the engine that decided and, after a ``+``, the one that confirmed; each may name its solver
    after a colon (``sat:glucose4``)."""
    argument_of: Mapping[str, str] = field(default_factory=dict)
    """For engines that depend on the argument of another engine, the name of that one."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """For methods that detect unsolvable puzzles without a search, a message with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refutation(Generic[C, S]):
    """Capability: uniqueness can be encoded in clauses, for proofs that any checker accepts."""

    task: Callable[[C, S], RefutationTask]
    """(clues, solution): clauses that require a solution other than this correct one.

    `ConfigError` if a puzzle is too large to be encoded."""
    dimacs: Callable[[C], Iterator[str]]
    """Lines of a DIMACS CNF of the puzzle, with comments that map variables to cells."""
    normal_form: Callable[[C, S], tuple[C, S]] | None = None
    """(clues, solution): an image that is the same for all rotated, mirrored or relabelled boards,
    so that these get equal results. None: boards are refuted unchanged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deductions(Generic[C, S]):
    """Capability: the steps by which a person can solve a puzzle."""

    explain_steps: Callable[[C, S], Iterator[Step]]
    """(clues, solution): the steps, easiest first at every point, to the last decision."""
    reasons: Callable[[str, str | None], Mapping[str, str]]
    """(language, rule): the texts of steps, for `kit.sentences.step_text`.

    Every language of books is supported."""
    first_step: Callable[[C, S], Step | None]
    """(clues, solution): the first step if it is obvious to a beginner, else None.

    Its decisions draw something at one place for one reason."""
    draw_step: Callable[[C, S, Step, float], Scene]
    """(clues, solution, step, cell_mm): the board with only what the step draws."""
    levels: tuple[str, ...]
    """The levels at which nothing is assumed, easiest first, as in the ``hardest`` of grades."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality(Generic[C, S]):
    """Capability: the quality of a puzzle is measured, see docs/quality.md."""

    measure: Callable[[C, S], Mapping[str, int]]  # (clues, solution): every measure by name
    rank: Callable[[C, S], int]
    """(clues, solution): a score for choosing the best of several puzzles; fast to compute."""
    views: Callable[[C, S], tuple[int, ...]]
    """(clues, solution): the drawing of each rotation and reflection as bits, the puzzle itself
    first, for finding similar puzzles; () for boards too small to differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortestWays(Generic[C, S]):
    """Capability: solutions with the fewest moves are wanted, and can be proved shortest."""

    count_moves: Callable[[S], int]  # (solution): the number of its moves
    is_proved: Callable[[S], bool]  # (solution): whether it is marked as proved shortest
    find_shorter: Callable[[C, S], S]
    """(clues, solution): the shorter of the solution a grade finds and a given correct one.

    The mark of a proof is recomputed."""


class Words(Protocol):
    """Sentences in a language about the cells of a board."""

    def say(self, key: str, **values: object) -> str:
        """Return the sentence of a key."""

    def cells(self, cells: Sequence[int]) -> str:
        """Return the names of cells."""


@dataclass(frozen=True, slots=True)
class Aloud(Generic[C]):
    """Capability: what is read aloud of clues besides numbers in cells."""

    in_cells: Callable[[C, Words], Mapping[int, str]]
    """Returns the words of clues in cells, by cell."""
    notes: Callable[[C, Words], Iterator[str]]
    """Yields a sentence for each of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookMatter(Generic[C, S]):
    """Capability: a book prints additional matter with a puzzle."""

    task_text: Callable[[C, S, str], str]
    """(clues, solution, language): a line under the puzzle with the task."""
    pieces: Callable[[C, float], Scene]
    """(clues, cell_mm): pieces to cut out, one scene for all boards of a size."""
    paper_text: Callable[[str], str]
    """(language): a paragraph after the rules on how to play on paper."""


@with_former_names(repose="change_task")
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PuzzleKind(Generic[P, C, S]):
    """A kind of puzzle as a record of pure functions. A missing field fails at import.

    Its folder also contains ``texts.<language>.toml`` (`rules_text`) and ``examples.json``.
    """

    id: str  # The name in records, flags and folders
    title: str  # The name in books
    version: int  # Raised when an equal seed gives another puzzle
    package: str  # The package of the kind's folder
    presets: Mapping[str, P]  # Params by name; the conformance suite generates each
    settings: Mapping[str, Setting]  # The ``--set`` keys
    parse_params: Callable[[int, int, str | None, Mapping[str, str]], P]
    """(rows, cols, rule, settings): the params of a generator; `ConfigError` for invalid values."""
    describe_params: Callable[[P], JsonObject]
    """Params as a JSON object that identifies a run; part of every seed."""

    encode: Callable[[C], JsonObject]  # Clues as ``record.puzzle``, always with rows and cols
    decode: Callable[[JsonObject], C]
    """``record.puzzle`` as clues; `PuzzleFormatError` for anything invalid.

    Clues are hashable, and equal for equal puzzles however their source labelled them."""
    encode_solution: Callable[[S], JsonObject]  # A solution as ``record.solution``
    decode_solution: Callable[[C, JsonObject], S]
    """``record.solution`` as a solution; `PuzzleFormatError` if it is malformed."""

    generate: Callable[[P, int], Generated[C, S]]
    """(params, seed): a candidate; a pure function of both."""
    stand_in: Callable[[P], tuple[C, S]]
    """(params): a board and an answer of typical size, without a search, for page plans.

    The answer need not be correct."""
    check: Callable[[C, S], tuple[Violation, ...]]
    """(clues, solution): the broken rules, by definition; shares no code with `solve`."""
    solve: Callable[[C, int, Budget, str], Solved[S]]
    """(clues, limit, budget, solver): up to ``limit`` solutions."""
    solvers: tuple[str, ...]  # Names of solvers, the default first
    grade: Callable[[C, S], Grade]
    """(clues, solution): the kind's reference grade, invariant under symmetry."""
    canonical: Callable[[C], str]
    """(clues): the smallest form under rotation, reflection and relabelling, to find duplicates."""

    draw: Callable[[C, S | None, float], Scene]
    """(clues, solution, cell_mm): the board, with the solution if given, as a scene."""
    formats: tuple[TextFormat[C, S], ...]  # Text forms, in the order of detection
    texts: Mapping[str, Callable[[C, S, bool], str]]
    """By name (labels, tubes), (clues, solution, is_coloured): the solved board as text."""
    facts: Callable[[C], Mapping[str, int | str]] = lambda clues: {}
    """Columns of reports: pairs, islands, ..."""
    warm_up: tuple[Callable[[], None], ...] = ()
    """Functions that together compile every kernel, slowest first; they may run in parallel."""

    budget: Budget = Budget(nodes=2_000_000, conflicts=400_000)
    """The default for one puzzle, some seconds at most.

    A change may change verdicts: raise the version, too."""

    variants: Variants[C] | None = None
    """None: there is one set of rules, and the name of a rule is None everywhere."""
    uniqueness: Uniqueness[C, S] | None = None
    """None: a puzzle may have many solutions; its verdict is not-applicable."""
    explain_ambiguity: Callable[[C, Budget], Explained[S]] | None = None
    """(clues, budget): the cells in which all solutions agree, and those in which they differ.

    None if solutions are not filled boards."""
    quality: Quality[C, S] | None = None
    change_task: Callable[[C, Mapping[str, str]], C] | None = None
    """(clues, settings): the puzzle with its task changed by settings, such as the goal.

    `ConfigError` for any other setting. None if only rules can be set, see `Variants`."""
    shortest: ShortestWays[C, S] | None = None  # None: no solution is better than another
    read_board: Callable[[PageContent, str | None], tuple[BoardReading[C, S], ...]] | None = None
    """(content, rule): the boards on a printed page, recognised from its lines and texts.

    The inverse of `draw`, without shared measures, so that drawings are checked as a solver sees
    them. Boards of other kinds are skipped. None: pages cannot be read."""
    refutation: Refutation[C, S] | None = None
    deductions: Deductions[C, S] | None = None
    frames: Callable[[C, S, float], Iterator[Scene]] | None = None
    """(clues, solution, cell_mm): an animation from the clues to the solution, scenes of one size;
    None if solutions do not move."""
    draw_bare: Callable[[C, S | None, float], Scene] | None = None
    """As ``draw``, without the clues beside a board, for small answers; None if it has none."""
    draw_zeros: Callable[[C, S | None, float], Scene] | None = None
    """As ``draw``, with a 0 beside lines without numbers; None if such lines have no meaning."""
    answer_text: Callable[[C, S], str] | None = None
    """(clues, solution): the answer as text; None if it is drawn on the board."""
    aloud: Aloud[C] | None = None
    book_matter: BookMatter[C, S] | None = None
    declared: Any = None  # The `Declared` of a declared kind, for checks of the kind itself
    drawn: Any = None  # The `Drawn` of a kind that is not declared; None if boards are not drawn
    play: Callable[[C, S | None, str], JsonObject | None] | None = None
    """(clues, solution, language): the rules as JSON for the player, without the answer.

    The solution only settles what readers may assume: that it fills the board. Returns None for
    boards that are too large."""

    @property
    def rules(self) -> tuple[str | None, ...]:
        """The names of the rules, the default first; (None,) for one set of rules."""
        return (None,) if self.variants is None else self.variants.rules

    @property
    def has_equal_sizes(self) -> bool:
        """Whether boards of as many rows and columns are drawn equally large.

        They are not where numbers outside of a board take as much room as the longest list.
        """
        sorts = () if self.declared is None else self.declared.boards.clue_sorts
        return not any(sort.is_outside for sort in sorts)

    def title_in(self, language: str, rule: str | None = None) -> str:
        """Return the title in a language of the kind, or of a rule with a name of its own."""
        return title_of(self.package, language, rule)

    @property
    def symbols(self) -> tuple[Symbols, ...]:
        """What its boards can show in place of numbers: that for which its texts have words."""
        return symbols_of(self.package)

    def with_symbols(self, text: str, symbols: Symbols, language: str) -> str:
        """Return a text with the words for what boards show in place of numbers."""
        return rename_symbols(self.package, text, symbols, language)

    def rules_text(
        self,
        rule: str | None,
        language: str,
        symbols: Symbols = "numbers",
        is_easy: bool = False,
        sides: tuple[int, int] | None = None,
    ) -> str:
        """Return the rules for readers of books, as simple Markdown; for children if ``is_easy``.

        The text is that of the rule, or ``rules``, in the kind's ``texts.<language>.toml``, with
        the words for the given symbols, and for ``sides``, that of all boards and that of the
        worked example. `ConfigError` if the rule is unknown or has no text.
        """
        name = "rules"
        if self.variants is None:
            require_no_rule(self.id, rule)
        else:
            name = require_rule(rule or self.variants.rules[0], self.variants.rules)
        text = read_rules(self.package, name, language, is_easy)
        text = with_sides(self.package, text, language, is_easy, sides, name, symbols)
        return self.with_symbols(text, symbols, language)


AnyKind: TypeAlias = PuzzleKind[Any, Any, Any]


def require(kind: AnyKind, capability: T | None, name: str) -> T:
    """Return a capability of a kind; `ConfigError` if it is None.

    ``name`` is the capability in messages, in the plural.

    >>> from pipeline.kinds import get_kind
    >>> kind = get_kind("numberlink")
    >>> require(kind, kind.variants, "rules to choose from").rules[0]
    'free'
    """
    if capability is None:
        raise ConfigError(
            f"{kind.title} ({kind.id}) has no {name}; leave its puzzles out, or do without"
        )
    return capability


def with_rule(
    kind: AnyKind, clues: Any, rule: str | None, settings: Mapping[str, str] = MappingProxyType({})
) -> Any:
    """Return clues under a rule, None for their own, with its parts changed by settings.

    `ConfigError` if the rule or a setting is unknown, or the kind has no rules to choose from.
    """
    if rule is None and not settings:
        return clues
    if rule is None and kind.change_task is not None:
        return kind.change_task(clues, settings)
    variants = require(kind, kind.variants, "rules to choose from")
    if rule is not None:
        clues = variants.with_rule(clues, rule)
    if not settings:
        return clues
    own = rule_of(kind, clues)
    assert own is not None
    return variants.with_rule(clues, _changed(variants, own, settings))


def rule_of(kind: AnyKind, clues: Any) -> str | None:
    """Return the rule of clues; None for a kind with one set of rules.

    >>> from pipeline.kinds import get_kind
    >>> hashi = get_kind("hashi")
    >>> rule_of(hashi, hashi.decode({"rows": 1, "cols": 3, "loops": False, "clues": [[2, 0, 2]]}))
    'tree-2'
    """
    variants = kind.variants
    if variants is None:
        return None
    if variants.rule_of is not None:
        return variants.rule_of(clues)
    return next(rule for rule in variants.rules if variants.with_rule(clues, rule) == clues)


def under_rule(kind: AnyKind, clues: Any, rule: str | None) -> Any:
    """Return clues under a rule, None if they cannot be posed under it."""
    posed = clues if kind.variants is None else with_rule(kind, clues, rule)
    return posed if rule in (None, rule_of(kind, posed)) else None


def change_rule(kind: AnyKind, rule: str | None, settings: Mapping[str, str]) -> str | None:
    """Return a rule, None for the kind's default, with its parts changed by settings.

    Without settings the rule is returned unchanged. `ConfigError` if a setting is unknown.

    >>> from pipeline.kinds import get_kind
    >>> change_rule(get_kind("hashi"), None, {"max_bridges": "3"})
    'connected-3'
    """
    if not settings or kind.change_task is not None:
        return rule
    variants = require(kind, kind.variants, "rules to choose from")
    return _changed(variants, variants.rules[0] if rule is None else rule, settings)


def _changed(variants: Variants[Any], rule: str, settings: Mapping[str, str]) -> str:
    if variants.change_rule is None:
        raise ConfigError(
            f"expected no setting that changes the rule {rule!r}, found "
            f"{', '.join(map(repr, settings))}; choose a rule by its name"
        )
    return variants.change_rule(rule, settings)


def show_symbols(
    kind: AnyKind, scene: Scene, symbols: Symbols, cell_mm: float, has_hues: bool
) -> Scene:
    """Return a drawing with letters or pictures in place of numbers; see `with_symbols`.

    `ConfigError` if its kind cannot show them, or there are not enough pictures.
    """
    if symbols == "numbers":
        return scene
    if symbols not in kind.symbols:
        known = ", ".join(f'"{one}"' for one in ("numbers", *kind.symbols))
        raise ConfigError(
            f'expected one of {known} for {kind.title} ({kind.id}), found "{symbols}"; leave it out'
        )
    most = most_named(scene)
    if symbols == "icons" and most > MOST_PICTURES:
        raise ConfigError(
            f"expected numbers up to {MOST_PICTURES} where pictures replace them, found {most}; "
            'take smaller boards, or symbols = "letters"'
        )
    return with_symbols(scene, symbols, cell_mm, has_hues=has_hues)


def usual_size(kind: AnyKind) -> tuple[int, int]:
    """Return (rows, cols) of a kind's usual boards, at most 10x10, so that they are made soon.

    >>> from pipeline.kinds import get_kind
    >>> usual_size(get_kind("sudoku"))
    (9, 9)
    """
    usual = kind.presets.get("usual")
    return (min(usual.rows, 10), min(usual.cols, 10)) if usual else (10, 10)
