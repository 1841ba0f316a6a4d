"""A file with a club's own army list, ready to load."""

import json
from typing import Any


def own_file(**other: Any) -> bytes:
    row = {
        "name": "Club Samnites",
        "start_year": -400,
        "end_year": -290,
        "aggression": 1,
        "topography": "hilly",
        "elements": [
            {"count": 1, "options": ["3Cv", "4Ax"], "label": "general", "general": True},
            {"count": 9, "options": ["4Ax", "3Ax"], "label": "warriors", "uniform": True},
            {"count": 2, "options": ["2Ps"], "label": "javelins"},
        ],
    } | other
    return json.dumps({"schema": "vexillum-dba-lists/1", "armies": [row]}).encode()
