import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { folderWith } from '../scripts/support/folders.ts'
import { foundTitles, siteOfFile } from '../support/site.ts'
import { putEmptySite } from '../support/small-site.ts'
import { backup, discourseDump } from './discourse-dump.ts'
import { PNG } from './items.ts'

const site = siteOfFile(putEmptySite)

/** The summary without the lines about the search index and about a dry run. */
const summaryIn = (lines: string[]) =>
  lines.slice(lines.findIndex((line) => line.startsWith('items read')))

/** A Ghost export with several authors. */
function ghostExport(posts: number): string {
  const users = ['mika', 'ola', 'Søren'].map((name, n) => ({
    id: `u${n}`,
    name,
    slug: name,
    email: `writer${n}@example.com`,
  }))
  const data = {
    posts: Array.from({ length: posts }, (_, n) => ({
      id: `p${n}`,
      title: `Post ${n}`,
      slug: `post-${n}`,
      html: `<p>Text ${n}</p>`,
      type: 'post',
      status: n % 5 === 4 ? 'draft' : 'published',
      visibility: 'public',
      created_at: '2018-01-01T00:00:00.000Z',
      updated_at: '2018-02-01T00:00:00.000Z',
      published_at: n % 5 === 4 ? null : '2018-01-02T00:00:00.000Z',
    })),
    users,
    tags: [{ id: 't1', name: 'News', slug: 'news' }],
    posts_tags: [{ id: 'x', post_id: 'p0', tag_id: 't1', sort_order: 0 }],
    posts_authors: Array.from({ length: posts }, (_, n) => ({
      id: `a${n}`,
      post_id: `p${n}`,
      author_id: `u${n % 3}`,
      sort_order: 0,
    })),
  }
  return JSON.stringify({ db: [{ meta: { exported_on: 1, version: '5.0.0' }, data }] })
}

test('a Ghost export with several authors is imported after a dry run, a second import adds nothing, and the data check passes', async () => {
  const { run, query, storage } = site
  const file = join(await folderWith({ 'ghost.json': ghostExport(12) }), 'ghost.json')
  const dry = await run('import', file, '--dry-run')
  expect(dry[0]).toBe('This was a dry run: nothing was written.')
  expect(await query('SELECT COUNT(*) AS posts FROM posts')).toEqual([{ posts: 0 }])
  const real = await run('import', file)
  expect(summaryIn(real)).toEqual(summaryIn(dry))
  expect(real).toContain('new posts: 12 (10 published, 2 drafts)')
  expect(real).toContain('authors: 3 new accounts, 0 existing accounts')
  expect(
    await query(
      'SELECT username, COUNT(*) AS posts FROM posts JOIN users ON uid = author_id GROUP BY uid',
    ),
  ).toEqual([
    { username: 'mika', posts: 4 },
    { username: 'ola', posts: 4 },
    { username: 'Søren', posts: 4 },
  ])
  const second = await run('import', file)
  expect(second).toContain('new posts: 0 (0 published, 0 drafts)')
  expect(second).toContain('already imported: 12')
  expect(await run('check')).toEqual([expect.stringMatching(/no problems/)])
  expect(await foundTitles(storage, 'Text 7')).toContain('Post 7')
})

test('a folder of Markdown is imported with its images, and files behind symbolic links are not read', async () => {
  const { run, query, storage } = site
  const folder = await folderWith({
    'posts/hello.md':
      '---\ntitle: Hello\ndate: 2019-05-01\ntags: [a, b]\n---\nText ![a lamp](img/lamp.png) ![broken](img/text.png)\n',
    'posts/img/text.png': 'not an image',
  })
  await writeFile(join(folder, 'posts/img/lamp.png'), PNG)
  await symlink('/etc/hostname', join(folder, 'posts/secret.md'))
  await symlink('/etc', join(folder, 'posts/etc'))
  const lines = await run('import', folder)
  expect(lines).toContain('items read (markdown): 1')
  expect(lines).toContain('posts without an author: 1, for owner@joule.test (10001)')
  expect(lines).toContain(
    'images: 1 stored, 0 stay links, left out: 1 (1 not a JPEG, PNG, GIF or WebP image)',
  )
  const [post] = await query<{ body: string; author_id: number }>(
    'SELECT body, author_id FROM posts',
  )
  const [image] = await query<{ key: string; user_id: number; unused_since: null }>(
    'SELECT * FROM images',
  )
  expect(post?.body).toContain(`src="/images/${image?.key}"`)
  expect(image).toMatchObject({
    user_id: 10001,
    width: 1,
    height: 1,
    type: 'image/png',
    unused_since: null,
  })
  expect(await query('SELECT image_key FROM post_images')).toEqual([{ image_key: image?.key }])
  expect((await storage.IMAGES.head(image?.key ?? ''))?.httpMetadata?.contentType).toBe('image/png')
})

