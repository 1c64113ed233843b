import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, inject, test } from 'vitest'
import { Meter, openDb } from '#db/client.ts'
import {
  advance,
  COLUMNS,
  type ColumnRow,
  fitting,
  nextSizes,
  pageOf,
  tablesIn,
} from '#features/operations/backups/dump.ts'
import { type Contents, manifestIn } from '#features/operations/backups/format.ts'
import { type Limits, RUN_LIMITS, unfinishedIn } from '#features/operations/backups/resources.ts'
import { backupStatus, backupsIn } from '#features/operations/backups/retention.ts'
import { continueBackup } from '#features/operations/backups/run.ts'
import { HOUR, MINUTE } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { World } from '#test/world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The databases of a worker test (vitest.config.ts). */
    databases: 'D1' | 'objects'
  }
}

/** A Monday, 4:00 in Shanghai: the hour of the daily backup. */
const MORNING = new Date('2027-03-07T20:00:00.000Z')

let world: World
beforeEach(async () => {
  world = new World()
  world.now = MORNING
  for (const bucket of [world.env.BACKUPS, world.env.IMAGES]) {
    const { objects } = await bucket.list()
    await bucket.delete(objects.map(({ key }) => key))
  }
})

async function run(limits: Partial<Limits> = {}): Promise<Meter> {
  const session = world.env.DB.withSession('first-primary')
  const meter = new Meter()
  const db = openDb(session, meter)
  const { BACKUPS: backups, IMAGES: images } = world.env
  await continueBackup({ db, bookmark: () => session.getBookmark(), images, backups }, world.now, {
    ...RUN_LIMITS,
    ...limits,
  })
  return meter
}

async function images(names: string[], uid: number): Promise<string[]> {
  const keys = names.map((name) => `${name.padEnd(22, 'x')}.png`)
  await Promise.all(keys.map((key, n) => world.env.IMAGES.put(key, `the bytes of ${names[n]}`)))
  await world.db.batch([
    sql`INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
      SELECT value, ${uid}, 'post', 'image/png', 1, 1, 10, ${world.now.toISOString()} FROM json_each(${JSON.stringify(keys)})`,
  ])
  return keys
}

async function newest(): Promise<{ id: string; contents: Contents; text: string }> {
  const [done] = await backupsIn(world.env.BACKUPS)
  const id = done?.id ?? ''
  const contents = await manifestIn(
    (await (await world.env.BACKUPS.get(`${id}/manifest.json`))?.text()) ?? '',
  )
  if (typeof contents === 'string') throw new Error(contents)
  let text = ''
  for (const [name, { bytes, sha256 }] of Object.entries(contents.files)) {
    const object = await world.env.BACKUPS.get(
      name.startsWith('images/') ? name : `${id}/${name}.gz`,
    )
    const stream = object?.body
    if (!stream) throw new Error(`${name} is not there`)
    const unpacked = name.startsWith('images/')
      ? stream
      : stream.pipeThrough(new DecompressionStream('gzip'))
    const buffer = await new Response(unpacked).arrayBuffer()
    expect([name, buffer.byteLength, await hashOf(new Uint8Array(buffer))]).toEqual([
      name,
      bytes,
      sha256,
    ])
    if (name.startsWith('database/')) text += new TextDecoder().decode(buffer)
  }
  return { id, contents, text }
}

const status = () => world.db.read(backupStatus)

test('one run of the cron backs up a small site from one snapshot, with its images', async () => {
  const author = await world.user()
  const [key] = await images(['one'], author.uid)
  const post = await world.post({ author, body: `<p>${'字'.repeat(40_000)}</p>`, title: "it's" })
  await run()
  const { contents, text } = await newest()
  expect(contents).toMatchObject({ taken_at: MORNING.toISOString(), images: 1, missing_images: [] })
  expect(contents.paged).toBeUndefined()
  // A site on one machine has no Time Travel, so its database gives no bookmark.
  if (inject('databases') === 'objects') expect(contents.bookmark).toBeNull()
  else expect(contents.bookmark).toMatch(/^[0-9a-f-]+$/)
  expect(contents.files).toHaveProperty([`images/${key}`])
  const [count] = await world.db.all(sql<{ posts: number }>`SELECT COUNT(*) AS posts FROM posts`)
  expect(contents.tables.posts).toBe(count?.posts)
  expect(text).toContain(`(${post.id}, ${author.uid}, `)
  expect(await status()).toMatchObject({
    since: null,
    failed: null,
    kept: [{ taken_at: MORNING.toISOString() }],
  })
})

test('a backup starts once a day after 4:00 Shanghai time, and never while backups are off', async () => {
  await world.setting('backups.enabled', false)
  await run()
  expect(await backupsIn(world.env.BACKUPS)).toEqual([])
  await world.setting('backups.enabled', true)
  world.wait(HOUR)
  for (const [wait, made] of [
    [0, 1],
    [15 * MINUTE, 1],
    [22.5 * HOUR, 1],
    [15 * MINUTE, 2],
  ] as const) {
    world.wait(wait)
    await run()
    expect(await backupsIn(world.env.BACKUPS)).toHaveLength(made)
  }
})

test('a failed backup records its reason, and the next run resumes it', async () => {
  const { BACKUPS } = world.env
  await images(['fails'], (await world.user()).uid)
  const failing = new Proxy(world.env.IMAGES, {
    get: () => () => Promise.reject(new Error('the bucket is shut')),
  })
  const db = world.db
  const resources = { db, bookmark: () => null, images: failing, backups: BACKUPS }
  await expect(continueBackup(resources, world.now)).rejects.toThrow('the bucket is shut')
  expect(await status()).toMatchObject({
    failed: { at: MORNING.toISOString(), reason: 'the bucket is shut' },
  })
  await run()
  expect(await status()).toMatchObject({ failed: null, kept: [{}] })
})

