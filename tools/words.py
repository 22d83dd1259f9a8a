"""Write the dispatch of constraints from their folders: `python -m tools.words`.

numba and the page's bundle need it spelled out. A folder of `words` with ``kernel.py`` and
``player.js`` is a constraint of its own; a test holds that what is written here is current.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
WORDS: Final = ROOT / "pipeline/kinds/kit/words"
KERNELS: Final = ROOT / "pipeline/kinds/kit/engine/kernels/dispatch.py"
PLAYER: Final = ROOT / "pipeline/web/player/constraints/words.js"

_TYPE: Final = re.compile(r'"type": "(\w+)"')
_EXPORT: Final = re.compile(r"^export function (lookAt\w+)", re.MULTILINE)


def list_words() -> list[str]:
    """Return the names of all constraints with a kernel, sorted."""
    return sorted(path.parent.name for path in WORDS.glob("*/kernel.py"))


def write_kernels() -> str:
    """Return the text of the dispatch of kernels."""
    names = list_words()
    modules = {name: import_module(f"pipeline.kinds.kit.words.{name}.kernel") for name in names}
    imports = "\n".join(
        f"from pipeline.kinds.kit.words.{name} import kernel as {name}" for name in names
    )
    constants = "\n".join(f"{name.upper()}: Final = {at}" for at, name in enumerate(names))
    functions = {
        "propagate": "Propagate, in place, what a constraint implies by its `RULES`",
        "propagate_chains": "Propagate, in place, what the drawn edges of a constraint imply",
    }
    calls = "".join(
        f"\n\n@inlined\ndef {function}"
        "(arrays: Arrays, state: State, graph: int, word: int) -> bool:\n"
        f'    """{text}; False on a contradiction."""\n'
        + "".join(
            f"    if word == {name.upper()}:\n"
            f"        return {name}.{function}(arrays, state, graph)\n"
            for name in names
            if hasattr(modules[name], function)
        )
        + "    return True\n"
        for function, text in functions.items()
    )
    rules = "".join(f"    {name}.RULE,\n" for name in names)
    words = "".join(f'    "{name}",\n' for name in names)
    return (
        '"""The kernels of constraints. Written by `python -m tools.words`: do not edit."""\n\n'
        "from __future__ import annotations\n\nfrom typing import Final\n\n"
        "from pipeline.kernels.compiled import inlined\n"
        "from pipeline.kinds.kit.engine.kernels.board import Arrays, State\n"
        f"{imports}\n\n{constants}\n\nWORDS: Final = (\n{words})\n\nRULES: Final = (\n{rules})\n"
        '"""By constraint, the deductions to which its `propagate` belongs."""\n'
        f"{calls}"
    )


def write_player() -> str:
    """Return the text of the dispatch in the player."""
    imports, entries = [], []
    for name in list_words():
        (kind,) = _TYPE.findall((WORDS / name / "rule.py").read_text(encoding="utf-8"))
        (function,) = _EXPORT.findall((WORDS / name / "player.js").read_text(encoding="utf-8"))
        path = f"../../../kinds/kit/words/{name}/player.js"
        imports.append(f'import {{ {function} }} from "{path}";\n')
        entries.append(f"  {kind}: () => {function},\n")
    return (
        "// What each constraint forces. Written by `python -m tools.words`: do not edit.\n\n"
        f"{''.join(imports)}\n"
        '/** @type {Record<string, () => (global: import("./model.js").Global, '
        'state: import("./literals.js").State) => import("./model.js").Finding>} */\n'
        f"const CONSTRAINTS = {{\n{''.join(entries)}}};\n\n"
        '/** @param {import("./model.js").Global} global '
        '@param {import("./literals.js").State} state */\n'
        "export const lookAtGlobal = (global, state) => "
        "CONSTRAINTS[global.type]()(global, state);\n"
    )


if __name__ == "__main__":
    KERNELS.write_text(write_kernels(), encoding="utf-8")
    PLAYER.write_text(write_player(), encoding="utf-8")
