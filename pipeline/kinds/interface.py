"""The interface of a kind of puzzle: a core of pure functions, and optional capabilities.

Nothing outside the folder of a kind names it; stages, books and the command line use `PuzzleKind`
alone. See ``docs/adr/0001-kinds-are-records-of-functions.md`` and CONTRIBUTING.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from pipeline.kinds.kit.deduction import Step
from pipeline.kinds.kit.options import Setting
from pipeline.kinds.kit.refutation import RefutationTask
from pipeline.kinds.kit.rules_files import (
    read_rules,
    rename_ends,
    require_no_rule,
    require_rule,
    rules_title,
)
from pipeline.model import ConfigError, Grade, JsonObject, PuzzleFormatError, Status, Verdict
from pipeline.scene import Scene
from pipeline.scene.endpoint_icons import MOST_PICTURES, Ends, most_named, with_ends
from pipeline.scene.page_content import Box, PageContent

P = TypeVar("P")
C = TypeVar("C")
S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: its code, the cells where it is broken, and a sentence for people."""

    code: str
    cells: tuple[int, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Budget:
    """How many steps an engine may take. Steps, never seconds, so that equal input ends equally.

    ``nodes`` limits an exhaustive search (one node is one assumption), ``conflicts`` a learning
    solver.
    """

    nodes: int
    conflicts: int


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
    never enters a record. ``note`` says in words for people why there is no solution, or what is
    not proved of those found; "" where there is nothing to say.
    """

    solutions: tuple[S, ...]
    is_complete: bool
    steps: int
    method: str
    seconds: float = field(default=0.0, compare=False)
    note: str = ""


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
    """One puzzle read from a text: the 1-based line on which it starts, clues, and any solution.

    ``credit`` has fields of `Credit` by name, as far as the text gives them, and ``source_id`` is
    what the source calls the puzzle: its number or file. ``source`` has what else the text says of
    it, by the text's own words. ``unread`` says why an answer that stands there is not read.
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
    """One board read back from a drawing: its place there, its clues, and what is filled in.

    ``solution`` is None where nothing but clues is drawn, and ``clues`` where an answer in words
    stands alone. ``fault`` says what stands there and is neither a puzzle nor an answer ("" where
    all is well).
    """

    box: Box
    clues: C | None
    solution: S | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class TextFormat(Generic[C, S]):
    """A text form of the outside world.

    ``detect(text)`` says whether a whole file looks like this format; ``read_each(text, rule)``
    yields its puzzles (rule None: the kind's default), and a `PuzzleFormatError` with a line number
    in place of one that is broken; it raises one where what follows cannot be read either.
    ``write(puzzles)`` returns a whole file and raises `PuzzleFormatError` for a puzzle that the
    format cannot say.
    """

    name: str
    title: str
    detect: Callable[[str], bool]
    read_each: Callable[[str, str | None], Iterator[Parsed[C, S] | PuzzleFormatError]]
    write: Callable[[Sequence[tuple[C, S | None]]], str]
    gap: str = ""
    """What stands between two puzzles that were written apart."""
    likeness: Callable[[C], int] = lambda clues: 1
    """How surely a text that reads so is of this kind, 0 to 2. At 0 it is taken for it only if it
    is named: a bare table of numbers tells no kind."""
    add_credit: Callable[[str, Mapping[str, str]], str] | None = None
    """(text of one puzzle, fields of `Credit`): the text with that credit. None where the form has
    no place for one."""
    tags: tuple[str, ...] = ()
    """Genres of penpa-edit that a table of words is of, the one that is written first."""
    number_style: int = 1
    """How numbers of a table look there."""

    def read(self, text: str, rule: str | None) -> Iterator[Parsed[C, S]]:
        """Yield the puzzles of a text; the first that is broken is raised."""
        for found in self.read_each(text, rule):
            if isinstance(found, PuzzleFormatError):
                raise found
            yield found


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
    """(clues, hint, budget): the verdict, with witness; a hint is a solution believed right.

    A wrong hint is ignored, and the witness differs from a right one.
    Its method names the engine that decided and, after a ``+``, the one that confirmed; each may
    name its solver after a colon (``sat:glucose4``)."""
    argument_of: Mapping[str, str] = field(default_factory=dict)
    """For engines that rest on the argument of another: the name of that one."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """For methods that see at once that there is no solution: why, in words for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refutation(Generic[C, S]):
    """Capability: uniqueness is said in clauses, for a proof that any checker accepts."""

    task: Callable[[C, S], RefutationTask]
    """(clues, solution): in clauses, that there is another solution than this right one.

    `ConfigError` for a puzzle too large to be said in clauses."""
    dimacs: Callable[[C], Iterator[str]]
    """Lines of a DIMACS CNF of the puzzle, with comments that map variables to cells."""
    normal_form: Callable[[C, S], tuple[C, S]] | None = None
    """(clues, solution): the same for a board turned, mirrored or relabelled, so that a budget is
    spent alike on all of them. None: boards are refuted as they stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deductions(Generic[C, S]):
    """Capability: the steps by which a person would solve a puzzle."""

    explain_steps: Callable[[C, S], Iterator[Step]]
    """(clues, solution): the steps, easiest first at every point, to the last decision."""
    reasons: Callable[[str], Mapping[str, str]]
    """(language): a sentence for each reason of a decision, as `kit.deduction.step_text` reads it.

    In every language of books."""
    first_step: Callable[[C, S], Step | None]
    """(clues, solution): what a beginner sees at once by the rules alone; None where it is not so.

    Its decisions draw something, and are about one place for one reason."""
    draw_step: Callable[[C, S, Step, float], Scene]
    """(clues, solution, step, cell_mm): the board with what a step draws, and no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality(Generic[C, S]):
    """Capability: what makes a puzzle worth a page is measured; docs/quality.md."""

    measure: Callable[[C, S], Mapping[str, int]]
    """(clues, solution): every measure by name."""
    rank: Callable[[C, S], int]
    """(clues, solution): a number by which the best of several is chosen; soon told."""
    views: Callable[[C, S], tuple[int, ...]]
    """(clues, solution): what is drawn as bits, for each turn and mirror image, so that look-alikes
    are known; the first is the puzzle as it stands. None of boards too small to differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortestWays(Generic[C, S]):
    """Capability: of many solutions those with the fewest moves are wanted, and can be proved."""

    count_moves: Callable[[S], int]
    """(solution): how many moves it has."""
    is_proved: Callable[[S], bool]
    """(solution): whether it says that none has fewer."""
    find_shorter: Callable[[C, S], S]
    """(clues, solution): the shortest that is known of what a grade looks for and a right one.

    Whether it is proved is found out anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookMatter(Generic[C, S]):
    """Capability: a book prints more of a puzzle than its board, and words of its own on it."""

    task_text: Callable[[C, S, str], str]
    """(clues, solution, language): what is to be done, in a line under the puzzle."""
    pieces: Callable[[C, float], Scene]
    """(clues, cell_mm): what a reader cuts out to play with, one scene for all boards of a size."""
    paper_text: Callable[[str], str]
    """(language): how it is played on paper, a paragraph that a book prints after the rules."""
    difficulty_text: Callable[[str], str]
    """(language): what the kind's bands mean, where it is not how much has to be tried."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PuzzleKind(Generic[P, C, S]):
    """A kind of puzzle as a record of pure functions. A missing field fails at import.

    In its folder stand as well ``rules.<language>.md`` (`rules_text`) and ``examples.json``.
    """

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
    """``record.puzzle`` to clues; `PuzzleFormatError` for whatever would crash later.

    Clues can be hashed, and are equal where the puzzle is, whatever its source called its parts."""
    encode_solution: Callable[[S], JsonObject]
    """A solution to ``record.solution``."""
    decode_solution: Callable[[C, JsonObject], S]
    """``record.solution`` to a solution; `PuzzleFormatError` where it has not its form."""

    generate: Callable[[P, int], Generated[C, S]]
    """(params, seed) to a candidate; a pure function of both."""
    stand_in: Callable[[P], tuple[C, S]]
    """A board and an answer of the size and look of those made, found without a search: for plans.

    The answer need not be right."""
    check: Callable[[C, S], tuple[Violation, ...]]
    """The rules by definition; shares no helper with `solve`. Empty: the solution is right."""
    solve: Callable[[C, int, Budget, str], Solved[S]]
    """(clues, limit, budget, solver): up to ``limit`` solutions."""
    solvers: tuple[str, ...]
    """Names that `solve` takes, the default first."""
    grade: Callable[[C, S], Grade]
    """The kind's reference grade, invariant under symmetry; percentile within the size."""
    canonical: Callable[[C], str]
    """The smallest form under rotation, reflection and relabelling: the duplicate key."""

    draw: Callable[[C, S | None, float], Scene]
    """(clues, solution, cell_mm): the board, with the solution if given, as a scene."""
    formats: tuple[TextFormat[C, S], ...]
    """Text forms, in the order of detection."""
    texts: Mapping[str, Callable[[C, S, bool], str]]
    """Printed forms of a solved board by name (labels, tubes); the flag asks for colour.

    Each ends with a line end."""
    facts: Callable[[C], Mapping[str, int | str]] = lambda clues: {}
    """Columns for reports: pairs, islands, ..."""
    warm_up: tuple[Callable[[], None], ...] = ()
    """Together they compile every kernel, so that timings and worker processes start warm.

    They may run side by side in processes of their own; those that take longest come first."""

    budget: Budget = Budget(nodes=2_000_000, conflicts=400_000)
    """The steps for one puzzle where the user names none: some seconds at most.

    Whoever changes it changes verdicts: raise the version, too."""

    variants: Variants[C] | None = None
    """None: there is one set of rules, and a rule's name is None wherever one is asked for."""
    uniqueness: Uniqueness[C, S] | None = None
    """None: a puzzle may have many solutions; its verdict is not-applicable."""
    explain_ambiguity: Callable[[C, Budget], Explained[S]] | None = None
    """(clues, budget): the cells in which all solutions agree, and those in which they differ.

    None where solutions are not filled boards."""
    quality: Quality[C, S] | None = None
    repose: Callable[[C, Mapping[str, str]], C] | None = None
    """(clues, settings): the puzzle with what settings say of its task, such as the goal.

    `ConfigError` for any other setting. None where only rules can be set, see `Variants`."""
    shortest: ShortestWays[C, S] | None = None
    """None: no solution is better than another."""
    read_board: Callable[[PageContent, str | None], tuple[BoardReading[C, S], ...]] | None = None
    """(content, rule): the boards that a printed page shows, read from lines and figures alone.

    The inverse of `draw`; shares no measure with it, so that a drawing is checked as a solver sees
    it. Boards of other kinds are left out. None: no page is read back."""
    refutation: Refutation[C, S] | None = None
    deductions: Deductions[C, S] | None = None
    frames: Callable[[C, S, float], Iterator[Scene]] | None = None
    """(clues, solution, cell_mm): the board from the clues to the solution, scenes of one size;
    None where a solution does not move."""
    answer_text: Callable[[C, S], str] | None = None
    """(clues, solution): the answer in words; None where it is drawn on the board."""
    book_matter: BookMatter[C, S] | None = None
    play: Callable[[C, str], JsonObject | None] | None = None
    """(clues, language): the rules as data, by which the player plays and gives hints; no answer.

    It gives None for a board too large for that; the capability is None where a kind has no such
    rules."""

    @property
    def rules(self) -> tuple[str | None, ...]:
        """The rules that a puzzle may be posed under, the default first; (None,) for one set."""
        return (None,) if self.variants is None else self.variants.rules

    def title_in(self, language: str) -> str:
        """Return what readers of a language call it: the head of its rules in that language."""
        return rules_title(f"pipeline.kinds.{self.id}", language) or self.title

    def with_ends(self, text: str, ends: Ends, language: str) -> str:
        """Return a text about boards of this kind in the words for such ends of lines."""
        return rename_ends(f"pipeline.kinds.{self.id}", text, ends, language)

    def rules_text(self, rule: str | None, language: str, ends: Ends = "numbers") -> str:
        """Return what the reader of the book reads, in a small Markdown.

        It is the section of the rule, or ``rules``, of the kind's ``rules.<language>.md``, in the
        words for what is printed at ends of lines.
        `ConfigError` if the rule is unknown or its text is not there in that language.
        """
        name = "rules"
        if self.variants is None:
            require_no_rule(self.id, rule)
        else:
            name = require_rule(rule or self.variants.rules[0], self.variants.rules)
        text = read_rules(f"pipeline.kinds.{self.id}", self.title, name, language)
        return self.with_ends(text, ends, language)


AnyKind: TypeAlias = PuzzleKind[Any, Any, Any]


def require(kind: AnyKind, capability: T | None, name: str) -> T:
    """Return a capability that a kind has.

    ``name`` is what a message calls it, in the plural. `ConfigError` if the kind lacks it.

    Examples
    --------
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
    kind: AnyKind,
    clues: Any,
    rule: str | None,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Any:
    """Return clues under the rule named, or their own, with the parts that settings change.

    `ConfigError` if the rule is unknown, a setting is no part of the kind's rules, or it has no
    rules to choose from.
    """
    if rule is None and not settings:
        return clues
    if rule is None and kind.repose is not None:
        return kind.repose(clues, settings)
    variants = require(kind, kind.variants, "rules to choose from")
    if rule is not None:
        clues = variants.with_rule(clues, rule)
    if not settings:
        return clues
    own = rule_of(kind, clues)
    assert own is not None
    return variants.with_rule(clues, _changed(variants, own, settings))


def rule_of(kind: AnyKind, clues: Any) -> str | None:
    """Return the rule that clues are posed under; None for a kind with one set of rules.

    Examples
    --------
    >>> from pipeline.kinds import get_kind
    >>> hashi = get_kind("hashi")
    >>> rule_of(hashi, hashi.decode({"rows": 1, "cols": 3, "loops": False, "clues": [[2, 0, 2]]}))
    'tree-2'
    """
    variants = kind.variants
    if variants is None:
        return None
    return next(rule for rule in variants.rules if variants.with_rule(clues, rule) == clues)


def change_rule(kind: AnyKind, rule: str | None, settings: Mapping[str, str]) -> str | None:
    """Return a rule, None for the kind's default, with the parts that settings change.

    Without settings it is the rule as it was given. `ConfigError` if a setting is no part of the
    kind's rules.

    Examples
    --------
    >>> from pipeline.kinds import get_kind
    >>> change_rule(get_kind("hashi"), None, {"max_bridges": "3"})
    'connected-3'
    """
    if not settings or kind.repose is not None:
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


def name_ends(kind: AnyKind, scene: Scene, ends: Ends, cell_mm: float, has_hues: bool) -> Scene:
    """Return a drawing of a kind with the ends of its lines named so; see `with_ends`.

    `ConfigError` if it has no such ends, or more than there are pictures.
    """
    if ends == "numbers":
        return scene
    most = most_named(scene)
    if not most:
        raise ConfigError(
            f"{kind.title} ({kind.id}) has no lines between two equal ends that {ends} could name; "
            "leave ends out"
        )
    if ends == "icons" and most > MOST_PICTURES:
        raise ConfigError(
            f"expected at most {MOST_PICTURES} pairs where pictures name them, found {most}; take "
            'smaller boards, or ends = "letters"'
        )
    return with_ends(scene, ends, cell_mm, has_hues=has_hues)
