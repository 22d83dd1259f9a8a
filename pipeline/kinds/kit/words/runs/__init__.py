"""The lengths of the runs of a line, in their order."""
