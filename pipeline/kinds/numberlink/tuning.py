"""What was measured rather than derived: budgets, thresholds and weights, all in one place.

Another value changes how long an answer takes, and which puzzle a seed gives; no value makes an
answer wrong. Functions take a `Tuning` as an argument, so that a test can shrink what it is about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Windows:
    """How a board is refuted window by window: side, stride, conflicts at first, growth.

    ``growth``: times the conflicts for each window after a pass that settled less than a tenth.
    """

    side: int = 7
    stride: int = 4
    conflicts: int = 100
    growth: int = 2


@dataclass(frozen=True, slots=True)
class Chain:
    """How long the Markov chain of layouts runs, phase after phase; moves are accepted ones."""

    mixing: int = 12
    """Moves for each cell before the start, all dominoes, no longer shows."""
    settling: int = 8
    """Moves for each cell at the wanted style."""
    most_renewals: int = 10
    """Times that a phase which has not reached its goal is taken up again."""
    tries_per_move: int = 60
    """Proposals after which a phase ends though its moves are not done; some 8 are usual."""
    tries_per_cold_move: int = 20
    """The same while ends are driven apart: what does not yield by then is better drawn afresh."""
    coldest: int = 6
    """The heaviest weight against neighbouring ends; each step to it weighs one more."""
    constraint_inverse_temperatures: range = range(5, 15)
    """The weights against violated constraints, one after another."""
    constraint_moves: int = 60
    """Moves for each cell at each of these weights."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes of a layout: side, distance from one to the next, conflicts for each."""

    side: int
    stride: int
    conflicts: int


@dataclass(frozen=True, slots=True)
class Corners:
    """How the search by whole diagonals shares its nodes among the corners of a board.

    ``first``: nodes of the search that comes before all else, which boards of short lines end in.
    ``depths``: diagonals from each corner that are looked at then, one after the other; ``look``:
    most nodes of each look. ``turn``: nodes of each corner's search in the first round; more with
    each round, twice as many.
    """

    first: int = 500
    depths: tuple[int, ...] = (16, 24)
    look: int = 8_000
    turn: int = 16_000


