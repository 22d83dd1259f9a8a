"""Fleets of straight ships."""
