"""A leaderboard without accounts: checks logs of moves and writes tables.

`make_application` is the WSGI application that owners mount; see docs/results.md.
"""

from pipeline.results.application import make_application

__all__ = ["make_application"]
