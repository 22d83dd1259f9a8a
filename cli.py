"""The command line: ``python cli.py ...`` is the same as ``puzzlepress ...``."""

from pipeline.commands.app import main

if __name__ == "__main__":
    main()
