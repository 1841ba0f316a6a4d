from hashlib import sha256

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.likeness import fold_name


def claim(apps, schema_editor):
    """The oldest account of a name has it; others whose name is the same are its twins."""
    Name = apps.get_model("accounts", "Name")
    users = apps.get_model(*settings.AUTH_USER_MODEL.split(".")).objects
    seen, rows = set(), []
    for pk, name in (
        users.exclude(username__contains="/").order_by("pk").values_list("pk", "username").iterator()
    ):
        digest = sha256(fold_name(name).encode("utf-8", "replace")).hexdigest()
        rows.append(Name(user_id=pk, digest=digest, twin=digest in seen))
        seen.add(digest)
    Name.objects.bulk_create(rows, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_key"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Name",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(db_index=True, max_length=64)),
                ("twin", models.BooleanField(default=False)),
                ("freed_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="name_claim",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("twin", False), ("user__isnull", False)),
                        fields=("digest",),
                        name="one_account_of_a_name",
                    )
                ],
            },
        ),
        migrations.RunPython(claim, migrations.RunPython.noop),
    ]
