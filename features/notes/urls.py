"""URLs of notes."""

from django.urls import path

from features.notes import views

urlpatterns = [
    path("games/<uuid:pk>/notes/", views.page, name="game-notes"),
    path("games/<uuid:pk>/notes.json", views.data, name="game-notes-json"),
    path("games/<uuid:pk>/letters/<int:letter>/marks/", views.show_enclosed, name="letter-marks"),
]
