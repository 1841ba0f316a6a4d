import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """What ``games`` kept of people until its migration 0022. The tables stand already, under the names that
    they were made with, and keep what is in them."""

    initial = True

    dependencies = [
        ('games', '0022_people_move_out'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                        ('theme', models.CharField(blank=True, choices=[('', 'As my device'), ('light', 'Light'), ('dark', 'Dark')], default='', max_length=8, verbose_name='colours')),
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
                        ('kind', models.CharField(choices=[('reset', 'Reset'), ('confirm', 'Confirm'), ('changed', 'Changed')], max_length=10)),
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
    ]
