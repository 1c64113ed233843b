import { whenParentDies } from '../bootstrap/parent.mjs'
import { buildSite } from '../build/index.ts'
import type { Account, NewOwner } from './owner.ts'
import { isLoopback } from './proxy.ts'
import { readSettings } from './settings.ts'
import { type Site, startSite } from './site.ts'

/** `npm start`: builds what changed, then serves the site. */
export const start = () => serve(buildSite)

/** Serves the site until a signal stops it. */
export async function serve(build = async () => {}): Promise<void> {
  let site: Site | null = null
  stopOnSignal(() => site)
  await build()
  const settings = readSettings(process.env)
  site = await startSite(settings, printOwner)
  printWelcome(site, isLoopback(settings.host))
}

export function printOwner({ email, password }: NewOwner): void {
  if (password === null) console.log(`\nThe owner account was created with the password you chose:\n  ${email}`)
  else console.log(`\nThe owner account was created. This password is shown only once:\n  ${email}   ${password}`)
}

function printWelcome({ url, accounts }: Site, isPrivate: boolean): void {
  console.log(`\nJoule is running at ${url}   (Ctrl-C stops it)`)
  const [member = null] = accounts.filter(({ about }) => !about?.includes(','))
  const warning = isPrivate ? '' : ' (others can reach this site, and these passwords are public)'
  if (accounts.length > 0) console.log(`\nDemo accounts${warning}:\n${linesOf(accounts).join('\n')}`)
  console.log(
    member
      ? `\nTry first: log in at ${url}/login as ${member.email}, open a post and give it energy.`
      : `\nTry first: log in at ${url}/login as the owner and write the first post in the studio.`,
  )
}

function linesOf(accounts: Account[]): string[] {
  const width = Math.max(...accounts.map(({ email }) => email.length))
  return accounts.map(({ email, password, about = '' }) => `  ${email.padEnd(width)}   ${password}   ${about}`)
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
