"""Proofs that scale by a number: programs that try to break something as often as they are told, each beside
a small test that runs a little of it. docs/reliability.md tells what they found."""
