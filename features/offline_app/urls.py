"""URLs of offline play in a browser."""

from django.urls import path

from features.offline_app import views

urlpatterns = [
    path("games/<uuid:pk>/offline/", views.page, name="game-away"),
    path("games/<uuid:pk>/offline/fetch/", views.fetch, name="game-away-fetch"),
    path("games/<uuid:pk>/offline/guard.js", views.guard, name="game-away-guard"),
    path("games/<uuid:pk>/offline/worker.js", views.worker, name="game-away-worker"),
    path("browser/program/<str:mark>.zip", views.program, name="browser-bundle"),
    path("browser/python/<str:version>/<str:name>", views.interpreter, name="browser-python"),
]
