"""puzzlepress: from a configuration to a printed puzzle book. Words: docs/glossary.md."""

from pipeline.kernels.cache import choose_cache_folder

__version__ = "0.1.0"

choose_cache_folder()
