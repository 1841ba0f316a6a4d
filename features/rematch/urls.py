"""The URL that asks for a rematch."""

from django.urls import path

from features.rematch import views

urlpatterns = [path("games/<uuid:pk>/rematch", views.rematch, name="game-rematch")]
