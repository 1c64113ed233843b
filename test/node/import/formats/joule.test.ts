import { expect, test } from 'vitest'
import { joule } from '#import/joule/format.ts'
import { filesWith, itemsOf } from './read.ts'

const POST = { id: 7, title: 'A', body: '<p>b</p>', status: 'draft', tags: [] }

test('an export is recognised by the beginning of its data file', async () => {
  const matches = async (files: Record<string, string>) => joule.matches(await filesWith(files))
  expect(await matches({ 'data.json': '{"exported_at":"', 'content/posts/1.md': '' })).toBe(true)
  expect(await matches({ 'joule-10001.json': '{"exported_at":"' })).toBe(true)
  expect(await matches({ 'data.json': '{"db":[' })).toBe(false)
  expect(await matches({ 'data.json': '' })).toBe(false)
  expect(await matches({ 'a.json': '{"exported_at":"', 'b.json': '' })).toBe(false)
  expect(await matches({})).toBe(false)
})

test('the same post id at two sites has two keys', async () => {
  const keys = async (data: object) =>
    (await read({ ...data, posts: [POST] })).map(({ key }) => key)
  expect(await keys({ site: 'https://a.example' })).toEqual(['joule:a.example:7'])
  expect(await keys({ site: 'https://b.example:8080/' })).toEqual(['joule:b.example:8080:7'])
  // The export of an older version.
  const account = [
    { uid: 10001, username: 'ada', email: 'a@a.example', created_at: '2026-01-02T03:04:05.678Z' },
  ]
  expect(await keys({ account })).toEqual(['joule:2026-01-02T03:04:05.678Z:7'])
})

test('an image that the archive does not contain keeps its address at the old site', async () => {
  const body =
    '<p><img src="/images/a.png" alt=""> <img src="/images/b.png" alt=""> <code>&lt;img src="/images/b.png"</code></p>'
  const posts = [{ ...POST, body, cover_url: '/images/b.png' }]
  const [item] = await read({ site: 'https://a.example', posts }, { 'images/a.png': 'a' })
  expect(item).toMatchObject({
    body: body.replace('/images/b.png', 'https://a.example/images/b.png'),
    coverUrl: 'https://a.example/images/b.png',
    images: [
      { source: '/images/a.png', file: 'images/a.png' },
      { source: 'https://a.example/images/b.png', file: null },
    ],
  })
})

test('a summary that the old site derived from the text is not imported', async () => {
  const posts = [
    { ...POST, id: 1, summary: 'mine', summary_is_own: 1 },
    { ...POST, id: 2, summary: 'derived', summary_is_own: 0 },
  ]
  expect(await read({ posts })).toMatchObject([{ summary: 'mine' }, { summary: null }])
})

test('a post of a Joule export that cannot be read is refused, and the others are imported', async () => {
  const posts = [
    { ...POST, body: null },
    { ...POST, id: '7' },
    { ...POST, title: '', body: '' },
    POST,
    POST,
    'x',
    null,
  ]
  const refusals = (await read({ posts })).map((item) =>
    'refused' in item ? item.refused : 'kept',
  )
  expect(refusals).toEqual(['unreadable', 'unreadable', 'empty', 'kept', 'duplicate_key'])
  const odd = {
    ...POST,
    title: 1,
    tags: [1, ['a'], ['b', 2]],
    cover_url: 3,
    published_at: 'never',
    canonical_url: {},
  }
  expect(await read({ posts: [odd], account: 'x', site: 'not a URL' })).toMatchObject([
    { title: '', tags: [], coverUrl: null, publishedAt: null, url: null, author: null },
  ])
})

test.each(['{"exported_at":', '[]', 'null'])(
  'a data file of %j is refused as a whole',
  async (text) => {
    const items = joule.read(await filesWith({ 'data.json': text }))
    await expect(items.next()).rejects.toMatchObject({ problem: 'invalid_json', file: 'data.json' })
  },
)

async function read(data: object, files: Record<string, string> = {}) {
  return itemsOf(joule, await filesWith({ ...files, 'data.json': JSON.stringify(data) }))
}
