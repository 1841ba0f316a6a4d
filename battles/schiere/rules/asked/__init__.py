"""The questions of the calculators, one module per kind: read strictly, answered by the code that resolves
them."""
