"""Certificates: under which of its kind's rules a puzzle is unique, and what stands behind that.

A rule *includes* another if every solution under the other is one under it, as Numberlink's
``free`` includes ``cover``. So much follows without a proof of its own: what is unique under a rule
is, under a rule that it includes, unique if the one solution keeps that rule, and unsolvable if
not; what has two solutions has them under every including rule as well. Only the rest is proved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind, Budget
from pipeline.model import JsonObject, Record, Status
from pipeline.stages.filter import DEFAULT_BUDGET, right_solution
from pipeline.stages.mapping import Mapper, serial


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is known under one rule; ``solution`` and ``witness`` are decoded."""

    status: Status
    method: str | None
    version: int | None
    solution: Any
    witness: Any


def add_certificates(
    records: Iterable[Record], budget: Budget = DEFAULT_BUDGET, mapper: Mapper = serial
) -> Iterator[Record]:
    """Yield each proved record with ``certificate`` in its verdict, in order.

    Records whose kind does not ask for a single solution pass by.

    Parameters
    ----------
    records : iterable of Record
        With their verdicts, as `filter_records` gives them.
    budget : Budget
        For the proof under each rule.
    """
    return mapper(partial(_certify, budget=budget), records)


def count_strongest(records: Iterable[Record], tally: Counter[str]) -> Iterator[Record]:
    """Yield the records, and count in place the strongest rules under which they are unique."""
    for record in records:
        certificate = record.verdict.extra.get("certificate")
        if certificate is not None:
            tally[" and ".join(certificate["strongest"]) or "under no rule"] += 1
        yield record


def from_strongest(kind: AnyKind) -> tuple[str, ...]:
    """Return a kind's rules, each after every rule that includes it.

    Examples
    --------
    >>> from_strongest(get_kind("numberlink"))
    ('free', 'cover', 'no-uturn', 'no-touch')
    """
    return tuple(
        sorted(kind.rules, key=lambda rule: sum(kind.includes(other, rule) for other in kind.rules))
    )


def _certify(record: Record, budget: Budget) -> Record:
    verdict = record.verdict
    if verdict.status in (Status.NOT_APPLICABLE, Status.UNCHECKED) or verdict.rule is None:
        return record
    kind = get_kind(record.kind)
    clues = kind.decode(record.puzzle)

    def decoded(value: JsonObject | None) -> Any:
        return None if value is None else kind.decode_solution(clues, value)

    own = decoded(record.solution)
    known = {
        verdict.rule: _Entry(
            verdict.status, verdict.method, verdict.version, own, decoded(verdict.witness)
        )
    }
    for rule in from_strongest(kind):
        if rule not in known:
            posed = kind.with_rule(clues, rule)
            known[rule] = _implied(kind, posed, rule, known) or _proved(kind, posed, record, budget)
    certificate = {
        "strongest": list(_strongest(kind, known)),
        "rules": [_tell(kind, rule, known[rule], own) for rule in from_strongest(kind)],
    }
    return record.with_(
        verdict=replace(verdict, extra={**verdict.extra, "certificate": certificate})
    )


def _implied(kind: AnyKind, posed: Any, rule: str, known: dict[str, _Entry]) -> _Entry | None:
    """Return what other rules say of this one, None if they say nothing."""
    for other, entry in known.items():
        method = f"implied:{other}"
        if kind.includes(other, rule) and entry.status in (Status.UNIQUE, Status.UNSOLVABLE):
            is_kept = entry.status is Status.UNIQUE and not kind.check(posed, entry.solution)
            if is_kept:
                return replace(entry, method=method)
            return _Entry(Status.UNSOLVABLE, method, entry.version, None, None)
        if kind.includes(rule, other) and entry.status is Status.MULTIPLE:
            return replace(entry, method=method)
    return None


def _proved(kind: AnyKind, posed: Any, record: Record, budget: Budget) -> _Entry:
    hint = right_solution(kind, posed, record, budget)
    verdict = kind.prove(posed, hint, budget)
    witness = None
    if verdict.witness is not None:
        witness = kind.decode_solution(posed, verdict.witness)
    return _Entry(verdict.status, verdict.method, verdict.version, hint, witness)


def _strongest(kind: AnyKind, known: dict[str, _Entry]) -> Sequence[str]:
    """Return the rules of uniqueness that no other such rule includes."""
    unique = [rule for rule in from_strongest(kind) if known[rule].status is Status.UNIQUE]
    return [
        rule
        for rule in unique
        if not any(other != rule and kind.includes(other, rule) for other in unique)
    ]


def _tell(kind: AnyKind, rule: str, entry: _Entry, own: Any) -> dict[str, Any]:
    """Return an entry as JSON; its solution only where it is not the record's."""
    told: dict[str, Any] = {
        "rule": rule,
        "status": str(entry.status),
        "method": entry.method,
        "version": entry.version,
        "witness": None if entry.witness is None else kind.encode_solution(entry.witness),
    }
    if entry.solution is not None and entry.solution != own:
        told["solution"] = kind.encode_solution(entry.solution)
    return told
