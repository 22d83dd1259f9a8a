"""Complete runs: from a configuration to a folder, with plan, workers and progress."""
