"""Django's PostgreSQL backend, with a cheaper check that its connection is alive. ENGINE in DATABASES names
this package.
"""
