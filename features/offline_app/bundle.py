"""Build the archive that a browser runs: the application, its frameworks and its pages.

Only files of the application are packed, chosen by folder and kind: no settings of this server, no secrets,
no data. The same files give the same archive, to the byte, and its fingerprint is its name.
"""

from __future__ import annotations

import json
import os
import zipfile
import zoneinfo
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, get_resolver

PLAIN: Final = (1980, 1, 1, 0, 0, 0)  # one date for all files, so that dates do not change the fingerprint
KINDS: Final = {".py", ".toml", ".json", ".html", ".txt", ".js", ".svg", ".md", ".mo"}
ALWAYS: Final = (
    "engine",
    "kit",
    "accounts",
    "games",
    "maps",
    "armies",
    "config",
)  # the apps that are packed with the system being played
INSIDE: Final = (
    "features/offline_app/inside",
    "templates/features/offline_app",
)  # the folders of features that are packed
LEFT_OUT: Final = (
    "management",
    "migrations",
    "__pycache__",
    "home",
    "tests",
)  # folders with code for servers only
FRAMEWORKS: Final = ("django", "django_htmx", "asgiref", "sqlparse")
LANGUAGES: Final = ("en", "it")
NEVER_ASKED: Final = (  # parts of Django that no game page uses
    "django/contrib/admin",
    "django/contrib/admindocs",
    "django/contrib/flatpages",
    "django/contrib/gis",
    "django/contrib/humanize",
    "django/contrib/postgres",
    "django/contrib/redirects",
    "django/contrib/sitemaps",
    "django/contrib/syndication",
    "django/conf/app_template",
    "django/conf/project_template",
    "django/db/backends/mysql",
    "django/db/backends/oracle",
    "django/db/backends/postgresql",
    "django/test",
    "django_htmx/static",
)
STYLES: Final = (
    "offline_app/",
    "maps/",
    "battles/",
    "fonts/",
    "icons/",
    "django_htmx/",
)  # folders of static files to pack; files at the top level are packed too
SECONDS_KEPT: Final = 90 * 24 * 3600
PLACE: Final = "<uuid:pk>"  # the part common to the URLs of one game
# the pages of a game that work for one person; data entered on other pages would not be uploaded
PAGES: Final = (
    "game",
    "game-version",
    "game-state",
    "game-act",
    "game-take-back",
    "game-back",
    "game-chronicle",
    "game-chronicle-csv",
    "game-replay",
    "game-motion",
    "game-thumbnail",
    "game-verify",
    "game-luck",
    "game-luck-csv",
)

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Bundle:
    """The archive and what the page loads with it. ``files``: URLs of styles, scripts and pictures."""

    fingerprint: str
    path: Path
    size: int
    files: tuple[str, ...]


@cache
def bundle(system: str) -> Bundle:
    """Return the archive of the application with one rules system; it is built on first request."""
    known = bundle_settings(folder_of(system))
    files = contents(known)
    mark = fingerprint(files)
    path = folder() / f"{mark}.zip"
    if path.exists():
        with suppress(OSError):  # the folder may be read-only
            path.touch()  # remember when a server last served it
    else:
        write(files, path)
        sweep(path)
    return Bundle(mark, path, path.stat().st_size, tuple(sorted(known["static"].values())))


def folder() -> Path:
    """The folder of all archives, including old ones."""
    return Path(settings.BROWSER_DIR) / "bundles"


def fingerprint(files: Files) -> str:
    """The fingerprint of the files' names and contents, independent of their order."""
    found = sha256()
    for name, data in sorted(files.items()):
        found.update(f"{name}\0{len(data)}\0".encode())
        found.update(data)
    return found.hexdigest()[:32]


