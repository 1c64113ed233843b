import { imageLists } from '#features/operations/backups/copy-images.ts'
import { lastStatements, quoted, type Reference } from '#features/operations/backups/dump.ts'
import { type Contents, MANIFEST, manifestText, objectOf } from '#features/operations/backups/format.ts'
import { type Target, writeStatements } from '#features/operations/backups/resources.ts'
import type { Unfinished } from '#features/operations/backups/unfinished.ts'

/** Writes the last SQL and then the manifest. A backup without a manifest is incomplete. Idempotent. */
export async function closeBackup(target: Target, work: Unfinished): Promise<Contents> {
  const { bucket, encryption } = target
  const { files: images, missing } = await imageLists(bucket, work)
  const files = await writeStatements(
    target,
    work.id,
    work.files,
    lastStatements(work.schema, work.sequence, repairsOf(work)),
  )
  const contents: Contents = {
    format: 1,
    taken_at: work.taken_at,
    bookmark: work.bookmark,
    ...(!work.isOfOneMoment && { paged: true }),
    ...(encryption && { encryption: 'age' }),
    migrations: work.migrations,
    tables: Object.fromEntries(work.tables.map(({ name, rows }) => [name, rows])),
    images: Object.keys(images).length,
    missing_images: missing,
    files: { ...files, ...images },
  }
  await bucket.put(objectOf(work.id, MANIFEST), await manifestText(contents))
  return contents
}

/**
 * Statements that make a database consistent whose tables were read at different times. They run after all rows and indexes are
 * loaded and before triggers exist. Rows whose parent is missing are deleted, or lose the reference if it is optional.
 */
function repairsOf({ tables, references, isOfOneMoment }: Unfinished): string[] {
  if (isOfOneMoment) return []
  const parentsFirst = tables.flatMap(({ name }) => references.filter(({ child }) => child === name))
  return [...parentsFirst.flatMap(withoutOrphans), BALANCES]
}

/** The ledger is append-only, so its entries up to the start of the backup are exact. The last entry has the balance. */
const BALANCES = `UPDATE users SET energy = COALESCE(
  (SELECT balance_after FROM energy_log WHERE user_id = users.uid ORDER BY id DESC LIMIT 1), 0)`

function withoutOrphans({ child, field, optional, parent, parent_field }: Reference): string[] {
  const own = `${quoted(child)}.${quoted(field)}`
  const orphans = `${own} IS NOT NULL AND NOT EXISTS
  (SELECT 1 FROM ${quoted(parent)} AS parent WHERE parent.${quoted(parent_field)} = ${own})`
  const released = `UPDATE OR IGNORE ${quoted(child)} SET ${quoted(field)} = NULL WHERE ${orphans}`
  return [...(optional ? [released] : []), `DELETE FROM ${quoted(child)} WHERE ${orphans}`]
}
