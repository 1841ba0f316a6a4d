"""The URLs of all apps, in the order in which they are matched."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest
from django.urls import include, path
from django.urls.resolvers import URLPattern, URLResolver


def _is_superuser(request: HttpRequest) -> bool:
    return request.user.is_active and request.user.is_superuser


urlpatterns: list[URLPattern | URLResolver] = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("armies/", include("armies.urls")),
    path("battles/", include("battles.urls")),
    path("campaigns/", include("campaigns.urls")),
    path("leagues/", include("leagues.urls")),
    *(path("", include(f"{feature}.urls")) for feature in settings.VEXILLUM_FEATURES),
    path("api/", include("leagues.addresses")),
]

if settings.ADMIN:
    admin.site.has_permission = _is_superuser  # type: ignore[method-assign]
    urlpatterns.insert(0, path("admin/", admin.site.urls))

handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.forbidden"
handler404 = "games.views.errors.not_found"
handler500 = "games.views.errors.server_error"
