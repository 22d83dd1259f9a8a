"""Grades: scores, bands, percentiles, minutes and costs, and the data files of kinds."""
