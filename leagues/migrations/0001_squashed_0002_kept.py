import django.db.models.deletion
import leagues.models
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    """The tables of leagues as migrations 0001 and 0002 leave them."""

    replaces = [
        ('leagues', '0001_initial'),
        ('leagues', '0002_kept'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('games', '0001_squashed_0059_labels'),
    ]

    operations = [
        migrations.CreateModel(
            name='Board',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('kept', models.JSONField(null=True)),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('kind', models.CharField(choices=[('season', 'Season'), ('duplicate', 'Duplicate battles')], default='season', max_length=10)),
                ('system', models.CharField(max_length=40)),
                ('scenario_name', models.CharField(max_length=120)),
                ('options', models.JSONField(default=dict)),
                ('seats', models.JSONField()),
                ('rounds_planned', models.PositiveSmallIntegerField()),
                ('hours_per_decision', models.PositiveIntegerField(blank=True, null=True)),
                ('public', models.BooleanField(default=False)),
                ('token', models.CharField(default=leagues.models.fresh_token, max_length=40, unique=True)),
                ('status', models.CharField(choices=[('open', 'Open for entry'), ('running', 'Under way'), ('closed', 'Closed')], default='open', max_length=8)),
                ('created_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('gm', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leagues_led', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('joined_at', models.DateTimeField()),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='leagues.league')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='league_members', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('league', 'user'), name='member_once')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('begun_at', models.DateTimeField(blank=True, null=True)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='leagues.league')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('league', 'number'), name='round_once')],
            },
        ),
        migrations.CreateModel(
            name='Chair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(blank=True, default='', max_length=40)),
                ('board', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='chairs', to='leagues.board')),
                ('instead_of', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='leagues.member')),
                ('member', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='chairs', to='leagues.member')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chairs', to='leagues.round')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='board',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='boards', to='leagues.round'),
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ranks', models.JSONField(null=True)),
                ('reason', models.CharField(max_length=300)),
                ('made_at', models.DateTimeField()),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='leagues.board')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]
