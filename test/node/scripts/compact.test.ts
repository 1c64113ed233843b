import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compactAfterErasures } from '../../../scripts/site/data-folder.ts'
import { withDatabase } from '../../../scripts/site/sqlite.ts'
import { folderWith } from './support/folders.ts'

test('a start after an erasure removes the erased text from the free pages of the files', async () => {
  const data = await folderWith()
  const folder = join(data, 'd1/miniflare-D1DatabaseObject')
  await mkdir(folder, { recursive: true })
  const [main, search] = [join(folder, 'a.sqlite'), join(folder, 'b.sqlite')]
  const secret = 'erased words '
  for (const file of [main, search])
    await withDatabase(file, {}, (db) => {
      db.exec('PRAGMA secure_delete = 0; PRAGMA journal_mode = WAL; CREATE TABLE texts (body TEXT)')
      for (let row = 0; row < 20; row++) db.prepare('INSERT INTO texts VALUES (?)').run(secret.repeat(1_000))
      db.exec('DELETE FROM texts')
    })
  await withDatabase(main, {}, (db) => db.exec('CREATE TABLE site_state (key TEXT PRIMARY KEY, value TEXT NOT NULL)'))
  const keeps = async () =>
    Promise.all([main, search].map(async (file) => (await readFile(file, 'latin1')).includes(secret)))
  await compactAfterErasures(data)
  expect(await keeps()).toEqual([true, true])
  await withDatabase(main, {}, (db) => db.exec(`INSERT INTO site_state VALUES ('erased', '2026-01-01')`))
  await compactAfterErasures(data)
  expect(await keeps()).toEqual([false, false])
  await withDatabase(main, {}, (db) => expect(db.prepare('SELECT * FROM site_state').all()).toEqual([]))
})
