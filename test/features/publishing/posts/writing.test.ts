import { sql } from 'drizzle-orm'
import { expect, refusal, test } from '#test/test.ts'
import { author, draft, postIn, rowOf, WRITTEN } from './authors.ts'

const create = '/api/studio/posts'

test('a new post is public, or a draft while review is on or on request', async ({ world, writer }) => {
  const { status, json } = await writer.post(create, { ...WRITTEN, tags: ['SQLite', 'sqlite', '边缘'] })
  expect([status, json.status, json.version]).toEqual([201, 'approved', 1])
  expect(json).toMatchObject({
    published_at: world.now.toISOString(),
    summary: '写了一些字。',
    tags: ['sqlite', '边缘'],
  })
  expect((await writer.post(create, { ...WRITTEN, draft: true })).json.status).toBe('draft')
  await world.setting('audit.enabled', true)
  expect((await writer.post(create, WRITTEN)).json).toMatchObject({ status: 'draft', published_at: null })
})

test('Lv0 users cannot create or submit posts', async ({ world, member: beginner }) => {
  expect(refusal(await beginner.post(create, { ...WRITTEN, draft: true }))).toEqual([403, 'level_too_low'])
  const browser = await author(world)
  const id = await draft(browser)
  await world.db.batch([sql`UPDATE users SET exp = 0 WHERE uid = ${browser.user.uid}`])
  expect(refusal(await browser.post(`${create}/${id}/submit`))).toEqual([403, 'level_too_low'])
  expect((await rowOf(world, id)).status).toBe('draft')
})

test('a draft may be empty, but an empty draft cannot be submitted or published', async ({ writer }) => {
  const { status, json } = await writer.post(create, { draft: true })
  expect([status, json.title, json.body, json.summary]).toEqual([201, '', '', ''])
  const submitted = await writer.post(`${create}/${json.id}/submit`)
  expect(refusal(submitted)).toEqual([422, 'validation_failed'])
  expect(Object.keys(submitted.json.error.fields).sort()).toEqual(['body', 'title'])
  expect(refusal(await writer.post(create, { title: '只有标题' }))).toEqual([422, 'validation_failed'])
})

const INVALID: [name: string, fields: object, field: string][] = [
  ['six tags', { tags: ['1', '2', '3', '4', '5', '6'] }, 'tags'],
  ['a tag of 25 characters', { tags: ['好'.repeat(25)] }, 'tags.0'],
  ['an empty tag', { tags: ['  '] }, 'tags.0'],
  ['a title of 121 characters', { title: '字'.repeat(121) }, 'title'],
  ['a title of spaces', { title: ' \t ' }, 'title'],
  ['a body of spaces', { body: '<p> &nbsp; </p><hr>' }, 'body'],
  ['a body of 200,001 characters', { body: `<p>${'字'.repeat(200_001 - 7)}</p>` }, 'body'],
  ['400,001 characters that would be sanitised away', { body: `ok<!--${'x'.repeat(400_001)}` }, 'body'],
  ['a summary of 301 characters', { summary: 's'.repeat(301) }, 'summary'],
  ['a cover that is a script', { cover_url: 'javascript:alert(1)' }, 'cover_url'],
  ['a canonical link without TLS', { canonical_url: 'http://old.example/a' }, 'canonical_url'],
  ['a canonical link that is a script', { canonical_url: 'javascript:alert(1)//https://' }, 'canonical_url'],
  ['a canonical link that is a path', { canonical_url: '//old.example/a' }, 'canonical_url'],
  ['a canonical link with a user name', { canonical_url: 'https://joule.test@old.example/' }, 'canonical_url'],
  ['a canonical link without a host', { canonical_url: 'https://' }, 'canonical_url'],
  ['a canonical link of 501 characters', { canonical_url: `https://old.example/${'a'.repeat(481)}` }, 'canonical_url'],
  [
    'a canonical link that is longer encoded',
    { canonical_url: `https://old.example/${'字'.repeat(60)}` },
    'canonical_url',
  ],
  ['NUL in the canonical link', { canonical_url: 'https://old.example/\0' }, 'canonical_url'],
  ['a canonical link that is a number', { canonical_url: 1 }, 'canonical_url'],
  ['NUL in the title', { title: 'a\0b' }, 'title'],
  ['more than 10,000 tags', { body: '<br>'.repeat(10_001) }, 'body'],
]

test('an invalid post is refused with the name of the field, and nothing is stored', async ({ writer }) => {
  for (const [name, fields, field] of INVALID) {
    const response = await writer.post(create, { ...WRITTEN, ...fields })
    expect(refusal(response), name).toEqual([422, 'validation_failed'])
    expect(Object.keys(response.json.error.fields), name).toEqual([field])
  }
  expect((await writer.get(create)).json.items).toEqual([])
})

