// Runs before anything is installed: plain JavaScript for Node 20, built-in modules only.
import { Failure } from './failure.mjs'

/**
 * Whether only the help was requested, which needs no install. Throws for any other argument.
 * @param {string[]} args
 */
export function isHelp(args) {
  const strange = args.find((arg) => !['--help', '-h', 'help'].includes(arg))
  if (strange) throw new Failure(`npm start does not know "${strange}"; "npm start -- --help" says what it knows`)
  return args.length > 0
}

export const START_HELP = `npm start

Installs what is missing, builds what changed, brings the data up to date and serves the site on this machine.
The first start makes a demo community; its accounts are shown each time.

Settings are variables, as in "PORT=3000 npm start":
  PORT                   the port, 8787 by default
  HOST                   the address to listen at, 127.0.0.1 by default: this machine only. With another
                         one callers are known by the address of their connection, and there is no demo community
  JOULE_DEMO=1           makes the demo community even so; everybody knows its passwords
  JOULE_DATA             the folder of the data, .joule by default; readable by you alone
  JOULE_EMPTY=1          no demo community (only the first start decides)
  JOULE_OWNER_EMAIL      the owner's account, made if missing
  JOULE_OWNER_PASSWORD   its password; without it one is made and shown once; yours is never shown
  JOULE_WRITE_LIMIT=0    lifts the general write limit, for load tests
  JOULE_LOGS=1           shows the structured log of every request

Data of an older version are brought up to date after a copy of the databases was set aside in before-upgrade/
of the data folder. Remove the data folder to begin anew.`
