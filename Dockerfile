# Needs the network to build, none to run. glibc: workerd has no build for musl.
# Tested without Docker, see docs/self-hosting.md (Containers).
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && node_modules/.bin/node scripts/build/process.ts

FROM node:22-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates procps && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 8787 --home-dir /data joule && install -d -o joule -g joule -m 0700 /data
# The same path as in the first stage: the fingerprint of the build contains it.
WORKDIR /app
COPY --from=build /app /app
USER joule
ENV JOULE_DATA=/data HOST=0.0.0.0 PORT=8787 MALLOC_ARENA_MAX=1
VOLUME /data
EXPOSE 8787
# From this machine, the health check needs no host of the site.
HEALTHCHECK --start-period=60s --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=2", "--expose-gc", "scripts/serve.mjs"]
