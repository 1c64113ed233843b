import { expect, test } from 'vitest'
import { checkNames } from '#features/operations/admin/overview/invariant-checks.ts'
import { REPAIRS } from '#features/operations/admin/overview/invariant-repairs.ts'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { foundTitles, siteOfFile } from '../support/site.ts'
import { putSmallSite } from '../support/small-site.ts'

const site = siteOfFile(putSmallSite)
const run = (...args: string[]) => site.run('check', ...args)

/** One kind of damage per check: SQL that no trigger refuses and the check with this name finds. */
const DAMAGE: Record<string, string> = {
  'unread counts equal the unread notices':
    'UPDATE unread_counts SET unread = unread + 3 WHERE user_id = 10002',
  'follower counts equal the follows':
    'UPDATE users SET followers_count = followers_count + 1 WHERE uid < 10004',
  'author figures equal the posts':
    'UPDATE author_stats SET likes = likes + 7, approved = approved + 1 WHERE user_id < 10004',
  'like counts equal the likes':
    'UPDATE posts SET likes_count = likes_count + 1, dislikes_count = dislikes_count + 2 WHERE id < 13',
  'favourite counts equal the favourites':
    'UPDATE posts SET favorites_count = favorites_count + 1 WHERE id = 2',
  'the energy of a post equals the energize log':
    'UPDATE posts SET energy = energy + 5 WHERE id = 3',
  'comment counts equal the comments':
    'UPDATE posts SET comments_count = comments_count + 1 WHERE id = 4',
  'tags are listed while a post is public': `
    DELETE FROM post_tags WHERE post_id < 4;
    UPDATE post_tags SET language = iif(language = 'zh', 'en', 'zh') WHERE post_id BETWEEN 5 AND 7`,
  'tags are listed for posts that have them': `
    INSERT INTO post_tags (tag_key, published_at, post_id, author_id, hot)
    SELECT tags.tag_key, '2020-02-02T00:00:00.000Z', posts.id, author_id, 1 FROM posts, tags
    WHERE posts.id = 5 AND tags.tag_key NOT IN (SELECT tag_key FROM post_tags WHERE post_id = 5) LIMIT 1`,
  'read-next suggestions belong to an existing post and do not contain it':
    "INSERT INTO read_next (post_id, ids) VALUES (2, '[2]') ON CONFLICT (post_id) DO UPDATE SET ids = excluded.ids",
  'folder counts equal the items': 'UPDATE folders SET items_count = items_count + 1 WHERE id = 1',
  'counts of hidden content equal its items': `
    INSERT INTO user_hidings (user_id, admin_id, reason, state, banned, posts_count, created_at)
    VALUES (10001, 10001, '', 'hidden', 0, 1, '2020-01-01T00:00:00.000Z')`,
  'comment like counts equal the likes':
    'UPDATE comments SET likes_count = likes_count + 1 WHERE id < 9',
  'reply counts equal the replies':
    'UPDATE comments SET replies_count = replies_count + 2 WHERE id = 1',
  'the figures of the overview equal the rows': `UPDATE site_totals SET value = value + 1 WHERE name = 'pending_posts'`,
}

test('every check has a repair or a message that a human must decide', () => {
  expect(Object.keys(REPAIRS).sort()).toEqual(checkNames().sort())
})

test('a correct site passes all data checks', async () => {
  await run()
  expect(site.said).toEqual([
    expect.stringMatching(/^\d+ people, posts, folders and comments were checked: no problems\.$/),
  ])
})

test('check lists the posts that search finds only by title and tags, and does not fail', async () => {
  await site.query(`
    INSERT INTO search_queue (post_id, author_id, size, place, problem)
    VALUES (2, 10001, 1, 0, 'too_complex'), (3, 10001, 1, 0, 'crashed')
    ON CONFLICT (post_id) DO UPDATE SET problem = excluded.problem`)
  await run()
  expect(site.said).toEqual([
    expect.stringMatching(/^search finds post 2 only by its title and tags: .* too complex/),
    expect.stringMatching(/^search finds post 3 only by its title and tags: .* several times/),
    expect.stringContaining('no problems'),
  ])
  // A rebuild of the index tries these posts again.
  await run('--repair')
  expect(await site.query('SELECT post_id FROM search_queue')).toEqual([])
})

