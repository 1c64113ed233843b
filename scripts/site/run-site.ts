import { Meter, openDb } from '#db/client.ts'
import { inOneLine } from '../bootstrap/failure.mjs'
import { whenParentDies } from '../bootstrap/parent.mjs'
import type { NewOwner } from './owner.ts'
import { askForName, canAsk, nameOwner, unnamedOwner } from './owner-name.ts'
import type { Settings } from './settings.ts'
import { type Site, startSite } from './site.ts'

/** Serves the built site until a signal stops it. `read` gives the settings, and `welcome` prints how to use the site. */
export async function runSite(
  read: (env: NodeJS.ProcessEnv) => Settings,
  welcome: (site: Site, settings: Settings, needsName: boolean) => void,
): Promise<void> {
  let site: Site | null = null
  stopOnSignal(() => site)
  const settings = read(process.env)
  let isNew = false
  site = await startSite(settings, (owner) => {
    isNew = true
    printOwner(owner)
  })
  const db = openDb(site.storage.DB, new Meter())
  const unnamed = await unnamedOwner(db, settings.owner.email)
  welcome(site, settings, unnamed !== null)
  setTimeout(collectGarbage, 1_000).unref()
  if (unnamed === null || !isNew || !canAsk()) return
  const terminal = { input: process.stdin, output: process.stdout }
  // The site keeps running if the question fails.
  await askForName(terminal, (name) => nameOwner(db, unnamed, name, new Date())).catch((error) =>
    console.error(inOneLine(error)),
  )
}

/** V8 collects when a heap grows, and that of an idle site does not: the garbage of the start would stay. */
function collectGarbage(): void {
  // Defined by --expose-gc in package.json.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
}

export function printOwner({ email, password }: NewOwner): void {
  if (password === null) console.log(`\nThe owner account was created with the password you chose:\n  ${email}`)
  else console.log(`\nThe owner account was created. This password is shown only once:\n  ${email}   ${password}`)
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
