import { Failure } from '../bootstrap/failure.mjs'
import type { Print } from '../site/control.ts'
import type { Query } from '../site/query.ts'
import type { SiteStorage } from '../site/storage.ts'
import { grantOwner } from './grant-owner.ts'
import { reindex } from './reindex.ts'

/** Something an operator does to a site, on this machine or at Cloudflare. One file each. */
export interface Command {
  usage: string
  summary: string
  run(site: CommandSite, args: string[]): Promise<void>
}

export interface CommandSite {
  query: Query
  /** Null for the site at Cloudflare, which is reached through wrangler only. */
  storage: SiteStorage | null
  print: Print
}

const COMMANDS: Record<string, Command> = {
  'grant-owner': grantOwner,
  reindex,
}

export function commandNamed(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new Failure(`there is no command "${name}"; "npm run joule -- help" lists them`)
  return command
}

export function help(): string {
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage.padEnd(34)}${summary}`)
  return ['npm run joule -- <command>', '', ...lines].join('\n')
}
