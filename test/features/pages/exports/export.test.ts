import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Format } from '#features/pages/exports/data.ts'
import { EXCLUDED_TABLES, EXPORTED_TABLES, pageOf } from '#features/pages/exports/exported-tables.ts'
import { nextStep, type Progress, startOf } from '#features/pages/exports/steps.ts'
import { World } from '#test/world.ts'
import { unzipped } from './unzip.ts'

test('every table that references a user is in the export or excluded with a reason', async () => {
  const tables = await new World().db.all(sql<{ name: string; sql: string }>`
    SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_%' ESCAPE '\\'`)
  const naming = tables.filter(({ sql }) => /REFERENCES users|\b(user|author|actor|owner|subject)_id\b/.test(sql))
  const known = new Set([...Object.values(EXPORTED_TABLES).map(({ table }) => table), ...Object.keys(EXCLUDED_TABLES)])
  expect(naming.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !tables.some((table) => table.name === name))).toEqual([])
})

test('the export contains all content of the user, in every state, and only the names of other users', async () => {
  const world = new World()
  const [author, friend] = [
    await world.member(),
    await world.member({ username: `f${crypto.randomUUID().slice(0, 8)}` }),
  ]
  for (const status of ['draft', 'pending', 'approved', 'rejected'] as const) {
    await world.post({ author: author.user, title: `A ${status}`, status })
  }
  const theirs = await world.post({ author: friend.user, title: 'The secret of a friend', status: 'approved' })
  const mine = await world.post({ author: author.user, title: 'Gone', status: 'approved' })
  await friend.post(`/api/posts/${mine.id}/comments`, { body: 'The words of a friend' })
  await author.delete(`/api/studio/posts/${mine.id}`)
  await author.post(`/api/posts/${theirs.id}/comments`, { body: 'My own words' })
  await author.post(`/api/posts/${theirs.id}/like`)
  await author.post(`/api/posts/${theirs.id}/favorite`)
  await author.post(`/api/users/${friend.user.uid}/follow`)
  await friend.post(`/api/users/${author.user.uid}/follow`)
  await world.db.batch([
    sql`INSERT INTO user_check_ins (user_id, day, created_at) VALUES (${author.user.uid}, '2020-01-01', ${world.now.toISOString()})`,
  ])
  const { json, text, headers } = await author.get('/api/settings/export')
  expect(headers.get('content-disposition')).toContain('attachment')
  expect(Object.keys(json)).toEqual(['exported_at', ...Object.keys(EXPORTED_TABLES)])
  const titles = (posts: { title: string }[]) => posts.map(({ title }) => title)
  expect(titles(json.posts)).toEqual(['A approved', 'A draft', 'A pending', 'A rejected'])
  expect(titles(json.deleted_posts)).toEqual(['Gone'])
  expect(json.post_moves.filter(({ post_id }: { post_id: number }) => post_id === mine.id)).toHaveLength(1)
  expect(json.comments).toMatchObject([{ post_id: theirs.id, body: 'My own words' }])
  expect(json.likes).toMatchObject([{ post_id: theirs.id }])
  expect(json.folder_items).toMatchObject([{ post_id: theirs.id }])
  expect(json.following).toMatchObject([{ uid: friend.user.uid, username: friend.user.username }])
  expect(json.followers).toMatchObject([{ uid: friend.user.uid, username: friend.user.username }])
  expect(json.check_ins).toMatchObject([{ day: '2020-01-01' }])
  expect(json.energy.length).toBeGreaterThan(0)
  expect(json.notifications.length).toBeGreaterThan(0)
  for (const secret of [
    'The secret of a friend',
    'The words of a friend',
    friend.user.email,
    'password',
    'generation',
  ]) {
    expect(text).not.toContain(secret)
  }
})

test('the export does not name the admin who made a decision', async () => {
  const world = new World()
  const author = await world.member()
  const admin = await world.member({ role: 'admin', username: `a${crypto.randomUUID().slice(0, 8)}` })
  const post = await world.post({ author: author.user, status: 'pending' })
  await admin.post(`/api/admin/posts/${post.id}/reject`, { reason: 'Too short' })
  const { json, text } = await author.get('/api/settings/export')
  expect(json.notifications).toMatchObject([{ kind: 'NotifySystem', actor: null, data: { reason: 'Too short' } }])
  expect(text).not.toContain(String(admin.user.username))
})

