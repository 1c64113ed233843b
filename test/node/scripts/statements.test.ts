import type { Socket } from 'node:net'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { databaseBindings } from '../../../scripts/site/database/bindings.ts'
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
} from '../../../scripts/site/launch.ts'
import { keepingConnections, statementsWorker } from '../../../scripts/site/statements.ts'
import { freePort, serve } from '../support/serve.ts'

const statements = statementsWorker(databaseBindings({ DB: 'joule' }), { IMAGES: 'images' }, 'site')
let miniflare: InstanceType<typeof Miniflare>

/** One runtime for all tests, because its start takes longer than the tests. */
beforeAll(() => {
  const workers = [{ name: 'site', modules: true as const, script: PAGE }, statements.worker]
  miniflare = new Miniflare(
    convertV4MiniflareOptions({ cf: false, log: new Log(LogLevel.ERROR), workers }),
  )
  return () => miniflare.dispose()
})

const PAGE = `export default {
  fetch: () => new Response('a page'),
  scheduled({ cron, scheduledTime }) {
    if (cron !== '*/15 * * * *' || scheduledTime !== ${Date.UTC(2027, 0, 1)}) throw new Error(cron + scheduledTime)
  },
}`

test('a cron run from outside passes its expression and time to the site and returns the outcome', async () => {
  const cron = (pattern: string, at: Date) => statements.cron(miniflare, pattern, at)
  expect(await cron('*/15 * * * *', new Date('2027-01-01T00:00:00.000Z'))).toBe('ok')
  expect(await cron('*/15 * * * *', new Date('2027-01-02T00:00:00.000Z'))).toBe('exception')
})

test('a database gives the same results to this process as inside the Worker', async () => {
  const db = statements.database(miniflare, 'DB')
  await db.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE, bytes BLOB)')
  const insert = db.prepare('INSERT INTO things (name, bytes) VALUES (?1, ?2)')
  const { meta } = await insert.bind('一', new Uint8Array([1, 2]).buffer).run()
  expect(meta).toMatchObject({ changes: 1, last_row_id: 1 })
  expect(await db.prepare('SELECT name, bytes FROM things').first()).toEqual({
    name: '一',
    bytes: [1, 2],
  })
  expect(await db.prepare('SELECT name FROM things WHERE id = ?').bind(1).first('name')).toBe('一')
  expect(await db.prepare('SELECT name FROM things WHERE id = ?').bind(2).first()).toBeNull()
  const twice = db.batch([insert.bind('two', null), insert.bind('一', null)])
  await expect(twice).rejects.toThrow(
    'D1_ERROR: UNIQUE constraint failed: things.name: SQLITE_CONSTRAINT',
  )
  const { results } = await db.prepare('SELECT name FROM things').all()
  expect(results).toEqual([{ name: '一' }])
})

test('a bucket gives the same results to this process as inside the Worker', async () => {
  const bucket = statements.bucket(miniflare, 'IMAGES')
  const bytes = Uint8Array.from({ length: 300_000 }, (_, n) => n % 251)
  const options = { httpMetadata: { contentType: 'image/png' }, customMetadata: { sha256: '一' } }
  const put = await bucket.put('图/a b.png', bytes.subarray(1), options)
  expect(put).toMatchObject({ key: '图/a b.png', size: 299_999, ...options })
  expect(Date.now() - Number(put.uploaded)).toBeLessThan(600_000)
  const found = await bucket.get('图/a b.png')
  expect(found).toMatchObject({ ...options, size: 299_999, etag: put.etag, uploaded: put.uploaded })
  expect(
    Buffer.compare(new Uint8Array((await found?.arrayBuffer()) ?? []), bytes.subarray(1)),
  ).toBe(0)
  expect(await bucket.head('图/a b.png')).toEqual(put)
  expect([await bucket.get('nowhere'), await bucket.head('nowhere')]).toEqual([null, null])

  await bucket.put('empty', new ArrayBuffer(0))
  expect(await (await bucket.get('empty'))?.text()).toBe('')
  await bucket.put('text', '{"a":"二"}', { onlyIf: { etagDoesNotMatch: '*' } })
  expect(await bucket.put('text', 'other', { onlyIf: { etagDoesNotMatch: '*' } })).toBeNull()
  expect(await (await bucket.get('text'))?.json()).toEqual({ a: '二' })

  const page = await bucket.list({ limit: 2, include: ['customMetadata'] })
  expect(page).toMatchObject({ truncated: true, objects: [{ key: 'empty' }, { key: 'text' }] })
  const { objects } = await bucket.list({ prefix: '图', include: ['customMetadata'] })
  expect(objects).toMatchObject([
    { customMetadata: options.customMetadata, uploaded: put.uploaded },
  ])
  expect(await bucket.list({ delimiter: '/' })).toMatchObject({
    delimitedPrefixes: ['图/'],
    truncated: false,
  })
  await bucket.delete(['empty', 'text'])
  await bucket.delete('图/a b.png')
  expect(await bucket.list()).toMatchObject({ objects: [], truncated: false })
  await expect(bucket.put('a'.repeat(2_000), 'x')).rejects.toThrow('object name is not valid')
})

test("a client of the site's port cannot reach its database", async () => {
  const statements = [{ sql: 'SELECT 1', values: [] }]
  const ask = async (headers: Record<string, string>) => {
    const response = await miniflare.dispatchFetch('http://site.test/', {
      method: 'POST',
      headers: { ...headers, 'MF-Route-Override': 'joule-statements' },
      body: JSON.stringify({ database: 'DB', statements }),
    })
    return [response.status, await response.text()]
  }
  expect(await ask({})).toEqual([404, ''])
  expect(await ask({ authorization: 'undefined' })).toEqual([404, ''])
})

test('requests to the runtime share a connection, but not one that was idle for so long that workerd may close it', async () => {
  const used = new Set<Socket>()
  const address = await serve(({ socket }, body, response) => {
    used.add(socket)
    response.writeHead(201, { from: 'server' }).end(body)
  })
  const url = new URL(address)
  const post = keepingConnections()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  // A busy machine may pause between two requests for so long that the agent closes the connection.
  for (let n = 0; n < 20; n++) {
    const { status, headers, bytes } = await post(url, {}, '二')
    expect([status, headers.from, bytes.toString()]).toEqual([201, 'server', '二'])
  }
  const shared = used.size
  expect(shared).toBeLessThan(20)
  clock.mockReturnValue(1_100)
  await post(url, {}, new Uint8Array(3))
  expect(used.size).toBe(shared + 1)
  const nowhere = new URL(`http://127.0.0.1:${await freePort()}`)
  await expect(post(nowhere, {}, 'x')).rejects.toThrow('ECONNREFUSED')
})