const FORUM = {
  users: [{ id: 1, username: 'mika' }],
  user_emails: [{ user_id: 1, email: 'mika@example.com', primary: true }],
  categories: [{ id: 1, name: 'Kitchen', slug: 'kitchen' }],
  topics: [{ id: 7, title: 'Bread', slug: 'bread', created_at: '2021-03-04 05:06:07', user_id: 1 }],
  posts: [
    {
      topic_id: 7,
      post_number: 1,
      user_id: 1,
      created_at: '2021-03-04 05:06:07',
      cooked: '<p>Knead <img src="/uploads/default/original/1X/a.png"></p>',
    },
    {
      topic_id: 7,
      post_number: 2,
      user_id: 1,
      created_at: '2021-03-05 05:06:07',
      cooked: '<p>Bake</p>',
    },
  ],
}

test('a Discourse backup in a tar archive is imported with its uploads', async () => {
  const { run, query } = site
  const path = await backup({
    'dump.sql.gz': gzipSync(discourseDump(FORUM)),
    'uploads/default/original/1X/a.png': PNG,
    'uploads/default/optimized/1X/a_2.png': PNG,
  })
  const lines = await run('import', path)
  expect(lines).toContain('new posts: 1 (1 published, 0 drafts)')
  expect(lines).toContain('images: 1 stored, 0 stay links, left out: 0')
  expect(lines).toContain('comments: 1, left out: 0')
  expect(await query('SELECT path FROM redirects ORDER BY path')).toEqual([
    { path: '/t/7' },
    { path: '/t/bread/7' },
  ])
  expect(
    await query(`SELECT username, p.published_at, c.body FROM posts p JOIN users ON uid = p.author_id
    JOIN comments c ON c.post_id = p.id`),
  ).toEqual([{ username: 'mika', published_at: '2021-03-04T05:06:07.000Z', body: 'Bake' }])
})

test('an import of files that cannot be read prints one line and writes nothing', async () => {
  const { run, query } = site
  const folder = await folderWith({
    'cut.json': ghostExport(3).slice(0, 500),
    'cut.zip': 'PK\x03\x04 cut',
    'nothing.txt': 'text',
    'bad-map.json': '{"authors": {"a": true}}',
    'ghost.json': ghostExport(1),
  })
  const at = (name: string) => join(folder, name)
  await expect(run('import', at('missing'))).rejects.toThrow('there is no file or folder')
  await expect(run('import', at('cut.json'))).rejects.toThrow(/not valid JSON|no known format/)
  await expect(run('import', at('cut.zip'))).rejects.toThrow('the ZIP archive is damaged')
  await expect(run('import', at('nothing.txt'))).rejects.toThrow('no known format')
  await expect(run('import', at('ghost.json'), `--map=${at('bad-map.json')}`)).rejects.toThrow(
    'is not valid: authors.a',
  )
  await expect(run('import', at('ghost.json'), '--what')).rejects.toThrow(
    'usage: npm run joule -- import',
  )
  await expect(run('import')).rejects.toThrow('usage')
  await expect(run('import', await backup({ '../../outside.md': 'x' }))).rejects.toThrow(
    'a file name that leads out',
  )
  await expect(
    run('import', await backup({ 'dump.sql': discourseDump(FORUM).slice(0, 900) })),
  ).rejects.toThrow('the dump of the database is damaged')
  expect(await query('SELECT COUNT(*) AS rows FROM posts')).toEqual([{ rows: 0 }])
  expect(await query('SELECT COUNT(*) AS rows FROM users')).toEqual([{ rows: 1 }])
})
