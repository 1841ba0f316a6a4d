"""URLs of results."""

from django.urls import path

from features.results import views

urlpatterns = [path("results/<str:system>/", views.results, name="results")]
