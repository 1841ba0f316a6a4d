"""No URLs: the demo has no pages, only a command."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
