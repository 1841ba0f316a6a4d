"""Addresses. Each app owns its own; the order here is the order of matching."""

from django.contrib import admin
from django.urls import include, path
from django.urls.resolvers import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("games.urls")),
    path("armies/", include("armies.urls")),
    path("battles/", include("battles.urls")),
    path("campaigns/", include("campaigns.urls")),
]

handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.forbidden"
handler404 = "games.views.errors.not_found"
