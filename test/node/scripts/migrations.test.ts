import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../../scripts/site/migrate.ts'
import { withLiterals } from '../../../scripts/site/query.ts'
import { folderWith } from './support/folders.ts'
import { sharedStorage } from './support/workerd-storage.ts'

test('migrations are applied once, in the order of their names', async () => {
  const db = sharedStorage().newD1()
  const folder = await folderWith({
    '0002_more.sql': `INSERT INTO things (name) VALUES ('a;b');
      CREATE TRIGGER t AFTER INSERT ON things BEGIN UPDATE things SET seen = 1; END;`,
    '0001_things.sql': 'CREATE TABLE things (name TEXT, seen INTEGER);',
  })
  expect(await migrate(db, folder)).toEqual(['0001_things.sql', '0002_more.sql'])
  expect(await migrate(db, folder)).toEqual([])
  expect(await db.prepare('SELECT name FROM things').first()).toEqual({ name: 'a;b' })
})

test('a failed migration leaves nothing behind and can be fixed', async () => {
  const db = sharedStorage().newD1()
  const folder = await folderWith({
    '0001_half.sql': 'CREATE TABLE half (x);\nINSERT INTO nowhere VALUES (1);',
  })
  await expect(migrate(db, folder)).rejects.toThrow('migration 0001_half.sql failed')
  expect(await db.prepare("SELECT name FROM sqlite_master WHERE name = 'half'").first()).toBeNull()
  await writeFile(join(folder, '0001_half.sql'), 'CREATE TABLE half (x);')
  expect(await migrate(db, folder)).toEqual(['0001_half.sql'])
})

test('withLiterals() quotes values in a statement', async () => {
  const db = sharedStorage().newD1()
  const odd = `o'brien'; DROP TABLE users; -- "?"`
  const statement = withLiterals('SELECT ? AS text, ? AS number, ? AS missing', [odd, 7, null])
  expect(await db.prepare(statement).first()).toEqual({ text: odd, number: 7, missing: null })
  expect(() => withLiterals('SELECT ?', ['a\0b'])).toThrow('NUL')
})
