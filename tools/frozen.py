"""Digests of all that an equal seed yields: whether a change of the code changes a byte.

    python -m tools.frozen [KIND ...] [--update]

For every kind and preset, and 20 seeds: the record with verdict and grade, steps in three
languages, scenes, texts, what the player gets, every text form written and read back, forms with
damaged signs, and rules on damaged answers. A difference names kind, preset, seed and artefact.
``tests/golden/frozen.json`` has the digests; ``--update`` rewrites those of the named kinds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from dataclasses import fields as fields_of
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pipeline.edition.answer_words import describe_answer
from pipeline.edition.board_words import describe_board
from pipeline.kernels.random_state import new_state, random_below
from pipeline.kinds import get_kind, kind_ids, load_examples
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.model import ConfigError, PuzzleFormatError, canonical_json
from pipeline.stages.generate import GeneratorOrder, make_candidate
from pipeline.store.jsonl import dump_record

GOLDEN: Final = Path(__file__).parents[1] / "tests" / "golden" / "frozen.json"
SEEDS: Final = 20
BAND_SEEDS: Final = 2
LANGUAGES: Final = ("en", "de", "fr")
SIGNS: Final = "0123456789abcxyz-._/,:k"
DAMAGES: Final = 4  # Damaged texts of each form, and damaged answers, of a board
CELL_MM: Final = 8.0
KIND: Final = "kind"  # Where the digests are that depend on no seed
SIZES: Final = ((3, 3), (1, 9), (60, 60), (9, 8))
SETTINGS: Final[tuple[Mapping[str, str], ...]] = (
    {}, {"hardest": "trial"}, {"clues": "3:4"}, {"bogus": "1"}, {"band": "easy"},
)  # fmt: skip

Digests = dict[str, dict[str, str]]  # By artefact, by name of the kind, or of a preset


@dataclass(frozen=True)
class Puzzle:
    """One candidate of a preset, and what it yields."""

    kind: AnyKind
    params: Any
    seed: int

    @cached_property
    def candidate(self) -> Any:
        """The candidate: generated, proved and graded."""
        return make_candidate((GeneratorOrder(self.kind.id, self.params, self.seed), 0))

    @cached_property
    def clues(self) -> Any:
        """The clues."""
        return self.kind.decode(self.candidate.generated.puzzle)

    @cached_property
    def solution(self) -> Any:
        """The solution."""
        return self.kind.decode_solution(self.clues, self.candidate.generated.solution)

    @cached_property
    def state(self) -> Any:
        """The state from which damages are drawn."""
        return new_state(self.seed)

    def record(self) -> Any:
        """Return the records of each stage, and the canonical form."""
        records = (self.candidate.generated, self.candidate.proved, self.candidate.graded)
        return [one and dump_record(one) for one in records], self.kind.canonical(self.clues)

    def steps(self) -> Any:
        """Return the steps as data and as text."""
        if (deductions := self.kind.deductions) is None:
            return None
        steps = list(deductions.explain_steps(self.clues, self.solution))
        rule = self.kind.encode(self.clues).get("rule")
        texts = [deductions.reasons(language, rule) for language in LANGUAGES]
        words = [[step_text(one, self.clues.cols, own) for one in steps] for own in texts]
        return steps, words, deductions.first_step(self.clues, self.solution)

    def scenes(self) -> Any:
        """Return the drawing of puzzle and answer."""
        return [self.kind.draw(self.clues, one, CELL_MM) for one in (None, self.solution)]

    def words(self) -> Any:
        """Return the texts for terminals and screen readers, and facts."""
        clues, solution, kind = self.clues, self.solution, self.kind
        maps = [text(clues, solution, False) for text in kind.texts.values()]
        spoken = [
            (describe_board(kind, clues, code), describe_answer(kind, clues, solution, code))
            for code in LANGUAGES
        ]
        return maps, spoken, kind.facts(clues)

    def player(self) -> Any:
        """Return what the player gets, in each language."""
        play = self.kind.play
        return play and [play(self.clues, self.solution, code) for code in LANGUAGES]

    def forms(self) -> Any:
        """Return every text form of puzzle and answer, and what is read back."""
        return [
            (form.name, text, self._read(form, text), form.confidence(self.clues))
            for form in self.kind.formats
            for text in self._written(form)
        ]

    def damaged(self) -> Any:
        """Return what each form says to texts with one sign left out, added or doubled."""
        return [
            (text, self._read(form, text))
            for form in self.kind.formats
            for written in list(self._written(form))[:1]
            for text in map(self._damage, [written] * DAMAGES)
        ]

    def checks(self) -> Any:
        """Return the broken rules of the answer, and of answers with one item changed."""
        return [
            self._check(answer)
            for answer in (
                self.kind.encode_solution(self.solution),
                *(self._change(self.kind.encode_solution(self.solution)) for _ in range(DAMAGES)),
            )
        ]

    def _below(self, bound: int) -> int:
        return int(random_below(self.state, bound))

    def _written(self, form: Any) -> Iterator[str]:
        for solution in (None, self.solution):
            try:
                yield form.write([(self.clues, solution)])
            except PuzzleFormatError as error:
                yield f"error: {error}"

    def _read(self, form: Any, text: str) -> Any:
        try:
            return [
                str(one) if isinstance(one, PuzzleFormatError) else self._parsed(one)
                for one in form.read_each(text, None)
            ]
        except PuzzleFormatError as error:
            return f"error: {error}"

    def _parsed(self, one: Any) -> Any:
        answer = one.solution and self.kind.encode_solution(one.solution)
        about = (one.line, one.credit, one.source_id, one.source, one.unread)
        return self.kind.encode(one.clues), answer, about

    def _damage(self, text: str) -> str:
        place, sign = self._below(max(1, len(text))), SIGNS[self._below(len(SIGNS))]
        put = ("", sign, text[place : place + 1] * 2)[self._below(3)]
        return text[:place] + put + text[place + 1 :]

    def _change(self, answer: Any) -> Any:
        """Return the JSON of an answer with one item of one of its lists changed."""
        below = self._below
        lists = [name for name in sorted(answer) if isinstance(answer[name], list) and answer[name]]
        if lists:
            items = answer[lists[below(len(lists))]]
            place = below(len(items))
            if isinstance(items[place], list) and items[place] and below(2):
                items[place][below(len(items[place]))] = 1 + below(self.clues.rows)
            else:
                del items[place]
        return answer

    def _check(self, answer: Any) -> Any:
        try:
            return self.kind.check(self.clues, self.kind.decode_solution(self.clues, answer))
        except PuzzleFormatError as error:
            return f"error: {error}"


ARTEFACTS: Final[Mapping[str, Callable[[Puzzle], Any]]] = {
    name: getattr(Puzzle, name)
    for name in (
        "record", "steps", "scenes", "words", "player", "forms", "damaged", "checks"
    )
}  # fmt: skip


def digest(value: Any) -> str:
    """Return six hex digits that change with any part of a value."""
    return hashlib.sha256(canonical_json(_plain(value)).encode()).hexdigest()[:6]


def _plain(value: Any) -> Any:
    """Return a value as JSON, with the names of classes."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if hasattr(value, "__dataclass_fields__"):
        return [
            type(value).__name__,
            *(_plain(getattr(value, one.name)) for one in fields_of(value)),
        ]
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(repr, value))
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return repr(value)


