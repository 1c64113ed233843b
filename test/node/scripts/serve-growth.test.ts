import { randomBytes, randomInt } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { compactAfterErasures, removeIdleFiles } from '../../../scripts/site/data-folder.ts'
import { withDatabase } from '../../../scripts/site/sqlite.ts'
import { behindProxy, ORIGIN, served } from '../support/running-site.ts'
import { putEmptySite, putSmallSite } from '../support/small-site.ts'
import { Browser } from './support/browser-client.ts'
import { folderWith } from './support/folders.ts'

const REQUESTS = isLong ? 10_000 : 400
/** The 64 files of rate limits have up to 70 KB each while they are open. */
const GROWTH_MAX = (isLong ? 50 : 5) * 1024 * 1024

/** Requests of anonymous clients. Each has an address that no request before it had. */
const ADDRESSES: ((word: string) => { method?: string; path: string; body?: object })[] = [
  (word) => ({ path: `/search?q=${word}` }),
  (word) => ({ path: `/api/search?q=${word}` }),
  (word) => ({ path: `/api/posts?q=${word}` }),
  (word) => ({ path: `/posts?sort=${word}` }),
  (word) => ({ path: `/tags/${word}` }),
  (word) => ({ path: `/${word}` }),
  () => ({ path: `/posts/1?comment=${randomInt(1e9)}` }),
  () => ({ method: 'HEAD', path: `/posts/1?comment=${randomInt(1e9)}` }),
  (word) => ({ method: 'HEAD', path: `/posts/2?comments=${word}` }),
  (word) => ({ method: 'POST', path: `/api/posts/1/view?from=${word}.example` }),
  (word) => ({
    method: 'POST',
    path: '/api/auth/check-email',
    body: { email: `${word}@joule.test` },
  }),
]

test('random addresses from random clients do not fill the data folder', LONG, async () => {
  const data = await folderWith()
  await putSmallSite(data)
  const { port } = await served(behindProxy(data))
  const browser = new Browser(port, ORIGIN, '203.0.113.1')
  const send = async (n: number) => {
    const word = randomBytes(8).toString('hex')
    const { method = 'GET', path, body } = ADDRESSES[n % ADDRESSES.length]?.(word) ?? { path: '/' }
    const from = { 'x-forwarded-for': Array.from({ length: 4 }, () => randomInt(1, 255)).join('.') }
    return (await browser.send(method, path, body, from)).status
  }
  await browser.get('/api/auth/csrf')
  for (let n = 0; n < 100; n++) await send(n)
  const before = await bytesIn(data)
  const statuses = new Set<number>()
  for (let n = 0; n < REQUESTS; n += 8) {
    for (const status of await Promise.all(Array.from({ length: 8 }, (_, i) => send(n + i))))
      statuses.add(status)
  }
  expect([...statuses].sort()).toEqual([200, 204, 404])
  expect((await bytesIn(data)) - before).toBeLessThan(GROWTH_MAX)
  expect(await readdir(data)).not.toContain('cache')
})

test('a start removes the cache of older versions, the temporary files of a killed runtime and the files of objects that were idle for a day', async () => {
  const path = await folderWith()
  const objects = join(path, 'do', 'joule-RateLimiter')
  const [old, recent] = ['0', '1'].map((digit) => `${digit.repeat(64)}.sqlite`)
  await mkdir(objects, { recursive: true })
  await mkdir(join(path, 'cache', 'default'), { recursive: true })
  await mkdir(join(path, 'temporary', 'miniflare-killed'), { recursive: true })
  for (const name of [`${old}`, `${old}-wal`, `${recent}`, 'metadata.sqlite'])
    await writeFile(join(objects, name), '')
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 3600
  for (const name of [`${old}`, `${old}-wal`, 'metadata.sqlite'])
    utimesSync(join(objects, name), twoDaysAgo, twoDaysAgo)
  await removeIdleFiles({ path, secret: '' })
  expect([await readdir(path), (await readdir(objects)).sort()]).toEqual([
    ['do'],
    [recent, 'metadata.sqlite'],
  ])
  await removeIdleFiles({ path: await folderWith(), secret: '' })
})

test('a start after an erasure removes the erased text from the free pages of the files', async () => {
  const data = await folderWith()
  const folder = join(data, 'd1/miniflare-D1DatabaseObject')
  await mkdir(folder, { recursive: true })
  const [main, search] = [join(folder, 'a.sqlite'), join(folder, 'b.sqlite')]
  const secret = 'erased words '
  for (const file of [main, search])
    await withDatabase(file, {}, (db) => {
      db.exec('PRAGMA secure_delete = 0; PRAGMA journal_mode = WAL; CREATE TABLE texts (body TEXT)')
      for (let row = 0; row < 20; row++)
        db.prepare('INSERT INTO texts VALUES (?)').run(secret.repeat(1_000))
      db.exec('DELETE FROM texts')
    })
  await withDatabase(main, {}, (db) =>
    db.exec('CREATE TABLE site_state (key TEXT PRIMARY KEY, value TEXT NOT NULL)'),
  )
  const keeps = async () =>
    Promise.all(
      [main, search].map(async (file) => (await readFile(file, 'latin1')).includes(secret)),
    )
  await compactAfterErasures(data)
  expect(await keeps()).toEqual([true, true])
  await withDatabase(main, {}, (db) =>
    db.exec(`INSERT INTO site_state VALUES ('erased', '2026-01-01')`),
  )
  await compactAfterErasures(data)
  expect(await keeps()).toEqual([false, false])
  await withDatabase(main, {}, (db) =>
    expect(db.prepare('SELECT * FROM site_state').all()).toEqual([]),
  )
})

test('above the memory limit both processes of the runtime restart, also while a client sends a body for ever, and no other request fails', async () => {
  const data = await folderWith()
  await putEmptySite(data)
  const site = await served({ JOULE_DATA: data }, { memory: { limitMb: 1, everyMs: 100 } })
  const seen = { runtime: new Set<number>(), compute: new Set<number>() }
  const look = async () => {
    const { runtime, compute } = JSON.parse(await readFile(join(data, 'running.json'), 'utf8'))
    seen.runtime.add(runtime)
    seen.compute.add(compute)
  }
  await look()
  const open = Browser.at(site.url).begin('/api/auth/check-email', { email: 'ada@joule.test' })
  const statuses = new Set<number>()
  const read = async () => {
    while (seen.runtime.size < 3 || seen.compute.size < 3) {
      statuses.add((await fetch(`${site.url}/posts`)).status)
      await look()
    }
  }
  await Promise.all(Array.from({ length: 4 }, read))
  expect([...statuses]).toEqual([200])
  expect((await open.finish()).status).toBe(403)
})

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    // Files of journals come and go.
    entries.map((entry) =>
      lstat(join(entry.parentPath, entry.name))
        .then(({ size }) => size)
        .catch(() => 0),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
