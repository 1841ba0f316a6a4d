"""URLs of open games."""

from django.urls import path

from features.open_games import views

urlpatterns = [
    path("open/", views.page, name="open-games"),
    path("open/<uuid:pk>/", views.game, name="open-game"),
    path("games/<uuid:pk>/open/", views.offer, name="game-offer"),
]
