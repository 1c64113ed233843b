import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
import { buildSite } from '../../../scripts/build/index.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import { openMiniflare } from '../../../scripts/site/miniflare.ts'
import type { SiteStorage } from '../../../scripts/site/storage.ts'
import { setAside } from '../../../scripts/site/upgrade.ts'
import { folderWith } from './support/folders.ts'
import { Start } from './support/start.ts'

beforeAll(buildSite)

test('data of an older version are copied and brought up to date; of a newer one they are refused', async () => {
  const data = await folderWith()
  const [older, newest = ''] = await migrationsButTheLast()
  await inStorage(data, async ({ DB }) => void (await migrate(DB, older)))

  const upgraded = new Start({ PORT: '0', JOULE_DATA: data, JOULE_EMPTY: '1' })
  const answer = await fetch(`${await upgraded.url()}/healthz`)
  expect(answer.status).toBe(200)
  expect(await upgraded.end('SIGTERM')).toBe(0)
  const copy = /As they were: (\S+)/.exec(upgraded.output)?.[1] ?? ''
  expect(await appliedIn(copy)).not.toContain(newest)
  expect(await appliedIn(data)).toContain(newest)

  await inStorage(data, async ({ DB }) => {
    await DB.prepare(`INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')`).run()
  })
  const refused = new Start({ PORT: '0', JOULE_DATA: data })
  expect(await refused.exit()).toBe(1)
  expect(refused.output).toMatch(/^joule: the data in .* are of a newer version .* 9999_later\.sql; .*\n$/)
})

test('three copies are kept, and none that was cut short', async () => {
  const data = await folderWith({ 'd1/db.sqlite': 'rows', 'before-upgrade/2026.unfinished/d1/db.sqlite': 'ro' })
  for (const day of [1, 2, 3, 4]) await setAside(data, new Date(Date.UTC(2027, 0, day)))
  const copies = await readdir(join(data, 'before-upgrade'))
  expect(copies.map((name) => name.slice(0, 10)).sort()).toEqual(['2027-01-02', '2027-01-03', '2027-01-04'])
})

/** The migrations of DB as they were before the newest, in a folder, and the name of the newest. */
async function migrationsButTheLast(): Promise<[string, string | undefined]> {
  const names = (await readdir(inRoot('migrations/db'))).sort()
  const folder = await folderWith()
  for (const name of names.slice(0, -1)) await copyFile(inRoot('migrations/db', name), join(folder, name))
  return [folder, names.at(-1)]
}

async function inStorage(path: string, work: (storage: SiteStorage) => Promise<void>): Promise<void> {
  const data = await openDataFolder(path)
  const runtime = await openMiniflare({ data, host: '127.0.0.1', port: 0, bindings: {}, onLog: () => {} })
  await work(await runtime.storage())
  await runtime.stop()
}

/** The migrations that the databases of a data folder, or of a copy, have gone through. */
async function appliedIn(folder: string): Promise<unknown[]> {
  const databases = join(folder, 'd1/miniflare-D1DatabaseObject')
  const files = (await readdir(databases)).filter((name) => /^\w{64}\.sqlite$/.test(name))
  return files.flatMap((name) => {
    const db = new DatabaseSync(join(databases, name))
    const isMigrated = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`).get()
    return isMigrated
      ? db
          .prepare('SELECT name FROM d1_migrations')
          .all()
          .map(({ name }) => name)
      : []
  })
}
