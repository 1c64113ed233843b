import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyRemotely, ensureDatabase, migrationsToApply } from '../../../scripts/cloudflare/database.ts'
import { BOOKKEEPING, migrate } from '../../../scripts/site/migrate.ts'
import { withLiterals } from '../../../scripts/site/query.ts'
import { stubCloudflare } from './support/cloudflare.ts'
import { folderWith } from './support/folders.ts'
import { sharedStorage } from './support/workerd-storage.ts'
import { inProcessWrangler } from './support/wrangler.ts'

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
  const folder = await folderWith({ '0001_half.sql': 'CREATE TABLE half (x);\nINSERT INTO nowhere VALUES (1);' })
  await expect(migrate(db, folder)).rejects.toThrow('migration 0001_half.sql failed')
  expect(await db.prepare("SELECT name FROM sqlite_master WHERE name = 'half'").first()).toBeNull()
  await writeFile(join(folder, '0001_half.sql'), 'CREATE TABLE half (x);')
  expect(await migrate(db, folder)).toEqual(['0001_half.sql'])
})

test('values in a statement are quoted', async () => {
  const db = sharedStorage().newD1()
  const odd = `o'brien'; DROP TABLE users; -- "?"`
  const statement = withLiterals('SELECT ? AS text, ? AS number, ? AS missing', [odd, 7, null])
  expect(await db.prepare(statement).first()).toEqual({ text: odd, number: 7, missing: null })
  expect(() => withLiterals('SELECT ?', ['a\0b'])).toThrow('NUL')
})

async function deployed(files: Record<string, string>) {
  const migrations = await folderWith(files)
  const { account: logIn } = await stubCloudflare(sharedStorage(), inProcessWrangler)
  const database = await ensureDatabase(await logIn(), { binding: 'DB', name: 'joule', migrations })
  const names = async () => {
    const rows = await database.query<{ name: string }>('SELECT name FROM d1_migrations ORDER BY id')
    return rows.map(({ name }) => name)
  }
  return { database, migrations, names }
}

test('a failed migration of a deployed site is rolled back, and the migrations before it stay', async () => {
  const { database, migrations, names } = await deployed({
    '0001_things.sql': 'CREATE TABLE things (name TEXT);',
    '0002_half.sql': 'CREATE TABLE half (x);\nINSERT INTO nowhere VALUES (1);',
  })
  const { applied, pending } = await migrationsToApply(database)
  expect([applied, pending]).toEqual([0, ['0001_things.sql', '0002_half.sql']])
  await expect(applyRemotely(database, pending)).rejects.toThrow(/^migration 0002_half\.sql of joule failed: .*nowhere/)
  expect(await names()).toEqual(['0001_things.sql'])
  expect(await database.query(`SELECT name FROM sqlite_master WHERE name = 'half'`)).toEqual([])
  await writeFile(join(migrations, '0002_half.sql'), 'CREATE TABLE half (x);')
  await applyRemotely(database, (await migrationsToApply(database)).pending)
  expect(await migrationsToApply(database)).toEqual({ applied: 2, pending: [] })
})

test('a deployed database of 1.0.0 is refused in one line with instructions, unlike a newer one', async () => {
  const { database, names } = await deployed({ '0001_baseline.sql': 'CREATE TABLE things (name TEXT);' })
  const record = async (...applied: string[]) => {
    const values = applied.map((name) => `('${name}')`).join(', ')
    await database.run(`${BOOKKEEPING}; DELETE FROM d1_migrations; INSERT INTO d1_migrations (name) VALUES ${values}`)
  }
  await record('0001_accounts.sql', '0049_no_likes_across_a_block.sql')
  await expect(migrationsToApply(database)).rejects.toThrow(
    /^the database joule is from Joule 1\.0\.0 or older.* backup <folder> --remote\).* restore <folder> --replace --remote\)$/,
  )
  expect(await names()).toEqual(['0001_accounts.sql', '0049_no_likes_across_a_block.sql'])
  await record('0001_baseline.sql', '9999_later.sql')
  await expect(migrationsToApply(database)).rejects.toThrow('joule is newer than this code')
})
