"""URLs of the files that a browser needs to install the site on a device."""

from django.urls import path

from features.device import views

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("offline/", views.offline, name="offline"),
    path("worker.js", views.worker, name="site-worker"),
    path("favicon.ico", views.favicon, name="favicon"),
]
