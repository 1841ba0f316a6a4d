"""JSON whose keys keep their original order after a move to PostgreSQL.

PostgreSQL sorts the keys of stored JSON. Older entries, from before rules sorted them
(engine.canonical_order), depend on the order that SQLite kept. When they are moved, they become a text
within the JSON: features.backups.moving.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.db.models.fields.json import KeyTransform


class OrderedJSON(models.JSONField):
    """A JSON field whose value is never plain text. A text stored in it is JSON with the keys in their
    original order, and a query that extracts part of it gets text. For the database and migrations it is an
    ordinary JSON field.
    """

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        found = super().from_db_value(value, expression, connection)
        whole = not isinstance(expression, KeyTransform)
        return json.loads(found) if whole and isinstance(found, str) else found

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs
