import { sql } from 'drizzle-orm'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { expect, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'

const ASKING = { headers: { Accept: 'text/markdown' } }

const BODY =
  '<h2>Heads</h2><p>A <strong>b</strong> &amp; *c*</p><ul><li><p>one</p></li></ul><img src="/images/a.png" alt="A">'

/** A post of another site, with tags, and the response of its .md address. */
async function postAsMarkdown(world: World) {
  const author = await world.user({ username: `m${crypto.randomUUID().slice(0, 8)}` })
  const { id } = await world.post({
    author,
    title: 'Say "hi": now',
    body: BODY,
    tags: ['C/C++', 'x'],
  })
  await world.db.batch([
    sql`UPDATE posts SET canonical_url = 'https://old.example/hi' WHERE id = ${id}`,
  ])
  const visitor = world.visitor()
  return { author, id, visitor, file: await visitor.get(`/posts/${id}.md`) }
}

test('a public post is Markdown with front matter at its .md address', async ({ world }) => {
  const { author, id, file } = await postAsMarkdown(world)
  const at = world.now.toISOString()
  expect([file.status, file.headers.get('content-type')]).toEqual([
    200,
    'text/markdown; charset=utf-8',
  ])
  expect(file.text).toBe(`---
title: "Say \\"hi\\": now"
author: "${author.username}"
url: "http://joule.test/posts/${id}"
published_at: "${at}"
updated_at: "${at}"
tags: ["C/C++","x"]
language: "en"
canonical_url: "https://old.example/hi"
---

## Heads

A **b** & \\*c\\*

- one

![A](</images/a.png>)
`)
  expect(file.headers.get('link')).toBe('<https://old.example/hi>; rel="canonical"')
})

test('the page of a post is the same Markdown by the Accept header, and links to the .md address', async ({
  world,
}) => {
  const { id, visitor, file } = await postAsMarkdown(world)
  const asked = await visitor.get(`/posts/${id}`, ASKING)
  expect([asked.text, asked.headers.get('etag')]).toEqual([file.text, file.headers.get('etag')])
  const page = await visitor.get(`/posts/${id}`)
  expect(page.text).toContain(`<link rel="alternate" type="text/markdown" href="/posts/${id}.md">`)
  expect(page.headers.get('vary')).toMatch(/^Accept, /)
})

test('the Markdown of a post has an ETag, and an unchanged one is not sent again', async ({
  world,
}) => {
  const { id, visitor, file } = await postAsMarkdown(world)
  expect(file.headers.get('etag')).toMatch(/^"[\w-]+"$/)
  expect(file.headers.get('vary')).toMatch(/^Accept, /)
  const again = await visitor.get(`/posts/${id}.md`, {
    headers: { 'If-None-Match': file.headers.get('etag') ?? '' },
  })
  expect([again.status, again.text, again.headers.get('vary')]).toEqual([
    304,
    '',
    file.headers.get('vary'),
  ])
})

const PAGE = 'text/html; charset=UTF-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

test.for([
  ['text/html,application/xhtml+xml,*/*;q=0.8', PAGE],
  ['*/*', PAGE],
  ['text/markdown', MARKDOWN],
  ['Text/Markdown, text/html, */*', MARKDOWN],
  ['text/markdown;q=0.9, text/html;q=0.8', MARKDOWN],
  ['text/markdown;q=0.5, text/html', PAGE],
  ['text/markdown;q=0.5, text/*', PAGE],
  ['text/markdown;q=0.5, */*', PAGE],
  ['text/markdown;q=0.5, text/html;q=0, */*', MARKDOWN],
  ['text/markdown, */*', MARKDOWN],
  ['text/markdown;q=0', PAGE],
  ['text/x-markdown', PAGE],
])('with Accept %j a post is sent as %j', async ([Accept = '', type], { world, user: author }) => {
  const { id } = await world.post({ author })
  expect(
    (await world.visitor().get(`/posts/${id}`, { headers: { Accept } })).headers.get(
      'content-type',
    ),
  ).toBe(type)
})

test('the front matter of a post without a canonical address has null as canonical address', async ({
  world,
  user: author,
}) => {
  const { id } = await world.post({ author })
  expect((await world.visitor().get(`/posts/${id}.md`)).text).toMatch(
    /\nlanguage: "\w+"\ncanonical_url: null\n---\n/,
  )
})

test('the caches never mix the page and the Markdown of a post, in any order and at any level', async ({
  world,
}) => {
  const author = await world.member({ level: 3, username: `c${crypto.randomUUID().slice(0, 8)}` })
  const { id } = await world.post({ author: author.user, title: 'Before' })
  const visitor = world.visitor()
  const kinds = async (client: Client) => {
    const sent = [await client.get(`/posts/${id}`), await client.get(`/posts/${id}`, ASKING)]
    return [...sent, await client.get(`/posts/${id}.md`)].map(({ text }) => text.slice(0, 3))
  }
  // A miss, a hit in the memory and the ready response, then a signed-in reader.
  for (const client of [visitor, visitor, visitor, author])
    expect(await kinds(client)).toEqual(['<!d', '---', '---'])
  expect((await visitor.get(`/posts/${id}.md`)).headers.get('cache-status')).toBe('joule; hit')
  await author.put(`/api/studio/posts/${id}`, { title: 'After' })
  for (const options of [ASKING, {}])
    expect((await visitor.get(`/posts/${id}`, options)).text).toContain('After')
  expect((await visitor.get(`/posts/${id}.md`)).text).toContain('title: "After"')
})

test('a reaction drops the cached Markdown together with the page, because the post may have changed meanwhile', async ({
  world,
  user,
}) => {
  const { id } = await world.post({ author: user })
  const [reader, visitor] = [await world.member(), world.visitor()]
  await visitor.get(`/posts/${id}.md`)
  await reader.post(`/api/posts/${id}/like`)
  expect((await visitor.get(`/posts/${id}.md`)).headers.get('cache-status')).toBe(
    'joule; fwd=miss; stored',
  )
})

test('a post that is not public has no Markdown, not even for its author and for admins', async ({
  world,
  member,
  admin,
}) => {
  const posts = await world.posts(
    (['draft', 'pending', 'rejected', 'locked'] as const).map((status) => ({
      author: member.user,
      status,
    })),
  )
  for (const { id } of posts) {
    for (const client of [world.visitor(), member, admin]) {
      expect((await client.get(`/posts/${id}.md`)).status).toBe(404)
      expect((await client.get(`/posts/${id}`, ASKING)).status).toBe(404)
    }
  }
  for (const path of ['/posts/0.md', '/posts/x.md', '/posts/1.md.md', '/posts/99999999.md'])
    expect((await world.visitor().get(path)).status).toBe(404)
})

test('the Markdown lists of posts and of a tag link to Markdown files, and have pages', async ({
  world,
  user: author,
}) => {
  const tag = `t${crypto.randomUUID().slice(0, 8)}`
  const posts = await world.posts(
    Array.from({ length: 51 }, (_, number) => ({
      author,
      title: `[Post] *${number}*`,
      tags: [tag],
    })),
  )
  const visitor = world.visitor()
  const first = await visitor.get(`/tags/${tag}.md`)
  expect([first.status, first.headers.get('content-type')]).toEqual([200, MARKDOWN])
  expect(first.text).toContain(
    `- [\\[Post\\] \\*50\\*](<http://joule.test/posts/${posts[50]?.id}.md>) (`,
  )
  const next = /\[Next page\]\(<http:\/\/joule\.test(.+)>\)/.exec(first.text)?.[1] ?? ''
  expect((await visitor.get(next)).text).toContain(`/posts/${posts[0]?.id}.md`)
  expect((await visitor.get('/posts.md')).text).toContain(`/posts/${posts[50]?.id}.md`)
  expect((await visitor.get('/posts.md?cursor=x')).status).toBe(400)
  expect((await visitor.get(`/tags/${tag}`)).text).toContain(
    `type="text/markdown" href="/tags/${tag}.md"`,
  )
  expect((await visitor.get('/tags/unused-tag.md')).status).toBe(404)
})

test('a tag that ends with .md is listed by query, so that its address is not the Markdown of another tag', async ({
  world,
  user: author,
}) => {
  const { id } = await world.post({ author, tags: ['read.md'] })
  expect((await world.visitor().get(`/posts/${id}`)).text).toContain('href="/posts?tag=read.md"')
  expect((await world.visitor().get('/tags/read.md.md')).text).toContain(`/posts/${id}.md`)
})

test('llms.txt names the site and links to its lists', async ({ visitor }) => {
  const { status, headers, text } = await visitor.get('/llms.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toMatch(
    /^# Joule\n\n> .+\n\n## Posts\n\n- \[Latest posts\]\(<http:\/\/joule\.test\/posts\.md>\): /,
  )
})

test('the owner chooses which AI crawlers robots.txt refuses', async ({ world, owner }) => {
  const robots = async () => (await world.visitor().get('/robots.txt')).text
  expect(await robots()).not.toContain('GPTBot')
  const choose = async (ai_crawlers: string) =>
    (await owner.put('/api/admin/identity', { ai_crawlers })).status
  expect(await choose('search_only')).toBe(200)
  const groups = async () => (await robots()).split('\n\n').map((group) => group.split('\n'))
  const refused = (lines: string[][], name: string) =>
    lines.some((group) => group.includes(`User-agent: ${name}`) && group.includes('Disallow: /'))
  let lines = await groups()
  expect(['GPTBot', 'OAI-SearchBot', '*'].map((name) => refused(lines, name))).toEqual([
    true,
    false,
    false,
  ])
  expect(await choose('refuse')).toBe(200)
  lines = await groups()
  expect(['GPTBot', 'OAI-SearchBot', '*'].map((name) => refused(lines, name))).toEqual([
    true,
    true,
    false,
  ])
  expect(await choose('some')).toBe(422)
  expect(await choose('allow')).toBe(200)
  forgetIdentity()
})
