"""Signs and walls between two cells."""
