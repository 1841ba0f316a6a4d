"""URLs of the game master's tools and of substitutes, for pages and the API."""

from django.urls import path

from features.desk import answering_page, api, bench_page, lending_page, views

GAME = "api/games/<uuid:pk>"

urlpatterns = [
    path("games/<uuid:pk>/desk/", views.desk, name="game-desk"),
    path("games/<uuid:pk>/desk/answer/", answering_page.answer, name="game-answer"),
    path("games/<uuid:pk>/bench/", bench_page.bench, name="game-bench"),
    path("games/<uuid:pk>/lend", lending_page.lend, name="game-lend"),
    path(f"{GAME}/desk", api.desk, name="api-desk"),
    path(f"{GAME}/desk/answer", api.answer, name="api-desk-answer"),
    path(f"{GAME}/lend", api.lend, name="api-lend"),
    path(f"{GAME}/bench", api.reserve, name="api-bench"),
]
