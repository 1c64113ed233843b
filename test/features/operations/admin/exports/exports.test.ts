import { sql } from 'drizzle-orm'
import { backupFile } from '#features/operations/backups/download.ts'
import { type Contents, manifestIn } from '#features/operations/backups/format.ts'
import { backupResources, RUN_LIMITS } from '#features/operations/backups/resources.ts'
import { continueBackup } from '#features/operations/backups/run.ts'
import { zipEntries } from '#import/zip-archive.ts'
import { HOUR } from '#kernel/clock.ts'
import { csvRows } from '#kernel/formats/csv.ts'
import { expect, test } from '#test/test.ts'
import type { World } from '#test/world.ts'

const freshOwner = async (world: World) => {
  const { user } = await world.member({ role: 'owner' })
  return { user, browser: await world.visitor().signIn(user) }
}

test('the owner downloads people, posts, tags and the audit log as CSV without secrets, with formulas escaped', async ({
  world,
}) => {
  const { browser, user } = await freshOwner(world)
  const author = await world.user()
  await world.db.batch([
    sql`UPDATE users SET username = '=1+1', username_key = '=1+1', password_hash = 'a secret hash' WHERE uid = ${author.uid}`,
  ])
  const tag = `t${crypto.randomUUID().slice(0, 8)}`
  const post = await world.post({ author, title: '@SUM(1)', tags: [tag] })
  const file = async (name: string) => {
    const response = await browser.get(`/api/admin/export/${name}.csv`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(response.text).not.toContain('a secret hash')
    return { text: response.text, rows: csvRows(response.text) }
  }
  const people = await file('people')
  expect(people.text).toContain(`${author.uid},'=1+1,`)
  expect(people.rows[0]).toContain('email')
  const posts = await file('posts')
  expect(posts.text).toContain(`${post.id},'@SUM(1),${author.uid},'=1+1,approved,`)
  expect(posts.text).toContain(`http://joule.test/posts/${post.id}`)
  expect((await file('tags')).rows).toContainEqual([tag, '1'])
  const log = await file('audit-log')
  const exported = log.rows.filter((row) => row[2] === String(user.uid)).map((row) => row[6])
  expect(exported).toEqual(['people.csv', 'posts.csv', 'tags.csv', 'audit-log.csv'])
  expect((await browser.get('/api/admin/export/sessions.csv')).status).toBe(400)
})

test('a CSV file has every row, also with more rows than one slice', async ({ world }) => {
  const { browser } = await freshOwner(world)
  await world.db.batch([
    sql`INSERT INTO tags (tag_key, name) SELECT 'slice-' || value, 'slice-' || value FROM (
      WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 2100) SELECT value FROM n)`,
  ])
  const rows = csvRows((await browser.get('/api/admin/export/tags.csv')).text)
  expect(
    new Set(rows.map(([name]) => name).filter((name) => name?.startsWith('slice-'))).size,
  ).toBe(2100)
})

test('exports and backups are for owners with a fresh session', async ({ world, admin }) => {
  const { browser } = await freshOwner(world)
  const paths = ['/api/admin/export/people.csv', '/api/admin/backups/2026-11-19T04-00-00-000Z']
  for (const path of paths) {
    expect((await admin.get(path)).status).toBe(403)
    expect((await world.visitor().get(path)).status).toBe(401)
  }
  world.wait(2 * HOUR)
  for (const path of paths) expect((await browser.get(path)).status).not.toBe(200)
  expect((await browser.post('/api/admin/backups')).status).not.toBe(202)
})

test('the owner starts one backup at a time, lists it and downloads it as a ZIP that the manifest describes', async ({
  world,
}) => {
  const { browser } = await freshOwner(world)
  await world.setting('backups.enabled', false)
  const { BACKUPS } = world.env
  await BACKUPS.delete('unfinished.json')
  const author = await world.user()
  const key = 'backed-up-xxxxxxxxxxxx.png'
  await world.env.IMAGES.put(key, 'the bytes of an image')
  await world.db.batch([
    sql`INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
      VALUES (${key}, ${author.uid}, 'post', 'image/png', 1, 1, 21, ${world.now.toISOString()})`,
  ])
  expect((await browser.post('/api/admin/backups')).status).toBe(202)
  const during = (await browser.get('/api/admin/backups')).json
  if (during.running_since !== null)
    expect((await browser.post('/api/admin/backups')).status).toBe(409)
  // Without daily backups, the cron finishes a backup that the owner started.
  for (let run = 0; run < 5; run++)
    await continueBackup(backupResources(world.env), world.now, RUN_LIMITS)
  const { items, running_since, failed } = (await browser.get('/api/admin/backups')).json
  expect([running_since, failed]).toEqual([null, null])
  const [backup] = items
  expect((await browser.get(`/api/admin/backups/${backup.name}`)).status).toBe(200)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of await backupFile(BACKUPS, backup.name)) pieces.push(piece)
  const entries = await zipEntries(new Blob(pieces))
  const names = entries.map(({ name }) => name)
  expect(names).toContain('manifest.json')
  expect(names).toContain(`images/${key}`)
  const stored = await (await BACKUPS.get(`${backup.name}/manifest.json`))?.text()
  const contents = (await manifestIn(stored ?? '')) as Contents
  for (const { name, size } of entries.filter(({ name }) => name !== 'manifest.json'))
    expect([name, contents.files[name]?.bytes]).toEqual([name, size])
  expect(entries).toHaveLength(Object.keys(contents.files).length + 1)
  expect((await browser.get('/api/admin/backups/2020-01-01T00-00-00-000Z')).status).toBe(404)
  const page = await browser.get('/admin/backups')
  expect(page.text).toContain(`/api/admin/backups/${backup.name}`)
  const log = csvRows((await browser.get('/api/admin/export/audit-log.csv')).text)
  expect(log.map((row) => row[4])).toEqual(
    expect.arrayContaining(['backup.start', 'backup.download']),
  )
})
