import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { statementsOf } from '../../../scripts/backup/dump.ts'

const SCHEMA = `
  CREATE TABLE answers (id INTEGER PRIMARY KEY AUTOINCREMENT, thing INTEGER REFERENCES things (id), to_id REFERENCES answers (id));
  CREATE TABLE things (id INTEGER PRIMARY KEY AUTOINCREMENT, a, b TEXT CHECK (b IS NULL OR json_valid(b)));
  CREATE TABLE "odd ""name" (k TEXT PRIMARY KEY, v BLOB) WITHOUT ROWID;
  CREATE TABLE counted (n INTEGER NOT NULL);
  INSERT INTO counted VALUES (0);
  CREATE INDEX things_by_a ON things (a);
  CREATE TRIGGER things_counted AFTER INSERT ON things BEGIN UPDATE counted SET n = n + 1; END;`

const VALUES = [
  null,
  0n,
  -9_223_372_036_854_775_808n,
  9_007_199_254_740_993n,
  1.5,
  3,
  1e300,
  Number.POSITIVE_INFINITY,
  '',
  `o'brien'; DROP TABLE things; --`,
  'a\0b',
  '两行\n文字\r\n;\n',
  `${'字'.repeat(14_999)}😀${'x'.repeat(300_000)}`,
  new Uint8Array([0, 255, 39]),
]

async function loadedAgain(db: DatabaseSync) {
  const statements: string[] = []
  for await (const statement of statementsOf(db)) statements.push(statement)
  const copy = new DatabaseSync(':memory:')
  copy.exec('BEGIN; PRAGMA defer_foreign_keys = TRUE')
  for (const statement of statements) copy.exec(statement)
  copy.exec('COMMIT')
  return { statements, copy }
}

function all(db: DatabaseSync, table: string) {
  const statement = db.prepare(
    `SELECT *, typeof(${table === 'things' ? 'a' : '1'}) FROM ${table} ORDER BY 1`,
  )
  statement.setReadBigInts(true)
  return statement.all()
}

test('loading a dump restores every value unchanged, fires no trigger, and continues the ids', async () => {
  const db = new DatabaseSync(':memory:')
  db.exec(SCHEMA)
  const insert = db.prepare('INSERT INTO things (a) VALUES (?)')
  for (const value of VALUES) insert.run(value)
  db.prepare('UPDATE things SET b = ? WHERE id = 2').run(JSON.stringify(['字'.repeat(50_000)]))
  db.exec(`DELETE FROM things WHERE id = ${VALUES.length}`)
  db.exec(
    'INSERT INTO answers (thing) VALUES (1); INSERT INTO answers (thing, to_id) VALUES (1, 1)',
  )
  db.prepare('INSERT INTO "odd ""name" VALUES (?, ?)').run('k', new Uint8Array([1, 2]))
  const { statements, copy } = await loadedAgain(db)
  for (const table of ['things', 'answers', '"odd ""name"', 'counted', 'sqlite_sequence'])
    expect(all(copy, table), table).toEqual(all(db, table))
  expect(copy.prepare('SELECT n FROM counted').get()).toEqual({ n: VALUES.length })
  expect(
    copy.prepare(`SELECT COUNT(*) AS n FROM sqlite_master WHERE type <> 'table'`).get(),
  ).toEqual(db.prepare(`SELECT COUNT(*) AS n FROM sqlite_master WHERE type <> 'table'`).get())
  expect(Math.max(...statements.map((statement) => Buffer.byteLength(statement)))).toBeLessThan(
    100_000,
  )
  expect((await loadedAgain(copy)).statements.toSorted()).toEqual(statements.toSorted())
})

test('a dump inserts many rows per statement, and no statement exceeds the limit of D1', async () => {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)')
  const insert = db.prepare('INSERT INTO t (text) VALUES (?)')
  for (let n = 0; n < 500; n++) insert.run('字'.repeat((n * 37) % 9_000))
  const { statements, copy } = await loadedAgain(db)
  expect(all(copy, 't')).toEqual(all(db, 't'))
  expect(statements.length).toBeLessThan(300)
  expect(Math.max(...statements.map((statement) => Buffer.byteLength(statement)))).toBeLessThan(
    100_000,
  )
})
