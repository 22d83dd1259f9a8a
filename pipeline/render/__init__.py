"""Render scenes as PNG, WebP, SVG and PDF; themes and fonts. Independent of puzzles."""
