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
  JOULE_DATA             the data folder, .joule by default. Only your user can read it
  JOULE_OWNER_EMAIL      the e-mail address of the owner. The account is created if it is missing
  JOULE_OWNER_PASSWORD   the password of the owner. Without it, one is generated and printed once. A password
                         that you set is never printed
  JOULE_OWNER_NAME       the username of the owner, who needs one to publish. Without it, the set-up list
                         asks for it
  JOULE_LOGS=1           prints one JSON line per request
  JOULE_BACKUP_RECIPIENT an age public key that encrypts scheduled backups
  TURNSTILE_SITE_KEY     the site key of Cloudflare Turnstile
  TURNSTILE_SECRET       the secret key of Turnstile. With both keys, it replaces the proof-of-work challenge
  SMTP_URL, MAIL_FROM    the mail server, such as smtps://user:password@smtp.example.com, and the sender of all mail, such as
                         "Joule <mail@example.com>"; "npm run joule -- mail-test <address>" tries them
  LETTERS_SMTP_URL       the mail server for letters to subscribers, such as smtps://user:password@smtp.example.com
  LETTERS_FROM           the sender of letters. Without these two settings, the site sends no letters. docs/letters.md
                         also explains LETTERS_DKIM_KEY
  JOULE_PUSH_HOSTS       further hosts of push services, separated by spaces
  JOULE_MEMORY_MB        megabytes of memory, 1200 by default. If the runtime uses more, it is restarted when no
                         request is in progress; above 1.5 times as many, after ten seconds at the latest`

const UPGRADES =
  'Data of an older version are migrated. Before that, the databases are copied to before-upgrade/ in the data folder.'

export const START_HELP = `npm start

Installs missing packages, builds what changed, migrates the data and serves the site on this machine.
The first start creates a demo community; every start prints its accounts.

Settings are environment variables, as in "PORT=3000 npm start":
${SETTINGS}
  HOST                   the address to listen on, 127.0.0.1 by default: this machine only. With another
                         address, clients are identified by the address of their connection, and there is no demo
                         community
  JOULE_DEMO=1           creates the demo community with any HOST; its passwords are public
  JOULE_EMPTY=1          creates no demo community. It has an effect only on the first start
  JOULE_WRITE_LIMIT=0    turns off the general write limit and the budget of cost, for load tests
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
