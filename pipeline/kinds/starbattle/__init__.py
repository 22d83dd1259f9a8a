"""Star Battle: as many stars in each row, column and region, none beside another."""
