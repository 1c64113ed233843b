import { expect, test } from 'vitest'
import { repairLineBreaks, sqlPieces } from '../../../scripts/backup/d1-export.ts'
import { queryOf } from '../../../scripts/backup/dump.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'

const EXPORT = `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE notes ( -- it's "odd" /* here
  id INTEGER PRIMARY KEY, text TEXT /* ; ' */ );
INSERT INTO "notes" ("id","text") VALUES(1,'a;
INSERT INTO "notes" it''s a text');
INSERT INTO "notes" ("id","text") VALUES(2,'b');
INSERT INTO "notes" ("id","text") VALUES(3,'c');
CREATE TRIGGER notes_stay BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'no; never'); END;
`

async function* inChunks(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

test('an export of D1 is split into whole statements, wherever the stream is cut', async () => {
  for (let size = 1; size <= 80; size++) {
    const db = new DatabaseSync(':memory:')
    const pieces: string[] = []
    for await (const piece of sqlPieces(inChunks(EXPORT, size))) {
      pieces.push(piece)
      db.exec(piece)
    }
    expect(pieces.join('')).toBe(EXPORT)
    expect(pieces.length).toBeGreaterThan(2)
    expect(db.prepare('SELECT COUNT(*) AS count FROM notes').get()).toEqual({ count: 3 })
  }
})

const [WRITTEN, EXPORTED] = ['print("a\\n")\nend', 'print("a\n")\nend']

function databaseWith(text: string): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(EXPORT.replace(/^INSERT[\s\S]*?;\n(?=CREATE)/m, ''))
  db.prepare('INSERT INTO notes VALUES (1, ?)').run(text)
  return db
}

const textIn = (db: DatabaseSync) => db.prepare('SELECT text FROM notes').get()?.text

test("texts that D1's export damages are repaired, although triggers protect their rows", async () => {
  const snapshot = databaseWith(EXPORTED)
  expect(await repairLineBreaks(snapshot, queryOf(databaseWith(WRITTEN)))).toBe(true)
  expect(textIn(snapshot)).toBe(WRITTEN)
  expect(() => snapshot.exec('UPDATE notes SET id = 2')).toThrow('no; never')
})

test('if a text was changed after the export, the snapshot is not repaired with it and a new export is needed', async () => {
  const snapshot = databaseWith(EXPORTED)
  expect(await repairLineBreaks(snapshot, queryOf(databaseWith(`${WRITTEN}, later`)))).toBe(false)
  expect(textIn(snapshot)).toBe(EXPORTED)
})
