"""What hints say follows from the constraints that they name, on the board as drawn."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.hashi.declaration import declare as declare_hashi
from pipeline.kinds.hashi.model import make_clues as make_hashi
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.kinds.kit.words.base import ALWAYS
from pipeline.kinds.kit.words.core import Count, Model
from pipeline.kinds.numberlink.declaration import declare as declare_numberlink
from tests.naive.claims import Reader, forced
from tests.naive.proofs import follows
from tests.slices import share
from tests.web.engine import Engine
from tests.web.test_hints import PLAYED, board

PROVE = """(record, most) => {
  const found = [];
  const deduce = deduceNext;
  deduceNext = (model, drawn, isSeen) => {
    const one = deduce(model, drawn, isSeen);
    if (one && !one.isBroken) {
      const { reason, literals, chain } = one;
      const proof = one.proof.map(({ of, forced }) => [of.map(({ at }) => at), forced]);
      found.push({ reason, literals, chain, proof, drawn: [...drawn] });
    }
    return one;
  };
  const game = makeGame(record);
  const values = game.begin();
  for (let k = 0; k < most; k++) {
    const hint = game.hint(values);
    if (!hint?.changes?.length) break;
    for (const [slot, value] of hint.changes) values[slot] = value;
  }
  deduceNext = deduce;
  return found;
}"""


SHOW = """(record) => {
  const game = makeGame(record);
  const values = game.begin();
  const given = [];
  for (;;) {
    const hint = game.hint(values);
    if (!hint?.changes?.length) return given;
    given.push([hint.message.values.reason, hint.changes]);
    for (const [slot, value] of hint.changes) values[slot] = value;
  }
}"""
RULES = {1: "one-star", 2: "two-stars"}


class Claim(NamedTuple):
    """Literals that follow from constraints and what is known, and the sentences of the hint."""

    reason: str
    constraints: list[Any]
    known: dict[int, bool]
    literals: list[int]


@cache
def engine() -> Engine:
    made = Engine("kinds/kinds.js")
    made.define("prove", PROVE)
    made.define("show", SHOW)
    return made


def reasons_of(kind_id: str, clues: Any) -> list[str]:
    """Return why each step follows that hints give."""
    kind = get_kind(kind_id)
    assert kind.play is not None
    model = kind.play(clues, None, "en")
    record = {"id": "x", "kind": kind_id, "puzzle": kind.encode(clues), "model": model}
    return [reason for reason, _ in engine().call("show", record)]


def model_of(kind_id: str, record: dict[str, Any], solution: Any) -> Model:
    kind = get_kind(kind_id)
    clues = kind.decode(record["puzzle"])
    if kind.declared is not None:
        model: Model = kind.declared.declare(clues)
        return model
    answer = kind.decode_solution(clues, solution)
    if kind_id == "hashi":
        return declare_hashi(clues, answer)
    return declare_numberlink(clues, answer)


def claims(kind_id: str, seed: int) -> Iterator[Claim]:
    """Yield what each hint on the way to the answer claims, one deduction after the other."""
    record, solution = board(kind_id, seed)
    model = model_of(kind_id, record, solution)
    constraints = [*model.counts, *model.globals]
    for hint in engine().call("prove", record, 400):
        known = {at: value > 0 for at, value in enumerate(hint["drawn"]) if value and at}
        for places, literals in hint["proof"]:
            yield Claim(hint["reason"], [constraints[k] for k in places], known, literals)
            known = known | {abs(one): one > 0 for one in literals}
        assert {*hint["literals"]} <= {*hint["proof"][-1][1]}


@pytest.mark.part(2)
@pytest.mark.sliced
@pytest.mark.parametrize("kind_id", PLAYED)
def test_hints_follow_from_what_they_name(kind_id: str) -> None:
    tried = 0
    for seed in range(share(9, 9)):
        for reason, constraints, known, literals in claims(kind_id, seed):
            for literal in literals:
                assert abs(literal) != ALWAYS
                assert follows(constraints, known, literal), reason
                tried += 1
    assert tried


NUMBERS = ("calcudoku", "futoshiki", "kakuro", "killer", "skyscrapers", "sudoku", "suguru")
RUN = r"\d+(?:–\d+)?"
CELLS = re.compile(rf"(row|column) (\d+), (?:row|column)s? ({RUN}(?:, {RUN})*(?: and {RUN})?)")
FORMS = {
    "out": re.compile(r"^([\d, or]+) cannot go in ([^:]*):"),
    "only": re.compile(r"^Only ([\d, or]+) can go in ([^:]*):"),
    "on": re.compile(r"^(\d+) goes in ([^:]*):"),
}
SUM = re.compile(r"^(.*) must add up to \d+: only ([\d+]+(?: or [\d+]+|, [\d+]+)*) will do\.$")


def cells_in(text: str, cols: int) -> set[int]:
    """Return the cells that a sentence names."""
    found = set()
    for line, at, others in CELLS.findall(text):
        for run in re.split(", | and ", others):
            first, _, last = run.partition("–")
            for other in range(int(first), int(last or first) + 1):
                row, col = (int(at), other) if line == "row" else (other, int(at))
                found.add((row - 1) * cols + col - 1)
    return found


def said(model: Model, sentence: str) -> list[int]:
    """Return the literals that a sentence about numbers claims."""
    cols, numbers = model.grid.cols, dict[int, dict[int, int]]()
    for at, mark in enumerate(model.marks, 1):
        numbers.setdefault(mark.place[0], {})[mark.value] = at
    if match := SUM.match(sentence):
        kept = {int(one) for one in re.findall(r"\d+", match[2])}
        cells = cells_in(match[1].lower(), cols)
        return [-at for cell in cells for one, at in numbers[cell].items() if one not in kept]
    name, match = next(
        (name, found) for name, form in FORMS.items() if (found := form.match(sentence))
    )
    digits, cells = {int(one) for one in re.findall(r"\d+", match[1])}, cells_in(match[2], cols)
    assert digits
    assert cells
    if name == "on":
        return [numbers[cell][one] for cell in cells for one in digits]
    return [
        -at
        for cell in cells
        for one, at in numbers[cell].items()
        if (one in digits) == (name == "out")
    ]


def is_plain(count: Count, known: dict[int, bool]) -> bool:
    """Return whether what a count rules out is seen: equal numbers nearby, or too large ones."""
    return count.reason == "large" or any(known.get(one) for one in map(abs, count.literals))


@pytest.mark.part(2)
@pytest.mark.sliced
@pytest.mark.parametrize("kind_id", NUMBERS)
def test_sentences_claim_what_follows_and_all_that_the_conclusion_needs(kind_id: str) -> None:
    """Each sentence about numbers is read again, and no silent deduction is left between them."""
    given = 0
    for seed in range(share(9, 5)):
        record, solution = board(kind_id, seed)
        model = model_of(kind_id, record, solution)
        constraints = [*model.counts, *model.globals]
        for hint in engine().call("prove", record, 400):
            if hint["chain"] or "taken together" in hint["reason"]:
                continue
            known = {at: value > 0 for at, value in enumerate(hint["drawn"]) if value and at}
            plain = [one for one in model.counts if is_plain(one, known)]
            known |= {-one: False for count in plain for one in forced(count, known) if one < 0}
            named = [constraints[k] for places, _ in hint["proof"] for k in places]
            sentences = re.split(r"(?<=\.) (?=[A-Z\d])", hint["reason"])
            for sentence in sentences[:-1]:
                claimed = said(model, sentence)
                assert all(follows(named, known, one) for one in claimed), sentence
                known = known | {abs(one): one > 0 for one in claimed}
                given += 1
            by = hint["proof"][-1][0]
            if not re.search("no other number|only place", sentences[-1]):
                # What alone is left for a cell is given with the reason for that.
                reasons = {constraints[k].reason for k in hint["proof"][-2:][0][0]}
                by = [
                    k
                    for places, _ in hint["proof"]
                    for k in places
                    if k in by or constraints[k].reason in reasons
                ]
            last = [constraints[k] for k in by]
            assert said(model, sentences[-1]) == hint["literals"]
            assert all(follows(last, known, one) for one in hint["literals"]), hint["reason"]
    assert given or kind_id == "sudoku"


def test_islands_that_would_be_cut_off_are_named_as_such() -> None:
    clues = make_hashi(3, 3, (1, 0, 1, 0, 0, 0, 2, 0, 2))
    assert any("two 1s joined would be cut off" in one for one in reasons_of("hashi", clues))


def test_of_a_number_with_one_rectangle_left_that_is_named() -> None:
    kind = get_kind("shikaku")
    clues = kind.decode({"rows": 2, "cols": 3, "clues": [[0, 0, 3], [3, 0, 0]]})
    first, *_ = reasons_of("shikaku", clues)
    assert first == "The 3 has only one rectangle left: row 1, columns 1–3."


LEFT = re.compile(
    r"each of the (\d+) rectangles (left|that can still cover)(.*?)( covers .*| ends here)"
)


def rectangles_over(clues: Any, cell: int, known: dict[int, bool], model: Model) -> list[set[int]]:
    """Return the rectangles with a cell and one number, its size, that known borders allow."""
    borders = [
        ({*model.grid.cells_beside((mark.place[0], mark.place[1]))}, known[at])
        for at, mark in enumerate(model.marks, 1)
        if at in known
    ]

    def fits(area: set[int]) -> bool:
        numbers = [clues.values[one] for one in area if clues.values[one]]
        near = ((cells <= area, is_drawn) for cells, is_drawn in borders if area & cells)
        return numbers == [len(area)] and all(a != b for a, b in near)

    lines = [[*combinations(range(side + 1), 2)] for side in (clues.rows, clues.cols)]
    areas = (
        {row * clues.cols + col for row in range(*rows) for col in range(*cols)}
        for rows, cols in product(*lines)
    )
    return [area for area in areas if cell in area and fits(area)]


@pytest.mark.sliced
def test_rectangles_that_are_left_are_as_many_as_a_sentence_says_and_cover_what_it_names() -> None:
    kind, given = get_kind("shikaku"), set()
    assert kind.declared is not None
    assert kind.deductions is not None
    for seed in range(share(9, 5)):
        record, solution = board("shikaku", seed)
        clues = kind.decode(record["puzzle"])
        model: Model = kind.declared.declare(clues)
        texts, reader = kind.deductions.reasons("en", None), Reader(model)
        spoken = [(one.reason, one.known) for one in claims("shikaku", seed)]
        for step in kind.deductions.explain_steps(clues, kind.decode_solution(clues, solution)):
            spoken.append((step_text(step, clues.cols, texts), {**reader.known}))
            reader.learn(map(reader.literal, step.decisions))
        for reason, known in spoken:
            for number, form, at, rest in LEFT.findall(reason[:1].lower() + reason[1:]):
                (cell,) = cells_in(at, clues.cols)
                left = rectangles_over(clues, cell, known, model)
                assert len(left) == int(number), reason
                assert all(cells_in(rest, clues.cols) <= area for area in left), reason
                given.add((form, rest == " ends here"))
    assert {("left", False), ("left", True)} <= given


@pytest.mark.parametrize("stars", [1, 2])
def test_one_star_is_spoken_of_as_one(stars: int) -> None:
    kind = get_kind("starbattle")
    side = 6 + 2 * stars
    made = kind.generate(kind.parse_params(side, side, RULES[stars], {}), 0)
    text = " ".join(reasons_of("starbattle", made.clues))
    assert ("its queen." in text) == (stars == 1)
    assert ("its stars." in text) == (stars == 2)


WORDS = {"one": 1, "two": 2, "three": 3, "four": 4}


@pytest.mark.sliced
def test_as_many_bridges_are_drawn_as_the_hint_says() -> None:
    given = 0
    for seed in range(share(12)):
        record, _ = board("hashi", seed)
        for reason, changes in engine().call("show", record):
            said = re.split(r"(?<=\.) ", reason)[-1].lower().removeprefix("at least ").split()[0]
            assert {max(value, 0) for value in dict(changes).values()} == {WORDS.get(said, 0)}, (
                reason
            )
            given += 1
    assert given


def test_hints_about_bridges_agree_with_the_answer_and_end_there() -> None:
    named: set[tuple[bool, int]] = set()
    engine().define("spans", "(record) => makeGame(record).spans.map((at) => [at.one, at.other])")
    engine().define("hint", "(record, values) => makeGame(record).hint(values)")
    for seed in range(8):
        record, solution = board("hashi", seed)
        spans = [(one, other) for one, other in engine().call("spans", record)]
        counts = {(one, other): count for one, other, count in solution["bridges"]}
        answer = [counts.get(span, 0) for span in spans]
        for reason, changes in engine().call("show", record):
            for slot, value in changes:
                assert answer[slot] >= value if value > 0 else answer[slot] == 0, reason
                named.add((slot == 0, value))
        islands = sum(clue != 0 for row in record["puzzle"]["clues"] for clue in row)
        done = [count or -1 for count in answer] + [0] * islands
        assert engine().call("hint", record, done) is None
    assert {(False, -1), (False, 1), (False, 2)} <= named
    assert {value for is_first, value in named if is_first} & {1, 2}
