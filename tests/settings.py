"""The settings under test: as shipped, but with separate data and a fast password hash."""

import os
import tempfile

os.environ["VEXILLUM_ENV"] = "test"
os.environ.setdefault("VEXILLUM_DATA", os.path.join(tempfile.gettempdir(), f"vexillum-test-{os.getuid()}"))

from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
