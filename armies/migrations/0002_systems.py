"""Armies and collections of several systems: what there was is DBA's."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("armies", "0001_initial"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="owned", name="one_count_per_element"),
        migrations.RemoveIndex(model_name="savedarmy", name="armies_save_owner_i_eb2d19_idx"),
        migrations.AddField("owned", "system", models.CharField(max_length=40, default="dba"), preserve_default=False),
        migrations.AddField("savedarmy", "system", models.CharField(max_length=40, default="dba"), preserve_default=False),
        migrations.AlterField("owned", "code", models.CharField(max_length=40)),
        migrations.AddIndex(
            "savedarmy", models.Index(fields=["owner", "system", "-changed_at"], name="armies_of_a_player")
        ),
        migrations.AddConstraint(
            "owned",
            models.UniqueConstraint(fields=["owner", "system", "code"], name="one_count_per_piece"),
        ),
    ]
