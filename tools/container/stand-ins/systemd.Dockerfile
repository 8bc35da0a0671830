# A machine with systemd, as far as a container can be one: the image's own files, and the units.
ARG SONGREEL_IMAGE
FROM ${SONGREEL_IMAGE}
USER 0
ENV PATH=/usr/sbin:/usr/bin:/sbin:/bin
RUN apt-get update && apt-get install -y --no-install-recommends systemd dbus && rm -rf /var/lib/apt/lists/* \
 && useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin songreel
COPY songreel.service songreel-worker.service /etc/systemd/system/
STOPSIGNAL SIGRTMIN+3
HEALTHCHECK NONE
ENTRYPOINT ["/lib/systemd/systemd"]
CMD []
