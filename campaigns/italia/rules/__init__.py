"""The rules of *Italia*, chapter by chapter. They use no Django, clock, input or output."""
