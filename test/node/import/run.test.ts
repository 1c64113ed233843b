import { expect, test } from 'vitest'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { siteOfFile } from '../support/site.ts'
import { putEmptySite } from '../support/small-site.ts'
import { author, comment, importItems, item, NOW, PNG } from './items.ts'

const site = siteOfFile(putEmptySite)

const posts = () =>
  site.query<Record<string, unknown>>(
    `SELECT p.*, u.username, u.email FROM posts p JOIN users u ON uid = author_id ORDER BY p.id`,
  )
const counts = async () => {
  const [row] = await site.query<
    Record<string, number>
  >(`SELECT (SELECT COUNT(*) FROM posts) AS posts,
    (SELECT COUNT(*) FROM comments) AS comments, (SELECT COUNT(*) FROM users) AS users, (SELECT COUNT(*) FROM images) AS images,
    (SELECT COUNT(*) FROM redirects) AS redirects, (SELECT COUNT(*) FROM notifications) AS notices,
    (SELECT COUNT(*) FROM outbox) AS mails, (SELECT SUM(energy) + SUM(exp) FROM users) AS rewards`)
  return row
}

test('an imported published post keeps its dates and gets the rank of its date; a draft stays a draft', async () => {
  await importItems(site, [
    item('a', { author: author('mika'), tags: ['Bread', 'Slow Food'] }),
    item('b', { author: author('mika'), isPublished: false }),
  ])
  const [published, draft] = await posts()
  expect(published).toMatchObject({
    status: 'approved',
    title: 'Title of a',
    import_key: 'a',
    username: 'mika',
    email: 'mika@example.com',
    created_at: '2019-05-01T10:00:00.000Z',
    updated_at: '2020-06-01T10:00:00.000Z',
    hot: 1_556_704_800,
    published_at: '2019-05-01T10:00:00.000Z',
    edited_at: null,
    summary: 'Text of a',
    canonical_url: null,
    tags: JSON.stringify([
      ['bread', 'Bread'],
      ['slow food', 'Slow Food'],
    ]),
  })
  expect(draft).toMatchObject({ status: 'draft', published_at: null, hot: 0 })
  expect(await counts()).toMatchObject({ posts: 2, notices: 0, mails: 0, rewards: 0 })
})

test('an import keeps series in their order, AI labels and canonical addresses', async () => {
  const series = 'Ink'
  const mika = author('mika')
  await importItems(site, [
    item('a', { author: mika, series, ai: 'made', canonicalUrl: 'https://mika.example/a' }),
    item('b', { author: mika, series, ai: 'helped', isPublished: false }),
    item('c', { author: mika, series, url: 'https://old.example/c' }),
    item('d', { author: author('lin'), series }),
  ])
  // A second run continues the series.
  await importItems(site, [item('e', { author: mika, series })])
  expect(await posts()).toMatchObject([
    { ai_made: 1, canonical_url: 'https://mika.example/a' },
    { ai_made: 0 },
    { ai_made: null, canonical_url: null },
    {},
    {},
  ])
  const rows = await site.query(
    `SELECT p.import_key AS key, u.username, m.part, s.parts FROM series s JOIN series_posts m ON m.series_id = s.id
     JOIN posts p ON p.id = m.post_id JOIN users u ON u.uid = s.user_id ORDER BY s.id, m.position`,
  )
  expect(rows).toEqual([
    { key: 'a', username: 'mika', part: 1, parts: 3 },
    { key: 'b', username: 'mika', part: 2, parts: 3 },
    { key: 'c', username: 'mika', part: 2, parts: 3 },
    { key: 'e', username: 'mika', part: 3, parts: 3 },
    { key: 'd', username: 'lin', part: 1, parts: 1 },
  ])
})

test('imported content is sanitised, and a post that the API would refuse is refused', async () => {
  const { summary } = await importItems(site, [
    item('a', {
      body: '<p onclick="x()">one</p><script>alert(1)</script><iframe src="https://x.example"></iframe>',
    }),
    item('b', { body: `<p>${'x'.repeat(200_001)}</p>` }),
    item('c', { body: '<p> </p>' }),
    item('d', { title: 'x'.repeat(300), summary: 'y'.repeat(500) }),
    item('e', { title: '', body: '<p>A note without a title</p>' }),
    item('f', { body: '<p>a\0b</p>' }),
    { key: 'g', title: 'A page', refused: 'not_a_post' },
    item('a'),
  ])
  const [first, long, note, binary] = await posts()
  expect(first?.body).toBe('<p>one</p>')
  expect([...String(long?.title)]).toHaveLength(120)
  expect([...String(long?.summary)]).toHaveLength(300)
  expect(note?.title).toBe('A note without a title')
  expect(binary?.body).toBe('<p>ab</p>')
  expect(Object.fromEntries(summary.refused.counts)).toEqual({
    'too long, or more than 100 images': 1,
    empty: 1,
    'not a post': 1,
    'twice in the file': 1,
  })
})

