import { existsSync } from 'node:fs'
import { Failure } from '../bootstrap/failure.mjs'
import { runWrangler, type Wrangler } from '../cloudflare/account.ts'
import { holderOf, order } from '../site/control.ts'
import { readSettings, type Settings } from '../site/settings.ts'
import type { Command, CommandSite } from './command.ts'
import { commandNamed, help } from './index.ts'
import { move } from './move.ts'

/**
 * `npm run joule -- <command> …`: runs on the site at Cloudflare, on the running local site, or on
 * its data folder.
 */
export async function joule(
  [name = 'help', ...given]: string[],
  wrangler = runWrangler,
): Promise<void> {
  if (['help', '--help', '-h'].includes(name)) return console.log(help())
  if (name === 'move') return move(given, wrangler, console.log)
  const command = commandNamed(name)
  const remote = given.find((arg) => /^--remote(=|$)/.test(arg))
  const typed = given.filter((arg) => arg !== remote)
  const args = command.whereTyped?.(typed) ?? typed
  if (command.needs === 'nothing') return command.run(NO_SITE, args)
  if (remote) return runRemotely(command, args, remote.split('=')[1], wrangler)
  await runHere(name, command, args)
}

const NO_SITE: CommandSite = {
  storage: null,
  get remote(): never {
    throw new Error('this command has no site')
  },
  get query(): never {
    throw new Error('this command has no site')
  },
  print: (line) => console.log(line),
}

async function runRemotely(
  command: Command,
  args: string[],
  env: string | undefined,
  wrangler: Wrangler,
) {
  const { deployedSite } = await import('../cloudflare/deployed.ts')
  const remote = await deployedSite(env, wrangler)
  await command.run({ storage: null, remote, query: remote.db.query, print: console.log }, args)
}

async function runHere(name: string, command: Command, args: string[]): Promise<void> {
  const settings = { ...readSettings(process.env), host: '127.0.0.1', port: 0 }
  const needsOne = command.needs !== 'stopped site'
  if (needsOne && !existsSync(settings.data))
    throw new Failure(`there is no site in ${settings.data} yet; "npm start" creates one`)
  const holder = await holderOf(settings.data)
  if (holder && !needsOne) throw new Failure(`a site is running in ${settings.data}; stop it first`)
  if (holder) return order(holder.control, name, args, console.log)
  // Loaded on demand: a running site executes the command itself.
  const { buildSite } = await import('../build/index.ts')
  await buildSite()
  await (command.needs === 'storage' || command.needs === 'stopped site' ? onStorage : onSite)(
    settings,
    name,
    args,
  )
}

async function onSite(settings: Settings, name: string, args: string[]): Promise<void> {
  const { startSite } = await import('../site/site.ts')
  const { printOwner } = await import('../site/run-site.ts')
  const site = await startSite(settings, printOwner)
  try {
    await site.run(name, args, console.log)
  } finally {
    await site.stop()
  }
}

async function onStorage(settings: Settings, name: string, args: string[]): Promise<void> {
  const { openStorage } = await import('../site/storage.ts')
  const site = await openStorage(settings)
  try {
    await commandNamed(name).run({ ...site, print: console.log }, args)
  } finally {
    await site.stop()
  }
}