def jobs_of(kind: AnyKind) -> Iterator[tuple[str, Any, int]]:
    """Yield the name of a preset or band, its params and the number of its seeds."""
    for name, params in kind.presets.items():
        yield name, params, SEEDS
    small = [*kind.presets.values()][min(1, len(kind.presets) - 1)]
    for band in ("easy", "medium", "hard", "expert"):
        try:
            rule = getattr(small, "rule", None) or None  # "" of kinds without rules
            params = kind.parse_params(small.rows, small.cols, rule, {"band": band})
        except ConfigError:
            continue
        yield f"band-{band}", params, BAND_SEEDS


def freeze_puzzle(kind: AnyKind, params: Any, seed: int) -> str:
    """Return the digests of one seed, in the order of `ARTEFACTS`; "none" if nothing is made."""
    puzzle = Puzzle(kind, params, seed)
    if puzzle.candidate.generated is None:
        return "none"
    return " ".join(digest(make(puzzle)) for make in ARTEFACTS.values())


def freeze_kind(kind: AnyKind) -> dict[str, str]:
    """Return the digests of what depends on no seed."""
    parts = {
        "texts": [
            (kind.title_in(code, rule), kind.rules_text(rule, code, is_easy=is_easy))
            for rule in kind.rules for code in LANGUAGES for is_easy in (False, True)
        ],
        "settings": [(name, one.help, one.default) for name, one in kind.settings.items()],
        "presets": [kind.describe_params(one) for one in kind.presets.values()],
        "params": [_parsed(kind, *size, own) for size in SIZES for own in SETTINGS],
        "samples": [
            (kind.encode(clues), kind.encode_solution(answer))
            for clues, answer in map(kind.stand_in, kind.presets.values())
        ],
        "forms": [(one.name, one.title, one.tags, one.gap) for one in kind.formats],
        "examples": [
            kind.check(clues, kind.decode_solution(clues, one["solution"]))
            for group in ("solved", "breaking") for one in load_examples(kind)[group]
            for clues in [kind.decode(one["puzzle"])]
        ],
    }  # fmt: skip
    return {name: digest(value) for name, value in parts.items()}