test('images inside an imported text are stored, and damaged ones are left out', async () => {
  const inline = `data:image/png;base64,${PNG.toString('base64')}`
  const broken = 'data:image/png;base64,AAAA'
  const { lines } = await importItems(site, [
    item('a', {
      body: `<p>one <img src="${inline}"> two <img src="${broken}"></p>`,
      images: [inline, broken].map((source) => ({ source, file: null })),
    }),
  ])
  const [{ key }] = (await site.query<{ key: string }>('SELECT key FROM images')) as [
    { key: string },
  ]
  const [post] = await posts()
  expect(post?.body).toBe(`<p>one <img src="/images/${key}" alt="" loading="lazy"> two </p>`)
  expect(lines).toContain(
    'images: 1 stored, 0 stay links, left out: 1 (1 not a JPEG, PNG, GIF or WebP image)',
  )
})

test('invalid dates and dates in the future are replaced by the time of the import', async () => {
  await importItems(site, [
    item('a', { publishedAt: '2999-01-01T00:00:00.000Z' }),
    item('b', { publishedAt: 'yesterday', updatedAt: null }),
    item('c', { publishedAt: '0001-01-01T00:00:00Z', updatedAt: '2998-01-01T00:00:00Z' }),
  ])
  const now = NOW.toISOString()
  expect(await posts()).toMatchObject([
    { status: 'draft', created_at: now },
    { status: 'approved', published_at: now },
    { status: 'approved', published_at: now, updated_at: now },
  ])
})

test('authors of imported posts get accounts without a password and with a free username', async () => {
  await site.query(`INSERT INTO users (email, username, username_key, created_at)
    VALUES ('other@example.com', 'ola', 'ola', '2026-01-01T00:00:00.000Z')`)
  const { summary, lines } = await importItems(site, [
    item('a', { author: author('Jane Doe', 'Jane@Example.com') }),
    item('b', { author: author('ola', 'ola@example.com') }),
    item('c', { author: author('admin', 'boss@example.com') }),
    item('d', { author: { key: 'jane again', name: 'J.', email: 'jane@example.com' } }),
    item('e', { author: author('anonymous', null) }),
    item('f', {
      author: author('broken', 'not an address'),
      comments: [comment('1', { author: author('reader') })],
    }),
    item('g', { author: author('silent'), body: '' }),
  ])
  expect(
    (await posts()).map(({ import_key, username, email }) => [import_key, username, email]),
  ).toEqual([
    ['a', 'Jane-Doe', 'jane@example.com'],
    ['b', 'ola2', 'ola@example.com'],
    ['c', 'author', 'boss@example.com'],
    ['d', 'Jane-Doe', 'jane@example.com'],
  ])
  const made = await site.query(
    'SELECT DISTINCT password_hash, email_verified_at, exp, role FROM users WHERE uid > 10002',
  )
  expect(made).toEqual([{ password_hash: null, email_verified_at: null, exp: 0, role: 'user' }])
  expect(summary.refused.total).toBe(3)
  expect(await counts()).toMatchObject({ users: 5 })
  expect(lines).toContain('authors: 3 new accounts, 0 existing accounts')
  expect(lines).toContain(
    'authors without an account, the author has no e-mail address in the file: anonymous',
  )
  expect(lines).toContain(
    'authors without an account, the e-mail address of the author in the file is not valid: not an address',
  )
})

