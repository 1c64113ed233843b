import type { Deployed } from '../cloudflare/deployed.ts'
import type { Print } from '../site/control.ts'
import type { Query } from '../site/query.ts'
import type { SiteStorage } from '../site/storage.ts'

/** An operator command for a site on this machine or at Cloudflare: `npm run joule -- <usage>`. */
export interface Command {
  usage: string
  summary: string
  /**
   * The state of the local site that the command needs. By default a complete site: migrated and
   * with an owner.
   */
  needs?: Needs
  /** Resolves arguments in the folder of the caller, before they are sent to a running site. */
  whereTyped?(args: string[]): string[]
  run(site: CommandSite, args: string[]): Promise<void>
}

/**
 * `storage` is the data folder as it is, whether or not a site is running on it. `nothing` is a
 * command that uses no site.
 */
export type Needs = 'site' | 'storage' | 'stopped site' | 'nothing'

/** The site that a command runs on: the storage on this machine, or a site at Cloudflare. */
export type CommandSite = { query: Query; print: Print } & (
  | { storage: SiteStorage; data: string; remote?: undefined }
  | { storage: null; data?: undefined; remote: Deployed }
)
