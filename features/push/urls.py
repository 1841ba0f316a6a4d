"""URLs of notifications on devices."""

from django.urls import path

from features.push import views

urlpatterns = [
    path("account/push/", views.device, name="device"),
    path("account/push/worker.js", views.worker, name="push-worker"),
]
