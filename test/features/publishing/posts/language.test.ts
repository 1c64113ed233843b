import { sql } from 'drizzle-orm'
import { listLanguagePath } from '#features/publishing/lists/http/list-language.ts'
import { languageOfPost } from '#features/publishing/posts/language.ts'
import { expect, redirectOf, refusalOf, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { author } from './authors.ts'

const world = new World()

const TEXTS: [title: string, summary: string, language: 'zh' | 'en' | null][] = [
  ['为什么选择 SQLite', '一个数据库，一个文件。', 'zh'],
  [
    'React Server Components 入门',
    'Next.js 与 React 的用法：如何在 Cloudflare Workers 上运行，以及为什么。',
    'zh',
  ],
  ['Why SQLite', 'One database, one file.', 'en'],
  [
    'The word 道 in English texts',
    'It is often translated as “the way”, which says too little — and too much.',
    'en',
  ],
  ['What’s new — “quotes” everywhere…', '', 'en'],
  ['42', '', null],
  ['🎉🎉🎉', '1 + 1 = 2', null],
  ['', '', null],
  ['日本語のタイトル', '日本の文章です。', null],
  ['한국어 제목', '', null],
  ['Привет', 'Как дела?', null],
  ['𠮷 is a character of the second plane', '', 'en'],
  ['long', '中'.repeat(300), 'zh'],
]

test.each(TEXTS)(
  'the language of “%s” follows from its script, equal in SQL and in TypeScript',
  async (title, summary, language) => {
    expect(languageOfPost({ title, summary })).toBe(language)
    const { uid } = await world.user()
    const [[row]] = await world.db.batch([
      sql<{ language: string }>`
      INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at)
      VALUES (${uid}, 'draft', ${title}, ${summary}, '', '2026-01-01', '2026-01-01') RETURNING language`,
    ])
    expect(row?.language).toBe(language ?? '')
  },
)

test('a post is listed in its language, also under its tags, and a new title can change the language', async () => {
  const browser = await author(world)
  const tag = crypto.randomUUID().slice(0, 20)
  const [chinese, english, neither] = await Promise.all(
    ['中文的标题', 'An English title', '42'].map(async (title) => {
      const response = await browser.post('/api/studio/posts', {
        title,
        body: '<p>1</p>',
        tags: [tag],
      })
      return Number(response.json?.id)
    }),
  )
  const listed = async (query: string) => {
    const { json } = await world.visitor().get(`/api/posts?${query}&limit=50`)
    return json?.items.map(({ id }: { id: number }) => id).sort()
  }
  const each = ['sort=new', 'sort=hot', `tag=${tag}`, `tag=${tag}&sort=hot`]
  for (const list of each) {
    expect(await listed(list)).toEqual(expect.arrayContaining([chinese, english, neither]))
    expect(await listed(`${list}&language=zh`), list).toEqual([chinese, neither])
    expect(await listed(`${list}&language=en`), list).toEqual([english, neither])
  }
  await browser.put(`/api/studio/posts/${english}`, { title: '改成了中文的标题' })
  for (const list of each) {
    expect(await listed(`${list}&language=zh`), list).toEqual([chinese, english, neither])
    expect(await listed(`${list}&language=en`), list).toEqual([neither])
  }
})

test('the posts of an author are not filtered by language, except in a search', async () => {
  const browser = await author(world)
  const ofAuthor = `author=${browser.user.uid}&language=en`
  expect(await refusalOf(world.visitor().get(`/api/posts?${ofAuthor}`))).toEqual([422, 'language'])
  expect((await world.visitor().get(`/api/posts?q=nothing&${ofAuthor}`)).status).toBe(200)
})

async function postsInBothLanguages(writer: Client) {
  for (const title of ['中文的标题', 'An English title']) {
    await writer.post('/api/studio/posts', { title, body: '<p>1</p>', tags: ['both'] })
  }
}

test('pages filter by the language cookie, and the cache has one entry per choice', async ({
  visitor,
  writer,
}) => {
  await postsInBothLanguages(writer)
  const look = async (path: string) => {
    const { text, headers } = await visitor.get(path)
    const shown = ['中文的标题', 'An English title'].filter((title) =>
      text.includes(`${title}</a></h`),
    )
    return [shown.length === 2 ? 'all' : shown[0], headers.get('cache-status')]
  }
  for (const path of ['/', '/posts', '/posts?sort=hot', '/tags/both']) {
    visitor.cookies.delete('reads')
    expect(await look(path)).toEqual(['all', 'joule; fwd=miss; stored'])
    expect(await redirectOf(visitor.get(listLanguagePath('zh', path)))).toEqual([302, path])
    expect(await look(path)).toEqual(['中文的标题', 'joule; fwd=miss; stored'])
    expect(await look(path)).toEqual(['中文的标题', 'joule; hit'])
    await visitor.get(listLanguagePath('en', path))
    expect((await look(path))[0]).toBe('An English title')
    await visitor.get(listLanguagePath('all', path))
    expect(await look(path)).toEqual(['all', 'joule; hit'])
  }
})

test('the language cookie filters the lists of a member, but neither feeds nor the posts of an author', async ({
  visitor,
  writer,
}) => {
  await postsInBothLanguages(writer)
  visitor.cookies.set('reads', 'zh')
  expect((await visitor.get('/feed.xml')).text).toContain('An English title')
  expect((await visitor.get(`/posts?author=${writer.user.uid}`)).text).toContain(
    'An English title</a></h',
  )
  writer.cookies.set('reads', 'en')
  expect((await writer.get('/posts')).text).not.toContain('中文的标题</a></h')
})

test('the language switch redirects only to paths of this site', async () => {
  const { headers } = await world
    .visitor()
    .get('/list-language?reads=klingon&next=https://elsewhere.example/')
  expect(headers.get('location')).toBe('/')
})
