import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { manifestText } from '#features/operations/backups/manifest.ts'
import { findPosts } from '#features/publishing/search/find-posts.ts'
import { backUp } from '../../../scripts/backup/back-up.ts'
import { readManifest } from '../../../scripts/backup/manifest.ts'
import { isEmpty, restore } from '../../../scripts/backup/restore.ts'
import type { StoredSite } from '../../../scripts/backup/stored-site.ts'
import { verify } from '../../../scripts/backup/verify.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { type OpenSite, openSite, openSmallSite } from './storage.ts'

const NOW = new Date('2026-11-15T00:00:00.000Z')
const quietly = () => {}
let site: OpenSite
let other: OpenSite

beforeAll(async () => {
  site = await openSmallSite()
  other = await openSite()
  return () => Promise.all([site.close(), other.close()])
})
afterEach(() => other.empty())

async function backup(from: StoredSite = site.stored): Promise<string> {
  const folder = join(await folderWith(), 'backup')
  await backUp(from, folder, quietly, NOW)
  return folder
}

const restoring = (folder: string, replace = false) => restore(other.stored, { folder, replace }, quietly, NOW)

test('a restored site is byte-identical, consistent, and searchable', async () => {
  const folder = await backup()
  await restoring(folder)
  const { taken_at, ...before } = await readManifest(folder)
  const { taken_at: later, ...after } = await readManifest(await backup(other.stored))
  expect(after).toEqual(before)
  const [db, search] = [openDb(other.storage.DB, new Meter()), openDb(other.storage.SEARCH, new Meter())]
  expect(await checkInvariants(db, NOW)).toMatchObject({ ok: true, complete: true })
  const [post] = await other.stored.query<{ title: string }>(
    `SELECT title FROM posts WHERE status = 'approved' LIMIT 1`,
  )
  const { items } = await findPosts(db, search, { q: post?.title ?? '' }, { limit: 10, after: null }, 'en')
  expect(items.map(({ title }) => title)).toContain(post?.title)
})

test('writes during the copying of images are not in the backup, not even partly', async () => {
  const follow = `INSERT INTO user_follows (follower_id, followed_id, created_at)
    SELECT a.uid, b.uid, '2026-11-15' FROM users a, users b WHERE a.uid <> b.uid
    AND NOT EXISTS (SELECT 1 FROM user_follows WHERE follower_id = a.uid AND followed_id = b.uid) LIMIT 1`
  const busy: StoredSite = {
    ...site.stored,
    image: async (key) => {
      await site.stored.query(follow)
      return site.stored.image(key)
    },
  }
  const before = await count(site.stored, 'user_follows')
  const folder = await backup(busy)
  expect(await count(site.stored, 'user_follows')).toBeGreaterThan(before)
  await restoring(folder)
  expect(await count(other.stored, 'user_follows')).toBe(before)
  expect(await checkInvariants(openDb(other.storage.DB, new Meter()), NOW)).toMatchObject({ ok: true, complete: true })
})

test('a site that has users is refused; --replace backs it up beside the folder, and that backup can be restored', async () => {
  const folder = await backup()
  await restoring(folder)
  await other.stored.query(`UPDATE posts SET title = 'changed since', version = version + 1 WHERE id = 1`)
  await expect(restoring(folder)).rejects.toThrow('this site is not empty')
  expect(await title(other.stored)).toBe('changed since')
  await restoring(folder, true)
  expect(await title(other.stored)).toBe(await title(site.stored))
  const replaced = (await readdir(dirname(folder))).find((name) => name.startsWith('backup-replaced-')) ?? ''
  await verify(join(dirname(folder), replaced))
  await other.stored.query('UPDATE posts SET version = version + 1 WHERE id = 1')
  await restore(other.stored, { folder: join(dirname(folder), replaced), replace: true }, quietly, new Date())
  expect(await title(other.stored)).toBe('changed since')
})

test('an incomplete backup, or one of a newer version, is refused and leaves the site empty', async () => {
  const folder = await backup()
  const contents = await readManifest(folder)
  await writeFile(join(folder, 'manifest.json'), await manifestText({ ...contents, migrations: ['9999_later.sql'] }))
  await expect(restoring(folder)).rejects.toThrow('a newer version of Joule: it has 9999_later.sql')
  await writeFile(join(folder, 'manifest.json'), await manifestText(contents))
  const page = join(folder, 'database/00001.sql')
  await writeFile(page, (await readFile(page, 'utf8')).replace('INSERT', 'insert'))
  await expect(restoring(folder)).rejects.toThrow('was changed')
  expect(await isEmpty(other.stored)).toBe(true)
})

test('a restore that fails midway changes nothing', async () => {
  const folder = await backup()
  await restoring(folder)
  const bad = join(await folderWith({ 'bad.sql': 'CREATE TABLE half (x); INSERT INTO nowhere VALUES (1);' }), 'bad.sql')
  await expect(other.stored.load([bad])).rejects.toThrow('nowhere')
  expect(await title(other.stored)).toBe(await title(site.stored))
})

async function count({ query }: StoredSite, table: string): Promise<number> {
  const [row] = await query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`)
  return row?.count ?? 0
}

async function title({ query }: StoredSite): Promise<string | undefined> {
  const [row] = await query<{ title: string }>('SELECT title FROM posts WHERE id = 1')
  return row?.title
}
