"""URLs of Commands & Colors: Ancients: the calculator, the scenarios, the scenario editor and points
battles.
"""

from django.urls import URLPattern, URLResolver, path

from battles.cca.editor import points
from battles.cca.editor import views as editor
from battles.cca.lookup import views
from battles.cca.scenarios import views as scenarios

urlpatterns: list[URLPattern | URLResolver] = [
    path("cca/lookup/", views.look_up, name="cca-lookup"),
    path("cca/lookup/schema.json", views.published_schema, name="cca-schema"),
    path("cca/scenarios/", scenarios.index, name="cca-scenarios"),
    path("cca/scenarios/<slug:name>/", scenarios.briefing, name="cca-scenario"),
    path("cca/scenarios/<slug:name>/sheet/", scenarios.sheet, name="cca-scenario-sheet"),
    path("cca/scenarios/<slug:name>.json", scenarios.document, name="cca-scenario-file"),
    path("cca/editor/", editor.index, name="cca-editor"),
    path("cca/editor/<uuid:key>/", editor.edit, name="cca-editing"),
    path("cca/editor/<uuid:key>/scenario.json", editor.file, name="cca-own-file"),
    path("cca/editor/<uuid:key>/delete/", editor.delete, name="cca-own-delete"),
    path("cca/points/", points.by_points, name="cca-by-points"),
    path("cca/cheatsheet/", scenarios.cheatsheet, name="cca-cheatsheet"),
    path("cca/data.json", views.offline_data, name="cca-data"),
    path("cca/sw.js", views.service_worker, name="cca-worker"),
    path("cca/manifest.webmanifest", views.manifest, name="cca-manifest"),
]
