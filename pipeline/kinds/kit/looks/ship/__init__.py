"""Ships of an answer, each cell as the part of its ship."""
