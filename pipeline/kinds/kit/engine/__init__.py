"""Engines: a model compiled to arrays, and solved, graded and explained."""
