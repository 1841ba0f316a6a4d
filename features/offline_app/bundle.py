"""Build the archive that a browser runs: the application, its frameworks and its pages.

Only the application's own files are packed, chosen by folder and kind. The archive contains no secrets,
no data, and only the few settings that the browser needs. The same files always give the same archive,
byte for byte, and its fingerprint is its name.
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

PLAIN: Final = (1980, 1, 1, 0, 0, 0)  # every file gets the same date, so that dates do not change the archive
KINDS: Final = {".py", ".toml", ".json", ".html", ".txt", ".js", ".svg", ".md", ".mo"}
# apps that are packed with every system
ALWAYS: Final = (
    "engine",
    "kit",
    "accounts",
    "games",
    "maps",
    "armies",
    "config",
)
# folders of this feature that are packed
INSIDE: Final = (
    "features/offline_app/inside",
    "templates/features/offline_app",
)
# folders with code that only servers need
LEFT_OUT: Final = (
    "management",
    "migrations",
    "__pycache__",
    "home",
    "tests",
)
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
# folders of static files to pack; files outside any folder are packed too
STYLES: Final = (
    "offline_app/",
    "maps/",
    "battles/",
    "fonts/",
    "icons/",
    "django_htmx/",
)
SECONDS_KEPT: Final = 90 * 24 * 3600
PLACE: Final = "<uuid:pk>"  # the placeholder for the game's id, which is in every URL of a game
# pages of the core that work for one person alone; what users enter on other pages would not be uploaded
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
)

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Bundle:
    """The archive, and the files that the page loads with it. ``files``: the URLs of styles, scripts and
    pictures.
    """

    fingerprint: str
    path: Path
    size: int
    files: tuple[str, ...]


@cache
def bundle(system: str) -> Bundle:
    """Return the archive of the application with one rules system. The archive is built on first request."""
    known = bundle_settings(folder_of(system))
    files = contents(known)
    mark = fingerprint(files)
    path = folder() / f"{mark}.zip"
    if path.exists():
        with suppress(OSError):  # the folder may be read-only
            path.touch()  # record when the archive was last used
    else:
        write(files, path)
        sweep(path)
    return Bundle(mark, path, path.stat().st_size, tuple(sorted(known["static"].values())))


def folder() -> Path:
    """Return the folder where all archives are stored, including old ones."""
    return Path(settings.BROWSER_DIR) / "bundles"


def fingerprint(files: Files) -> str:
    """Return a fingerprint of the files' names and contents, which does not depend on the files' order."""
    found = sha256()
    for name, data in sorted(files.items()):
        found.update(f"{name}\0{len(data)}\0".encode())
        found.update(data)
    return found.hexdigest()[:32]


def write(files: Files, path: Path) -> None:
    """Write the archive atomically, so that several processes can write it at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, PLAIN), data, zipfile.ZIP_DEFLATED)
    fresh.replace(path)


def sweep(kept: Path) -> None:
    """Delete every archive whose last use was more than SECONDS_KEPT before that of the new archive ``kept``.
    A player who is offline has the archive in the browser, and downloads it again only if the browser has
    dropped it.
    """
    now = kept.stat().st_mtime
    for path in kept.parent.glob("*.zip*"):
        with suppress(FileNotFoundError):  # another process has deleted the file
            if now - path.stat().st_mtime > SECONDS_KEPT:
                path.unlink()


