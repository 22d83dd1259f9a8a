"""The command-line interface: functions for typer, registered in ``app.py``."""