test('with a public key, the Worker encrypts every file of the backup', async () => {
  const { IMAGES, BACKUPS: backups } = world.env
  await images(['secret'], (await world.user()).uid)
  const identity = await generateX25519Identity()
  const recipients = await identityToRecipient(identity)
  await continueBackup(
    { db: world.db, bookmark: () => null, images: IMAGES, backups, recipients },
    world.now,
  )
  const [{ id } = { id: '' }] = await backupsIn(backups)
  const { objects } = await backups.list()
  const inPlain = [`${id}/manifest.json`, 'index.json']
  const keys = objects.map(({ key }) => key)
  expect(keys.filter((key) => !key.endsWith('.age')).sort()).toEqual(inPlain)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  for (const key of keys.filter((key) => key.endsWith('.age'))) {
    const stored = new Uint8Array((await (await backups.get(key))?.arrayBuffer()) ?? [])
    const plain = new Uint8Array(await decrypter.decrypt(stored))
    const unpacked = new Blob([plain]).stream().pipeThrough(new DecompressionStream('gzip'))
    const text = await new Response(key.startsWith('images/') ? plain : unpacked).text()
    expect(text).toContain(key.startsWith('images/') ? 'the bytes of secret' : 'long_texts')
  }
})

test('an interrupted backup resumes without rows that were created later, and the second of two concurrent runs stops', async () => {
  // The posts need three pages, and the images two steps.
  const once = { snapshot: 100_000, page: 50_000, steps: 1 }
  const author = await world.user()
  const names = Array.from({ length: 21 }, (_, n) => `cut${String(n).padStart(2, '0')}`)
  await images(names, author.uid)
  const body = `<p>${'long '.repeat(3_000)}</p>`
  await world.posts(Array.from({ length: 8 }, () => ({ author, body })))
  await run(once)
  expect(await status()).toMatchObject({ since: MORNING.toISOString() })
  expect(await backupsIn(world.env.BACKUPS)).toEqual([])
  const later = await world.post({ author, title: 'after the first moment' })
  await Promise.all([run(once), run(once)])
  for (let n = 0; n < 30 && (await backupsIn(world.env.BACKUPS)).length === 0; n++) {
    world.wait(15 * MINUTE)
    await run(once)
  }
  const { contents, text } = await newest()
  expect(contents).toMatchObject({ taken_at: MORNING.toISOString(), paged: true, images: 21 })
  expect(text).not.toContain(`(${later.id}, ${author.uid}, `)
  expect((await status()).failed).toBeNull()
  const { objects } = await world.env.BACKUPS.list()
  expect(objects.filter(({ key }) => key.includes('unfinished'))).toEqual([])
})

test('the first batch of a backup is limited in size and contains whole tables, the smallest first', async () => {
  const author = await world.user()
  await world.posts(
    Array.from({ length: 4 }, () => ({ author, body: `<p>${'long '.repeat(6_000)}</p>` })),
  )
  await run({ snapshot: 100_000, steps: 0 })
  const { work } = (await unfinishedIn(world.env.BACKUPS)) ?? {}
  const unread = work?.tables.filter(({ isRead }) => !isRead) ?? []
  expect(unread.map(({ name }) => name)).toContain('posts')
  expect(unread.map(({ rows }) => rows)).toEqual(unread.map(() => 0))
  expect(work?.tables.length).toBeGreaterThan(2 * unread.length)
  // A table without an integer key, which a page would read with its later rows.
  await world.db.batch([
    sql`INSERT INTO site_state (key, value) VALUES ('a key of the next moment', '')`,
  ])
  await run()
  const { contents, text } = await newest()
  expect(contents.paged).toBe(true)
  expect(text).not.toContain('a key of the next moment')
})

test('a page of a backup does not scan rows far beyond its size limit', async () => {
  const { uid } = await world.user()
  const body = `<p>${'x'.repeat(12_000)}</p>`
  await world.db.batch([
    sql`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
      SELECT ${uid}, 'draft', 'Long', '', ${body}, ${MORNING.toISOString()}, ${MORNING.toISOString()} FROM n`,
  ])
  // The limits let four of these posts into one page.
  const limits = { snapshot: 60_000, page: 60_000 }
  await run({ ...limits, steps: 0 })
  const { rowsRead } = await run({ ...limits, steps: 1_000 })
  const { contents } = await newest()
  const rows = Object.values(contents.tables).reduce((sum, count) => sum + count, 0)
  expect(contents.tables.posts).toBeGreaterThanOrEqual(100)
  expect(rowsRead).toBeLessThanOrEqual(4 * rows)
})

test('a page of a backup with 5,000 short rows reads each row twice: its size, then the row', async () => {
  await world.db.batch([
    sql`INSERT INTO site_state (key, value)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) SELECT 'key ' || i, '' FROM n`,
  ])
  const tables = tablesIn(await world.db.all(sql<ColumnRow>`${sql.raw(COLUMNS)}`))
  const table = tables.find(({ name }) => name === 'site_state')
  if (!table) throw new Error('no table')
  const meter = new Meter()
  const db = openDb(world.env.DB, meter)
  const limit = fitting(table, await nextSizes(db, table), RUN_LIMITS.page)
  const { rows } = advance(table, await db.all(pageOf(table, limit)), limit)
  expect(rows).toHaveLength(5_000)
  expect(meter.rowsRead).toBeLessThanOrEqual(10_002)
  await world.db.batch([sql`DELETE FROM site_state WHERE key GLOB 'key *'`])
})
