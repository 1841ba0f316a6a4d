"""Games taken along where there is no line, and brought together with the log afterwards."""
