"""What a collection's owner has, as pages, a PDF and tables; ``report.py`` writes them all."""
