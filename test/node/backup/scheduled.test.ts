import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { type Limits, RUN_LIMITS } from '#features/operations/backups/resources.ts'
import { continueBackup } from '#features/operations/backups/run.ts'
import { readManifest } from '../../../scripts/backup/folder.ts'
import { restore } from '../../../scripts/backup/restore.ts'
import { verify } from '../../../scripts/backup/verify.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { siteOfFile } from '../support/site.ts'
import { putSmallSite } from '../support/small-site.ts'

const MORNING = new Date('2027-03-07T20:00:00.000Z')
const site = siteOfFile(putSmallSite)

async function runCron(now: Date, limits: Limits = RUN_LIMITS): Promise<void> {
  const { IMAGES: images, BACKUPS: backups } = site.storage
  await continueBackup({ db: site.db, bookmark: () => null, images, backups }, now, limits)
}

async function fetched(...args: string[]): Promise<string> {
  const folder = join(await folderWith(), 'backup')
  await site.run('backup', folder, ...args)
  return folder
}

const replaceBy = (folder: string) =>
  restore(site.stored, { folder, replace: true }, () => {}, MORNING)

/** Every table as one text, with rows sorted by content: a backup sorts them by key. */
async function rowsOf(tables: string[]): Promise<Record<string, string>> {
  const file = join(await folderWith(), 'snapshot.sqlite')
  await site.stored.snapshot(file)
  const db = new DatabaseSync(file, { readOnly: true })
  const textOf = (table: string) =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => JSON.stringify(row))
      .sort()
      .join()
  const rows = Object.fromEntries(tables.map((table) => [table, textOf(table)]))
  db.close()
  return rows
}

const tablesOf = (tables: object) => Object.keys(tables).filter((name) => name !== 'site_state')

test('a backup made by the cron can be fetched and restored, identical to the last row', async () => {
  // A deployed site has the table of the deployment lock, which a backup leaves out.
  await site.query('CREATE TABLE deploy_lock (one INTEGER PRIMARY KEY, holder TEXT NOT NULL)')
  await site.query(`INSERT INTO deploy_lock VALUES (1, 'a machine')`)
  await runCron(MORNING)
  expect((await site.run('backups')).at(-1)).toMatch(
    /^2027-03-07T20-00-00-000Z {2}\d+ rows, \d+ images/,
  )
  const folder = await fetched('--scheduled')
  const contents = await verify(folder)
  expect(contents).toMatchObject({ taken_at: MORNING.toISOString(), missing_images: [] })
  const tables = tablesOf(contents.tables)
  expect(tables.length).toBeGreaterThan(30)
  const before = await rowsOf(tables)
  await site.query('UPDATE posts SET version = version + 1')
  await replaceBy(folder)
  expect(await rowsOf(tables)).toEqual(before)
  expect(await site.query('SELECT holder FROM deploy_lock')).toEqual([{ holder: 'a machine' }])
  await expect(fetched('--scheduled=2027-03-01')).rejects.toThrow('no backup of 2027-03-01')
})

test('the restore of a backup that was read during writes is consistent, with the balances at the start of the backup', async () => {
  const day = (n: number) => new Date(MORNING.getTime() + n * 86_400_000)
  const balances = `SELECT uid, energy FROM users ORDER BY uid`
  const before = await site.query<{ uid: number }>(balances)
  const limits = { snapshot: 500, page: 5_000, steps: 1 }
  await runCron(day(1), limits)
  const [one] = before
  await site.query(
    `INSERT INTO users (email, created_at) VALUES ('late@example.com', '2027-03-08')`,
  )
  await site.query(`INSERT INTO user_follows (follower_id, followed_id, created_at)
    SELECT (SELECT MAX(uid) FROM users), ${one?.uid}, '2027-03-08'`)
  await site.query(`INSERT INTO energy_log (user_id, amount, reason, balance_after, created_at)
    SELECT uid, 5, 'checkin', energy + 5, '2027-03-08T00:00:00.000Z' FROM users WHERE uid = ${one?.uid}`)
  await site.query(
    'DELETE FROM folders WHERE id = (SELECT MAX(id) FROM folders WHERE is_default = 0)',
  )
  for (let n = 0; n < 300 && (await newest()) < '2027-03-08'; n++)
    await runCron(day(1), { ...limits, steps: 20 })
  const folder = await fetched('--scheduled=2027-03-08')
  expect((await readManifest(folder)).paged).toBe(true)
  await verify(folder)
  await replaceBy(folder)
  expect(await site.query(balances)).toEqual(before)
  expect(await site.query('PRAGMA foreign_key_check')).toEqual([])
  expect(await checkAll(site.db, MORNING)).toMatchObject({ ok: true })
})

async function newest(): Promise<string> {
  const index = await site.storage.BACKUPS.get('index.json')
  return JSON.parse((await index?.text()) ?? '[]')[0]?.id ?? ''
}
