import { sql } from 'drizzle-orm'
import { DAY } from '#kernel/clock.ts'
import { expect, refusal, refusalOf, test } from '#test/test.ts'
import { author, draft, WRITTEN } from './authors.ts'

const create = '/api/studio/posts'

test('a new post is public; it is a draft on request, and while review is on', async ({
  world,
  writer,
}) => {
  const { status, json } = await writer.post(create, {
    ...WRITTEN,
    tags: ['SQLite', 'sqlite', '边缘'],
  })
  expect([status, json.status, json.version]).toEqual([201, 'approved', 1])
  expect(json).toMatchObject({
    published_at: world.now.toISOString(),
    summary: '写了一些字。',
    tags: ['sqlite', '边缘'],
  })
  expect((await writer.post(create, { ...WRITTEN, draft: true })).json.status).toBe('draft')
  await world.setting('audit.enabled', true)
  expect((await writer.post(create, WRITTEN)).json).toMatchObject({
    status: 'draft',
    published_at: null,
  })
})

test('a draft may be empty, but an empty draft cannot be submitted or published', async ({
  writer,
}) => {
  const { status, json } = await writer.post(create, { draft: true })
  expect([status, json.title, json.body, json.summary]).toEqual([201, '', '', ''])
  expect(await refusalOf(writer.post(`${create}/${json.id}/submit`))).toEqual([
    422,
    'title',
    'body',
  ])
  expect(refusal(await writer.post(create, { title: '只有标题' }))).toEqual([
    422,
    'validation_failed',
  ])
})

const INVALID: [name: string, fields: object, field: string][] = [
  ['six tags', { tags: ['1', '2', '3', '4', '5', '6'] }, 'tags'],
  ['a tag of 25 characters', { tags: ['好'.repeat(25)] }, 'tags.0'],
  ['an empty tag', { tags: ['  '] }, 'tags.0'],
  ['a title of 121 characters', { title: '字'.repeat(121) }, 'title'],
  ['a title of spaces', { title: ' \t ' }, 'title'],
  ['a body of spaces', { body: '<p> &nbsp; </p><hr>' }, 'body'],
  ['a body of 200,001 characters', { body: `<p>${'字'.repeat(200_001 - 7)}</p>` }, 'body'],
  [
    '400,001 characters that would be sanitised away',
    { body: `ok<!--${'x'.repeat(400_001)}` },
    'body',
  ],
  ['a summary of 301 characters', { summary: 's'.repeat(301) }, 'summary'],
  ['a cover that is a script', { cover_url: 'javascript:alert(1)' }, 'cover_url'],
  ['a canonical link without TLS', { canonical_url: 'http://old.example/a' }, 'canonical_url'],
  [
    'a canonical link that is a script',
    { canonical_url: 'javascript:alert(1)//https://' },
    'canonical_url',
  ],
  ['a canonical link that is a path', { canonical_url: '//old.example/a' }, 'canonical_url'],
  [
    'a canonical link with a user name',
    { canonical_url: 'https://joule.test@old.example/' },
    'canonical_url',
  ],
  ['a canonical link without a host', { canonical_url: 'https://' }, 'canonical_url'],
  [
    'a canonical link of 501 characters',
    { canonical_url: `https://old.example/${'a'.repeat(481)}` },
    'canonical_url',
  ],
  [
    'a link that is longer encoded',
    { canonical_url: `https://old.example/${'字'.repeat(60)}` },
    'canonical_url',
  ],
  ['NUL in the canonical link', { canonical_url: 'https://old.example/\0' }, 'canonical_url'],
  ['a canonical link that is a number', { canonical_url: 1 }, 'canonical_url'],
  ['NUL in the title', { title: 'a\0b' }, 'title'],
  ['more than 10,000 tags', { body: '<br>'.repeat(10_001) }, 'body'],
]

test('an invalid post is refused with the name of the field, and nothing is stored', async ({
  writer,
}) => {
  for (const [name, fields, field] of INVALID) {
    expect(await refusalOf(writer.post(create, { ...WRITTEN, ...fields })), name).toEqual([
      422,
      field,
    ])
  }
  expect((await writer.get(create)).json.items).toEqual([])
})

const VALID: [name: string, fields: object][] = [
  ['five tags', { tags: ['1', '2', '3', '4', '5'] }],
  ['a title of 120 characters beyond the basic plane', { title: '𠮷'.repeat(120) }],
  ['a body of 200,000 characters', { body: `<p>${'字'.repeat(200_000 - 7)}</p>` }],
  ['a body of 10,000 tags', { body: '<br>a'.repeat(10_000) }],
  [
    'a body that is longer before it is sanitised',
    { body: `<p>ok</p><script>${'x'.repeat(250_000)}</script>` },
  ],
  [
    'a canonical link of 500 characters',
    { canonical_url: `https://old.example/${'a'.repeat(480)}` },
  ],
  ['an image without text', { body: '<img src="/images/AAAAAAAAAAAAAAAAAAAAAA.png">' }],
]

