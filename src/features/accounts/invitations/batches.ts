import { and, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  behindId,
  type Database,
  found,
  type Group,
  group,
  one,
  pageGroup,
  type Statement,
} from '#db/client.ts'
import type { InvitationBatchRow, InvitationRow } from '#db/schema/accounts.ts'
import { INVITATION_USES_MAX, newCode, urlOf } from '#features/accounts/invitations/invitations.ts'
import { fixedText, nameless } from '#features/core/people/nameless.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { after, DAY } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { line } from '#kernel/fields.ts'
import { csvLine } from '#kernel/formats/csv.ts'
import { cursorBy, type Page, type PageRequest } from '#kernel/paging.ts'

export const BATCH_CODES_MAX = 100
/**
 * Maximum lifetime of the codes. It is longer than for the codes of members, because these codes
 * may be printed.
 */
export const BATCH_DAYS_MAX = 365
export const BATCH_NOTE_MAX = 100

export const InvitationBatchInput = z.object({
  count: z.int().min(1).max(BATCH_CODES_MAX),
  uses: z.int().min(1).max(INVITATION_USES_MAX),
  days: z.int().min(1).max(BATCH_DAYS_MAX),
  note: line({ max: BATCH_NOTE_MAX }).default(''),
})

export const InvitationBatchShape = z
  .object({
    id: z.int(),
    note: z.string(),
    codes: z.int(),
    uses: z.int().describe('The number of people who can join with each code.'),
    used: z.int().describe('The number of people who joined with the codes of this batch.'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'InvitationBatch' })

export type InvitationBatch = z.infer<typeof InvitationBatchShape>

/** Creates a batch of codes. They do not count as open invitations of the owner. */
export async function createBatch(
  db: Database,
  owner: AuditActor,
  { count, uses, days, note: given }: z.infer<typeof InvitationBatchInput>,
  now: Date,
): Promise<InvitationBatch & { items: Pick<InvitationRow, 'code'>[] }> {
  const note = await db.read(nameless(given))
  const codes = Array.from({ length: count }, newCode)
  const [created, expires] = [now.toISOString(), after(now, days * DAY).toISOString()]
  const newest = sql`(SELECT MAX(id) FROM invitation_batches)`
  const [batch] = await db.lastOf([
    auditEntry(
      owner,
      {
        action: 'invitations.create',
        target: AUDITED,
        reason: note || null,
        after: { codes: count, amount: count * uses },
      },
      now,
    ),
    sql`INSERT INTO invitation_batches (creator_id, note, codes, uses, created_at, expires_at)
          VALUES (${owner.uid}, ${note}, ${count}, ${uses}, ${created}, ${expires})`,
    sql`INSERT INTO invitations (code, creator_id, batch_id, uses, created_at, expires_at)
          SELECT value, ${owner.uid}, ${newest}, ${uses}, ${created}, ${expires} FROM json_each(${JSON.stringify(codes)})`,
    sql<InvitationBatch>`SELECT ${SHOWN} FROM invitation_batches WHERE id = ${newest}`,
  ])
  if (!batch) throw new Error('no batch was created')
  return { ...batch, items: codes.map((code) => ({ code })) }
}

export function invitationBatches(request: PageRequest): Group<Page<InvitationBatch>> {
  const rows = sql<InvitationBatch>`
    SELECT ${SHOWN} FROM invitation_batches WHERE ${and(sql`TRUE`, behindId(request, sql`id`))}
    ORDER BY id DESC LIMIT ${request.limit + 1}`
  return pageGroup(['invitation batches'], request, rows, cursorBy('id', 'id'), (batch) => batch)
}

export type BatchCode = Pick<InvitationRow, 'code' | 'uses' | 'used' | 'expires_at'>

/** A batch with its codes, at most BATCH_CODES_MAX. Null if it does not exist. */
export function batchWithCodes(
  id: number,
): Group<{ batch: InvitationBatch; codes: BatchCode[] } | null> {
  const batch = one(sql<InvitationBatch>`SELECT ${SHOWN} FROM invitation_batches WHERE id = ${id}`)
  return group({ batch, codes: codesOf(id) }, ({ batch, codes }) => batch && { batch, codes })
}

function codesOf(id: number): Statement<BatchCode> {
  return sql`
    SELECT code, uses, used, expires_at FROM invitations WHERE batch_id = ${id} ORDER BY id LIMIT ${BATCH_CODES_MAX}`
}

/** The codes of a batch as CSV, at most BATCH_CODES_MAX lines. */
export async function batchCsv(db: Database, id: number, site: string): Promise<string> {
  const rows = await db.all(codesOf(id))
  if (rows.length === 0) throw new AppError('not_found')
  const lines = rows.map(({ code, uses, used, expires_at }) => [
    code,
    urlOf(site, code),
    uses,
    used,
    expires_at,
  ])
  // Without a byte order mark, Excel does not read the file as UTF-8.
  return `\uFEFF${[['code', 'url', 'uses', 'used', 'expires_at'], ...lines].map(csvLine).join('')}`
}

/** Revokes the codes of a batch. Accounts that were created with them stay. */
export async function revokeBatch(
  db: Database,
  owner: AuditActor,
  id: number,
  now: Date,
): Promise<void> {
  const open = sql`invitation_batches WHERE id = ${id} AND revoked_at IS NULL`
  // The note is stored without names.
  const { note } = await db.read(
    found(sql<Pick<InvitationBatchRow, 'note'>>`SELECT note FROM ${open}`),
  )
  const at = now.toISOString()
  await db.batch([
    auditEntry(
      owner,
      { action: 'invitations.revoke', target: AUDITED, reason: fixedText(note) || null },
      now,
    ),
    sql`UPDATE invitations SET revoked_at = ${at} WHERE batch_id = ${id} AND EXISTS (SELECT 1 FROM ${open})`,
    sql`UPDATE invitation_batches SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL`,
  ])
}

/**
 * The entry in the audit log. The log has no target type for invitations; they belong to the
 * setting of how people register.
 */
const AUDITED = ['site_setting', 'registration.invite_only'] as const

const COLUMNS = Object.keys(InvitationBatchShape.shape) as (keyof InvitationBatch &
  keyof InvitationBatchRow)[]
const SHOWN = sql.raw(COLUMNS.join(', '))
