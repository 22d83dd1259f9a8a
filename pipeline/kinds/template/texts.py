"""What people read about a Latin square: its printed solution, its rules, columns for reports.

Copying this kind? The rules live in ``rules.en.md``, one section for each rule, headed by the
rule's name; write them for somebody who has never seen the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pipeline.kinds.kit.rules_files import rules_sections
from pipeline.kinds.template.model import Clues, Solution, require_rule

BOLD, PLAIN = "\x1b[1m", "\x1b[0m"


def labels(clues: Clues, solution: Solution, is_coloured: bool) -> str:
    r"""Return the full square, one row a line; what was given is bold where colour is allowed.

    Examples
    --------
    >>> labels(Clues(2, "latin", (1, 0, 0, 0)), Solution((1, 2, 2, 1)), False)
    '1 2\n2 1\n'
    """
    words = [
        f"{BOLD}{number}{PLAIN}" if given and is_coloured else str(number)
        for given, number in zip(clues.numbers, solution.numbers, strict=True)
    ]
    return "".join(
        " ".join(words[row * clues.side : (row + 1) * clues.side]) + "\n"
        for row in range(clues.side)
    )


SOLUTION_TEXTS: Final[Mapping[str, Callable[[Clues, Solution, bool], str]]] = {"labels": labels}


def facts(clues: Clues) -> Mapping[str, int | str]:
    """Return the columns that a report shows for this kind."""
    return {"side": clues.side, "givens": sum(number > 0 for number in clues.numbers)}


def rules_text(rule: str, language: str) -> str:
    """Return the section of ``rules.<language>.md`` that is headed by the rule's name.

    Raises
    ------
    ConfigError
        If the rule is unknown, or the rules are not written in that language.
    """
    require_rule(rule)
    return rules_sections(__package__, "Latin Square", language)[rule]
