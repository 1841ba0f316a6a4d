"""Caches of games that a process keeps between requests, and the polls that tell a page it is out of date."""
