import { Meter, openDb } from '#db/client.ts'
import { SETUP_PATH, storedSetup } from '#features/core/site/setup.ts'
import { whenParentDies } from '../bootstrap/end-child.mjs'
import type { Account, NewOwner } from './owner.ts'
import { isLoopback } from './proxy.ts'
import { readPublicSettings, readSettings, type Settings } from './settings.ts'
import { type Site, startSite } from './site.ts'

const WAYS = {
  /**
   * `npm start`: a site to try and to develop with, on this machine. It creates a demo community.
   */
  start: { read: readSettings, welcome: printWelcome },
  /**
   * `npm run serve`: a site for the public, on one machine behind a TLS proxy. Production mode, no
   * demo community.
   */
  serve: { read: readPublicSettings, welcome: printAddress },
}

/**
 * Serves the built site until a signal stops it. `read` gives the settings, and `welcome` prints
 * how to use the site.
 */
export async function runSite(way: keyof typeof WAYS): Promise<void> {
  await serveUntilSignal(WAYS[way].read(process.env), WAYS[way].welcome)
  // V8 collects garbage when a heap grows. The heap of an idle site does not grow, so the garbage
  // of the start would stay. `gc` is defined by --expose-gc in package.json.
  setTimeout(() => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }), 1_000).unref()
}

type Welcome = (site: Site, settings: Settings, isSettingUp: boolean) => void

/** Starts a site, prints its address, and ends it and this process with the first signal. */
export async function serveUntilSignal(settings: Settings, welcome: Welcome): Promise<Site> {
  let started: Site | null = null
  stopOnSignal(() => started)
  const site = await startSite(settings, printOwner)
  started = site
  const setup = await openDb(site.storage.DB, new Meter()).read(storedSetup)
  welcome(site, settings, setup.is_closed === 0)
  return site
}

export function printOwner({ email, password }: NewOwner): void {
  if (password === null)
    console.log(`\nThe owner account was created with the password you chose:\n  ${email}`)
  else
    console.log(
      `\nThe owner account was created. This password is shown only once:\n  ${email}   ${password}`,
    )
}

function stopOnSignal(current: () => Site | null): void {
  let stopping = false
  const stop = async () => {
    // Under npm Ctrl-C arrives twice: from the terminal and from npm.
    if (stopping) return
    stopping = true
    // A start may be interrupted at any point: the next one continues.
    await current()?.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
  whenParentDies(stop)
}

export function printWelcome(
  { url, accounts }: Pick<Site, 'url' | 'accounts'>,
  { host, smtp }: Pick<Settings, 'host' | 'smtp'>,
  isSettingUp: boolean,
): void {
  console.log(`\nJoule is running at ${url}   (Ctrl-C stops it)`)
  const [member = null] = accounts.filter(({ about }) => !about?.includes(','))
  const warning = isLoopback(host)
    ? ''
    : ' (others can reach this site, and these passwords are public)'
  if (accounts.length > 0)
    console.log(`\nDemo accounts${warning}:\n${linesOf(accounts).join('\n')}`)
  if (member)
    console.log(
      `\nTry first: log in at ${url}/login as ${member.email}, open a post and give it energy.`,
    )
  if (isSettingUp) console.log(`\n${setupLine(url)}`)
  console.log(
    smtp
      ? `\nMail is sent through ${smtp.host} as ${smtp.from}. The owner sees its state at ${url}/admin/mail.`
      : `\nThis site sends no mail. Each mail is printed here with its link; the owner also reads it at ${url}/admin/mail.`,
  )
}

function setupLine(address: string): string {
  return `Set up your site: log in as the owner at ${address}${SETUP_PATH}, which lists the remaining steps.`
}

function linesOf(accounts: Account[]): string[] {
  const width = Math.max(...accounts.map(({ email }) => email.length))
  return accounts.map(
    ({ email, password, about = '' }) => `  ${email.padEnd(width)}   ${password}   ${about}`,
  )
}

function printAddress(
  { url }: Site,
  { origin = url, smtp, logs }: Settings,
  isSettingUp: boolean,
): void {
  console.log(`Joule is running at ${origin}${origin === url ? '' : `, listening at ${url}`}`)
  if (isSettingUp) console.log(setupLine(origin))
  console.log(
    smtp
      ? `Mail is sent through ${smtp.host} as ${smtp.from}.`
      : 'This site sends no mail: set SMTP_URL and MAIL_FROM. The owner reads unsent mail at /admin/mail.',
  )
  if (!logs) console.log('Requests are not logged; JOULE_LOGS=1 logs one JSON line per request.')
}
