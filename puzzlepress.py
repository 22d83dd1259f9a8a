"""puzzlepress as a library: boards, made or read, that can be proved, graded, explained and drawn.

``kit`` is the door for kinds of one's own (docs/kinds.md). What is not listed here is private.
``python -m puzzlepress`` is the same as ``puzzlepress``.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pipeline import __version__
from pipeline.kinds import kind_ids as kinds
from pipeline.kinds import kit

if TYPE_CHECKING:
    from pipeline.stages.boards import Board, generate, read, read_board, write

__all__ = ["Board", "__version__", "generate", "kinds", "kit", "read", "read_board", "write"]


class _Kit(MetaPathFinder, Loader):
    """Import what is below ``puzzlepress.kit`` as the modules that ``kit`` has."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return the specification of such a module, None for others."""
        return ModuleSpec(name, self) if name.startswith(f"{__name__}.kit.") else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module of the kit."""
        found = import_module(f"{kit.__name__}{spec.name.removeprefix(f'{__name__}.kit')}")
        spec.loader_state = found.__spec__
        return found

    def exec_module(self, module: ModuleType) -> None:
        """Restore the specification of the module, which has been run."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state


sys.modules[f"{__name__}.kit"] = kit  # for ``import puzzlepress.kit``
sys.meta_path.insert(0, _Kit())


def __getattr__(name: str) -> Any:
    """Import what boards need when it is first used, which the page of a kind does not."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pipeline.stages import boards

    return getattr(boards, name)


if __name__ == "__main__":
    from pipeline.commands.app import main

    main()