def write(files: Files, path: Path) -> None:
    """Write the archive atomically, so that several processes can do it at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, PLAIN), data, zipfile.ZIP_DEFLATED)
    fresh.replace(path)


def sweep(kept: Path) -> None:
    """Delete archives that were replaced long ago. A player who is offline has theirs in the browser and
    requests it again only if the browser dropped it.
    """
    now = kept.stat().st_mtime
    for path in kept.parent.glob("*.zip*"):
        with suppress(FileNotFoundError):  # another process was faster
            if now - path.stat().st_mtime > SECONDS_KEPT:
                path.unlink()


def contents(known: Mapping[str, Any]) -> dict[str, bytes]:
    """Collect the files of the archive, by name."""
    found = {**_ours(known["systems"][0]), **_frameworks()}
    found["taken.json"] = json.dumps(known, sort_keys=True, separators=(",", ":")).encode()
    found["zoneinfo/UTC"] = zone("UTC")
    found["locale/texts"] = b""  # create the folder even if nothing is translated
    return found


class NotBundled(LookupError):
    """Raised when the settings name no folder for a system, so that it cannot be played offline."""


def folder_of(system: str) -> str:
    """Find the folder of a rules system in the settings. Raises NotBundled."""
    for one in settings.VEXILLUM_SYSTEMS:
        if one.rpartition(".")[2] == system:
            return one
    raise NotBundled(system)


def bundle_settings(folder: str) -> dict[str, Any]:
    """The settings for the browser: the installed apps, the system, the URLs of styles and scripts, and every
    named URL.
    """
    room, _dot, name = folder.rpartition(".")
    taken = {*ALWAYS, room, "django_htmx"}
    styles = dict(_styles())
    ours = [app for app in settings.INSTALLED_APPS if app in taken or app in KEPT_APPS]
    return {
        "apps": ours,
        "systems": [folder],
        "armies": [one for one in settings.VEXILLUM_ARMIES if one.rpartition(".")[2] == name],
        "static": {file: static(file) for file in sorted(styles)},
        "looks": fingerprint(styles),
        "addresses": _addresses(folder),
    }


KEPT_APPS: Final = (
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
)


# --- files ------------------------------------------------------------------------------------------------


def _ours(system: str) -> dict[str, bytes]:
    root = settings.BASE_DIR
    others = [folder.replace(".", "/") for folder in settings.VEXILLUM_SYSTEMS if folder != system]
    others += [
        (tags / tag.stem).relative_to(root).as_posix()
        for tags, name in [((root / one).parent / "templatetags", one.rsplit("/", 1)[1]) for one in others]
        for tag in tags.glob("*.py")
        if tag.stem == name or tag.stem.startswith(f"{name}_")
    ]
    rooms = {*ALWAYS, system.partition(".")[0]}
    found: dict[str, bytes] = {}
    for room in sorted(rooms):
        found.update(_files_below(root / room, root, others))
    for path in [*INSIDE, *_folders_of_features()]:
        found.update(_files_below(root / path, root, others))
    for name in ("features/__init__.py", "features/offline_app/__init__.py"):
        found[name] = (root / name).read_bytes()
    for room in sorted({*rooms, "components"}):
        found.update(_files_below(root / "templates" / room, root, [f"templates/{one}" for one in others]))
    for file in sorted((root / "templates").glob("*.html")):
        found[f"templates/{file.name}"] = file.read_bytes()
    for area in sorted(root.glob("locale/*/it/LC_MESSAGES/django.mo")):
        if area.parents[2].name not in {one.rpartition("/")[2] for one in others}:
            found[area.relative_to(root).as_posix()] = area.read_bytes()
    return found


def _features() -> list[str]:
    """The features whose app says that they work offline: their pages need nothing but the game."""
    return [one.name for one in apps.get_app_configs() if getattr(one, "works_offline", False)]


def _folders_of_features() -> Iterator[str]:
    for path in (name.replace(".", "/") for name in _features()):
        yield path
        yield f"templates/{path}"


def _frameworks() -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for name in FRAMEWORKS:
        spec = find_spec(name)
        assert spec is not None and spec.origin is not None
        folder = Path(spec.origin).parent
        found.update(_files_below(folder, folder.parent, NEVER_ASKED))
    return found


def _files_below(
    folder: Path, root: Path, left_out: tuple[str, ...] | list[str]
) -> Iterator[tuple[str, bytes]]:
    for place, folders, names in os.walk(folder):
        here = Path(place).relative_to(root)
        kept = [one for one in folders if one not in LEFT_OUT or _of_django(here, one)]
        folders[:] = sorted(
            one for one in kept if (here / one).as_posix() not in left_out and _is_spoken(here / one)
        )
        for name in sorted(names):
            path = PurePosixPath((here / name).as_posix())
            if path.suffix in KINDS and path.with_suffix("").as_posix() not in left_out:
                yield str(path), (Path(place) / name).read_bytes()


def _of_django(here: Path, name: str) -> bool:
    """Whether the folder is Django's own and loaded by its apps."""
    return here.parts[:1] == ("django",) and name in ("management", "migrations")


def _is_spoken(folder: Path) -> bool:
    """Whether the folder holds no translations, or those of a language we offer."""
    return folder.parent.name != "locale" or folder.parts[0] != "django" or folder.name in LANGUAGES


def _styles() -> Iterator[tuple[str, bytes]]:
    """Yield the styles, scripts and pictures of a game's pages."""
    for finder in get_finders():
        for name, storage in finder.list([]):
            if "/" not in name or (name.startswith(STYLES) and "/ext/" not in name):
                with storage.open(name) as file:
                    yield name, file.read()


def zone(name: str) -> bytes:
    """The rules of a time zone in the standard format; empty if this machine lacks them."""
    for folder in zoneinfo.TZPATH:
        file = Path(folder) / name
        if file.is_file():
            return file.read_bytes()
    try:
        return resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        return b""


# --- URLs ---------------------------------------------------------------------------------------------------


def _addresses(system: str) -> dict[str, list[tuple[str, str, str]]]:
    """All URLs by namespace: (route, name, view). The view is given only for a game's own URLs."""
    ours = ("games.", f"{system}.", *(f"{name}." for name in _features()))
    found: dict[str, list[tuple[str, str, str]]] = {}
    for space, route, pattern in _walk(get_resolver(settings.ROOT_URLCONF), "", ""):
        view: Any = pattern.callback
        where = f"{view.__module__}.{getattr(view, '__qualname__', '')}"
        here = PLACE in route and where.startswith(ours) and (space or pattern.name in PAGES)
        found.setdefault(space, []).append((route, pattern.name or "", where if here else ""))
    return found


def _walk(inside: URLResolver, space: str, before: str) -> Iterator[tuple[str, str, URLPattern]]:
    for one in inside.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            if one.name:
                yield space, route, one
        elif not one.namespace or not space:
            yield from _walk(one, one.namespace or space, route)


@cache
def _beginnings(system: str) -> tuple[str, ...]:
    rows = [row for found in _addresses(folder_of(system)).values() for row in found if row[2]]
    found = {"/" + route.partition(PLACE)[0] for route, _name, _view in rows}
    return tuple(sorted(found, key=lambda one: (one != "/games/", one)))


def places(system: str, pk: object) -> tuple[str, ...]:
    """The URL prefixes of a game's pages, the main one first. It is empty for a system that is not installed,
    whose games cannot be played offline.
    """
    if all(one.rpartition(".")[2] != system for one in settings.VEXILLUM_SYSTEMS):
        return ()
    return tuple(f"{one}{pk}/" for one in _beginnings(system))
