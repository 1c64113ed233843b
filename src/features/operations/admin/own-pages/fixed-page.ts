import { sql } from 'drizzle-orm'
import type { Compute } from '#compute/client.ts'
import { command, type Database, type Statement } from '#db/client.ts'
import type { SitePage, SitePageName } from '#db/schema/core.ts'
import { identityChanging, pageToWrite, wholeIdentity } from '#features/core/identity/identity.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { isComplete } from '#features/publishing/posts/content.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'

/** `version` is the version that was edited, null for a new text. */
interface WrittenText {
  language: Language
  body: string
  version: number | null
}

/**
 * Sanitizes the body like that of a post. An empty body removes the page. The trigger
 * site_pages_version_conflict rejects the second of two concurrent writes.
 */
export async function writePage(
  db: Database,
  compute: Compute,
  owner: AuditActor,
  name: SitePageName,
  { language, body: raw, version }: WrittenText,
  now: Date,
): Promise<SitePage | null> {
  const { html: body } = await compute.run('body', raw, 'body')
  const before = await db.read(pageToWrite(name, language))
  if ((before?.version ?? null) !== version) throw new AppError('version_conflict')
  const isEmpty = !(await isComplete(compute, { title: name, body }))
  if (isEmpty ? before === null : before?.body === body) return before
  const entry = auditEntry(
    owner,
    {
      action: 'identity.change',
      target: ['site_setting', `identity.${name}.${language}`],
      before: { characters: before?.body.length ?? 0 },
      after: { characters: isEmpty ? 0 : body.length },
    },
    now,
  )
  const changed = identityChanging(now)
  const { page, identity } = await db.read({
    change: command([
      entry,
      isEmpty ? removal(name, language) : writing({ name, language, body }, version, now),
    ]),
    page: pageToWrite(name, language),
    identity: wholeIdentity,
  })
  changed(identity)
  return page
}

function removal(name: SitePageName, language: string): Statement {
  return sql`DELETE FROM site_pages WHERE name = ${name} AND language = ${language}`
}

function writing(
  { name, language, body }: Pick<SitePage, 'name' | 'language' | 'body'>,
  version: number | null,
  now: Date,
): Statement {
  const at = now.toISOString()
  if (version === null) {
    return sql`
      INSERT INTO site_pages (name, language, body, version, updated_at) VALUES (${name}, ${language}, ${body}, 1, ${at})
      ON CONFLICT DO UPDATE SET version = excluded.version`
  }
  return sql`
    UPDATE site_pages SET body = ${body}, version = ${version + 1}, updated_at = ${at}
    WHERE name = ${name} AND language = ${language}`
}

/** Removes a page in both languages. */
export async function removeFixedPage(
  db: Database,
  owner: AuditActor,
  name: SitePageName,
  now: Date,
): Promise<void> {
  const changed = identityChanging(now)
  const target = ['site_setting', `identity.${name}`] as const
  const { identity } = await db.read({
    change: command([
      auditEntry(owner, { action: 'identity.change', target, after: { characters: 0 } }, now),
      sql`DELETE FROM site_pages WHERE name = ${name}`,
    ]),
    identity: wholeIdentity,
  })
  changed(identity)
}
