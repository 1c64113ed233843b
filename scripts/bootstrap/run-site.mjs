// Runs before anything is installed: plain JavaScript for Node 20, built-in modules only.
import { Failure, orFail } from './failure.mjs'
import { inProjectNode } from './project-node.mjs'

/**
 * Builds and runs a site: `npm start` or `npm run serve` (scripts/site/run-site.ts has their
 * differences). The help needs no install.
 * @param {'start' | 'serve'} way
 */
export function buildAndRun(way) {
  const [command, help] =
    way === 'start' ? ['npm start', START_HELP] : ['npm run serve', SERVE_HELP]
  const args = process.argv.slice(2)
  return orFail(async () => {
    const strange = args.find((arg) => !['--help', '-h', 'help'].includes(arg))
    if (strange)
      throw new Failure(
        `${command} has no option "${strange}"; "${command} -- --help" lists the settings`,
      )
    if (args.length > 0) return console.log(help)
    return inProjectNode(async () => {
      const { buildInChild } = await import('../build/in-child.ts')
      const built = buildInChild()
      // Loaded during the build, which saves a second.
      const { runSite } = await import('../site/run-site.ts')
      await built
      await runSite(way)
    })
  })
}

/** Settings of both commands. */
const SETTINGS = `  PORT                   the port, 8787 by default
  JOULE_DATA             the data folder, .joule by default; readable only by you
  JOULE_OWNER_EMAIL      the owner's account, created if missing
  JOULE_OWNER_PASSWORD   its password; by default one is generated and printed once; yours is never printed
  JOULE_OWNER_NAME       its username, which it needs to publish; without it, the set-up list asks
  JOULE_LOGS=1           prints one JSON line per request
  JOULE_BACKUP_RECIPIENT an age public key that encrypts scheduled backups
  TURNSTILE_SITE_KEY     the keys of Cloudflare Turnstile, which replaces
  TURNSTILE_SECRET       the proof-of-work challenge
  SMTP_URL, MAIL_FROM    the mail server, such as smtps://user:password@smtp.example.com, and the sender of all mail, such as
                         "Joule <mail@example.com>"; "npm run joule -- mail-test <address>" tries them
  LETTERS_SMTP_URL       the mail server and the sender of letters to subscribers; without them letters
  LETTERS_FROM           are off (docs/letters.md, which also explains LETTERS_DKIM_KEY)
  JOULE_PUSH_HOSTS       further hosts of push services, separated by spaces
  JOULE_MEMORY_MB        memory of the runtime above which it is restarted in a quiet moment, 1200 by default`

const UPGRADES =
  'Data of an older version are migrated. Before that, the databases are copied to before-upgrade/ in the data folder.'

export const START_HELP = `npm start

Installs missing packages, builds what changed, migrates the data and serves the site on this machine.
The first start creates a demo community; every start prints its accounts.

Settings are environment variables, as in "PORT=3000 npm start":
${SETTINGS}
  HOST                   the address to listen on, 127.0.0.1 by default: this machine only. With another
                         address clients are identified by their connection, and there is no demo community
  JOULE_DEMO=1           creates the demo community with any HOST; its passwords are public
  JOULE_EMPTY=1          no demo community (only the first start decides)
  JOULE_WRITE_LIMIT=0    turns off the general write limit and the budget of CPU time, for load tests
  JOULE_ORIGIN           the origin of the site behind a proxy, such as https://example.com
  JOULE_TRUST_PROXY      the addresses of that proxy, such as 127.0.0.1,10.0.0.0/8

Without SMTP_URL the site sends no mail: each mail is printed with its link, such as the link to reset a password. The
owner also reads it at /admin/mail.

${UPGRADES}
Remove the data folder to start over.`

export const SERVE_HELP = `npm run serve

Serves the site to the public from this machine, behind a proxy that adds TLS: production mode, no demo community. It
builds only what is missing or stale, migrates the data, and needs no network once the packages are installed.
docs/self-hosting.md describes the proxy, mail, backups and upgrades.

Settings are environment variables:
  JOULE_ORIGIN           scheme and host of the site, such as https://community.example.com. Requests for another
                         host get 421. Required if HOST is not a loopback address
  JOULE_TRUST_PROXY      addresses and CIDRs of proxies, such as 127.0.0.1,10.0.0.0/8. Only these may name the client
                         in X-Forwarded-For and the scheme in X-Forwarded-Proto
  HOST                   the address to listen on, 127.0.0.1 by default
${SETTINGS}

GET /healthz is 200 when the site works. SIGTERM stops it: requests in progress get 10 seconds.
${UPGRADES}`
