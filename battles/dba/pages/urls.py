"""URLs of a table battle's additional pages, included by battles.urls."""

from django.urls import path

from battles.dba.pages import views as views
from battles.dba.pages.battlefield import views as battlefield

urlpatterns = [
    path("dba/<uuid:pk>/combat/", views.combat, name="dba-combat"),
    path("dba/<uuid:pk>/terrain/", battlefield.terrain, name="dba-terrain"),
    path("dba/<uuid:pk>/field/", battlefield.field, name="dba-field"),
    path("dba/<uuid:pk>/field.svg", battlefield.field_svg, name="dba-field-svg"),
    path("dba/<uuid:pk>/field/print/", battlefield.field_print, name="dba-field-print"),
    path("dba/<uuid:pk>/swaps/", views.swaps, name="dba-swaps"),
    path("dba/<uuid:pk>/report/", views.report, name="dba-report"),
    path("dba/<uuid:pk>/report.md", views.report_markdown, name="dba-report-md"),
    path("dba/<uuid:pk>/screen/", views.screen, name="dba-screen"),
]