@dataclass(frozen=True, slots=True)
class Tuning:
    """Budgets, thresholds and weights of the generator, of the searches and of the proof."""

    chain: Chain = Chain()
    attempts: int = 60
    """Layouts tried before a seed is given up."""
    constrained_attempts: int = 20
    """The same where ends have their places, or a band is asked for: such a layout takes some ten
    times as long."""
    layout_diagonals: int = 1_500_000
    """Nodes of the search by whole diagonals on a layout under a strict rule, some 0.2 s. A layout
    that spends this is checked box by box, and then delivered."""
    layout_cells: int = 5_000_000
    """The same cell by cell, where the board has no whole diagonals."""
    proof_conflicts_per_cell: int = 100
    """Budget of each proof during repair."""
    rounds: int = 8
    """Proofs spent on one layout, at least; a small layout that needs more is hopeless."""
    cells_per_round: int = 30
    """Larger boards get a proof for each so many cells: a new layout would have as many flaws."""
    reach: int = 20
    """Weight, in hundredths, on ends that lie far apart, where other solutions leave cells empty.

    A second solution gains its freedom from the cells that it leaves empty, and it can leave no
    more than the lines of the layout are longer than the way between their ends. More reach makes
    puzzles faster still (at 30 twice as fast on 20x20), but of straight bundles.
    """
    large_reach: int = 30
    """The same on large boards: at 20, layouts of 50x50 take six times as long, and look no better.
    """
    even: int = 15
    """Weight, in hundredths, on as many edges across as down; by the square of length over width.

    Without it the share of edges across has a standard deviation of 9 points on 20x20 boards, and
    comes to 58 of 100 on average on boards twice as wide as high.
    """
    least_side_even: int = 6
    """Shorter side from which boards are kept even: in strips, lines have little choice."""
    most_cells_as_cover: int = 64
    """Largest board on which ``cover`` is proved as such and not through ``free``."""

    steers: int = 150
    """Changes in a row that bring a layout no nearer to its band, before another is begun."""
    steering_orders: int = 4
    """Orders of the grade that say which way to go; all of them say whether the band is reached."""
    widest_steer: int = 3
    """Cells around the middle of a change, at most."""
    large_steers: int = 12
    """Large boards made to find one in its band: they are not changed, only made again."""
    steered_winding: int = 40
    """Winding of boards that have to be hard, where none is asked for: on small boards that wind as
    usual, three times as many changes are needed."""
    most_cells_steered_straight: int = 144
    """Largest board on which that is so."""

    reroute_margin: int = 3
    """Cells around a difference that are drawn anew with it."""

    search_steps: int = 60_000
    """Edges chosen by the search for a second solution in normal form, of some microsecond each,
    before SAT is asked. A layout that is unique takes 200 on 10x10, 1,300 on 12x12, 10,000 on 15x15
    and 300,000 on 20x20; where there is a second solution, it is found in some 10,000 there."""
    most_cells_kept: int = 144
    """Largest board on which one solver is kept under ``cover``: beyond it old clauses cost more
    than they save."""
    least_cells_windowed: int = 300
    """Boards of so many cells and more are refuted window by window, smaller ones at once."""
    windows: Windows = Windows()
    """Windows of the proof, and of the generator."""
    widest_pocket: int = 8
    """Width, in steps, of the widest pockets that are spoken of (see `pockets`)."""
    least_conflicts_per_side: int = 30
    """Conflicts for each cell that one side of a board gets at least: with less, hardly any side
    of a large board is settled."""

    least_cells_large: int = 500
    """Boards of so many cells and more are repaired as large ones."""
    levels: tuple[Boxes, ...] = (Boxes(12, 6, 2_000), Boxes(20, 10, 10_000))
    """Boxes that large layouts are checked in; small ones first."""
    strict_boxes: Boxes = Boxes(20, 10, 2_000)
    """Boxes that layouts under strict rules are checked in, where no search decided them."""
    proof_boxes: tuple[Boxes, ...] = (
        Boxes(8, 2, 500), Boxes(10, 2, 1_000), Boxes(12, 3, 2_000), Boxes(14, 2, 5_000),
    )  # fmt: skip
    """Boxes in which a proof looks for a second solution first. Of 37 published puzzles from 24x14
    to 36x20 with several solutions that cover the board, they show it for 36, in 1 s together."""
    box_solutions: int = 20
    """Models of a box looked at: those that the rules of the whole refuse may be many."""
    box_calls: int = 300
    """Boxes that one solver is asked about: later, what it has learned costs more than it saves."""
    large_attempts: int = 6
    """Large layouts tried before a seed is given up."""
    draws: int = 20
    """Layouts drawn for one attempt at most, until one runs about as much across as down."""
    constrained_draws: int = 3
    """The same where ends must lie in certain places."""
    least_share: float = 0.46
    """Least share of the edges that run across, and that run down, in a large layout."""
    refutation_conflicts_per_cell: int = 60
    """Budget of the refutations of a large layout, from all its sides: two, where nothing is found.
    A layout of 50x50 that two sides leave open takes longer than another does."""
    refutations: int = 6
    """Times that the whole board is refuted before a large layout is given up."""
    cells_per_redrawing: int = 2
    """Places are drawn anew at most once for each so many cells of a large board."""
    large_margin: int = 1
    """Cells around a difference that are drawn anew with it on large boards, at first."""
    redrawings_per_margin: int = 6
    """Times that a place is drawn anew with one margin, before the margin grows by one."""
    redrawings_before_split: int = 12
    """Times that a place is drawn anew before a path is split there, if one may be."""

    corners: Corners = Corners()
    """How the search by whole diagonals goes about a board."""
    most_cells_one_by_one: int = 400
    """Largest board that is searched cell by cell under the strict rules as well: to begin takes 40
    microseconds less, and most are decided in 100."""
    quick_diagonals: int = 1_500_000
    """Nodes of the search by whole diagonals, 0.1 microseconds each, after which SAT is likelier to
    answer."""
    large_to_solve: int = 10_000
    """Cells above which puzzles are solved by the search by diagonals or hardly at all."""
    most_cells_uncompiled: int = 400
    """Largest board whose first nodes, of a few microseconds each, need not wait for numba."""
    most_cells_at_once: int = 100
    """Largest narrow board that SAT is asked about before much is searched."""
    nodes_at_once: int = 2_000
    """Nodes of the search by diagonals before that: most boards to 6x6 need fewer."""
    conflicts_at_once: int = 2_000
    """Conflicts that SAT may spend on it."""
    narrow: int = 8
    """Shorter side up to which the search by diagonals decides most boards under any rule."""
    confirming_nodes: int = 1_000_000
    """Nodes of the search cell by cell when it only confirms under a strict rule: 25 ms, less than
    SAT takes from 20x20 on."""
    most_cells_plain: int = 100
    """Largest board on which the plain encoding confirms the lemmas under ``cover``."""
    confirming_conflicts: int = 10_000
    """Conflicts of the plain encoding when it only confirms: most boards to 10x10 need fewer, and
    the hardest boards spend any budget."""
    quick_conflicts: int = 10_000
    """Conflicts after which a second solution is looked for in boxes: more than the lemmas spend on
    most boards up to 20x20 that are unique."""
    quick_conflicts_free: int = 30_000
    """The same under ``free``, where the lemmas decide nearly all boards: with 10,000 a proof of
    25x25 takes half as long again."""
    first_steps: int = 5_000
    """Nodes and conflicts that proof and list may spend on a count before the frontier is tried."""
    short_list: int = 500
    """Solutions listed for a count before the frontier is tried."""
    trial_share: int = 64
    """Each side is tried with this part of a count's states first."""

    least_cells_guessed: int = 64
    """Smallest board that is asked first for a solution that keeps no-touch."""
    guess_conflicts: int = 20_000
    """Conflicts after which such a solution is given up; most take some hundred."""


TUNING: Final = Tuning()
"""The defaults: what was measured to be best."""
