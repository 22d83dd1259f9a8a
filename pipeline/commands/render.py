"""The command that draws puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

from pipeline.commands.options import Jobs, Source, make_workers, number, option, say

if TYPE_CHECKING:
    from pipeline.scene.ends import Ends


def render(
    source: Source = "-",
    out: Annotated[Path, option("--out DIR", "Folder for the pictures.")] = Path(),
    formats: Annotated[
        list[str] | None, option("--format", "png, svg, webp, gif; may be given again.")
    ] = None,
    solution: Annotated[bool, option("--solution", "Draw the solutions too.")] = False,
    theme: Annotated[str, option("--theme", "mono, colour, cells, dashed.")] = "mono",
    ends: Annotated[str, option("--ends", "Of lines: numbers, letters, dots, icons.")] = "numbers",
    size_mm: Annotated[float, option("--size-mm", "Longest side of the board in mm.")] = 120.0,
    width_mm: Annotated[
        float | None, option("--width-mm", "Most width in mm, instead of the longest side.")
    ] = None,
    height_mm: Annotated[
        float | None, option("--height-mm", "Most height in mm, likewise.")
    ] = None,
    dpi: Annotated[int, number("--dpi N", "Dots per inch of PNG and WebP.")] = 300,
    cell_px: Annotated[
        int | None, number("--cell-px N", "Pixels per cell, instead of a size and dpi.")
    ] = None,
    credit: Annotated[bool, option("--credit", "Print the credit underneath.")] = False,
    animate: Annotated[
        bool, option("--animate", "Let solutions move in WebP too, as in GIF.")
    ] = False,
    frame_ms: Annotated[int, number("--frame-ms N", "Milliseconds that a frame is shown.")] = 500,
    loop: Annotated[int, number("--loop N", "How often all are shown; 0 for ever.")] = 0,
    solver: Annotated[
        str | None, option("--solver NAME", "Engine that solves what is to move anew.")
    ] = None,
    background: Annotated[str, option("--background", "paper or transparent.")] = "paper",
    split: Annotated[
        bool, option("--split", "Pairs of files: puzzles/ID.png and solutions/ID.png.")
    ] = False,
    jobs: Jobs = 1,
) -> None:
    """Draw puzzles as PNG, SVG, WebP or GIF files named by their ids.

    Example: puzzlepress render graded.jsonl --out pictures --format png --format svg --solution
    Example: puzzlepress render graded.jsonl --out pictures --split --background transparent
    """
    from pipeline.stages.render import RenderOptions, render_records
    from pipeline.store.jsonl import read_records

    options = RenderOptions(
        formats=tuple(dict.fromkeys(formats or ["png"])),
        theme=theme,
        ends=cast("Ends", ends),
        size_mm=size_mm,
        width_mm=width_mm,
        height_mm=height_mm,
        dpi=dpi,
        cell_px=cell_px,
        has_solution=solution or split,
        has_credit=credit,
        is_moving=animate,
        frame_ms=frame_ms,
        loops=loop,
        solver=solver,
        background=background,
        is_split=split,
    )
    with make_workers(jobs) as workers:
        written = sum(render_records(read_records(source), out, options, workers))
    say(f"render: {written} files in {out}")
