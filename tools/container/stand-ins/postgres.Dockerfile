# Stands in for docker.io/library/postgres where nothing can be pulled: Debian's PostgreSQL, with the same variables and volume.
ARG BASE_IMAGE
FROM ${BASE_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-15 && rm -rf /var/lib/apt/lists/*
COPY start-postgres.sh /
RUN install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data
USER postgres
VOLUME ["/var/lib/postgresql/data"]
ENTRYPOINT ["sh", "/start-postgres.sh"]
