"""The pages that the gallery visits, by URL name: every page that people use. The other URL names are
listed, each with the reason for leaving it out.

A name that is in neither list fails tests/tooling/test_gallery.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

VISITOR, ANNA, GM, NEW, GUEST = "", "anna", "gm", "elena", "guest"


@dataclass(frozen=True)
class Look:
    """A visit to a page. ``who``: the viewer. ``at``: the arguments of the URL, as keys of the sample
    data or as literal values after "=". ``status``: the expected status.
    """

    who: str = VISITOR
    at: dict[str, str] = field(default_factory=dict)
    query: str = ""
    status: int = 200


def page_of(who: str, game: str, query: str = "", status: int = 200, **more: str) -> Look:
    """Return a visit to a page of a game."""
    return Look(who, {"pk": game, **more}, query, status)


LISTS: Final = {"dba": "=later_carthaginian", "schiere": "=rome"}
GAMES: Final = ("justinian", "italia", "fight", "squares")

# the visits to make, by the name of the page's URL
PAGES: Final[dict[str, tuple[Look, ...]]] = {
    # --- the site ---
    "calculators": (Look(),),
    "help": (Look(), Look(ANNA)),
    "help-guide": tuple(
        Look(VISITOR, {"system": f"={name}"})
        for name in ("justinian", "italia", "dba", "schiere", "cca", "cataphract")
    ),
    "help-sections": (Look(VISITOR, {"system": "=justinian"}, "of=3.41"), Look(VISITOR, {"system": "=cca"})),
    "help-glossary": (Look(),),
    "help-keys": (Look(),),
    "help-questions": (Look(),),
    "home": (Look(), Look(ANNA), Look(GM), Look(NEW), Look(GUEST)),
    "offline": (Look(),),
    "open-games": (Look(), Look(ANNA), Look(GM, query="?system=dba")),
    "open-game": (page_of(NEW, "lobby"), page_of(VISITOR, "lobby")),
    "game-offer": (page_of(GM, "lobby"),),
    "people": (Look(ANNA), Look(ANNA, query="?q=nobody")),
    "my-page": (Look(ANNA),),
    "person-page": (Look(ANNA, {"person": "=bruno"}), Look(GM, {"person": "=anna"})),
    "finished-games": (Look(GM), Look(NEW)),
    "new-game": (Look(ANNA), Look()),
    "new-game-of": tuple(
        Look(ANNA, {"system": f"={name}"}) for name in ("justinian", "italia", "dba", "schiere")
    ),
    "results": (Look(VISITOR, {"system": "=cca"}), Look(ANNA, {"system": "=dba"})),
    # --- people ---
    "signup": (Look(), Look(GUEST)),
    "login": (Look(),),
    "settings": (Look(ANNA),),
    "password_change": (Look(ANNA),),
    "password_change_done": (Look(ANNA),),
    "password_reset": (Look(),),
    "password_reset_done": (Look(),),
    "password_reset_confirm": (Look(VISITOR, {"uidb64": "nothing", "token": "nothing"}),),
    "confirm-email": (Look(VISITOR, {"token": "nothing"}, status=410),),
    "keys": (Look(ANNA), Look(NEW)),
    "account-delete": (Look(ANNA),),
    "accesses": (Look(ANNA), Look(NEW)),
    "blocked": (Look(ANNA),),
    "notices": (Look(ANNA), Look(NEW)),
    "wishes": (Look(ANNA),),
    "stop": (Look(VISITOR, {"token": "stop"}),),
    "hooks": (Look(ANNA),),
    "feeds": (Look(ANNA), Look(NEW)),
    # --- links and codes to join ---
    "join": (
        Look(ANNA, {"token": "invitation"}),
        Look(VISITOR, {"token": "nothing"}, status=410),
        Look(VISITOR, {"token": "invitation"}),
    ),
    "table-typed": (Look(),),
    "table-code": (
        Look(VISITOR, {"token": "code"}),
        Look(ANNA, {"token": "code"}),
        Look(VISITOR, {"token": "nothing"}, status=410),
    ),
    "table-screen": (Look(VISITOR, {"token": "screen"}),),
    "observe-link": (Look(NEW, {"token": "observing"}),),
    "command-link": (Look(VISITOR, {"token": "general"}), Look(VISITOR, {"token": "nothing"}, status=410)),
    # --- a game ---
    "game": (
        *(page_of(ANNA, game) for game in (*GAMES, "war", "schiere", "ground", "board", "tryout")),
        *(
            page_of(VISITOR, game)
            for game in ("justinian", "italia", "dba over", "schiere over", "italia over")
        ),
        page_of(GM, "war"),
        page_of(GM, "lobby"),
        page_of(VISITOR, "lobby", status=404),
        page_of(ANNA, "justinian", "?table=1"),
        page_of(ANNA, "justinian", "?charts=1"),
        page_of(ANNA, "justinian", "?paper=1"),
        page_of(ANNA, "italia", "?table=1"),
        page_of(ANNA, "italia", "?charts=1"),
        page_of(ANNA, "italia", "?sheet=1"),
        page_of(ANNA, "italia", "?paper=1"),
        page_of(ANNA, "squares", "?paper=1"),
        page_of(VISITOR, "nothing", status=404),
    ),
    "game-phones": (page_of("bruno", "fight"),),
    "game-chronicle": tuple(page_of(ANNA, game) for game in (*GAMES, "italia over")),
    "game-replay": tuple(page_of(ANNA, game) for game in GAMES),
    "game-card": (page_of(ANNA, "italia over"), page_of(ANNA, "dba over"), page_of(VISITOR, "schiere over")),
    "game-verify": (page_of(VISITOR, "dba over"), page_of(ANNA, "justinian")),
    "game-luck": (page_of(ANNA, "italia over"), page_of(ANNA, "fight")),
    "game-orders": tuple(page_of(ANNA, game) for game in GAMES),
    "game-plan": (page_of(ANNA, "justinian"), page_of(ANNA, "italia")),
    "game-branches": (page_of("bruno", "fight"),),
    "game-away": (page_of(ANNA, "fight"),),
    "game-notes": (page_of(ANNA, "justinian"), page_of(ANNA, "italia"), page_of(ANNA, "fight")),
    "letter-marks": (page_of("bruno", "italia", letter="sent"),),
    "game-letters": (page_of(ANNA, "war"), page_of(ANNA, "italia"), page_of(GM, "war")),
    "game-observers": (page_of(ANNA, "war"), page_of(GM, "war")),
    "observe": (page_of("dino", "war"),),
    "observe-chronicle": (page_of("dino", "war"),),
    "game-command": (page_of(ANNA, "fight"),),
    "game-meeting": (page_of(ANNA, "fight"), page_of("bruno", "fight"), page_of(ANNA, "squares")),
    "game-treaties": (page_of(ANNA, "war"), page_of("bruno", "war"), page_of(ANNA, "justinian")),
    "game-polls": (page_of(ANNA, "war"),),
    "game-try": (page_of(ANNA, "war"), page_of(ANNA, "squares")),
    "game-amend": (page_of(GM, "war"), page_of(GM, "italia"), page_of(GM, "fight"), page_of(GM, "squares")),
    "game-back": (page_of(ANNA, "war"), page_of(GM, "war"), page_of(ANNA, "fight")),
    "game-answer": (page_of(GM, "war"),),
    "game-calendar": (page_of(GM, "war"), page_of(ANNA, "justinian")),
    "game-bench": (page_of(GM, "war"), page_of("carla", "war"), page_of("dino", "italia")),
    "game-briefing": (page_of(ANNA, "war"),),
    "game-fair": (page_of(GM, "war"), page_of("carla", "war")),
    "game-desk": (page_of(GM, "war"), page_of(GM, "lobby"), page_of(GM, "fight"), page_of(GM, "italia over")),
    "game-battle": (page_of(ANNA, "war", link="link"), page_of(GM, "war", link="link")),
    "battle-meeting": (page_of(ANNA, "war", link="link"),),
    "campaigns:campaign-book": (page_of(ANNA, "justinian"), page_of(ANNA, "italia over")),
    "battles:dba-combat": (page_of(ANNA, "fight"),),
    "battles:dba-terrain": (page_of("bruno", "ground"), page_of(ANNA, "ground")),
    "battles:dba-field": (page_of(ANNA, "fight"),),
    "battles:dba-field-print": (page_of(ANNA, "fight"),),
    "battles:dba-report": (page_of(VISITOR, "dba over"),),
    "battles:dba-screen": (page_of(ANNA, "fight"),),
    # --- pages outside games ---
    "battles:dba-lookup": (Look(),),
    "battles:dba-matrix": (Look(),),
    "battles:cheatsheet": (Look(),),
    "battles:new-battle": (Look(ANNA),),
    "battles:dba-table": (Look(),),
    "battles:schiere-lookup": (Look(),),
    "battles:cataphract-lookup": (Look(),),
    "battles:cataphract-sheet": (Look(),),
    "battles:cca-lookup": (Look(),),
    "battles:cca-scenarios": (Look(),),
    "battles:cca-scenario": (
        Look(VISITOR, {"name": "=trebbia"}),
        Look(VISITOR, {"name": "=utica_rebel_camp"}),
    ),
    "battles:cca-scenario-sheet": (Look(VISITOR, {"name": "=cannae"}),),
    "battles:cca-cheatsheet": (Look(),),
    "battles:cca-editor": (Look(), Look(ANNA)),
    "battles:cca-editing": (Look(ANNA, {"key": "cca scenario"}, "at=B5"),),
    "battles:cca-by-points": (
        Look(),
        Look(VISITOR, query="points=130&bottom=mixed&top=horse&ground=some&hand=5&seed=4711"),
    ),
    "campaigns:italia-lookup": (Look(),),
    "armies:dba:index": (Look(),),
    "armies:dba:load": (Look(ANNA),),
    "armies:dba:troops": (Look(),),
    "armies:dba:campaigns": (Look(),),
    "armies:dba:list": (Look(VISITOR, {"list_id": LISTS["dba"]}),),
    "armies:dba:print": (Look(ANNA, {"reference": "dba army"}),),
    "armies:dba:collection": (Look(ANNA), Look(NEW)),
    "armies:dba:shopping": (Look(ANNA),),
    "leagues:index": (Look(), Look(ANNA)),
    "leagues:choose": (Look(ANNA),),
    "leagues:new": (Look(ANNA, {"system": "=dba"}),),
    "leagues:join": (Look(NEW, {"token": "league"}), Look(VISITOR, {"token": "nothing"}, status=410)),
    # the sample league has no army lists
    "leagues:lists": (Look(GM, {"league": "season league"}, status=404),),
    "leagues:ratings": (Look(VISITOR, {"system": "=dba"}),),
    "leagues:league": tuple(
        Look(who, {"league": league})
        for league in ("season league", "duplicate league")
        for who in (VISITOR, GM, ANNA)
    ),
}
for _name in ("dba", "schiere"):
    PAGES.update(
        {
            f"armies:{_name}:{page}": looks
            for page, looks in {
                "index": (Look(),),
                "list": (Look(VISITOR, {"list_id": LISTS[_name]}),),
                "collection": (Look(ANNA), Look(NEW)),
                "build": (Look(VISITOR, {"list_id": LISTS[_name]}),),
                "mine": (Look(ANNA), Look(NEW)),
                "army": (Look(ANNA, {"army_id": f"{_name} army"}),),
                "edit": (Look(ANNA, {"army_id": f"{_name} army"}),),
                "delete": (Look(ANNA, {"army_id": f"{_name} army"}),),
                "import": (Look(ANNA),),
                "shared": (Look(VISITOR, {"token": f"{_name} shared"}),),
            }.items()
        }
    )

ERRORS: Final = ("400", "403", "403_csrf", "404", "405", "413", "429", "500", "503")
"""The error pages, which tools/gallery/addresses.py serves below /error/."""

PROGRAMS: Final = "api/"
"""URLs below this path serve programs, not people."""
NO_PAGES: Final[dict[str, tuple[str, ...]]] = {
    "is there only for accounts of before whose names are one": ("rename",),
    "is about somebody by a number that the town does not know": ("person",),
    "takes what a form or a script sends": (
        "set_language",
        "logout",
        "email-again",
        "language",
        "theme",
        "play-now",
        "device",
        "table-add-screen",
        "game-act",
        "game-hand",
        "game-lesson",
        "game-rematch",
        "game-take-back",
        "game-seats",
        "game-leave",
        "game-away-fetch",
        "game-tryout",
        "game-lend",
        "battles:cca-own-delete",
        "armies:dba:owned",
        "armies:dba:check",
        "armies:dba:sharing",
        "armies:dba:own",
        "armies:dba:copy",
        "armies:schiere:owned",
        "armies:schiere:check",
        "armies:schiere:sharing",
        "armies:schiere:own",
        "armies:schiere:copy",
        "campaigns:march",
        "campaigns:sail",
        "leagues:do",
    ),
    "leads elsewhere": (
        "answer",
        "table",
        "armies:index",
        "armies:before",
        "armies:dba:start",
        "armies:schiere:start",
    ),
    "answers programs": (
        "health",
        "metrics",
        "game-version",
        "game-state",
        "game-notes-json",
        "manifest",
        "site-worker",
        "favicon",
        "game-motion",
        "game-plan-json",
        "game-offline",
        "battles:dba-schema",
        "battles:schiere-schema",
        "battles:cataphract-schema",
        "battles:cataphract-armies",
        "battles:cca-schema",
        "battles:cca-scenario-file",
        "battles:cca-own-file",
        "armies:dba:schema",
    ),
    "is a file": (
        "account-data",
        "push-worker",
        "robots",
        "sitemap",
        "deadlines",
        "feed",
        "public-feed",
        "scenario",
        "game-thumbnail",
        "game-card-svg",
        "game-card-png",
        "game-luck-csv",
        "game-chronicle-csv",
        "game-export",
        "game-branch",
        "game-away-guard",
        "game-away-worker",
        "browser-bundle",
        "browser-python",
        "game-meeting-file",
        "battle-meeting-file",
        "game-battle-svg",
        "game-battle-png",
        "armies:dba:lists-json",
        "armies:dba:json",
        "armies:dba:text",
        "armies:schiere:json",
        "armies:schiere:text",
        "battles:dba-data",
        "battles:dba-worker",
        "battles:dba-manifest",
        "battles:dba-field-svg",
        "battles:dba-report-md",
        "battles:cataphract-lines",
        "battles:schiere-data",
        "battles:cca-data",
        "battles:cataphract-data",
        "battles:schiere-worker",
        "battles:cca-worker",
        "battles:cataphract-worker",
        "battles:schiere-manifest",
        "battles:cca-manifest",
        "battles:cataphract-manifest",
        "campaigns:italia-data",
        "campaigns:italia-worker",
    ),
    "is a part of a page, fetched anew": ("battles:dba-swaps",),
}
