"""Lines through the middles of cells: thermometers, arrows with a sum, plain lines."""
