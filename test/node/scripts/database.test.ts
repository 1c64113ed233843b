import type { V4WorkerOptions } from 'miniflare'
import { expect, test } from 'vitest'
import { databaseBindings } from '../../../scripts/site/database/bindings.ts'
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
} from '../../../scripts/site/launch.ts'
import { folderWith } from './support/folders.ts'

/** Calls of a database. Each is one line of the script of a Worker. */
const CALLS = [
  `db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT UNIQUE, b BLOB, c REAL)')`,
  `insert('x', new Uint8Array([1, 2, 255]), 1.5).run()`,
  `insert('x', null, 1).run()`,
  `insert('y', new Uint8Array([7]).buffer, false).all()`,
  `insert('z', [1, 2], true).run()`,
  // An error undoes the whole batch.
  `db.batch([insert('v', null, 1), insert('x', null, 1)])`,
  `db.batch([insert('v', null, 1), db.prepare('SELECT MAX(id) AS last FROM t')])`,
  `db.prepare('SELECT * FROM t').all()`,
  `db.prepare('SELECT * FROM t').run()`,
  `db.prepare('SELECT *, id AS a FROM t').all()`,
  `db.prepare('SELECT *, id AS a FROM t').raw({ columnNames: true })`,
  `db.prepare('SELECT b FROM t').raw()`,
  `db.prepare('SELECT a FROM t').first()`,
  `db.prepare('SELECT a FROM t').first('a')`,
  `db.prepare('SELECT a FROM t').first('other')`,
  `db.prepare('SELECT a FROM t WHERE 0').first('a')`,
  // Values.
  `one('SELECT ? AS a', undefined)`,
  `one('SELECT ? AS a', 10n)`,
  `one('SELECT ? AS a', {})`,
  `one('SELECT ? AS a', [300])`,
  `one('SELECT ? AS a', [])`,
  `one('SELECT ? AS a', new Float64Array([1, 300]))`,
  `one('SELECT ? AS a, ? AS b, ? AS c, typeof(?) AS d', NaN, Infinity, -0, 3)`,
  `one('SELECT ?2 AS a, ?1 AS b', '一', 'x\\0y')`,
  `one('SELECT ? AS a', '\\ud800')`,
  `one("SELECT 9e999 AS a, 9007199254740993 AS b, x'00ff' AS c, -0.0 AS d, typeof(1) AS e")`,
  // Limits.
  `one('SELECT ' + Array(100).fill('?') + ' + 1 AS a', ...Array(100).fill(1)).then(Boolean)`,
  `one('SELECT ' + Array(101).fill('?'), ...Array(101).fill(1))`,
  `one("SELECT '" + 'x'.repeat(100_001) + "'")`,
  `one('SELECT zeroblob(5000000) AS a')`,
  `one('SELECT ? AS a')`,
  `one('SELECT ? AS a', 1, 2)`,
  // Texts without a statement, with comments and with several statements.
  `one('')`,
  `one('  -- nothing')`,
  `one('-- a comment\\nSELECT 1 AS a')`,
  `db.batch([])`,
  `db.batch([db.prepare('  '), db.prepare('SELECT 1 AS a')])`,
  `db.prepare("INSERT INTO t (a) VALUES ('1'); INSERT INTO t (a) VALUES ('2')").run()`,
  `db.prepare("INSERT INTO t (a) VALUES ('3'); INSERT INTO t (a) VALUES ('2')").run()`,
  `db.prepare('SELECT a FROM t; DELETE FROM t WHERE id = 1').run()`,
  `db.prepare('WITH x(n) AS (SELECT 1) UPDATE t SET c = 9 WHERE id IN (SELECT n + 1 FROM x)').run()`,
  `db.prepare('SELECT 1 AS a').run()`,
  `db.exec('SELECT 1\\nSELECT 2')`,
  `db.exec('SELECT 1\\nSELEC')`,
  `one('SELEC')`,
  // Statements that D1 refuses.
  `one('BEGIN')`,
  `one('ATTACH DATABASE "x" AS y')`,
  `one('VACUUM')`,
  `one('PRAGMA journal_mode = DELETE')`,
  `one('PRAGMA table_info(t)')`,
  `one('SELECT * FROM _cf_KV')`,
  // Figures.
  `db.prepare('UPDATE t SET c = 1').run()`,
  `db.prepare('DELETE FROM t').run()`,
  `db.prepare('SELECT COUNT(*) AS n FROM t').all()`,
  `db.prepare('WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 99) SELECT COUNT(*) AS n FROM s').all()`,
  // Sessions.
  `db.withSession('first-primary').prepare('SELECT 1 AS a').all()`,
  `db.withSession().batch([db.prepare('SELECT 1 AS a')])`,
  `db.withSession('first-unconstrained').getBookmark()`,
]

/**
 * Responds with the outcome of each call. The size of the file is left out: Miniflare's D1 also
 * has a table for its bookmarks.
 */
const SCRIPT = `
const withoutSize = (name, value) => {
  if (typeof value === 'bigint') return String(value)
  return ['size_after', 'served_by', 'duration'].includes(name) ? typeof value : value
}

export default {
  async fetch(request, { DB: db }) {
    const insert = (...values) => db.prepare('INSERT INTO t (a, b, c) VALUES (?, ?, ?)').bind(...values)
    const one = (sql, ...values) => db.prepare(sql).bind(...values).first()
    const outcomes = []
    for (const call of [${CALLS.map((call) => `async () => ${call}`).join(',\n')}]) {
      try {
        outcomes.push(await call())
      } catch (error) {
        outcomes.push([String(error), String(error.cause)])
      }
    }
    return new Response(JSON.stringify(outcomes, withoutSize))
  },
}`

type Databases = Pick<V4WorkerOptions, 'd1Databases' | 'unsafeBindings'>

async function inRuntime<Done>(
  databases: Databases,
  script: string,
  use: (fetch: (url: string) => Promise<unknown>) => Promise<Done>,
  data?: string,
): Promise<Done> {
  const compatibilityDate = '2026-09-01'
  const worker = { name: 'site', modules: true as const, script, compatibilityDate, ...databases }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      log: new Log(LogLevel.NONE),
      workers: [worker],
      ...(data !== undefined && { resourcePersistencePath: data }),
    }),
  )
  try {
    return await use(async (url) => (await miniflare.dispatchFetch(url)).json())
  } finally {
    await miniflare.dispose()
  }
}

const D1 = { d1Databases: { DB: 'joule' } }
const OBJECT = databaseBindings({ DB: 'joule' })

test('a database object returns the results, the figures and the errors of D1', async () => {
  const outcomesIn = (databases: Databases) =>
    inRuntime(databases, SCRIPT, (fetch) => fetch('http://site/')) as Promise<unknown[]>
  const [ofD1, ofObject] = await Promise.all([outcomesIn(D1), outcomesIn(OBJECT)])
  const byCall = (outcomes: unknown[]) => CALLS.map((call, n) => ({ call, outcome: outcomes[n] }))
  expect(byCall(ofObject)).toEqual(byCall(ofD1))
})

const NOTES = `
export default {
  async fetch({ url }, { DB }) {
    await DB.prepare('CREATE TABLE IF NOT EXISTS notes (text TEXT)').run()
    await DB.prepare('INSERT INTO notes VALUES (?)').bind(new URL(url).pathname).run()
    return Response.json(await DB.prepare('SELECT text FROM notes').raw())
  },
}`

test('D1 and a database object open each other’s data folder without a copy', async () => {
  const data = await folderWith()
  const note = (databases: Databases, name: string) =>
    inRuntime(databases, NOTES, (fetch) => fetch(`http://site/${name}`), data)
  expect(await note(D1, 'before')).toEqual([['/before']])
  expect(await note(OBJECT, 'now')).toEqual([['/before'], ['/now']])
  expect(await note(D1, 'back')).toEqual([['/before'], ['/now'], ['/back']])
})
