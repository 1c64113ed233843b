import { expect, test } from 'vitest'
import { World } from '#test/world.ts'
import { author, freshWord, publish } from './posts.ts'

test('the page shows the matches marked, as text and never as markup', async () => {
  const world = new World()
  const word = freshWord()
  await publish(await author(world), {
    title: `<b>${word}</b> & co`,
    body: `<p>Mind &lt;img src=x onerror=alert(1)&gt; ${word} here</p>`,
  })
  const { status, text } = await world.visitor().get(`/search?q=${word}`)
  expect(status).toBe(200)
  expect(text).toContain(`&lt;b&gt;<mark>${word}</mark>&lt;/b&gt; &amp; co`)
  expect(text).toContain(`&lt;img src=x onerror=alert(1)&gt; <mark>${word}</mark> here`)
  expect(text).toMatch(/<meta name="robots" content="noindex"/)
})

test('what was typed is shown back as text, in both languages', async () => {
  const world = new World()
  for (const [language, phrase] of [
    ['en', 'Results for'],
    ['zh-CN', '的搜索结果'],
  ] as const) {
    const visitor = world.visitor()
    visitor.language = language
    const { text } = await visitor.get(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(text).toContain(phrase)
    expect(text).not.toContain('<script>alert')
  }
})

test('without a query the page invites to search, and with a vain one says so', async () => {
  const visitor = new World().visitor()
  const empty = await visitor.get('/search')
  expect([empty.status, empty.headers.get('server-timing')]).toEqual([200, expect.stringContaining('round trips: 0')])
  expect(empty.text).toContain('How to search')
  expect((await visitor.get(`/search?q=${freshWord()}`)).text).toContain('Nothing found')
})

test('the page goes on by cursor', async () => {
  const world = new World()
  const word = freshWord()
  const by = await author(world)
  for (let n = 0; n < 21; n++) await publish(by, { title: `${word} ${n}` })
  const first = await world.visitor().get(`/search?q=${word}`)
  const next = /href="([^"]*cursor=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = await world.visitor().get(next)
  const shown = (text: string) => text.match(/<li><header>/g)?.length
  expect([shown(first.text), shown(second.text), second.text.includes('cursor=')]).toEqual([20, 1, false])
})

test('a query that is too long is refused', async () => {
  expect((await new World().visitor().get(`/search?q=${'x'.repeat(101)}`)).status).toBe(422)
})
