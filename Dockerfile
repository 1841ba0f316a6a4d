# One image for every process of Vexillum: web, worker, post and beat differ by their command (compose.yaml).
FROM python:3.11-slim-bookworm AS build
WORKDIR /app
COPY locks/prod.txt locks/
RUN python -m venv /venv && /venv/bin/python -m pip install --no-cache-dir --require-hashes -r locks/prod.txt
COPY . .
# Neither needs a database or a secret: what they write is the same for every site.
RUN VEXILLUM_DATA=/tmp/build /venv/bin/python manage.py translations \
 && VEXILLUM_ENV=production SECRET_KEY=only-for-collecting-static-files-of-the-image-and-kept-nowhere \
    ALLOWED_HOSTS=localhost DATABASE_URL=postgres://nobody@localhost/none REDIS_URL=redis://localhost \
    sh -c '/venv/bin/python manage.py collectstatic --noinput \
      && { /venv/bin/python manage.py fetch_browser_python \
           || echo "no Python for browsers: battles cannot be played offline"; }' \
 && /venv/bin/python -m compileall -q --invalidation-mode unchecked-hash . \
 && rm -rf .git tests bench data

FROM python:3.11-slim-bookworm
# pg_dump and psql, for `manage.py backup` and `restore`; as new as the server of compose.yaml (15)
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-15 fonts-dejavu-core \
 && rm -rf /var/lib/apt/lists/* && useradd --create-home --uid 10001 vexillum \
 && install -d -o vexillum /data
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 VEXILLUM_ENV=production VEXILLUM_DATA=/data
VOLUME /data
USER vexillum
EXPOSE 8000
CMD ["gunicorn", "config.wsgi", "--workers", "4", "--bind", "0.0.0.0:8000", "--access-logfile", "-"]
