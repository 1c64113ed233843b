import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { changeColumns, type IdentityColumns } from '#features/core/identity/change.ts'
import type { Identity } from '#features/core/identity/identity.ts'
import type { AuditActor } from '#features/core/site/audit-log.ts'
import { setBounded } from '#kernel/cached-value.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'

/** Replaced style sheets that pages in caches may still refer to. The table has no others. */
export const OLD_STYLES_MAX = 5

/** Replaces the style sheet of the owner. An empty one removes it. */
export async function setOwnCss(
  db: Database,
  owner: AuditActor,
  css: string,
  now: Date,
): Promise<Identity> {
  const { columns, statements } = await cssChange(css, now)
  return changeColumns(db, owner, () => columns, statements, now)
}

/** What a new style sheet changes, for a larger command. Refuses one that pages must not have. */
export async function cssChange(
  css: string,
  now: Date,
): Promise<{ columns: IdentityColumns; statements: Statement[] }> {
  // The check has a tokenizer, which no page needs.
  const { explainCssProblem, problemInCss } = await import('#kernel/look/own-css.ts')
  const problem = problemInCss(css)
  if (problem)
    throw new AppError('validation_failed', {
      fields: { css: (language: Language) => explainCssProblem(problem, language) },
    })
  if (css.trim() === '') return { columns: { css_hash: null }, statements: [] }
  const hash = await hashOf(css)
  const store = sql`
    INSERT INTO site_styles (hash, css, created_at) VALUES (${hash}, ${css}, ${now.toISOString()})
    ON CONFLICT (hash) DO UPDATE SET created_at = excluded.created_at`
  const forget = sql`
    DELETE FROM site_styles WHERE hash NOT IN (
      SELECT hash FROM site_styles ORDER BY created_at DESC, hash = ${hash} DESC LIMIT ${OLD_STYLES_MAX + 1})`
  return { columns: { css_hash: hash }, statements: [store, forget] }
}

/** 22 characters: 128 bits. */
async function hashOf(css: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css))
  return toBase64Url(new Uint8Array(digest).subarray(0, 16))
}

/** The current style sheet, empty if there is none. */
export const ownCss = sql<{ css: string }>`
  SELECT css FROM site_styles WHERE hash = (SELECT css_hash FROM site_identity WHERE id = 1)`

/** The current style sheet and the one before. */
const STYLES_KEPT = 2
const styles = new Map<string, string>()

/** The style sheet with this hash, current or replaced. A hash always has the same text. */
export async function styleWithHash(db: Database, hash: string): Promise<string> {
  const known = styles.get(hash)
  if (known !== undefined) return known
  const stored = await db.first(
    sql<{ css: string }>`SELECT css FROM site_styles WHERE hash = ${hash}`,
  )
  if (stored === null) throw new AppError('not_found')
  setBounded(styles, hash, stored.css, STYLES_KEPT)
  return stored.css
}

/** The parameter of an address that leaves out the style sheet, for owners: `/?safe-look=1`. */
export const SAFE_LOOK = 'safe-look'

export const stylePath = (hash: string) => `/look/${hash}.css`

/**
 * The pages with the style sheet of the owner: those for reading. All others are without it: there
 * people sign in, change their account, give consent or administer the site, so a style sheet must
 * not hide or imitate a part of them. A new page has it only if it is listed here.
 */
const STYLED =
  /^\/(?:$|(?:posts|tags|series|space|folders|search|help|moderation|about|rules|privacy|p|history|messages)(?:\/|$))/

export const hasOwnCss = (path: string): boolean => STYLED.test(path)
