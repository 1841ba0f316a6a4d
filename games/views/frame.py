"""The template context for the head of every game page: the URL, the reader's seats, and the open tab."""

from __future__ import annotations

from typing import Any

from django.utils.functional import SimpleLazyObject

from games import access, pages
from games.services import viewers
from games.services.going_back.rewinding import can_be_rewound


def frame(at: pages.Scene, tab: str) -> dict[str, Any]:
    """Build the context of templates/games/_head.html."""
    return {
        "base_template": "base.html",
        "in_game": True,
        "game": at.game,
        "system": at.table.system,
        "seat": at.seat,
        "seats": at.places,
        "my_seats": [at.place(key) for key in at.my_seats],
        "hung": at.hung,
        "gm": at.is_gm,
        "may_download": SimpleLazyObject(lambda: viewers.may_download(at.user, at.game)),
        "battle_of": access.battle_of(at.user, at.game),
        "fought_apart": pages.fought_apart(at.game),
        "void_battles": pages.void_battles(at.game),
        "back_request": pages.back_request(at),
        **pages.treaty_tab(at),
        "consent_asked": pages.consent_asked(at),
        "lookers": pages.lazy_observers(at),
        "agreed": pages.arrangements_of(at),
        "one_table": pages.one_table(at),
        "goes_back": SimpleLazyObject(lambda: can_be_rewound(at.game)),
        "reads_letters": pages.reads_letters(at.user, at.game),
        "letters_unread": pages.letters_unread(at.game),
        "tab": tab,
    }
