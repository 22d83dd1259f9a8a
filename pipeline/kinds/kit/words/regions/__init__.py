"""Connected regions of given sizes."""
