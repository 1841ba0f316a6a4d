"""Games taken along where there is no line, and the page on which people choose between two ways."""
