"""Scene to bytes: PNG and WebP, SVG, PDF; themes and fonts. Knows no puzzle."""
