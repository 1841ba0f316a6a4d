"""Django's PostgreSQL with a check whether its connection is alive: DATABASES' ENGINE names this."""
