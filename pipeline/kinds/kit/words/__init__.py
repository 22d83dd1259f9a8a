"""The words of rules: variables that know their cells, and the constraints on them."""