test('check finds every wrong figure, and --repair recomputes it from its rows', async () => {
  const before = await figures()
  for (const damage of Object.values(DAMAGE)) await site.query(damage)
  await expect(run()).rejects.toThrow('there are problems')
  for (const name of Object.keys(DAMAGE)) expect(site.said.join('\n')).toContain(`wrong: ${name}`)
  await run('--repair')
  expect(site.said[0]).toMatch(/^\d\d+ figures were recomputed from their rows\.$/)
  expect(site.said.at(-1)).toContain('no problems')
  expect(await figures()).toEqual(before)
})

test('check finds redirects to an erased post, and --repair deletes them', async () => {
  await site.query(`
    INSERT INTO posts (id, author_id, status, title, summary, tags, reading_minutes, body, created_at, updated_at)
    VALUES (999, 10001, 'draft', '', '', '[]', 1, '', '2020-02-02T00:00:00.000Z', '2020-02-02T00:00:00.000Z');
    UPDATE posts SET version = version + 1, deleted_at = updated_at WHERE id = 999;
    INSERT INTO redirects (path, post_id, created_at) VALUES ('/old', 999, '2020-02-02T00:00:00.000Z')`)
  await expect(run()).rejects.toThrow('there are problems')
  expect(site.said.join('\n')).toContain(
    'wrong: redirects lead to posts that can be read or restored',
  )
  await run('--repair')
  expect(await site.query('SELECT path FROM redirects')).toEqual([])
})

test('damage that only a human can repair is reported and not changed', async () => {
  const [trigger] = await site.query<{ sql: string }>(
    `SELECT sql FROM sqlite_master WHERE name = 'energy_log_is_never_changed'`,
  )
  await site.query('DROP TRIGGER energy_log_is_never_changed')
  await site.query('UPDATE energy_log SET amount = amount + 1 WHERE id = 1')
  await expect(run('--repair')).rejects.toThrow('there are problems')
  expect(site.said.join('\n')).toContain('wrong: energy equals the sum of the ledger')
  await site.query('UPDATE energy_log SET amount = amount - 1 WHERE id = 1')
  await site.query(trigger?.sql ?? '')
  expect(await checkAll(site.db, new Date())).toMatchObject({ ok: true })
})

test('check --repair rebuilds the search index', async () => {
  await site.storage.SEARCH.exec('DELETE FROM public_texts')
  await run('--repair')
  const [post] = await site.query<{ title: string }>(
    `SELECT title FROM posts WHERE status = 'approved' LIMIT 1`,
  )
  expect(await foundTitles(site.storage, post?.title ?? '')).toContain(post?.title)
})

test('check --repair keeps every image that the site uses and removes an unused image', async () => {
  const all = 'SELECT key FROM images ORDER BY key'
  const before = await site.query(all)
  await site.query(`
    INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
    SELECT value ->> 0, 10001, value ->> 1, 'image/png', 1, 1, 1, '2020-01-01T00:00:00.000Z'
    FROM json_each('[["~logo","avatar"],["~logo-large","avatar"],["~of-a-page","post"],["~shown-nowhere","post"]]');
    UPDATE images SET unused_since = '2020-01-01T00:00:00.000Z';
    UPDATE site_identity SET logo_key = '~logo', logo_large_key = '~logo-large';
    INSERT INTO site_pages (name, language, body, updated_at)
    VALUES ('about', 'en', '<p><img src="/images/~of-a-page"></p>', '2020-01-01T00:00:00.000Z')`)
  await run('--repair')
  const shown = ['~logo', '~logo-large', '~of-a-page'].map((key) => ({ key }))
  expect(await site.query(all)).toEqual([...before, ...shown])
})

test('check refuses unknown arguments', async () => {
  await expect(run('--mend')).rejects.toThrow('usage: npm run joule -- check')
})

/** Without the unread counts: owners get a notice about the damage. */
function figures() {
  return Promise.all(
    ['posts', 'users', 'author_stats', 'post_tags', 'tags', 'folders', 'comments'].map((table) =>
      site.query(`SELECT * FROM ${table}`),
    ),
  )
}
