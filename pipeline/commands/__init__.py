"""Commands that ``cli.py`` has no room for, and the options that commands share.

They are plain functions, registered in ``cli.py``; what they do is done by ``pipeline/stages``.
Only here and in ``cli.py`` is typer known.
"""
