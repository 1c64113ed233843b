import { type SQL, sql } from 'drizzle-orm'
import { beginsWith, type Database, type Statement } from '#db/client.ts'
import { namedIn, withoutNames } from '#features/core/people/nameless.ts'
import { usernameKey } from '#features/core/people/username-key.ts'

/**
 * For each table, the texts about users: the expression that reads them, and the assignment that
 * writes them.
 */
const TEXTS: Record<
  string,
  { id?: string; texts: [read: string, column: string, write: string][] }
> = {
  audit_log: { texts: [column('reason')] },
  post_moves: { texts: [column('reason')] },
  energy_log: { texts: [column('note')] },
  posts: { texts: [column('reject_reason'), column('lock_reason')] },
  users: { id: 'uid', texts: [column('ban_reason'), column('silence_reason')] },
  profile_reviews: { texts: [column('reason')] },
  user_hidings: { texts: [column('reason')] },
  report_cases: { texts: [column('note')] },
  reports: { texts: [column('text')] },
  notifications: {
    texts: [[`data ->> '$.reason'`, 'data', `json_set(data, '$.reason', value ->> 'text')`]],
  },
  invitation_batches: { texts: [column('note')] },
}

function column(name: string): [string, string, string] {
  return [name, name, `value ->> 'text'`]
}

const ROWS_PER_SLICE = 1_000
const SLICES_PER_RUN = 5

interface Text {
  id: number
  column: string
  text: string
}

/**
 * For the cron: replaces names in reasons that an earlier version of the site stored (migration
 * 0022). When all is done, a run costs one index read.
 */
export async function replaceOldNames(db: Database): Promise<void> {
  const open = await db.all(sql<{ key: string; value: string }>`
    SELECT key, value FROM site_state WHERE ${beginsWith(sql`key`, 'nameless.')}`)
  let slices = 0
  for (const { key, value } of open) {
    for (
      let below: number | null = Number(value);
      below !== null && slices < SLICES_PER_RUN;
      slices++
    )
      below = await replaceInSlice(db, key, below)
  }
}

async function replaceInSlice(db: Database, key: string, below: number): Promise<number | null> {
  const table = key.replace('nameless.', '')
  const { id = 'id', texts } = TEXTS[table] ?? { texts: [] }
  const [name, rowId] = [sql.raw(table), sql.raw(id)]
  const slice = (text: SQL) => sql`
    SELECT ${rowId} AS id, ${text} AS text FROM ${name} WHERE ${rowId} < ${below} ORDER BY ${rowId} DESC LIMIT ${ROWS_PER_SLICE}`
  const [[first], ...found] = await db.batch([
    sql<{
      id: number | null
      count: number
    }>`SELECT MIN(id) AS id, COUNT(*) AS count FROM (${slice(sql`NULL`)})`,
    ...texts.map(
      ([read, column]) => sql<Text>`
        SELECT id, ${column} AS "column", text FROM (${slice(sql.raw(read))}) WHERE text > ''`,
    ),
  ])
  const stored = (found as Text[][]).flat()
  const { named, former } = await db.read({
    named: namedIn(stored.map(({ text }) => text)),
    former: formerNames,
  })
  const all = new Map([
    ...former.map(({ name, uid }): [string, number] => [usernameKey(name), uid]),
    ...named,
  ])
  const changed = stored
    .map((row) => ({ ...row, nameless: withoutNames(row.text, all) }))
    .filter(({ text, nameless }) => text !== nameless)
  const isLast = first === undefined || first.id === null || first.count < ROWS_PER_SLICE
  await db.batch([
    ...texts.map(([, column, write]) => {
      const rows = changed.filter((row) => row.column === column)
      const sent = JSON.stringify(rows.map(({ id, nameless }) => ({ id, text: nameless })))
      return sql`
        UPDATE ${name} SET ${sql.raw(column)} = ${sql.raw(write)} FROM (SELECT value FROM json_each(${sent})) WHERE ${rowId} = value ->> 'id'`
    }),
    // This comes after the changes of the rows: the triggers *_never_changed accept changes below
    // this id.
    isLast
      ? sql`DELETE FROM site_state WHERE key = ${key}`
      : sql`UPDATE site_state SET value = ${first.id} WHERE key = ${key}`,
  ])
  return isLast ? null : first.id
}

/** Names that users had before a rename. Only renames that admins approved are recorded. */
const formerNames: Statement<{ name: string; uid: number }> = sql`
  SELECT before ->> 'username' AS name, subject_id AS uid FROM audit_log
  WHERE action = 'profile.approve' AND before ->> 'username' IS NOT NULL ORDER BY id DESC LIMIT 10000`
