import { expect } from '#test/test.ts'
import { pagesFrom } from '../../pages/space/page.ts'
import { freshWord, publish, test } from './posts.ts'

test('the search page highlights matches and escapes markup', async ({ world, writer, word }) => {
  await publish(writer, {
    title: `<b>${word}</b> & co`,
    body: `<p>Mind &lt;img src=x onerror=alert(1)&gt; ${word} here</p>`,
  })
  const { status, text } = await world.visitor().get(`/search?q=${word}`)
  expect(status).toBe(200)
  expect(text).toContain(`&lt;b&gt;<mark>${word}</mark>&lt;/b&gt; &amp; co`)
  expect(text).toContain(`&lt;img src=x onerror=alert(1)&gt; <mark>${word}</mark> here`)
  expect(text).toMatch(/<meta name="robots" content="noindex"/)
})

test('the search page shows the query as text, in both languages', async ({ world }) => {
  for (const [language, phrase] of [
    ['en', 'Results for'],
    ['zh-CN', '的搜索结果'],
  ] as const) {
    const visitor = world.visitor()
    visitor.language = language
    const { text } = await visitor.get(
      `/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`,
    )
    expect(text).toContain(phrase)
    expect(text).not.toContain('<script>alert')
  }
})

test('the search page shows help if the query is empty, and a message if nothing was found', async ({
  visitor,
}) => {
  const empty = await visitor.get('/search')
  expect([empty.status, empty.headers.get('server-timing')]).toEqual([
    200,
    expect.stringContaining('round trips: 0'),
  ])
  expect(empty.text).toContain('Search tips')
  expect((await visitor.get(`/search?q=${freshWord()}`)).text).toContain('No results')
})

test('the search page links to the next page', async ({ world, writer, word }) => {
  for (let n = 0; n < 21; n++) await publish(writer, { title: `${word} ${n}` })
  const pages = await pagesFrom(world.visitor(), `/search?q=${word}`)
  expect(pages.map(({ text }) => text.match(/<li><h2/g)?.length)).toEqual([20, 1])
})

test('search suggestions are titles, people and tags that start with the typed text', async ({
  world,
  writer,
  word,
}) => {
  const [titled, longer] = [
    await publish(writer, { title: `On ${word}`, tags: [`${word}ish`] }),
    await publish(writer, { title: `${word}er, too` }),
  ]
  await publish(writer, { title: 'Another', body: `<p>${word}</p>` })
  const person = await world.user({ username: `${word}_me` })
  const { json, headers } = await world.visitor().get(`/api/search/suggestions?q=${word}`)
  expect(json).toEqual({
    posts: [
      { id: titled, title: `On ${word}` },
      { id: longer, title: `${word}er, too` },
    ],
    people: [expect.objectContaining({ uid: person.uid, username: `${word}_me` })],
    tags: [{ name: `${word}ish`, posts_count: 1 }],
  })
  expect(headers.get('server-timing')).toContain('round trips: 2')
})

test('search suggestions are cached for visitors but not for members', async ({
  world,
  word,
  member: me,
}) => {
  const by = await world.member({ level: 3 })
  await publish(by, { title: word })
  const path = `/api/search/suggestions?q=${word}`
  await world.visitor().get(path)
  expect((await world.visitor().get(path)).headers.get('cache-status')).toContain('hit')
  await me.post(`/api/users/${by.user.uid}/block`)
  expect([
    (await me.get(path)).json.posts,
    (await world.visitor().get(path)).json.posts.length,
  ]).toEqual([[], 1])
})

test('search suggestions for an empty or too long text are refused', async ({ visitor }) => {
  for (const q of ['', '%20', 'x'.repeat(101)])
    expect((await visitor.get(`/api/search/suggestions?q=${q}`)).status).toBe(422)
})
