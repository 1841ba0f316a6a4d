"""A calculator that works offline. Its tables, service worker and manifest share one version."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from engine.codec import digest
from engine.game import Facts, Json
from engine.values import dataclass
from kit.lookup.serving import CACHE_SECONDS, View, web_manifest, worker

WORKER = "kit/lookup_worker.js"
TABLES_SECONDS = 86_400


@dataclass(frozen=True)
class OfflineLookup:
    """An offline calculator.

    ``where``: the prefix of its URL names, made of its app and its system ("app:system"). ``tables``: returns
    the rules and texts that its page needs offline. ``sources``: further files and folders of the project. A
    change in a source, a style or a script makes offline copies out of date.
    """

    where: str
    title: str
    tables: Callable[[], Json]
    styles: tuple[str, ...]
    scripts: tuple[str, ...]
    sources: tuple[str, ...]

    def address(self, what: str) -> str:
        """Return the URL of one of the calculator's views: ``lookup`` or ``data``."""
        return reverse(f"{self.where}-{what}")

    def files(self) -> tuple[Path, ...]:
        """Return the files that make an offline copy out of date when they change: sources, service worker,
        styles and scripts.
        """
        root = Path(settings.BASE_DIR)
        found: list[Path] = []
        for source in (*self.sources, f"templates/{WORKER}"):
            path = root / source
            found += sorted(path.iterdir()) if path.is_dir() else [path]
        return (*found, *(root / "static" / name for name in (*self.styles, *self.scripts)))

    @cached_property
    def version(self) -> str:
        """The version of the tables and files. A device with an older version fetches everything again."""
        return version_of(self.tables(), self.files())

    @property
    def data_url(self) -> str:
        """The URL of the tables, with the version in its query string."""
        return f"{self.address('data')}?v={self.version}"

    def views(self) -> tuple[View, View, View]:
        """Return the views of the tables, the service worker and the manifest."""

        @require_safe
        def offline_data(request: HttpRequest) -> HttpResponse:
            response = JsonResponse(self.tables())
            patch_cache_control(response, public=True, max_age=TABLES_SECONDS)
            return response

        @require_safe
        def service_worker(request: HttpRequest) -> HttpResponse:
            name = self.where.partition(":")[2]
            files = (*self.styles, *self.scripts)
            return worker(name, self.version, self.address("lookup"), self.data_url, files)

        @require_safe
        def manifest(request: HttpRequest) -> HttpResponse:
            return web_manifest(self.title, self.address("lookup"))

        return offline_data, service_worker, manifest


def version_of(tables: Json, files: tuple[Path, ...]) -> str:
    """Return a short digest of the tables and the content of the files."""
    found = sha256(digest(tables).encode())
    for file in files:
        found.update(file.read_bytes())
    return found.hexdigest()[:12]


def publish(schema: Callable[[], Facts]) -> View:
    """Return a view that serves the JSON Schema of a question."""

    @require_safe
    def published_schema(request: HttpRequest) -> HttpResponse:
        response = JsonResponse(schema(), json_dumps_params={"indent": 1})
        patch_cache_control(response, public=True, max_age=CACHE_SECONDS)
        return response

    return published_schema
