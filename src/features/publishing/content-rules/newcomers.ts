import { type Group, group } from '#db/client.ts'
import type { User } from '#db/schema/people.ts'
import { levelOf } from '#features/core/people/level.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { contentProblem } from '#kernel/content-problems.ts'
import { AppError } from '#kernel/errors.ts'
import { isAdmin } from '#kernel/roles.ts'

/** From this level on, the rules for newcomers do not apply. Admins are never newcomers. */
export const TRUSTED_LEVEL = 2
/** Maximum links to other sites in a public text of a newcomer. */
export const NEWCOMER_LINKS = 2

export type Author = Pick<User, 'uid' | 'exp' | 'role'>

export function isTrusted(author: Pick<Author, 'exp' | 'role'>): boolean {
  return levelOf(author.exp) >= TRUSTED_LEVEL || isAdmin(author)
}

/** The maximum number of links to other sites for this author; null without a limit. */
export function linksLimit(author: Author): Group<number | null> {
  const asked = { isOn: isTrusted(author) ? null : settingOf('links.newcomers_limited') }
  return group(asked, ({ isOn }) => (isOn ? NEWCOMER_LINKS : null))
}

/** Throws if a text has more links than the author may have. `hosts` has an entry for each link. */
export function requireFewLinks(limit: number | null, hosts: readonly string[], ownHost: string | null): void {
  if (!hasTooManyLinks(limit, hosts, ownHost)) return
  const body = contentProblem((say) => say.tooManyLinks(NEWCOMER_LINKS, TRUSTED_LEVEL))
  throw new AppError('validation_failed', { fields: { body } })
}

/** `ownHost` is null in a cron run of a site without `JOULE_ORIGIN`: absolute links to the site itself then count too. */
export function hasTooManyLinks(limit: number | null, hosts: readonly string[], ownHost: string | null): boolean {
  return limit !== null && hosts.filter((host) => host !== ownHost).length > limit
}
