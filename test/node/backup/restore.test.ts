import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { manifestText } from '#features/operations/backups/format.ts'
import { backUp } from '../../../scripts/backup/back-up.ts'
import { readManifest } from '../../../scripts/backup/folder.ts'
import { restore } from '../../../scripts/backup/restore.ts'
import type { StoredSite } from '../../../scripts/backup/stored-site.ts'
import { verify } from '../../../scripts/backup/verify.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { foundTitles, openSite, siteOfFile } from '../support/site.ts'
import { putSmallSite } from '../support/small-site.ts'

const NOW = new Date('2026-11-15T00:00:00.000Z')
const quietly = () => {}
const site = siteOfFile(putSmallSite)

async function backup(from: StoredSite = site.stored): Promise<string> {
  const folder = join(await folderWith(), 'backup')
  await backUp(from, folder, quietly, NOW)
  return folder
}

const replaceBy = (folder: string, now = NOW) =>
  restore(site.stored, { folder, replace: true }, quietly, now)

const CHANGE = `UPDATE posts SET title = 'changed since', version = version + 1 WHERE id = 1`

test('a restored site is byte-identical, consistent and searchable, without writes during the copying of images', async () => {
  const follow = `INSERT INTO user_follows (follower_id, followed_id, created_at)
    SELECT a.uid, b.uid, '2026-11-15' FROM users a, users b WHERE a.uid <> b.uid
    AND NOT EXISTS (SELECT 1 FROM user_follows WHERE follower_id = a.uid AND followed_id = b.uid) LIMIT 1`
  const busy: StoredSite = {
    ...site.stored,
    image: async (key) => {
      await site.query(follow)
      return site.stored.image(key)
    },
  }
  const follows = await count(site.stored, 'user_follows')
  const folder = await backup(busy)
  expect(await count(site.stored, 'user_follows')).toBeGreaterThan(follows)
  const other = await openSite()
  onTestFinished(() => other.close())
  await restore(other.stored, { folder, replace: false }, quietly, NOW)
  expect(await count(other.stored, 'user_follows')).toBe(follows)
  const { taken_at, ...before } = await readManifest(folder)
  const { taken_at: later, ...after } = await readManifest(await backup(other.stored))
  expect(after).toEqual(before)
  expect(await checkInvariants(other.db, NOW)).toMatchObject({ ok: true, complete: true })
  const [post] = await other.stored.query<{ title: string }>(
    `SELECT title FROM posts WHERE status = 'approved' LIMIT 1`,
  )
  expect(await foundTitles(other.storage, post?.title ?? '')).toContain(post?.title)
})

test('a restore to a site that has users is refused; with --replace, the site is first backed up beside the folder, and that backup can be restored', async () => {
  const [folder, before] = [await backup(), await title()]
  await site.query(CHANGE)
  const refused = restore(site.stored, { folder, replace: false }, quietly, NOW)
  await expect(refused).rejects.toThrow('this site is not empty')
  expect(await title()).toBe('changed since')
  await replaceBy(folder)
  expect(await title()).toBe(before)
  const replaced =
    (await readdir(dirname(folder))).find((name) => name.startsWith('backup-replaced-')) ?? ''
  await verify(join(dirname(folder), replaced))
  await site.query('UPDATE posts SET version = version + 1 WHERE id = 1')
  await replaceBy(join(dirname(folder), replaced), new Date())
  expect(await title()).toBe('changed since')
})

test('the restore of a changed backup, or of a backup of a newer version, is refused and changes nothing', async () => {
  const folder = await backup()
  await site.query(CHANGE)
  const contents = await readManifest(folder)
  await writeFile(
    join(folder, 'manifest.json'),
    await manifestText({ ...contents, migrations: ['9999_later.sql'] }),
  )
  await expect(replaceBy(folder)).rejects.toThrow('a newer version of Joule: it has 9999_later.sql')
  await writeFile(join(folder, 'manifest.json'), await manifestText(contents))
  const page = join(folder, 'database/00001.sql')
  await writeFile(page, (await readFile(page, 'utf8')).replace('INSERT', 'insert'))
  await expect(replaceBy(folder)).rejects.toThrow('was changed')
  expect(await title()).toBe('changed since')
  expect(await readdir(dirname(folder))).toEqual(['backup'])
})

test('a restore that fails midway changes nothing', async () => {
  const before = await title()
  const bad = join(
    await folderWith({ 'bad.sql': 'CREATE TABLE half (x); INSERT INTO nowhere VALUES (1);' }),
    'bad.sql',
  )
  await expect(site.stored.load([bad])).rejects.toThrow('nowhere')
  expect(await title()).toBe(before)
})

async function count({ query }: StoredSite, table: string): Promise<number> {
  const [row] = await query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`)
  return row?.count ?? 0
}

async function title(): Promise<string | undefined> {
  const [row] = await site.query<{ title: string }>('SELECT title FROM posts WHERE id = 1')
  return row?.title
}
