"""URLs of corrections, for pages and the API."""

from django.urls import path

from features.amending import api, views

GAME = "api/games/<uuid:pk>/amendments"

urlpatterns = [
    path("games/<uuid:pk>/amend/", views.amend, name="game-amend"),
    path(GAME, api.amendments, name="api-amendments"),
    path(f"{GAME}/facts", api.amendable, name="api-amendable"),
    path(f"{GAME}/preview", api.preview_changes, name="api-amend-preview"),
]
