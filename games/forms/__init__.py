"""Convert choices to forms, and forms to actions.

A form posts ``kind``, ``fixed`` (JSON of the choice's fixed fields) and one ``f-<name>`` for each field.
Pick: the value (strings as they are, others as JSON, "" for none). Number: a whole number. Many: one per
value. Share: ``f-<name>-<value>`` for each option. Word: text. Given: JSON text.
"""

from games.forms.drawing import (
    act_id,
    deed_of,
    draw,
    draw_field,
    faces_of,
    legs_of,
    rule_name,
    ways_through,
    with_errors,
)
from games.forms.reading import fill, find_choice, form_key, guess, read, read_fields
from games.forms.shapes import Act, BadForm, Face, FieldForm, OptionForm, Posted, text_of

__all__ = [
    "Act",
    "BadForm",
    "Face",
    "FieldForm",
    "OptionForm",
    "Posted",
    "act_id",
    "find_choice",
    "deed_of",
    "draw",
    "draw_field",
    "faces_of",
    "fill",
    "form_key",
    "guess",
    "legs_of",
    "read",
    "read_fields",
    "rule_name",
    "text_of",
    "ways_through",
    "with_errors",
]
