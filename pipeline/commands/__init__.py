"""Commands that ``cli.py`` has no room for, and the options that commands share.

They are functions that typer calls, registered in ``app.py``; ``pipeline/stages`` does what they
do. Only here and in ``cli.py`` is typer known.
"""
