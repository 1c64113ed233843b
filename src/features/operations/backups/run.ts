import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { settingOf } from '#features/core/site/settings.ts'
import {
  advance,
  COLUMNS,
  type ColumnRow,
  firstStatements,
  fitting,
  highestId,
  inOrder,
  insertsOf,
  type LiteralRow,
  lastStatements,
  nextSizes,
  pageOf,
  quoted,
  REFERENCES,
  type Reference,
  SCHEMA_OBJECTS,
  type SchemaObject,
  type Table,
  tablesIn,
} from '#features/operations/backups/dump.ts'
import { encryptionFor } from '#features/operations/backups/encryption.ts'
import {
  AGE,
  type Contents,
  type FileMark,
  imageFile,
  MANIFEST,
  manifestText,
  objectOf,
} from '#features/operations/backups/format.ts'
import {
  type BackupResources,
  forgetProgress,
  type Limits,
  type Progress,
  RUN_LIMITS,
  saveProgress,
  type Target,
  type Unfinished,
  unfinishedIn,
  writeStatements,
} from '#features/operations/backups/resources.ts'
import {
  addAndRemoveOld,
  type BackupStatus,
  backupStatus,
  backupsIn,
  type FinishedBackup,
  rememberStatus,
} from '#features/operations/backups/retention.ts'
import { after, dayOf, HOUR } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * Reads the schema and whole tables, the smallest first, in one batch, because one batch is one
 * consistent snapshot in D1. On a small site the batch contains all rows. Larger tables are read
 * later, without the rows that were created after the snapshot.
 */
async function beginBackup(
  { db, bookmark }: BackupResources,
  target: Target,
  { snapshot }: Limits,
  now: Date,
): Promise<Unfinished> {
  const columns = await db.all(sql<ColumnRow>`${sql.raw(COLUMNS)}`)
  const found = tablesIn(columns)
  const small = await smallTables(db, found, snapshot)
  const [made, references, migrations, sequence, ...rest] = await db.batch([
    sql.raw(SCHEMA_OBJECTS),
    sql.raw(REFERENCES),
    sql`SELECT name FROM d1_migrations ORDER BY name`,
    sql`SELECT QUOTE(name) AS name, QUOTE(seq) AS seq FROM sqlite_sequence ORDER BY name`,
    ...found.map((table) => highestId(table, columns)),
    ...small.map((table) => pageOf(table, table.reach)),
  ])
  const schema = inOrder(made as SchemaObject[], references as Reference[])
  const order = schema.map(({ name }) => name)
  const read = found.map((table, n) => {
    const [highest] = rest[n] as { id: number | null }[]
    const started = { ...table, upTo: highest?.id ?? null }
    if (!small.includes(table)) return { table: started, rows: [] }
    return advance(started, rest[found.length + small.indexOf(table)] as LiteralRow[], table.reach)
  })
  const pages = read.toSorted((a, b) => order.indexOf(a.table.name) - order.indexOf(b.table.name))
  const id = now.toISOString().replaceAll(/[:.]/g, '-')
  const statements = [
    ...firstStatements(schema),
    ...pages.flatMap(({ table, rows }) => [...insertsOf(table.name, rows)]),
  ]
  const tables = pages.map(({ table }) => table)
  return {
    id,
    taken_at: now.toISOString(),
    bookmark: bookmark(),
    migrations: (migrations as { name: string }[]).map(({ name }) => name),
    schema: schema.filter(({ type }) => type !== 'table'),
    references: references as Reference[],
    sequence: (sequence as { name: string; seq: string }[]).map(({ name, seq }) => [name, seq]),
    tables,
    isOfOneMoment: tables.every(({ isRead }) => isRead),
    recipients: target.encryption?.recipients ?? '',
    files: await writeStatements(target, id, {}, statements),
    images: {
      after: null,
      upTo: tables.find(({ name }) => name === 'images')?.upTo ?? 0,
      lists: 0,
      isDone: false,
    },
  }
}

/**
 * The tables that fit into the snapshot. They are measured before it, one after the other, so that
 * no batch takes long.
 */
