import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SETTING_KEYS } from '#db/values.ts'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { manifestText } from '#features/operations/backups/format.ts'
import { backUp } from '../../../scripts/backup/back-up.ts'
import { readManifest } from '../../../scripts/backup/folder.ts'
import { restore } from '../../../scripts/backup/restore.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import {
  applyRemotely,
  ensureDatabase,
  migrationsToApply,
} from '../../../scripts/cloudflare/database.ts'
import { readTarget } from '../../../scripts/cloudflare/target.ts'
import { migrate, migrationsIn } from '../../../scripts/site/migrate.ts'
import { stubCloudflare } from '../scripts/support/cloudflare.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { sharedStorage } from '../scripts/support/workerd-storage.ts'
import { inProcessWrangler } from '../scripts/support/wrangler.ts'
import { openSite } from '../support/site.ts'

const NOW = new Date('2026-11-15T00:00:00.000Z')

/** Some of the migrations of 1.0.0, with the first and the last of each database. */
const OF_1_0_0 = {
  DB: ['0001_accounts.sql', '0034_eleven_rows_an_energize.sql', '0049_no_likes_across_a_block.sql'],
  SEARCH: ['0001_posts.sql', '0006_languages_and_dates.sql'],
}

const BASELINE = '0001_baseline.sql'

/** A folder with the baseline of a database only. */
async function baselineOf(migrations: string): Promise<string> {
  return folderWith({ [BASELINE]: await readFile(inRoot(`${migrations}/${BASELINE}`), 'utf8') })
}

/**
 * Makes a database of the baseline one of 1.0.0: the schema is the same, only the names of the
 * migrations differ.
 */
const asOf1_0_0 = (names: string[]) => `DELETE FROM d1_migrations;
  INSERT INTO d1_migrations (name) VALUES ${names.map((name) => `('${name}')`).join(', ')};`

const PERSON = `INSERT INTO users (email, exp, created_at) VALUES ('a@example.com', 7, '${NOW.toISOString()}');`

test('a backup of 1.0.0 replaces the data of 1.0.0; one from before 1.0.0 is refused', async () => {
  const site = await openSite()
  onTestFinished(() => site.close())
  const { DB, SEARCH } = site.storage
  await migrate(DB, await baselineOf('migrations/db'))
  await migrate(SEARCH, await baselineOf('migrations/search'))
  await DB.prepare(asOf1_0_0(OF_1_0_0.DB) + PERSON).run()
  await SEARCH.prepare(asOf1_0_0(OF_1_0_0.SEARCH)).run()
  const folder = join(await folderWith(), 'backup')
  const contents = await backUp(site.stored, folder, () => {}, NOW)
  expect(contents.migrations).toEqual(OF_1_0_0.DB)
  const restoring = () => restore(site.stored, { folder, replace: true }, () => {}, NOW)

  const older = { ...(await readManifest(folder)), migrations: OF_1_0_0.DB.slice(0, -1) }
  await writeFile(join(folder, 'manifest.json'), await manifestText(older))
  await expect(restoring()).rejects.toThrow('of a version before 1.0.0; restore it with 1.0.0')

  await writeFile(join(folder, 'manifest.json'), await manifestText(contents))
  await DB.prepare('UPDATE users SET exp = 8').run()
  await restoring()
  expect(await DB.prepare('SELECT uid, exp FROM users').all()).toMatchObject({
    results: [{ uid: 10_001, exp: 7 }],
  })
  const known = await migrationsIn(inRoot('migrations/db'))
  const ofSearch = await migrationsIn(inRoot('migrations/search'))
  for (const [db, names] of [[DB, known] as const, [SEARCH, ofSearch] as const]) {
    const { results } = await db.prepare('SELECT name FROM d1_migrations ORDER BY id').all()
    expect(results).toEqual(names.map((name) => ({ name })))
  }
  const { tables } = await backUp(site.stored, `${folder}-again`, () => {}, NOW)
  // Migrations leave the position of cron jobs in site_state.
  const changed = {
    d1_migrations: known.length,
    site_state: expect.any(Number),
    site_settings: SETTING_KEYS.length,
  }
  expect(tables).toMatchObject({ ...contents.tables, ...changed })
  expect(await checkInvariants(site.db, NOW)).toMatchObject({ ok: true, complete: true })
})

test('a deployed site of 1.0.0 is refused by a deployment until its backup is restored', async () => {
  const { account: logIn, joule } = await stubCloudflare(sharedStorage(), inProcessWrangler)
  const account = await logIn()
  for (const name of ['joule-images', 'joule-backups'])
    await account.ask('POST', 'r2/buckets', { name })
  const target = await readTarget(undefined)
  const databases = await Promise.all(
    target.databases.map((named) => ensureDatabase(account, named)),
  )
  const [main, search] = databases
  if (!main || !search) throw new Error('wrangler.toml names two databases')
  const toApply = () => Promise.all(databases.map(migrationsToApply))
  for (const database of databases) await applyRemotely(database, [BASELINE])
  await main.query(asOf1_0_0(OF_1_0_0.DB) + PERSON)
  await search.query(asOf1_0_0(OF_1_0_0.SEARCH))
  await expect(toApply()).rejects.toThrow(
    /^the database joule(?:-search)? is from Joule 1\.0\.0 or older.* backup <folder> --remote\).* restore <folder> --replace --remote\)$/,
  )
  const folder = join(await folderWith(), 'backup')
  expect(await joule('backup', folder, '--remote')).toMatchObject({ code: 0 })
  expect(await joule('restore', folder, '--replace', '--remote')).toMatchObject({ code: 0 })
  expect(await main.query('SELECT exp FROM users')).toEqual([{ exp: 7 }])
  for (const { applied, pending } of await toApply()) {
    expect(applied).toBe(1)
    expect(pending).not.toContain(BASELINE)
  }
})
