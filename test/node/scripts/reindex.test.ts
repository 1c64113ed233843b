import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { reindex } from '../../../scripts/commands/reindex.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import { prepareSite } from '../../../scripts/site/prepare.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import { foundTitles } from '../support/site.ts'
import { folderWith } from './support/folders.ts'
import { sharedStorage } from './support/workerd-storage.ts'

const AT = '2026-11-15T00:00:00.000Z'

async function site() {
  const storage = sharedStorage().newSite()
  await migrate(storage.DB, inRoot('migrations/db'))
  await migrate(storage.SEARCH, inRoot('migrations/search'))
  const said: string[] = []
  const print = (line: string) => void said.push(line)
  return { storage, said, command: { storage, data: '', query: localQuery(storage.DB), print } }
}

test('reindex rebuilds a damaged index, also from texts that are too long for a statement or contain NUL, and refuses arguments', async () => {
  const { storage, said, command } = await site()
  const { query } = command
  await query(`INSERT INTO users (uid, email, created_at) VALUES (10001, 'a@example.com', '${AT}')`)
  for (const [title, status] of [
    ['Warm lamps', 'approved'],
    ['Warm drafts', 'draft'],
    ['Cold lamps', 'approved'],
  ]) {
    await query(`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
      VALUES (10001, '${status}', '${title}', '', '<p>x</p>', '${AT}', '${AT}', '${AT}')`)
  }
  await query(
    `INSERT INTO comments (post_id, author_id, body, created_at) VALUES (1, 10001, 'a comment', '${AT}')`,
  )
  await reindex.run(command, [])
  // The draft too: it is in the admin index, which readers do not search.
  expect(said).toEqual(['3 posts and 1 comments were indexed.'])
  expect(await foundTitles(storage, 'warm')).toEqual(['Warm lamps'])
  await storage.SEARCH.exec('DELETE FROM public_texts; DELETE FROM comment_words')
  await query(`UPDATE posts SET title = 'Warm stoves' WHERE title = 'Cold lamps'`)
  expect(await foundTitles(storage, 'warm')).not.toContain('Warm stoves')
  await reindex.run(command, [])
  expect(await foundTitles(storage, 'warm')).toEqual(['Warm lamps', 'Warm stoves'])
  expect(await foundTitles(storage, 'cold')).toEqual([])

  const insert =
    storage.DB.prepare(`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
    VALUES (10001, 'approved', ?, '', ?, '${AT}', '${AT}', '${AT}')`)
  await insert.bind('Green and long', `<p>${'字'.repeat(50_000)}</p>`).run()
  await insert.bind("Green o'brien\nin two lines", '<p>a\0b</p>').run()
  await reindex.run(command, [])
  expect(said.at(-1)).toBe('5 posts and 1 comments were indexed.')
  expect(await foundTitles(storage, 'green')).toEqual([
    'Green and long',
    "Green o'brien\nin two lines",
  ])

  await expect(reindex.run(command, ['now'])).rejects.toThrow('usage: npm run joule -- reindex')
})

test('a start after a migration of the search database indexes the posts that the migration dropped', async () => {
  const { storage, command } = await site()
  await command.query(
    `INSERT INTO users (uid, email, created_at) VALUES (10001, 'a@example.com', '${AT}')`,
  )
  await command.query(`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
    VALUES (10001, 'approved', 'Warm lamps', '', '<p>x</p>', '${AT}', '${AT}', '${AT}')`)
  await command.query(`INSERT INTO site_state (key, value) VALUES ('seed', 'done')`)
  await reindex.run(command, [])
  const search = await folderWith()
  await copyFile(inRoot('migrations/search/0001_baseline.sql'), join(search, '0001_baseline.sql'))
  await writeFile(
    join(search, '9001_next.sql'),
    'DELETE FROM public_texts;\nDELETE FROM post_words;',
  )
  const databases = [
    { binding: 'DB', migrations: inRoot('migrations/db') },
    { binding: 'SEARCH', migrations: search },
  ]
  const start = () =>
    prepareSite(
      storage,
      { empty: true, owner: { email: null, password: null }, databases },
      () => {},
    )
  await start()
  expect(await foundTitles(storage, 'warm')).toEqual(['Warm lamps'])
  // Only after a migration: other starts leave repairs to the cron.
  await storage.SEARCH.exec('DELETE FROM public_texts; DELETE FROM post_words')
  await start()
  expect(await foundTitles(storage, 'warm')).toEqual([])
})
