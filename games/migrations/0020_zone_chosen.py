from django.db import migrations, models


def forget_default(apps, schema_editor):
    """UTC was what a profile had whose owner never chose: from now on the browser's zone counts for them. Who
    did choose UTC chooses it again."""
    apps.get_model("games", "Profile").objects.filter(timezone="UTC").update(timezone="")


class Migration(migrations.Migration):
    dependencies = [("games", "0019_entry_order")]

    operations = [
        migrations.AlterField(
            model_name="profile",
            name="timezone",
            field=models.CharField(blank=True, default="", max_length=64, verbose_name="time zone"),
        ),
        migrations.RunPython(forget_default, migrations.RunPython.noop),
    ]
