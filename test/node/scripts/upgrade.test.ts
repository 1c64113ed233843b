import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { migrationsIn } from '../../../scripts/site/migrate.ts'
import { readPublicSettings, readSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { databaseFile, withDatabase } from '../../../scripts/site/sqlite.ts'
import { copyDatabases } from '../../../scripts/site/upgrade.ts'
import { builtSite } from '../support/built.ts'
import { putEmptySite } from '../support/small-site.ts'
import { folderWith } from './support/folders.ts'

beforeAll(builtSite)

test('npm start and npm run serve copy data of an older version, then migrate them; a failed migration leaves them unchanged', async () => {
  const [data, migrations] = [await folderWith(), await folderWith()]
  await cp(inRoot('migrations'), migrations, { recursive: true })
  const known = [
    ...(await migrationsIn(join(migrations, 'db'))),
    ...(await migrationsIn(join(migrations, 'search'))),
  ]
  await putEmptySite(data)
  const next = join(migrations, 'db/9001_next.sql')
  await writeFile(next, 'CREATE TABLE next (x);')
  const broken = join(migrations, 'db/9002_broken.sql')
  await writeFile(broken, 'CREATE TABLE other (x);\nINSERT INTO nowhere VALUES (1);')
  const failed = 'migration 9002_broken.sql failed and was rolled back'
  await expect(started(data, migrations)).rejects.toThrow(failed)
  const before = { migrations: known.sort(), hasNext: false }
  expect(await stateOf(data)).toEqual(before)

  await rm(broken)
  await started(data, migrations, readPublicSettings)
  expect(await stateOf(data)).toEqual({
    migrations: [...before.migrations, '9001_next.sql'],
    hasNext: true,
  })
  const copies = await readdir(join(data, 'before-upgrade'))
  expect(copies).toHaveLength(2)
  for (const copy of copies)
    expect(await stateOf(join(data, 'before-upgrade', copy))).toEqual(before)
})

test('data of a newer version, and data of 1.0.0, are refused in one line with instructions, and not changed', async () => {
  const data = await folderWith()
  await putEmptySite(data)
  const newer = { DB: ['0001_baseline.sql', '9999_later.sql'], SEARCH: ['0001_baseline.sql'] }
  await recordMigrations(data, newer)
  await expect(started(data, inRoot('migrations'))).rejects.toThrow(
    /^the data in .* are of a newer version .* 9999_later\.sql; .*$/,
  )
  expect((await stateOf(data)).migrations).toEqual([...newer.DB, ...newer.SEARCH].sort())
  await recordMigrations(data, OF_1_0_0)
  await expect(started(data, inRoot('migrations'))).rejects.toThrow(
    /^the data in .* are from Joule 1\.0\.0 or older.* backup <folder>\).* restore <folder> --replace\)$/,
  )
  expect((await stateOf(data)).migrations).toEqual([...OF_1_0_0.DB, ...OF_1_0_0.SEARCH].sort())
  expect(await readdir(data)).not.toContain('before-upgrade')
})

/** The first and the last migration of each database. */
const OF_1_0_0 = {
  DB: ['0001_accounts.sql', '0049_no_likes_across_a_block.sql'],
  SEARCH: ['0001_posts.sql', '0006_languages_and_dates.sql'],
}

test('upgrades keep the newest three copies of the data and no incomplete copy', async () => {
  const data = await folderWith({
    'd1/db.sqlite': 'rows',
    'before-upgrade/2026.unfinished/d1/db.sqlite': 'ro',
  })
  for (const day of [1, 2, 3, 4]) await copyDatabases(data, new Date(Date.UTC(2027, 0, day)))
  const copies = await readdir(join(data, 'before-upgrade'))
  expect(copies.map((name) => name.slice(0, 10)).sort()).toEqual([
    '2027-01-02',
    '2027-01-03',
    '2027-01-04',
  ])
})

/** Starts a site with these migrations, and stops it when it is healthy. */
async function started(data: string, migrations: string, read = readSettings): Promise<void> {
  const databases = [
    { binding: 'DB', migrations: join(migrations, 'db') },
    { binding: 'SEARCH', migrations: join(migrations, 'search') },
  ]
  const settings = read({ PORT: '0', JOULE_DATA: data, JOULE_EMPTY: '1' })
  const site = await startSite({ ...settings, databases }, () => {})
  const { status } = await fetch(`${site.url}/healthz`)
  await site.stop()
  expect(status).toBe(200)
}

/** Replaces the migrations that the databases of a data folder record as applied. */
async function recordMigrations(
  data: string,
  applied: Record<'DB' | 'SEARCH', string[]>,
): Promise<void> {
  for (const [names, table] of [
    [applied.DB, 'users'] as const,
    [applied.SEARCH, 'public_texts'] as const,
  ])
    await withDatabase(await databaseFile(data, table), {}, (db) => {
      db.exec('DELETE FROM d1_migrations')
      for (const name of names) db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name)
    })
}

/** The recorded migrations of a data folder, or of a copy, and whether the next one is applied. */
async function stateOf(data: string): Promise<{ migrations: string[]; hasNext: boolean }> {
  const namesIn = async (table: string, sql: string) =>
    withDatabase(await databaseFile(data, table), { readOnly: true }, (db) =>
      db
        .prepare(sql)
        .all()
        .map(({ name }) => String(name)),
    )
  const applied = 'SELECT name FROM d1_migrations'
  const migrations = [
    ...(await namesIn('users', applied)),
    ...(await namesIn('public_texts', applied)),
  ].sort()
  const next = await namesIn('users', `SELECT name FROM sqlite_master WHERE name = 'next'`)
  return { migrations, hasNext: next.length > 0 }
}
