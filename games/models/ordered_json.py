"""JSON whose keys keep their original order after a move to PostgreSQL.

PostgreSQL sorts the keys of stored JSON. Older entries, written before the rules sorted the keys
(engine.canonical_order), depend on the order that SQLite kept. When a database is moved,
features.backups.moving stores these entries as a text within the JSON.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.db.models.fields.json import KeyTransform


class OrderedJSON(models.JSONField):
    """A JSON field for values that are never plain text. A stored text is therefore JSON whose keys keep
    their original order, and it is parsed when the whole value is read. A text that a query extracts from
    within a value is returned unchanged. For the database and migrations it is an ordinary JSON field.
    """

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        found = super().from_db_value(value, expression, connection)
        whole = not isinstance(expression, KeyTransform)
        return json.loads(found) if whole and isinstance(found, str) else found

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs
