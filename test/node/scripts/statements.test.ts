import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { expect, onTestFinished, test } from 'vitest'
import { statementsWorker } from '../../../scripts/site/statements.ts'

async function site() {
  const statements = statementsWorker({ DB: 'joule' }, { IMAGES: 'images' })
  const workers = [
    { name: 'site', modules: true as const, script: PAGE, r2Buckets: { IMAGES: 'images' } },
    statements.worker,
  ]
  const options = { cf: false, log: new Log(LogLevel.ERROR), workers }
  const miniflare = new Miniflare(convertV4MiniflareOptions(options))
  onTestFinished(() => miniflare.dispose())
  const object = (key: string) => statements.object(miniflare, 'IMAGES', key)
  return { miniflare, db: statements.database(miniflare, 'DB'), object }
}

const PAGE = `export default { fetch: () => new Response('a page') }`

test('a database gives the same results from outside as inside the Worker', async () => {
  const { db } = await site()
  await db.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE, bytes BLOB)')
  const insert = db.prepare('INSERT INTO things (name, bytes) VALUES (?1, ?2)')
  const { meta } = await insert.bind('一', new Uint8Array([1, 2]).buffer).run()
  expect(meta).toMatchObject({ changes: 1, last_row_id: 1 })
  expect(await db.prepare('SELECT name, bytes FROM things').first()).toEqual({ name: '一', bytes: [1, 2] })
  expect(await db.prepare('SELECT name FROM things WHERE id = ?').bind(1).first('name')).toBe('一')
  expect(await db.prepare('SELECT name FROM things WHERE id = ?').bind(2).first()).toBeNull()
  const twice = db.batch([insert.bind('two', null), insert.bind('一', null)])
  await expect(twice).rejects.toThrow('D1_ERROR: UNIQUE constraint failed: things.name: SQLITE_CONSTRAINT')
  const { results } = await db.prepare('SELECT name FROM things').all()
  expect(results).toEqual([{ name: '一' }])
})

test('an object is read whole, and a missing one is null', async () => {
  const { miniflare, object } = await site()
  const bytes = Uint8Array.from({ length: 300_000 }, (_, n) => n % 251)
  await (await miniflare.getR2Bucket('IMAGES')).put('图/a b.png', bytes)
  expect(Buffer.compare((await object('图/a b.png')) ?? new Uint8Array(), bytes)).toBe(0)
  expect(await object('nowhere')).toBeNull()
})

test('a client of the site cannot reach its database', async () => {
  const { miniflare } = await site()
  const statements = [{ sql: 'SELECT 1', values: [] }]
  const ask = async (headers: Record<string, string>) => {
    const answer = await miniflare.dispatchFetch('http://site.test/', {
      method: 'POST',
      headers: { ...headers, 'MF-Route-Override': 'joule-statements' },
      body: JSON.stringify({ database: 'DB', statements }),
    })
    return [answer.status, await answer.text()]
  }
  expect(await ask({})).toEqual([404, ''])
  expect(await ask({ authorization: 'undefined' })).toEqual([404, ''])
})
