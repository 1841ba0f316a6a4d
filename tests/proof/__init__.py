"""Proofs that scale by a number: programs that try to break something as often as told, each with a small
test that runs a little of it. docs/reliability.md lists their findings.
"""