const VALID: [name: string, fields: object][] = [
  ['five tags', { tags: ['1', '2', '3', '4', '5'] }],
  ['a title of 120 characters beyond the basic plane', { title: '𠮷'.repeat(120) }],
  ['a body of 200,000 characters', { body: `<p>${'字'.repeat(200_000 - 7)}</p>` }],
  ['a body of 10,000 tags', { body: '<br>a'.repeat(10_000) }],
  ['a body that is longer before it is sanitised', { body: `<p>ok</p><script>${'x'.repeat(250_000)}</script>` }],
  ['a canonical link of 500 characters', { canonical_url: `https://old.example/${'a'.repeat(480)}` }],
  ['an image without text', { body: '<img src="/images/AAAAAAAAAAAAAAAAAAAAAA.png">' }],
]

test('a post at the limits is accepted', async ({ writer }) => {
  for (const [name, fields] of VALID) {
    expect((await writer.post(create, { ...WRITTEN, ...fields })).status, name).toBe(201)
  }
})

test('ten thousand nested tags become a post of limited depth', async ({ writer }) => {
  const { status, json } = await writer.post(create, { ...WRITTEN, body: `${'<div>'.repeat(10_000)}deep` })
  expect(status).toBe(201)
  expect(json.body).toContain('deep')
  expect(json.body.match(/<div>/g).length).toBeLessThanOrEqual(100)
  expect(json.body.match(/<div>/g).length).toBe(json.body.match(/<\/div>/g).length)
})

test('an edit of the title leaves a body alone that is above the present limit of tags', async ({
  author,
  post,
  world,
}) => {
  const body = `<p>${'<br>a'.repeat(20_000)}</p>`
  await world.db.batch([sql`UPDATE posts SET body = ${body} WHERE id = ${post.id}`])
  const edited = await author.put(`/api/studio/posts/${post.id}`, { title: 'Another' })
  expect([edited.status, edited.json.title, edited.json.body === body]).toEqual([200, 'Another', true])
})

test('HTML from the editor is stored unchanged', async ({ writer }) => {
  const body = [
    '<h2>标题</h2><p><strong>粗</strong><em>斜</em><s>删</s><code>码</code></p>',
    '<ul><li><p>一</p></li></ul><ol start="3"><li><p>三</p></li></ol>',
    '<ul data-type="taskList"><li data-checked="true"><p>做完</p></li><li data-checked="false"><p>没做</p></li></ul>',
    '<blockquote><p>引用</p></blockquote><pre><code class="language-typescript">let a = 1 &lt; 2\n</code></pre><hr>',
    '<table><tbody><tr><th><p>头</p></th></tr><tr><td colspan="2"><p>格</p></td></tr></tbody></table>',
  ].join('')
  const { json } = await writer.post(create, { ...WRITTEN, body })
  expect(json.body).toBe(body)
})

test('the summary follows the text unless the author has written one', async ({ writer }) => {
  const id = await draft(writer)
  const put = async (fields: object) => (await writer.put(`${create}/${id}`, fields)).json.summary
  expect(await put({ body: '<p>新的正文</p>' })).toBe('新的正文')
  expect(await put({ summary: '我的摘要' })).toBe('我的摘要')
  expect(await put({ body: '<p>又改了</p>' })).toBe('我的摘要')
  expect(await put({ summary: '' })).toBe('又改了')
})

test('the cover and tags of a post can be removed', async ({ writer }) => {
  const id = await draft(writer, { cover_url: '/images/AAAAAAAAAAAAAAAAAAAAAA.png', tags: ['一'] })
  expect((await writer.put(`${create}/${id}`, { cover_url: null, tags: [] })).json).toMatchObject({
    cover_url: null,
    tags: [],
  })
})

test('an edit of an old post version is refused, and the newer version stays', async ({ writer }) => {
  const id = await draft(writer)
  expect((await writer.put(`${create}/${id}`, { title: '先到', version: 1 })).json.version).toBe(2)
  expect(refusal(await writer.put(`${create}/${id}`, { title: '后到', version: 1 }))).toEqual([409, 'version_conflict'])
  expect((await writer.get(`${create}/${id}`)).json).toMatchObject({ title: '先到', version: 2 })
})

test('concurrent edits of one post version: one is stored and the other is refused', async ({ writer }) => {
  const id = await draft(writer)
  const edit = (title: string) => writer.put(`${create}/${id}`, { title, version: 1 })
  const responses = await Promise.all([edit('甲'), edit('乙')])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const winner = responses.find(({ status }) => status === 200)
  expect((await writer.get(`${create}/${id}`)).json).toMatchObject({ title: winner?.json.title, version: 2 })
})

test('an approved post cannot be edited to an empty post', async ({ world, writer }) => {
  const id = await postIn(world, writer, 'approved')
  const response = await writer.put(`${create}/${id}`, { title: ' ', body: '<p></p>' })
  expect(Object.keys(response.json.error.fields).sort()).toEqual(['body', 'title'])
  expect((await writer.get(`/api/posts/${id}`)).json.title).toBe(WRITTEN.title)
})
