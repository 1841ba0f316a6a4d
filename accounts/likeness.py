"""Detect names that look the same to a reader, because of capitals, wide letters, ligatures or lookalikes
from other scripts.
"""

from __future__ import annotations

import unicodedata
from typing import Final

# small letters of other scripts that look like Latin ones, small or capital (from Unicode's confusables.txt)
LOOKALIKES: Final = str.maketrans(
    {
        # Cyrillic lookalikes
        **dict(zip("авекмнорстухѕіјԁԛԝһѵьґ", "abekmhopctyxsijdqwhvbr", strict=True)),
        # Greek lookalikes
        **dict(zip("αβεζηικμνορτυχγω", "abeznikmvoptuxyw", strict=True)),
        # Armenian lookalikes, then Cherokee ones (Cherokee letters fold to capitals)
        **dict(zip("օսոհցզ", "ouuhgq", strict=True)),
        **dict(zip("ᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᏆᏏᏒᏔᏙᏚᏞᏟᏢ", "drtajewmhgzibrwvslcp", strict=True)),
        # Latin letters that look like others
        "ı": "i",
        "ɑ": "a",
        "ɡ": "g",
        "ſ": "s",
        "ʋ": "v",
    }
)
EAST_ASIAN: Final = frozenset({"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK", "BOPOMOFO", "HANGUL"})
SITES_OWN: Final = """
    abuse admin administration administrator amministratore amministrazione anonymous anyone bot channel
    deleted everybody everyone gamemaster guest help here host info mail mailerdaemon me moderator moderatore
    mods
    nessuno nobody noreply null official ospite postmaster root security server site somebody someone staff
    support supporto sysadmin system team tutti undefined vexillum webmaster you
"""
RESERVED: Final = frozenset(SITES_OWN.split())  # names that suggest the site itself or everybody


def fold_name(name: str) -> str:
    """The form in which names are compared. Names that look the same have the same form."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return plain.translate(LOOKALIKES)


def is_mixed(name: str) -> bool:
    """Return whether a name mixes letters of several scripts, as forged names do. East Asian names may mix
    scripts, even with Latin letters.
    """
    found = {_script(char) for char in unicodedata.normalize("NFKC", name) if char.isalpha()}
    eastern = {script for script in found if script in EAST_ASIAN}
    rest = found - eastern
    return len(rest) > 1 or bool(eastern and rest - {"LATIN"})


def _script(letter: str) -> str:
    """The script of a letter: the first word of its Unicode name."""
    return unicodedata.name(letter, "UNKNOWN").split()[0]


def is_reserved(name: str) -> bool:
    """Return whether a name claims to speak for the site or for everybody. Punctuation is ignored."""
    return "".join(char for char in fold_name(name) if char.isalnum()) in RESERVED
