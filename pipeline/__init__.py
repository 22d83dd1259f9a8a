"""puzzlepress: from a configuration to a printed puzzle book. Words: docs/glossary.md."""

__version__ = "1.0.0"
