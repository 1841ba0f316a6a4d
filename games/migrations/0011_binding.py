"""What the seeded dice of a game are bound to. Games that have begun keep the binding they began with."""

from django.db import migrations, models

BY_STEP, BY_SEQ = 1, 2


def not_begun(apps, schema_editor):
    apps.get_model("games", "Game").objects.filter(seq=-1).update(binding=BY_SEQ)


class Migration(migrations.Migration):
    dependencies = [("games", "0010_seats_told")]

    operations = [
        migrations.AddField("game", "binding", models.PositiveSmallIntegerField(default=BY_STEP)),
        migrations.RunPython(not_begun, migrations.RunPython.noop, elidable=True),
        migrations.AlterField("game", "binding", models.PositiveSmallIntegerField(default=BY_SEQ)),
    ]
