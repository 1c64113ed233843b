import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  command,
  type Database,
  found,
  type Group,
  group,
  one,
  type Statement,
} from '#db/client.ts'
import { nameTheLimit } from '#db/refusals.ts'
import type { UserNote } from '#db/schema/operations.ts'
import { mayChangeStatus, personOf } from '#features/accounts/status/status-and-role.ts'
import { nameless } from '#features/core/people/nameless.ts'
import {
  asUserRef,
  MeShape,
  type PublicColumns,
  UserRefShape,
} from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import type { Language } from '#kernel/i18n.ts'
import { isOwner } from '#kernel/roles.ts'

/*
 * Notes about a user, for admins. An admin who may ban the user may read and write them: admins
 * about members, owners about members and admins. So no user reads notes about themselves. The user
 * gets no notice, and the audit log does not contain the text of a note.
 */

export const NOTE_MAX = 1000
/** The number of notes about one user. The trigger user_notes_fifty_at_most has the same number. */
export const NOTES_MAX = 50

export const NoteInput = z.object({ text: text({ min: 1, max: NOTE_MAX }) })

export const UserNoteShape = z
  .object({ id: z.int(), author: UserRefShape, text: z.string(), created_at: z.iso.datetime() })
  .meta({ id: 'UserNote' })

export type Note = z.infer<typeof UserNoteShape>

/** Newest first. Empty if the viewer may not read them. `uid` is a number or a subquery. */
export function notesAbout(
  viewer: Viewer,
  uid: number | SQL,
  language: Language,
  limit: number = NOTES_MAX,
): Group<Note[]> {
  const roles = JSON.stringify(
    MeShape.shape.role.options.filter((role) => mayChangeStatus(viewer, { role })),
  )
  return notesWhere(
    sql`n.user_id = ${uid} AND (SELECT role FROM users WHERE uid = n.user_id) IN (SELECT value FROM json_each(${roles}))
      ORDER BY n.id DESC LIMIT ${limit}`,
    language,
  )
}

export async function listNotes(
  db: Database,
  viewer: Viewer,
  uid: number,
  language: Language,
): Promise<Note[]> {
  const { person, notes } = await db.read({
    person: found(sql<{ role: Viewer['role'] }>`SELECT role FROM users WHERE uid = ${uid}`),
    notes: notesAbout(viewer, uid, language),
  })
  if (!mayChangeStatus(viewer, person)) throw new AppError('forbidden')
  return notes
}

export async function writeNote(
  db: Database,
  admin: Viewer & AuditActor,
  uid: number,
  input: z.infer<typeof NoteInput>,
  now: Date,
  language: Language,
): Promise<Note> {
  const { person, text } = await db.read({
    person: found(personOf(uid)),
    text: nameless(input.text),
  })
  if (!mayChangeStatus(admin, person)) throw new AppError('forbidden')
  const { notes } = await db
    .read({
      change: command([
        auditEntry(admin, { action: 'note.write', target: ['user', uid], subject: uid }, now),
        sql`INSERT INTO user_notes (user_id, author_id, text, created_at)
            VALUES (${uid}, ${admin.uid}, ${text}, ${now.toISOString()})`,
      ]),
      notes: notesWhere(
        sql`n.user_id = ${uid} AND n.author_id = ${admin.uid} ORDER BY n.id DESC LIMIT 1`,
        language,
      ),
    })
    .catch(nameTheLimit('text', 'too_many_notes', NOTES_MAX))
  const [note] = notes
  if (!note) throw new AppError('internal')
  return note
}

export async function deleteNote(
  db: Database,
  admin: Viewer & AuditActor,
  { uid, id }: { uid: number; id: number },
  now: Date,
): Promise<void> {
  const { person, note } = await db.read({
    person: found(sql<{ role: Viewer['role'] }>`SELECT role FROM users WHERE uid = ${uid}`),
    note: one(sql<UserNote>`SELECT * FROM user_notes WHERE id = ${id} AND user_id = ${uid}`),
  })
  if (!mayChangeStatus(admin, person)) throw new AppError('forbidden')
  if (note === null) throw new AppError('not_found')
  if (!mayDeleteNote(admin, note.author_id)) throw new AppError('forbidden')
  const [deleted] = await db.batch([
    sql<{ id: number }>`DELETE FROM user_notes WHERE id = ${id} RETURNING id`,
    // Of two concurrent deletions, the second changes nothing and is not logged.
    auditEntry(
      admin,
      { action: 'note.delete', target: ['user', uid], subject: uid },
      now,
      sql`changes() = 1`,
    ),
  ])
  if (deleted.length === 0) throw new AppError('not_found')
}

export function mayDeleteNote(viewer: Viewer, authorUid: number): boolean {
  return isOwner(viewer) || viewer.uid === authorUid
}

function notesWhere(which: SQL, language: Language): Group<Note[]> {
  const rows: Statement<Pick<UserNote, 'id' | 'text' | 'created_at'> & PublicColumns> = sql`
    SELECT n.id, n.text, n.created_at, u.uid, u.username, u.avatar_key, u.exp, u.status
    FROM user_notes n CROSS JOIN users u ON u.uid = n.author_id WHERE ${which}`
  return group({ rows }, ({ rows }) =>
    rows.map((row) => {
      const { id, text, created_at } = row
      return { id, author: asUserRef(row, language), text, created_at }
    }),
  )
}
