"""One process that serves pages and runs jobs, for `manage.py play`."""