test('a post at the limits is accepted', async ({ writer }) => {
  for (const [name, fields] of VALID) {
    expect((await writer.post(create, { ...WRITTEN, ...fields })).status, name).toBe(201)
  }
})

test('an edit of the title does not change a body that is above the present limit of tags', async ({
  author,
  post,
  world,
}) => {
  const body = `<p>${'<br>a'.repeat(20_000)}</p>`
  await world.db.batch([sql`UPDATE posts SET body = ${body} WHERE id = ${post.id}`])
  const edited = await author.put(`/api/studio/posts/${post.id}`, { title: 'Another' })
  expect([edited.status, edited.json.title, edited.json.body === body]).toEqual([
    200,
    'Another',
    true,
  ])
})

test('the summary follows the text unless the author has written one', async ({ writer }) => {
  const id = await draft(writer)
  const put = async (fields: object) => (await writer.put(`${create}/${id}`, fields)).json.summary
  expect(await put({ body: '<p>新的正文</p>' })).toBe('新的正文')
  expect(await put({ summary: '我的摘要' })).toBe('我的摘要')
  expect(await put({ body: '<p>又改了</p>' })).toBe('我的摘要')
  expect(await put({ summary: '' })).toBe('又改了')
})

test('the cover and the tags of a post can be removed, but not the title and the text of a public post', async ({
  writer,
}) => {
  const fields = { cover_url: '/images/AAAAAAAAAAAAAAAAAAAAAA.png', tags: ['一'] }
  const { id } = (await writer.post(create, { ...WRITTEN, ...fields })).json
  const none = { cover_url: null, tags: [] }
  expect((await writer.put(`${create}/${id}`, none)).json).toMatchObject(none)
  const empty = { title: ' ', body: '<p></p>' }
  expect(await refusalOf(writer.put(`${create}/${id}`, empty))).toEqual([422, 'title', 'body'])
  expect((await writer.get(`/api/posts/${id}`)).json.title).toBe(WRITTEN.title)
})

const body = { ...WRITTEN, draft: true }
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

test('concurrent creates with the same idempotency key make one post', async ({ writer }) => {
  const create = () => writer.post('/api/studio/posts', body, withKey('b'))
  const responses = await Promise.all([create(), create(), create()])
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(responses.map(({ json }) => json.id)).size).toBe(1)
  expect((await writer.get('/api/studio/posts')).json.items.length).toBe(1)
})

test('an idempotency key is ignored for other users, after a day and after a refused request, and has a maximum length', async ({
  world,
}) => {
  const [browser, other] = [await author(world), await author(world)]
  const first = await browser.post('/api/studio/posts', body, withKey('d'))
  expect((await other.post('/api/studio/posts', body, withKey('d'))).json.id).not.toBe(
    first.json.id,
  )
  world.wait(DAY + 1000)
  const later = await world.visitor().signIn(browser.user)
  expect((await later.post('/api/studio/posts', body, withKey('d'))).json.id).not.toBe(
    first.json.id,
  )
  const refused = await later.post(
    '/api/studio/posts',
    { ...body, title: '字'.repeat(121) },
    withKey('e'),
  )
  expect(refused.status).toBe(422)
  expect((await later.post('/api/studio/posts', body, withKey('e'))).status).toBe(201)
  expect((await later.post('/api/studio/posts', body, withKey('k'.repeat(65)))).status).toBe(422)
})

const INVISIBLE = '\u200b\u200d\u2060'

test('titles, tags and names of invisible characters are refused', async ({ writer }) => {
  const sent = [
    ['/api/studio/posts', { ...WRITTEN, title: INVISIBLE }],
    ['/api/studio/posts', { ...WRITTEN, tags: [INVISIBLE] }],
    ['/api/studio/posts', { ...WRITTEN, body: `<p>${INVISIBLE}</p>` }],
    ['/api/folders', { name: INVISIBLE }],
    ['/api/settings/tokens', { name: INVISIBLE, scope: 'read' }],
  ] as const
  for (const [path, json] of sent) {
    expect([path, ...refusal(await writer.post(path, json))]).toEqual([
      path,
      422,
      'validation_failed',
    ])
  }
})

test('bidi controls are removed from titles, summaries, tags and names', async ({ writer }) => {
  const reversed = '\u202eabc\u202c'
  const { json } = await writer.post('/api/studio/posts', {
    ...WRITTEN,
    title: reversed,
    summary: reversed,
    tags: [reversed, 'abc'],
  })
  expect(json).toMatchObject({ title: 'abc', summary: 'abc', tags: ['abc'] })
  expect((await writer.post('/api/folders', { name: `${reversed}\u2066` })).json.name).toBe('abc')
  expect(
    (await writer.put('/api/settings/profile', { signature: reversed })).json.user.signature,
  ).toBe('abc')
  const path = `/api/settings/sessions/${writer.sid}/remark`
  await writer.put(path, { remark: reversed })
  expect((await writer.get('/api/settings/sessions')).json.items[0].remark).toBe('abc')
})
