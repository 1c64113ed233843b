import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import { findPosts, type PostSearch } from '#features/posts/search.ts'
import { searchComments } from '#features/search/comment-index.ts'
import { searchAllPosts } from '#features/search/hidden-post-index.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import { prepareSite } from '../../../scripts/site/prepare.ts'
import type { SiteStorage } from '../../../scripts/site/storage.ts'
import { openStorageIn } from '../support/storage.ts'
import { folderWith } from './support/folders.ts'

const AT = '2026-11-15T00:00:00.000Z'
const OLDER = ['0001_posts.sql', '0002_administration.sql', '0003_drafts.sql']

/** A site whose index is of the version before, as that version wrote it; the second post is not in it. */
async function siteBefore(): Promise<SiteStorage> {
  const { storage, stop } = await openStorageIn()
  onTestFinished(stop)
  const older = await folderWith()
  for (const name of OLDER) await copyFile(inRoot('migrations/search', name), join(older, name))
  await migrate(storage.DB, inRoot('migrations/db'))
  await migrate(storage.SEARCH, older)
  const post = (title: string, status: string) =>
    `INSERT INTO posts (author_id, status, title, summary, body, tags, created_at, updated_at, published_at)
     VALUES (10001, '${status}', '${title}', '', '<p>x</p>', '[["c++","C++"]]', '${AT}', '${AT}', '${AT}');`
  const lines = [
    `INSERT INTO users (uid, email, created_at) VALUES (10001, 'a@example.com', '${AT}');`,
    post('Warm 数据库', 'approved'),
    post('Warm and missing', 'approved'),
    post('Warm draft', 'draft'),
    `INSERT INTO comments (post_id, author_id, body, created_at) VALUES (1, 10001, 'warm words', '${AT}');`,
    `INSERT INTO site_state (key, value) VALUES ('seed', 'done');`,
  ]
  await storage.DB.exec(lines.map((line) => line.replace(/\s+/g, ' ')).join('\n'))
  await storage.SEARCH.exec(
    [
      `INSERT INTO post_texts (post_id, version, published_at, title, body) VALUES (1, 1, '${AT}', 'Warm 数据库', 'x');`,
      `INSERT INTO post_index (rowid, title, tags, body, facets) VALUES (1, 'warm 数据 据库 数 据 库', 'c++', 'x', 'author10001 tag632b2b');`,
      `INSERT INTO hidden_posts (post_id, version) VALUES (3, 1);`,
      `INSERT INTO hidden_post_index (rowid, title, tags, body, facets) VALUES (3, 'warm draft', '', '', 'author10001 statusdraft');`,
      `INSERT INTO comment_index (rowid, body, facets) VALUES (1, 'warm words', 'author10001 post1');`,
    ].join('\n'),
  )
  return storage
}

async function found({ DB, SEARCH }: SiteStorage, q: string, narrowed: Partial<PostSearch> = {}): Promise<number[]> {
  const [db, search] = [openDb(DB, new Meter()), openDb(SEARCH, new Meter())]
  const { items } = await findPosts(db, search, { q, ...narrowed }, { limit: 10, after: null }, 'en')
  return items.map(({ id }) => id)
}

test('the migration takes along what the index of the version before held', async () => {
  const storage = await siteBefore()
  await migrate(storage.SEARCH, inRoot('migrations/search'))
  expect([await found(storage, 'warm'), await found(storage, 'war')]).toEqual([[1], [1]])
  expect(await found(storage, '数据库', { tag: 'C++' })).toEqual([1])
  const search = openDb(storage.SEARCH, new Meter())
  expect(await searchAllPosts(search, { q: 'draft', status: 'draft', author: 10_001 }, null, 10)).toEqual([
    { rank: 0, id: 3 },
  ])
  expect(await searchComments(search, { q: 'words', post: 1 }, null, 10)).toEqual([{ rank: 0, id: 1 }])
})

test('a start after an upgrade brings the index up to the posts', async () => {
  const storage = await siteBefore()
  await prepareSite(storage, { empty: true, owner: { email: null, password: null } }, () => {})
  expect(await found(storage, 'warm')).toEqual([2, 1])
  // The older index knew of no language: the first post was indexed anew.
  expect(await found(storage, 'warm', { language: 'zh' })).toEqual([1])
})
