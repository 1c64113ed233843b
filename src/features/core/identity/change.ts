import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { command, type Database, type Statement } from '#db/client.ts'
import type { IdentityRow } from '#db/schema/core.ts'
import { identityChanging } from '#features/core/identity/cached.ts'
import { type Identity, wholeIdentity } from '#features/core/identity/identity.ts'
import { type FooterLinkInput, type IdentityChange, LINKS_MAX } from '#features/core/identity/inputs.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblemWith } from '#kernel/fields.ts'

type Part = keyof IdentityRow

/** Unchanged values are neither written nor logged. */
export async function changeIdentity(
  db: Database,
  owner: AuditActor,
  wanted: IdentityChange | Pick<IdentityRow, 'logo_key' | 'logo_large_key'>,
  now: Date,
): Promise<Identity> {
  const before = await db.read(wholeIdentity)
  const changes = (Object.entries(wanted) as [Part, string | null][]).filter(([part, value]) => before[part] !== value)
  if (changes.length === 0) return before
  const sets = sql.join(
    changes.map(([part, value]): SQL => sql`${sql.identifier(part)} = ${value}`),
    sql`, `,
  )
  const entries = changes.map(([part, value]) => entry(owner, part, before[part], value, now))
  return write(db, [...entries, sql`UPDATE site_identity SET ${sets} WHERE id = 1`], now)
}

export async function addFooterLink(
  db: Database,
  owner: AuditActor,
  { label, url }: z.output<typeof FooterLinkInput>,
  now: Date,
): Promise<Identity> {
  const { links } = await db.read(wholeIdentity)
  if (links.length >= LINKS_MAX) {
    throw new AppError('validation_failed', { fields: { label: fieldProblemWith('too_many', LINKS_MAX) } })
  }
  const add = sql`INSERT INTO footer_links (label, url) VALUES (${label}, ${url})`
  return write(db, [entry(owner, 'link', null, `${label} ${url}`, now), add], now)
}

export async function removeFooterLink(db: Database, owner: AuditActor, id: number, now: Date): Promise<Identity> {
  const link = (await db.read(wholeIdentity)).links.find((each) => each.id === id)
  if (!link) throw new AppError('not_found')
  const remove = sql`DELETE FROM footer_links WHERE id = ${id}`
  return write(db, [entry(owner, 'link', `${link.label} ${link.url}`, null, now), remove], now)
}

function entry(owner: AuditActor, part: Part | 'link', before: string | null, after: string | null, now: Date) {
  const target = ['site_setting', `identity.${part}`] as const
  const change = { before: { value: before }, after: { value: after } }
  return auditEntry(owner, { action: 'identity.change', target, ...change }, now)
}

async function write(db: Database, statements: Statement[], now: Date): Promise<Identity> {
  const changed = identityChanging(now)
  const { identity } = await db.read({ change: command(statements), identity: wholeIdentity })
  changed(identity)
  return identity
}
