"""The questions that a look-up answers, a file each kind: read strictly, answered by what resolves."""
