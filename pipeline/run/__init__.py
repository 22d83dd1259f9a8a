"""Whole chains: a configuration to a folder, with plan, workspace, workers and progress."""