def _parsed(kind: AnyKind, rows: int, cols: int, settings: Mapping[str, str]) -> Any:
    try:
        return kind.describe_params(kind.parse_params(rows, cols, None, settings))
    except ConfigError as error:
        return str(error)


def freeze(kind_id: str) -> Digests:
    """Return all digests of a kind."""
    kind = get_kind(kind_id)
    found: Digests = {KIND: freeze_kind(kind)}
    for name, params, seeds in jobs_of(kind):
        found[name] = {str(seed): freeze_puzzle(kind, params, seed) for seed in range(seeds)}
    return found


def read_golden() -> dict[str, Digests]:
    """Return the committed digests by kind."""
    if not GOLDEN.is_file():
        return {}
    return dict(json.loads(GOLDEN.read_text(encoding="utf-8")))


def differences(kind_id: str, before: Digests, now: Digests) -> Iterator[str]:
    """Yield a line for each artefact of a kind that differs, with the first place where it does."""
    count: Counter[str] = Counter()
    first: dict[str, str] = {}
    for group in {**before, **now}:
        old, new = before.get(group, {}), now.get(group, {})
        for key in {**old, **new}:
            for name in _different(key, old.get(key, ""), new.get(key, ""), group == KIND):
                count[name] += 1
                first.setdefault(name, group if group == KIND else f"{group}, seed {key}")
    for name, number in count.items():
        yield f"{kind_id}: {name} differs in {number} places, first in {first[name]}"


def _different(key: str, old: str, new: str, is_kind: bool) -> Iterator[str]:
    if is_kind or len(old.split()) != len(new.split()):
        if old != new:
            yield key if is_kind else "what is made"
        return
    pairs = zip(old.split(), new.split(), strict=True)
    yield from (name for name, (one, other) in zip(ARTEFACTS, pairs, strict=False) if one != other)


def main() -> None:
    """Compare the digests of kinds with the committed ones, or rewrite these."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kinds", nargs="*", default=[*kind_ids()])
    parser.add_argument("--update", action="store_true", help="rewrite the committed digests")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    golden = read_golden()
    lines: list[str] = []
    with ProcessPoolExecutor(asked.jobs) as workers:
        for kind_id, found in zip(asked.kinds, workers.map(freeze, asked.kinds), strict=True):
            lines += differences(kind_id, golden.get(kind_id, {}), found)
            golden[kind_id] = found
            print(f"{kind_id}: {sum(map(len, found.values()))} digests", file=sys.stderr)
    print("\n".join(lines) or "every byte is as it was")
    if asked.update:
        GOLDEN.write_text(_text(golden), encoding="utf-8")
    elif lines:
        sys.exit(1)


def _text(golden: Mapping[str, Digests]) -> str:
    return json.dumps(golden, indent=0, sort_keys=True) + "\n"


if __name__ == "__main__":
    main()
