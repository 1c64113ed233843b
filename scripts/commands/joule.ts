import { existsSync } from 'node:fs'
import { Failure } from '../bootstrap/failure.mjs'
import { holderOf } from '../site/claim.ts'
import { order } from '../site/control.ts'
import { wranglerQuery } from '../site/query.ts'
import { readSettings } from '../site/settings.ts'
import { commandNamed, help } from './index.ts'

/** `npm run joule -- <command> …`: on the site at Cloudflare, on the one that runs here, or on its data folder. */
export async function joule([name = 'help', ...given]: string[]): Promise<void> {
  if (['help', '--help', '-h'].includes(name)) return console.log(help())
  const command = commandNamed(name)
  const args = given.filter((arg) => arg !== '--remote')
  if (args.length === given.length) await runHere(name, args)
  else await command.run({ query: wranglerQuery('--remote'), storage: null, print: console.log }, args)
}

async function runHere(name: string, args: string[]): Promise<void> {
  const settings = { ...readSettings(process.env), host: '127.0.0.1', port: 0 }
  if (!existsSync(settings.data)) throw new Failure(`there is no site in ${settings.data} yet; "npm start" makes one`)
  const holder = await holderOf(settings.data)
  if (holder) return order(holder.control, name, args, console.log)
  // Loaded only here: a site that runs does the work itself.
  const { buildSite } = await import('../build/index.ts')
  const { startSite } = await import('../site/site.ts')
  const { printOwner } = await import('../site/start.ts')
  await buildSite()
  const site = await startSite(settings, printOwner)
  try {
    await site.run(name, args, console.log)
  } finally {
    await site.stop()
  }
}
