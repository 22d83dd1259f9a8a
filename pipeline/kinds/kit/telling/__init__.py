"""Words for readers: texts of kinds, and sentences of steps."""
