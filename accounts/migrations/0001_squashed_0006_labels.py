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

    """The tables of people as migrations 0001 to 0006 leave them. A database of before these six has people
    already: their tables stand, and their names are claimed here too."""

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_digest_hour'),
        ('accounts', '0003_key'),
        ('accounts', '0004_names'),
        ('accounts', '0005_conduct'),
        ('accounts', '0006_labels'),
    ]

    initial = True

    dependencies = [
        ('games', '0001_squashed_0059_labels'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # the tables stand: `games` has made them
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Counter',
                    fields=[
                        ('key', models.CharField(max_length=80, primary_key=True, serialize=False)),
                        ('count', models.PositiveIntegerField(default=1)),
                        ('until', models.DateTimeField(db_index=True)),
                    ],
                    options={
                        'db_table': 'games_counter',
                    },
                ),
                migrations.CreateModel(
                    name='Profile',
                    fields=[
                        ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='profile', serialize=False, to=settings.AUTH_USER_MODEL)),
                        ('language', models.CharField(default='en', max_length=8, verbose_name='language')),
                        ('timezone', models.CharField(blank=True, default='', max_length=64, verbose_name='time zone')),
                        ('theme', models.CharField(blank=True, choices=[('', 'Same as my device'), ('light', 'Light'), ('dark', 'Dark')], default='', max_length=8, verbose_name='colours')),
                        ('mail', models.BooleanField(default=True, verbose_name='write me an e-mail when a game waits for me')),
                        ('night_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('night_to', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('away_until', models.DateField(blank=True, null=True)),
                        ('new_email', models.EmailField(blank=True, default='', max_length=254)),
                        ('seen_notice', models.BigIntegerField(default=0)),
                    ],
                    options={
                        'db_table': 'games_profile',
                    },
                ),
                migrations.CreateModel(
                    name='AccountMail',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('reset', 'Reset'), ('confirm', 'Confirm'), ('changed', 'Changed'), ('report', 'Report')], max_length=10)),
                        ('address', models.EmailField(max_length=254)),
                        ('created_at', models.DateTimeField()),
                        ('next_try_at', models.DateTimeField(db_index=True)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='account_mails', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'games_accountmail',
                    },
                ),
            ],
        ),
        migrations.AddField(
            model_name='profile',
            name='digest_hour',
            field=models.PositiveSmallIntegerField(default=8),
        ),
        migrations.CreateModel(
            name='Key',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('begins', models.CharField(max_length=12)),
                ('scopes', models.JSONField(default=list)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='keys', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('words', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(null=True)),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField()),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('user', 'blocked'), name='block_once')],
            },
        ),
        migrations.CreateModel(
            name='Name',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(db_index=True, max_length=64)),
                ('twin', models.BooleanField(default=False)),
                ('freed_at', models.DateTimeField(null=True)),
                ('user', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='name_claim', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('twin', False), ('user__isnull', False)), fields=('digest',), name='one_account_of_a_name')],
            },
        ),
        migrations.RunPython(claim, migrations.RunPython.noop),
    ]