test('an account with the same address gets posts only if its user has proved the address, or the mapping says so', async () => {
  const at = `'2026-01-01T00:00:00.000Z'`
  await site.query(`INSERT INTO users (email, password_hash, email_verified_at, status, created_at) VALUES
    ('proved@example.com', 'x', ${at}, 'active', ${at}), ('claimed@example.com', 'x', NULL, 'active', ${at}),
    ('banned@example.com', 'x', ${at}, 'banned', ${at})`)
  const items = ['proved', 'claimed', 'banned'].map((name) => item(name, { author: author(name) }))
  const { lines } = await importItems(site, items)
  expect((await posts()).map(({ email }) => email)).toEqual(['proved@example.com'])
  expect(lines).toContain(
    'authors without an account, an account has the address of the author but has not confirmed it: claimed@example.com',
  )
  const mapping = {
    authors: { claimed: 'claimed@example.com', 'banned@example.com': '10001' },
    tags: {},
  }
  await importItems(site, items, { mapping })
  const owners = ['claimed@example.com', 'owner@joule.test', 'proved@example.com']
  expect((await posts()).map(({ email }) => email).sort()).toEqual(owners)
})

test('a mapping file names accounts and tags, and leaves authors out', async () => {
  const items = [
    item('a', { author: author('mika'), tags: ['Old', 'Gone', 'Kept'] }),
    item('b', { author: author('ola') }),
    item('c', { author: author('unknown', null) }),
  ]
  const mapping = {
    authors: { mika: 'new@example.com', 'ola@example.com': null, '*': '10001' },
    tags: { Old: 'New', Gone: null },
  }
  await importItems(site, items, { mapping })
  expect(await posts()).toMatchObject([
    {
      email: 'new@example.com',
      tags: JSON.stringify([
        ['new', 'New'],
        ['kept', 'Kept'],
      ]),
    },
    { import_key: 'c', author_id: 10001 },
  ])
  await expect(
    importItems(site, items, { mapping: { authors: { mika: 'who' }, tags: {} } }),
  ).rejects.toThrow('there is no account "who"')
})

test('--as gives all posts to one account; comments keep their authors', async () => {
  const items = [
    item('a', { author: author('mika'), comments: [comment('1', { author: author('ola') })] }),
  ]
  const { lines } = await importItems(site, items, { options: { as: '10001' } })
  expect(lines).toContain('all posts are for owner@joule.test (10001)')
  expect(await posts()).toMatchObject([{ author_id: 10001 }])
  expect(await site.query('SELECT username FROM comments JOIN users ON uid = author_id')).toEqual([
    { username: 'ola' },
  ])
  await expect(importItems(site, [], { options: { as: '999' } })).rejects.toThrow(
    'there is no account "999"',
  )
})

test('imported comments keep authors, dates and threads, and long ones are continued in replies', async () => {
  const long = `${'word '.repeat(190)}end.\n\n${'more '.repeat(100)}`
  const { summary } = await importItems(site, [
    item('a', {
      comments: [
        comment('1', { author: author('ola') }),
        comment('2', { replyTo: '1', author: author('mika') }),
        comment('3', {
          replyTo: '2',
          body: long,
          author: author('ola'),
          createdAt: '2999-01-01T00:00:00Z',
        }),
        comment('4', { replyTo: '1', author: author('ghost', null) }),
        comment('5', { replyTo: '4', author: author('mika') }),
        comment('6', { body: '  ' }),
      ],
    }),
    item('b', { comments: [comment('1')] }),
    item('c', { isPublished: false, comments: [comment('1')] }),
  ])
  const rows =
    await site.query(`SELECT id, root_id, reply_to_id, username, length(body) AS length, comments.created_at, replies_count
    FROM comments LEFT JOIN users ON uid = author_id ORDER BY id`)
  const at = '2019-05-02T10:00:00.000Z'
  expect(rows).toMatchObject([
    { id: 1, root_id: null, reply_to_id: null, username: 'ola', created_at: at, replies_count: 4 },
    { id: 2, root_id: 1, reply_to_id: 1, username: 'mika' },
    { id: 3, root_id: 1, reply_to_id: 2, length: 954, created_at: NOW.toISOString() },
    { id: 4, root_id: 1, reply_to_id: 3, length: 499 },
    { id: 5, root_id: 1, reply_to_id: 1, username: 'mika' },
    { id: 6, root_id: null, username: null },
  ])
  expect(summary.comments).toBe(6)
  expect(Object.fromEntries(summary.commentsLeftOut.counts)).toEqual({
    'by authors without an account': 1,
    'without text': 1,
    'of drafts': 1,
  })
  expect(await counts()).toMatchObject({ notices: 0, mails: 0 })
})