def contents(known: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the archive's files: the contents by name. ``known``: the settings of the bundle, which are
    packed as ``taken.json``.
    """
    found = {**_project_files(known["systems"][0]), **_framework_files()}
    found["taken.json"] = json.dumps(known, sort_keys=True, separators=(",", ":")).encode()
    found["zoneinfo/UTC"] = zone("UTC")
    found["locale/texts"] = b""  # create the folder even if there are no translations
    return found


class NotBundled(LookupError):
    """Raised when the settings name no folder for a system, which therefore cannot be played offline."""


def folder_of(system: str) -> str:
    """Return the folder of a rules system from the settings. Raises NotBundled if they name none."""
    for one in settings.VEXILLUM_SYSTEMS:
        if one.rpartition(".")[2] == system:
            return one
    raise NotBundled(system)


def bundle_settings(folder: str) -> dict[str, Any]:
    """Return the settings for the browser: the installed apps, the system, the URLs of styles and scripts,
    and every named URL.
    """
    room, _dot, name = folder.rpartition(".")
    taken = {*ALWAYS, room, "django_htmx"}
    styles = dict(_style_files())
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


def _project_files(system: str) -> dict[str, bytes]:
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


def _offline_features() -> list[str]:
    """Return the features that work offline, as their app configurations say."""
    return [one.name for one in apps.get_app_configs() if getattr(one, "works_offline", False)]


def _folders_of_features() -> Iterator[str]:
    for path in (name.replace(".", "/") for name in _offline_features()):
        yield path
        yield f"templates/{path}"


def _framework_files() -> dict[str, bytes]:
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
        kept = [one for one in folders if one not in LEFT_OUT or _is_needed_by_django(here, one)]
        folders[:] = sorted(
            one for one in kept if (here / one).as_posix() not in left_out and _is_offered_locale(here / one)
        )
        for name in sorted(names):
            path = PurePosixPath((here / name).as_posix())
            if path.suffix in KINDS and path.with_suffix("").as_posix() not in left_out:
                yield str(path), (Path(place) / name).read_bytes()


def _is_needed_by_django(here: Path, name: str) -> bool:
    """Return whether the folder is one that Django needs in order to load its own apps."""
    return here.parts[:1] == ("django",) and name in ("management", "migrations")


def _is_offered_locale(folder: Path) -> bool:
    """Return whether to pack the folder. Of Django's translations, only those into the site's languages are
    packed.
    """
    return folder.parent.name != "locale" or folder.parts[0] != "django" or folder.name in LANGUAGES


def _style_files() -> Iterator[tuple[str, bytes]]:
    """Yield the styles, scripts and pictures of a game's pages."""
    for finder in get_finders():
        for name, storage in finder.list([]):
            if "/" not in name or (name.startswith(STYLES) and "/ext/" not in name):
                with storage.open(name) as file:
                    yield name, file.read()


def zone(name: str) -> bytes:
    """Return the contents of a time zone's TZif file, or b"" if this machine has no such file."""
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
    """Return all named URLs by namespace, each as (route, name, view). The view is "" unless the URL leads to
    a page of a game that works offline: one of PAGES, or any page of the system or of a feature that works
    offline.
    """
    features = tuple(f"{name}." for name in _offline_features())
    ours = ("games.", f"{system}.", *features)
    found: dict[str, list[tuple[str, str, str]]] = {}
    for space, route, pattern in _walk(get_resolver(settings.ROOT_URLCONF), "", ""):
        view: Any = pattern.callback
        where = f"{view.__module__}.{getattr(view, '__qualname__', '')}"
        here = (
            PLACE in route
            and where.startswith(ours)
            and (space or where.startswith(features) or pattern.name in PAGES)
        )
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
def _url_prefixes(system: str) -> tuple[str, ...]:
    rows = [row for found in _addresses(folder_of(system)).values() for row in found if row[2]]
    found = {"/" + route.partition(PLACE)[0] for route, _name, _view in rows}
    return tuple(sorted(found, key=lambda one: (one != "/games/", one)))


def places(system: str, pk: object) -> tuple[str, ...]:
    """Return the URL prefixes of a game's pages, the main prefix first. The result is empty if the game's
    system is not installed, because the game then cannot be played offline.
    """
    if all(one.rpartition(".")[2] != system for one in settings.VEXILLUM_SYSTEMS):
        return ()
    return tuple(f"{one}{pk}/" for one in _url_prefixes(system))
