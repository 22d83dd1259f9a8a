"""Why a puzzle is not unique, in words for people, where a simple reason is known."""

from __future__ import annotations

from pipeline.kinds import get_kind
from pipeline.model import Record, Status


def why_not_unique(record: Record) -> str:
    """Return in words why a puzzle is not unique under its rule, and under which it is.

    Examples
    --------
    >>> why_not_unique(Record(id="0" * 16, kind="hashi", puzzle={}))
    ''
    """
    status, rule = record.verdict.status, record.verdict.rule
    if status in (Status.UNIQUE, Status.NOT_APPLICABLE, Status.UNCHECKED):
        return ""
    told = str(status) if rule is None else f"{status} under {rule}"
    uniqueness = get_kind(record.kind).uniqueness
    if uniqueness is not None and (record.verdict.method or "") in uniqueness.refusals:
        told += f" ({uniqueness.refusals[record.verdict.method or '']})"
    return "; ".join(part for part in (told, _elsewhere(record)) if part)


def _elsewhere(record: Record) -> str:
    """Return under which rules the profile says that a puzzle is unique; "" without a profile."""
    profile = record.verdict.extra.get("rule_profile")
    if not profile:
        return ""
    unique = [entry["rule"] for entry in profile["rules"] if entry["status"] == Status.UNIQUE]
    return f"unique under {', '.join(unique)}" if unique else "unique under no rule"
