"""Read by gunicorn of itself when it is started in this folder."""

from gunicorn import util

from config.unread import LONGEST, answer

limit_request_line = LONGEST
util.write_error = answer
