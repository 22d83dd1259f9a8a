"""One closed loop."""
