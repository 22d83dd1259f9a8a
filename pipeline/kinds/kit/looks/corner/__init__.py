"""Small numbers in the upper left corners of cells, where no line of an answer covers them."""
