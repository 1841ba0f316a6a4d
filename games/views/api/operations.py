"""The operations of the core's URLs, and the schemas that they share. Features describe their own operations
next to their views (games.views.api.shapes.describe_view).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from accounts.models import Key
from games import services
from games.views.api.shapes import (
    EVENTS,
    FLAG,
    FREE,
    ID,
    KEY,
    LIMIT,
    MATCH,
    SEAT,
    SEQ,
    STATUS,
    TEXT,
    TIME,
    VOID,
    WHOLE,
    Operation,
    Schema,
    body,
    many,
    maybe,
    obj,
    query,
    ref,
)

COMPONENTS: Final[dict[str, Schema]] = {
    "Problem": obj(
        {
            "code": {**TEXT, "description": "the code for clients; it does not change between versions"},
            "text": {**TEXT, "description": "the message for people, in your language"},
            "rule": {**TEXT, "description": "the section of the rules that forbids it"},
            "hint": {**TEXT, "description": "what to do instead"},
            "path": {**TEXT, "description": "where in the request"},
        },
        {
            "mistakes": many(obj({"path": TEXT, "code": TEXT, "text": TEXT})),
            "dice": many(FREE),
            "seq": WHOLE,
            "scope": TEXT,
            "step": WHOLE,
        },
    ),
    "Option": obj(
        {"value": {}, "facts": FREE, "cost": WHOLE, "low": WHOLE, "high": maybe(WHOLE), "usual": FLAG}
    ),
    "Field": obj(
        {"type": {"enum": ["pick", "number", "many", "share", "word", "path", "given"]}, "name": TEXT},
        {
            "options": many(ref("Option")),
            "optional": FLAG,
            "low": maybe(WHOLE),
            "high": maybe(WHOLE),
            "budget": maybe(WHOLE),
            "longest": WHOLE,
            "start": TEXT,
            "legs": many(FREE),
            "halts": many(TEXT),
            "not_in": many(TEXT),
            "schema": {},
            "example": {},
        },
    ),
    "Choice": obj(
        {
            "id": TEXT,
            "kind": TEXT,
            "fixed": FREE,
            "fields": many(ref("Field")),
            "rule": TEXT,
            "decision": maybe(TEXT),
        },
        {
            "breaks": {
                **many(
                    obj(
                        {
                            "treaty": WHOLE,
                            "to": TEXT,
                            "what": TEXT,
                            "field": TEXT,
                            "values": many({}),
                            "sure": FLAG,
                        }
                    )
                ),
                "description": "your seat's treaties that it would break",
            }
        },
    ),
    "Outcome": obj(
        {
            "winner": maybe(TEXT),
            "ranks": many({}),
            "reason": TEXT,
            "rule": TEXT,
            "scores": FREE,
        }
    ),
    "State": obj(
        {
            "game": ID,
            "system": TEXT,
            "status": STATUS,
            "void": VOID,
            "seq": SEQ,
            "version": WHOLE,
            "seat": maybe(TEXT),
            "view": FREE,
            "choices": many(ref("Choice")),
            "waits": many(obj({"seat": TEXT, "power": TEXT, "due_at": maybe(TIME), "rule": TEXT})),
            "outcome": maybe(ref("Outcome")),
        }
    ),
    "Entry": obj(
        {
            "seq": SEQ,
            "turn": maybe(WHOLE),
            "kind": {"enum": ["setup", "action", "amend", "laid", "rewind"]},
            "seat": TEXT,
            "power": TEXT,
            "reason": TEXT,
            "who": TEXT,
            "at": maybe(TIME),
            "events": EVENTS,
            "rolls": many(FREE),
            "text": many(TEXT),
            "undone": FLAG,
            "covert": FLAG,
            "back_to": maybe(WHOLE),
        }
    ),
    "Plan": obj({"seat": TEXT, "status": maybe(TEXT), "steps": many(FREE)}),
}

_ACT = body(
    {"seat": TEXT, "seq": SEQ, "key": KEY, "action": ref("Action")},
    {"faces": many({"type": "integer", "minimum": -(10**9), "maximum": 10**9})},
)
_PLAN = body(
    {"seat": TEXT, "steps": {**many(ref("Action")), "maxItems": 100}}, {"send": FLAG, "seq": SEQ, "key": KEY}
)

_LINK = obj(
    {"invitation": WHOLE, "token": TEXT, "page": TEXT, "seat": TEXT, "uses": WHOLE, "expires_at": TIME}
)

# URL name -> method -> operation
OPERATIONS: Final[Mapping[str, Mapping[str, Operation]]] = {
    "api-me": {
        "get": Operation(
            "Show your user name and the scopes of your key",
            obj(
                {
                    "name": TEXT,
                    "key": maybe(
                        obj(
                            {
                                "name": TEXT,
                                "scopes": many({"enum": list(Key.Scope.values)}),
                                "expires_at": TIME,
                            }
                        )
                    ),
                }
            ),
        )
    },
    "api-games": {
        "get": Operation(
            "List your games and your pending decisions",
            obj(
                {
                    "games": many(
                        obj(
                            {
                                "game": ID,
                                "name": TEXT,
                                "system": TEXT,
                                "status": STATUS,
                                "void": VOID,
                                "paused": FLAG,
                                "seq": SEQ,
                                "version": WHOLE,
                                "seats": many(TEXT),
                                "leads": FLAG,
                                "moved_at": maybe(TIME),
                                "page": TEXT,
                            }
                        )
                    ),
                    "waits": many(
                        obj(
                            {
                                "game": ID,
                                "seat": TEXT,
                                "power": TEXT,
                                "kind": TEXT,
                                "rule": TEXT,
                                "due_at": maybe(TIME),
                            }
                        )
                    ),
                    "page": WHOLE,
                    "more": FLAG,
                }
            ),
            login=True,
            asked=(
                query(
                    "page",
                    {"type": "integer", "minimum": 1, "maximum": 10_000},
                    "page number, 50 games a page",
                ),
            ),
        )
    },
    "api-invitation": {
        "get": Operation(
            "Show an invitation",
            obj(
                {
                    "game": ID,
                    "name": TEXT,
                    "system": TEXT,
                    "status": STATUS,
                    "seats": many(TEXT),
                    "page": TEXT,
                }
            ),
        ),
        "post": Operation(
            "Accept an invitation and take its seat, or the free seat that you name",
            obj({"game": ID, "seat": TEXT}),
            takes=body({}, {"seat": TEXT}),
        ),
    },
    "api-game": {
        "get": Operation(
            "Show a game's settings, status and seats",
            obj(
                {
                    "game": ID,
                    "name": TEXT,
                    "system": TEXT,
                    "rules_version": TEXT,
                    "scenario": TEXT,
                    "options": FREE,
                    "status": STATUS,
                    "paused": FLAG,
                    "dice": TEXT,
                    "public": FLAG,
                    "seq": SEQ,
                    "version": WHOLE,
                    "seat": maybe(TEXT),
                    "mine": many(TEXT),
                    "leads": FLAG,
                    "game_master": TEXT,
                    "seats": many(
                        obj(
                            {
                                "seat": TEXT,
                                "name": TEXT,
                                "player": maybe(TEXT),
                                "program": FLAG,
                                "free": FLAG,
                                "mine": FLAG,
                                "owes": FLAG,
                                "powers": many(obj({"power": TEXT, "name": TEXT})),
                            }
                        )
                    ),
                    "letters_unread": WHOLE,
                    "match": maybe(MATCH),
                    "page": TEXT,
                }
            ),
            asked=(SEAT,),
        )
    },
    "api-state": {"get": Operation("Show the game as your seat may see it", ref("State"), asked=(SEAT,))},
    "api-choices": {
        "get": Operation(
            "List your seat's possible actions, with the values that each field accepts",
            obj({"seat": maybe(TEXT), "seq": SEQ, "choices": many(ref("Choice"))}),
            asked=(SEAT,),
        )
    },
    "api-act": {
        "post": Operation(
            "Carry out an action",
            obj({"seq": SEQ, "events": EVENTS, "repeated": FLAG}),
            takes=_ACT,
            more={
                "409": "somebody has moved: fetch the choices again",
                "422": "a rule forbids it",
                "428": "dice are rolled by hand: send the faces",
            },
        )
    },
    "api-plan": {
        "get": Operation("Show the plan of one of your seats", ref("Plan"), asked=(SEAT,)),
        "put": Operation("Replace the plan", ref("Plan"), takes=_PLAN),
        "delete": Operation("Discard the plan", ref("Plan"), asked=(SEAT,)),
    },
    "api-events": {
        "get": Operation(
            "List the log entries after a cursor, oldest first",
            obj(
                {
                    "game": ID,
                    "status": STATUS,
                    "seat": maybe(TEXT),
                    "seq": SEQ,
                    "after": SEQ,
                    "cursor": SEQ,
                    "more": FLAG,
                    "restored": {"type": "integer", "minimum": 0},
                    "back_to": maybe(WHOLE),
                    "entries": many(ref("Entry")),
                }
            ),
            asked=(
                query(
                    "after",
                    {**SEQ, "maximum": 10**8},
                    "the cursor of the last response; -1 for the beginning",
                ),
                LIMIT,
                SEAT,
            ),
            marked=True,
            more={"409": "the log is shorter than your cursor"},
        )
    },
    "api-chronicle": {
        "get": Operation(
            "List the log entries, newest first",
            obj({"game": ID, "seat": maybe(TEXT), "entries": many(ref("Entry")), "before": maybe(WHOLE)}),
            asked=(
                query(
                    "before",
                    {"type": "integer", "minimum": 0, "maximum": 10**8},
                    "only entries before this one",
                ),
                LIMIT,
                SEAT,
            ),
        )
    },
    "api-moment": {
        "get": Operation(
            "Show the game right after an entry, as your seat may see it today",
            obj(
                {
                    "game": ID,
                    "seat": maybe(TEXT),
                    "seq": SEQ,
                    "turn": maybe(WHOLE),
                    "view": FREE,
                    "outcome": maybe(ref("Outcome")),
                }
            ),
            asked=(
                query("seq", {"type": "integer", "minimum": 0, "maximum": 10**8}, "number of the entry"),
                SEAT,
            ),
        )
    },
    "api-pause": {
        "post": Operation(
            "Pause or resume the deadlines",
            obj({"game": ID, "paused": FLAG}),
            takes=body({"paused": FLAG}),
        )
    },
    "api-invite": {
        "get": Operation("List the invitation links that still work", obj({"invitations": many(_LINK)})),
        "post": Operation(
            "Create an invitation link to a seat, or to any free seat",
            _LINK,
            takes=body(
                {},
                {
                    "seat": TEXT,
                    "uses": {"type": "integer", "minimum": 1, "maximum": services.MOST_USES},
                    "days": {"type": "integer", "minimum": 1, "maximum": services.MOST_DAYS},
                },
            ),
        ),
        "delete": Operation(
            "Revoke an invitation link",
            _LINK,
            asked=(
                query(
                    "invitation",
                    {"type": "integer", "minimum": 1, "maximum": 10**15},
                    "number of the invitation",
                    True,
                ),
            ),
        ),
    },
    "api-export": {"get": Operation("Export the whole game as a file", FREE)},
}
