"""Reads text back from a PDF by its fonts' own tables, for tests."""

import re
from collections.abc import Iterator
from typing import Any

import pikepdf


def page_texts(document: pikepdf.Pdf) -> list[list[str]]:
    """Return the pieces of text of each page in the order in which they are painted."""
    return [_texts(page) for page in document.pages]


def operations(page: pikepdf.Page) -> Iterator[tuple[Any, str]]:
    """Yield the operands and the name of each operator that paints a page."""
    for one in pikepdf.parse_content_stream(page):
        yield one.operands, str(one.operator)


def _texts(page: pikepdf.Page) -> list[str]:
    tables = {name: _table(font) for name, font in page.resources.get("/Font", {}).items()}
    table: dict[int, str] = {}
    found = []
    for operands, operator in operations(page):
        if operator == "Tf":
            table = tables[str(operands[0])]
        elif operator == "Tj":
            found.append("".join(table.get(code, "?") for code in bytes(operands[0])))
        elif operator == "TJ":
            pieces = [bytes(part) for part in operands[0] if isinstance(part, pikepdf.String)]
            found.append("".join(table.get(code, "?") for code in b"".join(pieces)))
    return found


def _table(font: pikepdf.Object) -> dict[int, str]:
    """Return the characters of a font's codes, from its ToUnicode table."""
    text = font["/ToUnicode"].read_bytes().decode("ascii")
    table: dict[int, str] = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.DOTALL):
        for code, value in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            table[int(code, 16)] = bytes.fromhex(value).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.DOTALL):
        for first, last, values in re.findall(
            r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(\[.*?\]|<[0-9A-Fa-f]+>)", block, re.DOTALL
        ):
            start, end = int(first, 16), int(last, 16)
            items = re.findall(r"<([0-9A-Fa-f]+)>", values)
            for k in range(end - start + 1):
                if values.startswith("["):
                    table[start + k] = bytes.fromhex(items[k]).decode("utf-16-be")
                else:
                    table[start + k] = chr(int(items[0], 16) + k)
    return table
