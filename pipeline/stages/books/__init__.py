"""Books and covers from records, and verification of printed books."""
