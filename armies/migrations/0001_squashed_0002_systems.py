import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    """The tables of armies as migrations 0001 and 0002 leave them."""

    replaces = [
        ('armies', '0001_initial'),
        ('armies', '0002_systems'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Owned',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('system', models.CharField(max_length=40)),
                ('code', models.CharField(max_length=40)),
                ('count', models.PositiveSmallIntegerField()),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='owned_elements', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('owner', 'system', 'code'), name='one_count_per_piece')],
            },
        ),
        migrations.CreateModel(
            name='SavedArmy',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('system', models.CharField(max_length=40)),
                ('name', models.CharField(blank=True, max_length=80)),
                ('list_id', models.CharField(max_length=60)),
                ('document', models.JSONField()),
                ('ready', models.BooleanField()),
                ('token', models.CharField(blank=True, max_length=32, null=True, unique=True)),
                ('created_at', models.DateTimeField()),
                ('changed_at', models.DateTimeField()),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='armies', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-changed_at'],
                'indexes': [models.Index(fields=['owner', 'system', '-changed_at'], name='armies_of_a_player')],
            },
        ),
    ]