async function smallTables(db: Database, tables: Table[], bytes: number): Promise<Table[]> {
  const measured: { table: Table; size: number }[] = []
  for (const table of tables) {
    const sizes = await nextSizes(db, table)
    if (sizes.length < table.reach)
      measured.push({ table, size: sizes.reduce((sum, size) => sum + size, 0) })
  }
  let sum = 0
  return measured
    .toSorted((a, b) => a.size - b.size)
    .filter(({ size }) => {
      sum += size
      return sum <= bytes
    })
    .map(({ table }) => table)
}

/** Each image may need two subrequests: one GET and one PUT. */
const IMAGES_A_STEP = 20
/** The bytes that one step encrypts. A million bytes take about 10 ms of CPU time. */
const ENCRYPTED_A_STEP = 5_000_000

/**
 * A part of the image list of a backup. It is stored in the bucket until the manifest is written.
 */
interface ImageList {
  files: Record<string, FileMark>
  missing: string[]
}

/**
 * Copies the next images, in the order of their keys. The backup bucket stores each image once for
 * all backups: an image never changes under its key, so existing copies are skipped.
 */
async function copyImages(
  db: Database,
  from: R2Bucket,
  { bucket: to, encryption }: Target,
  work: Unfinished,
): Promise<Unfinished['images']> {
  const { after, upTo, lists } = work.images
  const rows = await db.all(sql<{ key: string }>`
    SELECT key FROM images WHERE key > ${after ?? ''} AND id <= ${upTo} ORDER BY key LIMIT ${IMAGES_A_STEP}`)
  let last = rows.at(-1)?.key
  if (last === undefined) return { ...work.images, isDone: true }
  const known = await marksOf(to, after, last)
  const list: ImageList = { files: {}, missing: [] }
  let encrypted = 0
  for (const { key } of rows) {
    const name = imageFile(key) + (encryption ? AGE : '')
    const mark = known.get(name) ?? (await copyImage(from, key, name, { bucket: to, encryption }))
    if (mark) list.files[name] = mark
    else list.missing.push(key)
    last = key
    if (encryption && !known.has(name)) encrypted += mark?.bytes ?? 0
    if (encrypted >= ENCRYPTED_A_STEP) break
  }
  await to.put(listName(work.id, lists), JSON.stringify(list))
  const isDone = rows.length < IMAGES_A_STEP && last === rows.at(-1)?.key
  return { after: last, upTo, lists: lists + 1, isDone }
}

async function imageLists(bucket: R2Bucket, { id, images }: Unfinished): Promise<ImageList> {
  const whole: ImageList = { files: {}, missing: [] }
  for (let n = 0; n < images.lists; n++) {
    const list = await (await bucket.get(listName(id, n)))?.json<ImageList>()
    if (!list) throw new Error(`${listName(id, n)} is missing from the backup bucket`)
    Object.assign(whole.files, list.files)
    whole.missing.push(...list.missing)
  }
  return whole
}

const listName = (id: string, n: number) => `${id}/unfinished/${n}.json`

/** Null if the site has no image with this key. */
async function copyImage(
  from: R2Bucket,
  key: string,
  name: string,
  to: Target,
): Promise<FileMark | null> {
  const object = await from.get(key)
  if (!object) return null
  const image = new Uint8Array(await object.arrayBuffer())
  const bytes = to.encryption ? await to.encryption.encrypt(image) : image
  const sha256 = await hashOf(bytes)
  // Encryption gives other bytes each time, and older manifests have the hash of the stored bytes.
  // So an encrypted image must never be overwritten.
  const onlyIf = to.encryption ? { onlyIf: { etagDoesNotMatch: '*' } } : {}
  const put = await to.bucket.put(name, bytes, { customMetadata: { sha256 }, ...onlyIf })
  if (put) return { bytes: bytes.length, sha256 }
  const stored = await to.bucket.head(name)
  return stored?.customMetadata?.sha256
    ? { bytes: stored.size, sha256: stored.customMetadata.sha256 }
    : null
}

/**
 * The sizes and hashes of the images in a range of keys that are already in the backup bucket. The
 * bucket and the database sort keys the same way.
 */
