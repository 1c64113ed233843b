import { Failure } from '../bootstrap/failure.mjs'
import type { Deployed } from '../cloudflare/deployed.ts'
import type { Print } from '../site/control.ts'
import type { Query } from '../site/query.ts'
import type { SiteStorage } from '../site/storage.ts'
import { backup, backups, restore, verify } from './backup.ts'
import { check } from './check.ts'
import { grantOwner } from './grant-owner.ts'
import { reindex } from './reindex.ts'

/** Something an operator does to a site, on this machine or at Cloudflare. One file each. */
export interface Command {
  usage: string
  summary: string
  /** Of a site on this machine. Unless said otherwise a whole site: migrated, and with an owner. */
  needs?: Needs
  /** Done to the arguments where they were typed, before a running site gets the order. */
  whereTyped?(args: string[]): string[]
  run(site: CommandSite, args: string[]): Promise<void>
}

/** `storage` is taken as it lies there, whether a site runs on it or not. */
export type Needs = 'site' | 'storage' | 'stopped site' | 'nothing'

export type CommandSite = { query: Query; print: Print } & (SiteHere | SiteRemote)

export interface SiteHere {
  storage: SiteStorage
  /** The data folder. */
  data: string
  remote?: undefined
}

export interface SiteRemote {
  storage: null
  data?: undefined
  remote: Deployed
}

const COMMANDS: Record<string, Command> = {
  backup,
  backups,
  verify,
  restore,
  check,
  'grant-owner': grantOwner,
  reindex,
}

export function commandNamed(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new Failure(`there is no command "${name}"; "npm run joule -- help" lists them`)
  return command
}

export function help(): string {
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage.padEnd(50)}${summary}`)
  return ['npm run joule -- <command>', '', ...lines, '', REMOTE].join('\n')
}

const REMOTE =
  '--remote takes the site at Cloudflare, --remote=staging that of the section [env.staging] of wrangler.toml.'
