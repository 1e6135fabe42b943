# The service, `tamis serve`, in an image with nothing else: one static program that needs no root,
# no shell and no file of the image to be writable.
#
#   docker build --tag tamis .
#   docker run --rm --read-only --publish 127.0.0.1:8080:8080 tamis
FROM rust:1.95-alpine AS build
ENV CARGO_PROFILE_DIST_STRIP=symbols
WORKDIR /source
COPY . .
RUN cargo build --locked --profile dist --package tamis-cli --no-default-features --features fetch,serve \
    && install -D target/dist/tamis /image/tamis \
    && install -d -o 65532 -g 65532 /image/cache

FROM scratch
# Its folder `/cache` belongs to the user, so that a volume which is mounted there does, too.
COPY --from=build /image/ /
USER 65532:65532
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s CMD ["/tamis", "serve", "--check", "--listen", "0.0.0.0:8080"]
ENTRYPOINT ["/tamis"]
CMD ["serve", "--listen", "0.0.0.0:8080", "--log", "json"]
