"""Engines: exhaustive searches, encodings for SAT, and the lemmas behind them."""
