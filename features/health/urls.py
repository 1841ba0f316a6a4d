"""URLs of the server's health: for people and load balancers, and for metrics."""

from django.urls import path

from features.health import views

urlpatterns = [
    path("health", views.health, name="health"),
    path("health/metrics", views.metrics, name="metrics"),
]
