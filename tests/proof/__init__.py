"""Programs that try a given number of times to break something. Each has a small test that runs a few of
these tries. docs/reliability.md lists their findings.
"""
