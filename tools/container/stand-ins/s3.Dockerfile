# Stands in for the S3-speaking store where nothing can be pulled: s3rver, which the storage's own tests use, on the build's image.
ARG BUILD_STAGE
FROM ${BUILD_STAGE}
WORKDIR /src
COPY s3-server.mjs tools/
EXPOSE 8333
# The words that compose.yaml has for the real one are not for this.
ENTRYPOINT ["node", "tools/s3-server.mjs"]
