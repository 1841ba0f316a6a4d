"""Scripts run by Node.js. `.ci/run` installs it and fails if it cannot; elsewhere such tests are skipped
with the reason.
"""

import shutil

import pytest

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
