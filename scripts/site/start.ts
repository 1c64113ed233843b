import { whenParentDies } from '../bootstrap/parent.mjs'
import { buildSite } from '../build/index.ts'
import type { Account } from './owner.ts'
import { readSettings } from './settings.ts'
import { type Site, startSite } from './site.ts'

/** `npm start`: builds what changed, then serves the site. */
export const start = () => serve(buildSite)

/** Serves the site, and stays until told to stop. */
export async function serve(build = async () => {}): Promise<void> {
  let site: Site | null = null
  stopOnSignal(() => site)
  await build()
  site = await startSite(readSettings(process.env), printOwner)
  if (site.accounts.length > 0) printDemoAccounts(site.accounts)
  console.log(`\nJoule is running at ${site.url}   (Ctrl-C stops it)`)
}

export function printOwner({ email, password }: Account): void {
  console.log(`\nThe owner's account was made. Its password is not shown again:\n  ${email}   ${password}`)
}

function printDemoAccounts(accounts: Account[]): void {
  const width = Math.max(...accounts.map(({ email }) => email.length))
  const lines = accounts.map(({ email, password, about = '' }) => `  ${email.padEnd(width)}   ${password}   ${about}`)
  console.log(`\nDemo accounts:\n${lines.join('\n')}`)
}

function stopOnSignal(current: () => Site | null): void {
  let stopping = false
  const stop = async () => {
    // Ctrl-C arrives twice under npm: from the terminal, and passed on by npm.
    if (stopping) return
    stopping = true
    // A start may be cut short at any point: the next one goes on from there.
    await current()?.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
  whenParentDies(stop)
}
