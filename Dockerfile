# Stowage in a container, as a user without rights. Built where the sources are: docker build -t stowage .
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
COPY . .
# The server runs from its sources; what is built is the page. Afterwards only what runs stays.
RUN npm ci --no-audit --no-fund \
 && npm run build \
 && npm prune --omit=dev --no-audit --no-fund \
 && rm -rf e2e .cache

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=off DRAIN_SECONDS=3
WORKDIR /app
COPY --from=build --chown=root:root /app /app
RUN mkdir /data && chown node:node /data
# By number, so that Kubernetes can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/live').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
