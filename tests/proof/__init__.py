"""Proofs by number: programs that try to break something a given number of times, each with a small test
that runs a few tries. docs/reliability.md lists their findings.
"""
