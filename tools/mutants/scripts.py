"""Changes of one operator in the player's JavaScript, and the blocks that they are in."""

import re
from collections.abc import Iterator

_SWAPS = {
    "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+",
    "&&": "||", "||": "&&", "true": "false", "false": "true", "++": "--", "--": "++",
    "0": "1", "1": "0",
}  # fmt: skip
_LEFT_ALONE = r"//.*|/\*[\s\S]*?\*/|\"(?:\\.|[^\"\\\n])*\"|^import.*"
_OPERATOR = (
    r"(?<= )(?:[!=]==|[<>]=?|[+-]|&&|\|\|)(?= )|\+\+|--|\b(?:true|false)\b|(?<![\w.])[01]\b(?!\.)"
)
_PART = re.compile(f"{_LEFT_ALONE}|(?P<operator>{_OPERATOR})", re.MULTILINE)
_BLOCK = re.compile(r"(?!.*\bswitch\b)\s*(?![*/]).*(?:\)|=>|else|try|finally|do) \{$")
_MOST_BYTES = 1 << 28
"""What an engine may use."""


def changes(source: str) -> Iterator[tuple[str, int, str]]:
    """Yield the operator, the line and the source of each change; comments and texts stay.

    >>> [changed for *_, changed in changes("if (a < 1) b++; // 1 + 1")]
    ['if (a <= 1) b++; // 1 + 1', 'if (a < 0) b++; // 1 + 1', 'if (a < 1) b--; // 1 + 1']
    """
    for found in _PART.finditer(source):
        if old := found["operator"]:
            new = _SWAPS[old]
            line = source.count("\n", 0, found.start()) + 1
            yield f"{old} {new}", line, source[: found.start()] + new + source[found.end() :]


def block_of(source: str, line: int) -> int:
    """Return the line that opens the block around a line, 0 outside of all.

    >>> block_of("for (;;) {\\n  if (a) {\\n    b();\\n  } else c();\\n}", 4)
    1
    """
    lines = source.splitlines()
    depth = len(lines[line - 1]) - len(lines[line - 1].lstrip())
    for number in range(line - 1, 0, -1):
        text = lines[number - 1]
        indent = len(text) - len(text.lstrip())
        if text.strip() and indent < depth:
            if _BLOCK.match(text):
                return number
            depth = indent
    return 0


def mark_blocks(path: str, source: str) -> str:
    """Return a module whose blocks note that they ran."""
    lines = source.split("\n")
    for number, line in enumerate(lines, 1):
        if _BLOCK.match(line):
            lines[number - 1] += f' __ran.add("{path}:{number}");'
    return "\n".join(lines)