async function marksOf(
  bucket: R2Bucket,
  after: string | null,
  last: string,
): Promise<Map<string, FileMark>> {
  const marks = new Map<string, FileMark>()
  let startAfter = imageFile(after ?? '')
  for (;;) {
    const page = await bucket.list({
      prefix: imageFile(''),
      startAfter,
      include: ['customMetadata'],
    })
    for (const { key, size, customMetadata } of page.objects) {
      if (customMetadata?.sha256) marks.set(key, { bytes: size, sha256: customMetadata.sha256 })
    }
    startAfter = page.objects.at(-1)?.key ?? imageFile(last)
    if (!page.truncated || startAfter >= imageFile(last)) return marks
  }
}

/**
 * Writes the last SQL and then the manifest. A backup without a manifest is incomplete. After an
 * interruption the call can be repeated.
 */
async function closeBackup(target: Target, work: Unfinished): Promise<Contents> {
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
 * Makes tables that were read at different times consistent. A row without its parent loses an
 * optional reference, or is deleted.
 */
function repairsOf({ tables, references, isOfOneMoment }: Unfinished): string[] {
  if (isOfOneMoment) return []
  const parentsFirst = tables.flatMap(({ name }) =>
    references.filter(({ child }) => child === name),
  )
  return [...parentsFirst.flatMap(withoutOrphans), BALANCES]
}

/**
 * The ledger is append-only, so its entries up to the start of the backup are exact. The last entry
 * of a user has the balance.
 */
const BALANCES = `UPDATE users SET energy = COALESCE(
  (SELECT balance_after FROM energy_log WHERE user_id = users.uid ORDER BY id DESC LIMIT 1), 0)`

function withoutOrphans({ child, field, optional, parent, parent_field }: Reference): string[] {
  const own = `${quoted(child)}.${quoted(field)}`
  const orphans = `${own} IS NOT NULL AND NOT EXISTS
  (SELECT 1 FROM ${quoted(parent)} AS parent WHERE parent.${quoted(parent_field)} = ${own})`
  const released = `UPDATE OR IGNORE ${quoted(child)} SET ${quoted(field)} = NULL WHERE ${orphans}`
  return [...(optional ? [released] : []), `DELETE FROM ${quoted(child)} WHERE ${orphans}`]
}

/**
 * The hour at which the day of a backup starts, in Shanghai time. The site has few readers then.
 */
const HOUR_OF_BACKUP = 4

/**
 * For the cron: starts the daily backup when it is due, or resumes an interrupted one, within the
 * limits of one run. A failure is stored for the overview.
 */
export async function continueBackup(
  resources: BackupResources,
  now: Date,
  limits = RUN_LIMITS,
): Promise<void> {
  const { db, backups } = resources
  const { isOn, status } = await db.read({
    isOn: settingOf('backups.enabled'),
    status: backupStatus,
  })
  const unfinished = await unfinishedIn(backups)
  // Without daily backups, the cron still finishes one that the owner has started.
  if (!isOn && unfinished === null) return
  try {
    const target = targetOf(resources)
    let progress = await unlessChanged(db, target, unfinished)
    if (progress === null) {
      if (!isOn) {
        await db.batch([rememberStatus({ ...status, since: null })])
        return
      }
      if (!isDue(await backupsIn(backups), now)) return
      progress = await begin(resources, target, status, limits, now)
      if (progress === null) return
    }
    for (let n = 0; n < limits.steps && progress !== null; n++) {
      if (isCopied(progress.work)) return await finish(db, target, progress.work)
      progress = await saveProgress(
        backups,
        await nextStep(resources, target, limits, progress.work),
        progress.etag,
      )
    }
  } catch (error) {
    await rememberFailure(db, status, error, now)
    throw error
  }
}

/**
 * For "Back up now": begins a backup, which `continueBackup` then makes. Refused while another one
 * is being made.
 */
export async function startBackup(
  resources: BackupResources,
  owner: AuditActor,
  now: Date,
): Promise<void> {
  const { db, backups } = resources
  if ((await unfinishedIn(backups)) !== null) throw new AppError('invalid_transition')
  const status = await db.read(backupStatus)
  await db.batch([
    auditEntry(owner, { action: 'backup.start', target: ['site_setting', 'backups'] }, now),
  ])
  const begun = await begin(resources, targetOf(resources), status, RUN_LIMITS, now).catch(
    async (error: unknown) => {
      await rememberFailure(db, status, error, now)
      throw error
    },
  )
  if (begun === null) throw new AppError('invalid_transition')
}

function targetOf({ backups, recipients = '' }: BackupResources): Target {
  return { bucket: backups, encryption: encryptionFor(recipients) }
}

/** Null if a concurrent run has begun a backup. */
async function begin(
  resources: BackupResources,
  target: Target,
  status: BackupStatus,
  limits: Limits,
  now: Date,
): Promise<Progress | null> {
  const work = await beginBackup(resources, target, limits, now)
  const progress = await saveProgress(target.bucket, work, null)
  if (progress !== null)
    await resources.db.batch([rememberStatus({ ...status, since: progress.work.taken_at })])
  return progress
}

async function rememberFailure(
  db: Database,
  status: BackupStatus,
  error: unknown,
  now: Date,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  await db.batch([rememberStatus({ ...status, failed: { at: now.toISOString(), reason } })])
}

/** Whether there is no backup of this day. The day of a backup starts at `HOUR_OF_BACKUP`. */
function isDue([newest]: FinishedBackup[], now: Date): boolean {
  const dayOfBackups = (moment: Date) => dayOf(after(moment, -HOUR_OF_BACKUP * HOUR))
  return !newest || dayOfBackups(new Date(newest.taken_at)) < dayOfBackups(now)
}

/**
 * Abandons an interrupted backup if a migration ran since its start, because the rows may have
 * another shape now, and if it is encrypted for other keys.
 */
async function unlessChanged(
  db: Database,
  { bucket, encryption }: Target,
  progress: Progress | null,
): Promise<Progress | null> {
  if (progress === null) return null
  const applied = await db.all(sql<{ name: string }>`SELECT name FROM d1_migrations ORDER BY name`)
  const isMigrated = applied.map(({ name }) => name).join() !== progress.work.migrations.join()
  const isForOthers = (progress.work.recipients ?? '') !== (encryption?.recipients ?? '')
  if (!isMigrated && !isForOthers) return progress
  await forgetProgress(bucket)
  return null
}

const isCopied = ({ tables, images }: Unfinished) =>
  tables.every(({ isRead }) => isRead) && images.isDone

async function nextStep(
  { db, images }: BackupResources,
  target: Target,
  { page }: Limits,
  work: Unfinished,
): Promise<Unfinished> {
  const table = work.tables.find(({ isRead }) => !isRead)
  if (!table) return { ...work, images: await copyImages(db, images, target, work) }
  const limit = fitting(table, await nextSizes(db, table), page)
  const { rows, table: read } = advance(table, await db.all(pageOf(table, limit)), limit)
  return {
    ...work,
    tables: work.tables.map((one) => (one === table ? read : one)),
    files: await writeStatements(target, work.id, work.files, insertsOf(table.name, rows)),
  }
}

async function finish(db: Database, target: Target, work: Unfinished): Promise<void> {
  const { bucket } = target
  const kept = await addAndRemoveOld(bucket, doneOf(work.id, await closeBackup(target, work)))
  await forgetProgress(bucket)
  const status: BackupStatus = { kept, since: null, failed: null }
  await db.batch([rememberStatus(status)])
  const lists = Array.from({ length: work.images.lists }, (_, n) => listName(work.id, n))
  if (lists.length > 0) await bucket.delete(lists)
}

function doneOf(id: string, { taken_at, tables, images, files }: Contents): FinishedBackup {
  const pages = Object.entries(files).filter(([name]) => name.startsWith('database/'))
  return {
    id,
    taken_at,
    rows: Object.values(tables).reduce((sum, count) => sum + count, 0),
    images,
    bytes: pages.reduce((sum, [, { bytes }]) => sum + bytes, 0),
  }
}
