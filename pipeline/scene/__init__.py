"""The display list: scenes, marks and inks. Standard library only."""

from pipeline.scene.marks import (
    MM_PER_INCH,
    MM_PER_PT,
    PATH_CLASSES,
    Align,
    Anchor,
    Cap,
    Disc,
    Face,
    Ink,
    Label,
    Line,
    Link,
    Mark,
    Point,
    Polyline,
    Rect,
    Role,
    Scene,
    Tag,
)
