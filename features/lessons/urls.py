"""URLs of the guide to a first turn."""

from django.urls import path

from features.lessons import views

urlpatterns = [path("games/<uuid:pk>/lesson", views.lesson, name="game-lesson")]
