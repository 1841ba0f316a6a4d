"""The web server and the job runner of `manage.py play`; backups."""