test('an imported comment to a user who has blocked its author is left out', async () => {
  const at = `'2026-01-01T00:00:00.000Z'`
  await site.query(
    `INSERT INTO users (email, email_verified_at, created_at) VALUES ('mika@example.com', ${at}, ${at})`,
  )
  await site.query(
    `INSERT INTO user_blocks (user_id, blocked_id, created_at) VALUES (10001, 10002, ${at})`,
  )
  const { summary } = await importItems(site, [
    item('a', {
      comments: [
        comment('1', { author: author('mika') }),
        comment('2', { replyTo: '1', author: author('ola') }),
      ],
    }),
  ])
  expect(await site.query('SELECT root_id, body FROM comments')).toEqual([
    { root_id: null, body: 'Comment 2' },
  ])
  expect(String(summary.commentsLeftOut)).toBe('1 across a block')
})

test('many comments of one post are written in several statements with the right threads', async () => {
  const comments = Array.from({ length: 1_200 }, (_, n) =>
    comment(String(n), { body: `${n} ${'字'.repeat(900)}`, replyTo: n < 2 ? null : String(n - 1) }),
  )
  await importItems(site, [item('a', { comments: [comment('x')] }), item('b', { comments })])
  const [row] =
    await site.query(`SELECT COUNT(*) AS count, SUM(root_id = 3) AS replies, SUM(reply_to_id = id - 1) AS chain
    FROM comments WHERE post_id = 2`)
  expect(row).toEqual({ count: 1_200, replies: 1_198, chain: 1_198 })
})

test('old paths of an imported post lead to it, and a path that is taken is reported', async () => {
  const { summary } = await importItems(site, [
    item('a', { path: '/2019/05/hello/', morePaths: ['/?p=5', '/hello%20world'] }),
    item('b', { path: '/2019/05/hello' }),
  ])
  expect(await site.query('SELECT path, post_id FROM redirects ORDER BY path')).toEqual([
    { path: '/2019/05/hello', post_id: 1 },
    { path: '/hello%20world', post_id: 1 },
  ])
  expect(summary.conflicts).toEqual(['/2019/05/hello'])
})

test('an old path that the site itself serves is reported and gets no redirect', async () => {
  const own = [
    '/posts/5',
    '/login',
    '/tags/x',
    '/images/a.png',
    '/admin',
    '/about?p=1',
    '/sitemap-1.xml',
  ]
  const { summary } = await importItems(site, [item('a', { path: '/posts/hello', morePaths: own })])
  expect(await site.query('SELECT path FROM redirects')).toEqual([{ path: '/posts/hello' }])
  expect(summary.conflicts).toEqual(own)
})

test('a dry run writes nothing and has the same summary as the run; a second run creates nothing', async () => {
  const items = [
    item('a', {
      author: author('mika'),
      comments: [comment('1', { author: author('ola') })],
      path: '/a',
      tags: ['x'],
    }),
    item('b', {
      author: author('Mika', 'm2@example.com'),
      path: '/a',
      losses: [{ kind: 'embed', count: 2 }],
    }),
    item('c', { author: author('x', null) }),
  ]
  const before = await counts()
  const dry = await importItems(site, items, { options: { isDryRun: true } })
  expect(await counts()).toEqual(before)
  const real = await importItems(site, items)
  expect(real.lines).toEqual(dry.lines)
  const after = await counts()
  expect(after).toMatchObject({ posts: 2, comments: 1, users: 4, redirects: 1 })
  const second = await importItems(site, items)
  expect(second.summary).toMatchObject({ published: 0, drafts: 0, existing: 2, comments: 0 })
  expect(await counts()).toEqual(after)
})

test('all figures of the site are correct after an import', async () => {
  const comments = [comment('1', { author: author('ola') }), comment('2', { replyTo: '1' })]
  const items = Array.from({ length: 120 }, (_, n) => {
    const publishedAt = `20${10 + (n % 10)}-03-04T05:06:07.000Z`
    const facts = { tags: ['x', `tag ${n % 9}`], isPublished: n % 10 !== 0, publishedAt, comments }
    return item(`post ${n}`, { author: author(`writer${n % 7}`), ...facts })
  })
  await importItems(site, items)
  expect(await checkAll(site.db, NOW)).toMatchObject({ ok: true, failures: {} })
  await sumUp(site.db)
  expect(await checkAll(site.db, NOW)).toMatchObject({ ok: true, failures: {} })
  expect(await counts()).toMatchObject({
    posts: 120,
    comments: 216,
    notices: 0,
    mails: 0,
    rewards: 0,
  })
})
