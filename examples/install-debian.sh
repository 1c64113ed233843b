#!/bin/sh
# Installs Joule on an empty Debian 13 machine: packages, user, folder, service and Caddy. Run it as root:
#
#   sh install-debian.sh https://community.example.com you@example.com https://github.com/you/joule.git
#
# Run it again to upgrade: it builds the new version beside the running site and restarts the service. Settings and data stay.
# docs/self-hosting.md explains the parts.
set -eu

if [ $# -ne 3 ]; then
  echo "usage: sh install-debian.sh <origin of the site> <e-mail of the owner> <git repository>" >&2
  exit 2
fi
ORIGIN=$1
OWNER=$2
REPOSITORY=$3
CODE=/opt/joule
SETTINGS=/etc/joule.env
CADDYFILE=/etc/caddy/Caddyfile

case $ORIGIN in
  http://* | https://*) ;;
  *) echo "The origin needs a scheme, such as https://community.example.com" >&2; exit 2 ;;
esac

as_joule() { runuser -u joule -- env HOME=/var/cache/joule "$@"; }

# 1. Packages. Node 20 or newer starts the build; npm installs the version that runs the site.
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends ca-certificates git caddy
if ! command -v npm > /dev/null; then
  apt-get install -q -y --no-install-recommends nodejs npm
fi
if [ "$(node -p 'parseInt(process.versions.node)')" -lt 20 ]; then
  echo "Node 20 or newer is required, and this is $(node --version). Debian 13 has it." >&2
  exit 1
fi

# 2. A user without a login, and a folder for the cache of npm.
if ! getent passwd joule > /dev/null; then
  useradd --system --user-group --home-dir /var/cache/joule --no-create-home --shell /usr/sbin/nologin joule
fi
install -d -o joule -g joule -m 0750 /var/cache/joule

# 3. The code. Each version has a folder of its own, so that the packages and the build of the running one stay until the restart.
install -d -o joule -g joule -m 0755 "$CODE" "$CODE/versions"
if [ ! -d "$CODE/repository" ]; then
  as_joule git clone -q --bare "$REPOSITORY" "$CODE/repository"
else
  as_joule git --git-dir="$CODE/repository" fetch -q --prune "$REPOSITORY" '+refs/heads/*:refs/heads/*'
fi
VERSION=$(as_joule git --git-dir="$CODE/repository" rev-parse --short=12 HEAD)
NEW=$CODE/versions/$VERSION
if [ ! -d "$NEW" ]; then
  rm -rf "$NEW.unfinished"
  as_joule git clone -q "$CODE/repository" "$NEW.unfinished"
  cd "$NEW.unfinished"
  # npm 9 of Debian 13 cannot read the lock file: it refuses an override that is an alias.
  as_joule npm exec --yes --package=npm@10.9.4 -- npm ci --no-audit --no-fund
  cd "$CODE"
  mv "$NEW.unfinished" "$NEW"
fi
cd "$NEW"
# What `npm run serve` builds at its start. The service cannot write here. `npm run build` would also check the code.
as_joule node_modules/node/bin/node -e 'import("./scripts/build/index.ts").then(({ buildSite }) => buildSite())'
ln -sfn "versions/$VERSION" "$CODE/next"
mv -T "$CODE/next" "$CODE/current"

# 4. Settings, one per line. They may contain passwords: only root and systemd read the file.
if [ ! -f "$SETTINGS" ]; then
  (umask 077; cat > "$SETTINGS" << END
JOULE_ORIGIN=$ORIGIN
JOULE_TRUST_PROXY=127.0.0.1
JOULE_OWNER_EMAIL=$OWNER
END
  )
fi

# 5. Caddy gets the certificate. `lb_try_duration` holds requests during a restart of the site.
if ! grep -qF "$ORIGIN {" "$CADDYFILE"; then
  # The file of the package serves a welcome page at port 80.
  if [ -f "$CADDYFILE" ] && ! [ -f "$CADDYFILE.debian" ]; then mv "$CADDYFILE" "$CADDYFILE.debian"; fi
  cat >> "$CADDYFILE" << END
$ORIGIN {
	reverse_proxy 127.0.0.1:8787 {
		lb_try_duration 60s
	}
}
END
fi
caddy validate --config "$CADDYFILE" --adapter caddyfile > /dev/null 2>&1 || {
  echo "$CADDYFILE is not valid. \"caddy validate --config $CADDYFILE\" shows the reason." >&2
  exit 1
}

# 6. The service.
install -m 0644 examples/joule.service /etc/systemd/system/joule.service
if [ ! -d /run/systemd/system ]; then
  echo "systemd does not run here. Everything is installed, and nothing is started."
  exit 0
fi
systemctl daemon-reload
systemctl enable -q joule caddy
systemctl restart joule
systemctl reload-or-restart caddy
for _ in $(seq 120); do
  if node -e 'fetch("http://127.0.0.1:8787/healthz").then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))'; then
    # The version before this one stays, for a way back: point "current" to it and restart the service.
    ls -dt "$CODE"/versions/* | tail -n +3 | xargs -r rm -rf
    echo "Joule is running at $ORIGIN. The first start printed the password of the owner: journalctl -u joule"
    exit 0
  fi
  sleep 1
done
echo "Joule did not start. \"journalctl -u joule\" shows the reason." >&2
exit 1
