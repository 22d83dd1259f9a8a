"""LITS: a tetromino in each region, none of which touches one of the same shape."""
