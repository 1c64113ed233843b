import { Failure } from '../bootstrap/failure.mjs'
import type { Deployed } from '../cloudflare/deployed.ts'
import type { Print } from '../site/control.ts'
import type { Query } from '../site/query.ts'
import type { SiteStorage } from '../site/storage.ts'
import { backup, backupKey, backups, restore, verify } from './backup.ts'
import { check } from './check.ts'
import { grantOwner } from './grant-owner.ts'
import { importPosts } from './import.ts'
import { mailTest } from './mail-test.ts'
import { MOVE } from './move.ts'
import { reindex } from './reindex.ts'
import { removeSecondFactor } from './remove-second-factor.ts'

/** An operator command for a site, on this machine or at Cloudflare. One file each. */
export interface Command {
  usage: string
  summary: string
  /** Needs of a local site. By default a complete site: migrated and with an owner. */
  needs?: Needs
  /** Resolves arguments in the folder of the caller, before they are sent to a running site. */
  whereTyped?(args: string[]): string[]
  run(site: CommandSite, args: string[]): Promise<void>
}

/** `storage` is used as it is, whether or not a site is running on it. */
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
  'backup-key': backupKey,
  backups,
  verify,
  restore,
  check,
  'grant-owner': grantOwner,
  'remove-second-factor': removeSecondFactor,
  reindex,
  import: importPosts,
  'mail-test': mailTest,
}

export function commandNamed(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new Failure(`unknown command "${name}"; "npm run joule -- help" lists the commands`)
  return command
}

export function help(): string {
  const lines = [...Object.values(COMMANDS), MOVE].map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  return ['npm run joule -- <command>', '', ...lines, '', REMOTE].join('\n')
}

const REMOTE =
  '--remote uses the site at Cloudflare, --remote=staging that of the section [env.staging] of wrangler.toml.'