test.each(Object.entries(EXPORTED_TABLES))('the export reads %s with an index', async (_name, source) => {
  const plan = await new World().db.all(sql<{ detail: string }>`EXPLAIN QUERY PLAN ${pageOf(source, 10001, null)}`)
  expect(plan.map(({ detail }) => detail).join('\n')).not.toMatch(/SCAN (?!CONSTANT)/)
})

test('ten thousand comments are exported in small pages', async () => {
  const world = new World()
  const author = await world.member()
  const post = await world.post({ author: author.user, status: 'approved' })
  await world.db.batch([
    sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
        INSERT INTO comments (post_id, author_id, body, created_at)
        SELECT ${post.id}, ${author.user.uid}, ${'w'.repeat(1_000)}, ${world.now.toISOString()} FROM n`,
  ])
  const pieces = await piecesOf(world, author.user.uid, 'json')
  expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThan(1_000_000)
  const { comments } = JSON.parse(await new Blob(pieces).text())
  expect(comments).toHaveLength(10_000)
  expect(new Set(comments.map(({ id }: { id: number }) => id)).size).toBe(10_000)
})

test('the archive contains the same data, the posts as Markdown and HTML, and their images', async () => {
  const world = new World()
  const author = await world.member()
  const key = `${'k'.repeat(22)}.png`
  await world.env.IMAGES.put(key, Uint8Array.of(1, 2, 3))
  await world.db.batch([
    sql`INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
        VALUES (${key}, ${author.user.uid}, 'post', 'image/png', 1, 1, 3, ${world.now.toISOString()})`,
  ])
  const body = `<h2>One &amp; two</h2><p>Some <strong>bold</strong> 中文 <a href="https://a.example/">link</a></p><p><img src="/images/${key}" alt="x"></p><pre><code class="language-js">a \`b\`</code></pre><ul><li><p>first</p></li><li><p>second</p></li></ul>`
  const post = await world.post({ author: author.user, title: 'An <odd> title', body, status: 'approved' })
  const { headers } = await author.get('/api/settings/export.zip')
  expect(headers.get('content-type')).toBe('application/zip')
  const pieces = await piecesOf(world, author.user.uid, 'zip')
  const files = await unzipped(new Uint8Array(await new Blob(pieces).arrayBuffer()))
  const text = (name: string) => new TextDecoder().decode(files.get(name))
  expect([...files.keys()]).toEqual(['data.json', `posts/${post.id}.md`, `posts/${post.id}.html`, `images/${key}`])
  expect(JSON.parse(text('data.json')).posts).toHaveLength(1)
  expect(files.get(`images/${key}`)).toEqual(Uint8Array.of(1, 2, 3))
  expect(text(`posts/${post.id}.html`)).toContain(`<img src="../images/${key}"`)
  expect(text(`posts/${post.id}.html`)).toContain('<h1>An &lt;odd&gt; title</h1>')
  expect(text(`posts/${post.id}.md`)).toBe(
    `# An <odd> title\n\n## One & two\n\nSome **bold** 中文 [link](<https://a.example/>)\n\n![x](<../images/${key}>)\n\n\`\`\`js\na \`b\`\n\`\`\`\n\n- first\n- second\n`,
  )
})

/** All steps of an export. Each starts with the stored form of the last one, as in the job. */
async function piecesOf(world: World, uid: number, format: Format): Promise<Uint8Array<ArrayBuffer>[]> {
  const [pieces, lines]: Uint8Array<ArrayBuffer>[][] = [[], []]
  const directory = async () => new Uint8Array(await new Blob(lines).arrayBuffer())
  const sources = { db: world.db, images: world.env.IMAGES, uid, directory }
  for (let progress: Progress | null = startOf(format, 'https://joule.example', world.now); progress !== null; ) {
    const step = await nextStep(sources, JSON.parse(JSON.stringify(progress)))
    pieces?.push(...step.pieces)
    lines?.push(...step.directory)
    progress = step.next
  }
  return pieces ?? []
}
