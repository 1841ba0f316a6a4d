"""The URL of a game's polls."""

from django.urls import path

from features.polls import views

urlpatterns = [path("games/<uuid:pk>/polls/", views.polls, name="game-polls")]
