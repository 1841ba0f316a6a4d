"""URLs for moves made offline."""

from django.urls import path

from features.offline import api, views

urlpatterns = [
    path("games/<uuid:pk>/offline.json", api.offline_json, name="game-offline"),
    path("games/<uuid:pk>/branches/", views.branches, name="game-branches"),
    path("games/<uuid:pk>/branches/<int:branch>.json", views.download, name="game-branch"),
]
