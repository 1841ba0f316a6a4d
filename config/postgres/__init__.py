"""Django's PostgreSQL, and how one looks whether its line still stands: DATABASES' ENGINE names this."""
