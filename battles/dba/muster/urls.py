from django.urls import URLPattern, URLResolver, path

from battles.dba.muster.table import at_the_table
from battles.dba.muster.views import new_battle

urlpatterns: list[URLPattern | URLResolver] = [
    path("dba/new/", new_battle, name="new-battle"),
    path("dba/table/", at_the_table, name="dba-table"),
]
