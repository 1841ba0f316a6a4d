"""Convert choices to forms, and forms to actions.

A form posts ``kind``, ``fixed`` (the choice's fixed fields as JSON) and one ``f-<name>`` for each field.
A Pick posts its value: strings unchanged, other values as JSON, "" for none. A Number posts a whole
number. A Many posts one value per chosen option. A Share posts ``f-<name>-<value>`` for each option. A
Word posts text, and a Given posts JSON text.
"""

from games.forms.drawing import (
    act_id,
    button_label_of,
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
    "button_label_of",
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
