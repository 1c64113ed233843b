import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { command, type Database, found, type Group, group } from '#db/client.ts'
import { nameTheLimit } from '#db/refusals.ts'
import type { SavedReplyRow } from '#db/schema/operations.ts'
import { REPLY_KINDS } from '#db/values.ts'
import { PROFILE_REASON_MAX } from '#features/accounts/profiles/decide.ts'
import { nameless } from '#features/core/people/nameless.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { inBothLanguages } from '#features/operations/admin/frame/canned-reasons.ts'
import { AppError } from '#kernel/errors.ts'
import { line, problem } from '#kernel/fields.ts'

/** Two texts of this length and the separator fit into a reason of REASON_MAX characters. */
export const REPLY_MAX = 240
/**
 * The number of replies of one kind. The trigger saved_replies_ten_of_a_kind has the same number.
 */
export const REPLIES_MAX = 10

export const SavedReplyShape = z
  .object({ id: z.int(), kind: z.enum(REPLY_KINDS), text_zh: z.string(), text_en: z.string() })
  .meta({ id: 'SavedReply' })

export type SavedReply = z.infer<typeof SavedReplyShape>

const reply = line({ max: REPLY_MAX }).default('')

export const SavedReplyInput = z
  .object({ kind: z.enum(REPLY_KINDS), text_zh: reply, text_en: reply })
  .superRefine(({ kind, text_zh, text_en }, context) => {
    if (text_zh === '' && text_en === '')
      context.addIssue({ ...problem('required'), path: ['text_zh'] })
    const both = inBothLanguages({ 'zh-CN': text_zh, en: text_en })
    if (kind === 'profile' && [...both].length > PROFILE_REASON_MAX)
      context.addIssue({
        ...problem('too_long', PROFILE_REASON_MAX),
        path: [text_en ? 'text_en' : 'text_zh'],
      })
  })

/** Newest first. There are at most REPLIES_MAX of each kind, so the list has one page. */
export const savedReplies: Group<SavedReply[]> = group(
  { rows: sql<SavedReplyRow>`SELECT * FROM saved_replies ORDER BY id DESC` },
  ({ rows }) => rows,
)

export async function addReply(
  db: Database,
  admin: AuditActor,
  { kind, ...texts }: z.output<typeof SavedReplyInput>,
  now: Date,
): Promise<SavedReply> {
  const { text_zh, text_en } = await db.read({
    text_zh: nameless(texts.text_zh),
    text_en: nameless(texts.text_en),
  })
  const { saved } = await db
    .read({
      change: command([
        auditEntry(admin, { action: 'reply.add', target: AUDITED, after: { kind } }, now),
        sql`INSERT INTO saved_replies (kind, text_zh, text_en) VALUES (${kind}, ${text_zh}, ${text_en})`,
      ]),
      saved: found(sql<SavedReplyRow>`SELECT * FROM saved_replies ORDER BY id DESC LIMIT 1`),
    })
    .catch(nameTheLimit('kind', 'too_many_replies', REPLIES_MAX))
  return saved
}

export async function deleteReply(
  db: Database,
  admin: AuditActor,
  id: number,
  now: Date,
): Promise<void> {
  const { kind } = await db.read(
    found(sql<SavedReplyRow>`SELECT * FROM saved_replies WHERE id = ${id}`),
  )
  const [deleted] = await db.batch([
    sql<{ id: number }>`DELETE FROM saved_replies WHERE id = ${id} RETURNING id`,
    auditEntry(
      admin,
      { action: 'reply.delete', target: AUDITED, before: { kind } },
      now,
      sql`changes() = 1`,
    ),
  ])
  if (deleted.length === 0) throw new AppError('not_found')
}

const AUDITED = ['site_setting', 'saved_replies'] as const
