// Runs before anything is installed: plain JavaScript for Node 20, built-in modules only.
import { Failure } from './failure.mjs'

/**
 * Whether only the help was requested, which needs no install. Throws for any other argument.
 * @param {string[]} args
 */
export function isHelp(args) {
  const strange = args.find((arg) => !['--help', '-h', 'help'].includes(arg))
  if (strange) throw new Failure(`npm start has no option "${strange}"; "npm start -- --help" lists the settings`)
  return args.length > 0
}

export const START_HELP = `npm start

Installs missing packages, builds what changed, migrates the data and serves the site on this machine.
The first start creates a demo community; every start prints its accounts.

Settings are environment variables, as in "PORT=3000 npm start":
  PORT                   the port, 8787 by default
  HOST                   the address to listen on, 127.0.0.1 by default: this machine only. With another
                         address clients are identified by their connection, and there is no demo community
  JOULE_DEMO=1           creates the demo community with any HOST; its passwords are public
  JOULE_DATA             the data folder, .joule by default; readable only by you
  JOULE_EMPTY=1          no demo community (only the first start decides)
  JOULE_OWNER_EMAIL      the owner's account, created if missing
  JOULE_OWNER_PASSWORD   its password; by default one is generated and printed once; yours is never printed
  JOULE_OWNER_NAME       its username, which it needs to publish; without it, the first start in a terminal asks
  JOULE_WRITE_LIMIT=0    turns off the general write limit, for load tests
  JOULE_LOGS=1           prints the structured log of every request
  JOULE_ORIGIN           the origin of the links in mails, such as https://example.com
  JOULE_BACKUP_RECIPIENT an age public key that encrypts scheduled backups
  SMTP_URL               the mail server, such as smtps://user:password@smtp.example.com
  MAIL_FROM              the sender of all mail, such as "Joule <mail@example.com>"; SMTP_URL needs it

Without SMTP_URL the site sends no mail: each mail is printed with its link, such as the link to reset a password. The
owner also reads it at /admin/mail. "npm run joule -- mail-test <address>" tries the mail server.

Data of an older version are migrated. Before that, the databases are copied to before-upgrade/ in the data folder.
Remove the data folder to start over.`
