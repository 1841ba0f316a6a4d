"""URLs of the help pages."""

from django.urls import path

from features.help import crawlers, views

urlpatterns = [
    path("help/", views.index, name="help"),
    path("help/glossary/", views.glossary, name="help-glossary"),
    path("help/keys/", views.keys, name="help-keys"),
    path("help/questions/", views.questions, name="help-questions"),
    path("help/<slug:system>/", views.guide, name="help-guide"),
    path("help/<slug:system>/sections/", views.sections, name="help-sections"),
    path("robots.txt", crawlers.robots, name="robots"),
    path("sitemap.xml", crawlers.sitemap, name="sitemap"),
]
