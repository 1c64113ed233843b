import { sql } from 'drizzle-orm'
import { expect, test } from '#test/test.ts'
import type { World } from '#test/world.ts'

const BODY = `<h2>One</h2><p>First.</p><h2>Two</h2><pre><code class="language-ts">let a = 1</code></pre>
<h3>Two and a half</h3><table><tbody><tr><td>x</td></tr></tbody></table>`

/** The page of a complete post between two others of its author, as a visitor gets it. */
async function completePage(world: World) {
  const author = await world.user({ username: `r${crypto.randomUUID().slice(0, 8)}`, level: 4 })
  await world.db.batch([
    sql`UPDATE users SET signature = 'I write.', followers_count = 3 WHERE uid = ${author.uid}`,
  ])
  const older = await world.post({ author, title: 'Before it' })
  world.wait(1_000)
  const { id } = await world.post({
    author,
    title: 'It & <all>',
    body: BODY,
    tags: ['SQLite'],
    cover: '/images/c.webp',
  })
  world.wait(1_000)
  const newer = await world.post({ author, title: 'After it' })
  return { older, newer, ...(await world.visitor().get(`/posts/${id}`)) }
}

test('the post page for an anonymous reader needs one round trip', async ({ world }) => {
  const { status, headers } = await completePage(world)
  expect(status).toBe(200)
  expect(headers.get('server-timing')).toContain('round trips: 1"')
})

test('the post page has the title, the cover and the tags of the post', async ({ world }) => {
  const { text } = await completePage(world)
  expect(text).toContain('<h1 lang="en">It &amp; &lt;all&gt;</h1>')
  expect(text).toContain('src="/images/c.webp"')
  expect(text).toContain('<a href="/tags/SQLite">SQLite</a>')
})

test('only texts with letters of a script from right to left have a direction, on posts and lists', async ({
  world,
}) => {
  const author = await world.user({ username: `ע${crypto.randomUUID().slice(0, 8)}`, level: 4 })
  const hebrew = await world.post({ author, title: 'שלום', body: '<p>עולם</p>', tags: ['Hebrew'] })
  const english = await world.post({
    author,
    title: 'Peace',
    body: '<p>World</p>',
    tags: ['Hebrew'],
  })
  const reader = world.visitor()
  const page = (await reader.get(`/posts/${hebrew.id}`)).text
  expect(page).toContain('<h1 lang="he" dir="auto">שלום</h1>')
  expect(page).toContain(`href="/space/${author.uid}" dir="auto"`)
  expect((await reader.get(`/posts/${english.id}`)).text).toContain('<h1 lang="en">Peace</h1>')
  const list = (await reader.get('/tags/Hebrew')).text
  expect(list).toContain(`<h2 lang="he" dir="auto"><a href="/posts/${hebrew.id}">שלום</a></h2>`)
  expect(list).toContain('<p lang="he" dir="auto">עולם</p>')
  expect(list).toContain(`<h2><a href="/posts/${english.id}">Peace</a></h2><p>World</p>`)
})

test('the headings of a post have links, also from the table of contents', async ({ world }) => {
  const { text } = await completePage(world)
  expect(text).toContain('<h2 id="h-one">One<a class="heading-link" href="#h-one"')
  expect(text.match(/href="#h-two-and-a-half"/g)).toHaveLength(3)
  // The heading is the first child of the text, so it has no margin.
  expect(text).toMatch(
    /<link rel="stylesheet" href="[^"]*blocks[^"]*"><div class="prose"[^>]*><h2 /,
  )
})

test('the post page prepares code for the highlighter, and a table for scrolling', async ({
  world,
}) => {
  const { text } = await completePage(world)
  expect(text).toContain('data-code="typescript"')
  expect(text).toMatch(/<meta name="code-worker" content="\/build\/code-worker-\w+\.js">/)
  expect(text).toContain('class="table-box" role="group" aria-label="Table" tabindex="0"')
})

test('the post page introduces the author and links the posts before and after', async ({
  world,
}) => {
  const { text, older, newer } = await completePage(world)
  expect(text).toContain('I write.')
  expect(text).toContain('3 followers')
  expect(text).toContain(`href="/posts/${older.id}" rel="prev"`)
  expect(text).toContain(`href="/posts/${newer.id}" rel="next"`)
})

test('the post page has metadata for search engines and link previews', async ({ world }) => {
  const author = await world.user({ username: `s${crypto.randomUUID().slice(0, 8)}` })
  const facts = {
    author,
    title: 'Told </script>',
    summary: 'In short.',
    tags: ['a', 'b'],
    cover: '/images/c.webp',
  }
  const { id } = await world.post(facts)
  const { text } = await world.visitor().get(`/posts/${id}`)
  expect(text).toContain('<title>Told &lt;/script&gt; · Joule</title>')
  expect(text).toContain('<meta name="description" content="In short."')
  expect(text).toContain(`<link rel="canonical" href="http://joule.test/posts/${id}"`)
  expect(text).toContain('<meta property="og:type" content="article"')
  expect(text).toContain('<meta property="og:image" content="http://joule.test/images/c.webp"')
  expect(text).toContain('<meta property="article:tag" content="b"')
  expect(text).toContain(`href="/space/${author.uid}/feed.xml"`)
  const jsonLd = JSON.parse(
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '',
  )
  expect(jsonLd).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'Told </script>',
    description: 'In short.',
    image: ['http://joule.test/images/c.webp'],
    datePublished: world.now.toISOString(),
    author: { '@type': 'Person', name: author.username },
    url: `http://joule.test/posts/${id}`,
    keywords: ['a', 'b'],
  })
})

test('a short post has no table of contents and loads no highlighter', async ({ world }) => {
  const body = '<h2>One</h2><p>x</p><h2>Two</h2><pre><code>plain</code></pre>'
  const { id } = await world.post({ author: await world.user(), body })
  const { text } = await world.visitor().get(`/posts/${id}`)
  expect(text).not.toContain('data-contents')
  expect(text).not.toMatch(/build\/code-/)
})

const UNPUBLISHED = [
  ['draft', null, 'Not published yet'],
  ['pending', null, 'Waiting for approval'],
  ['rejected', 'Too short.', 'Edit it and submit it again'],
  ['locked', 'Against the rules.', 'it cannot be edited'],
] as const

test.for(UNPUBLISHED)(
  'a %s post does not exist for visitors and other members',
  async ([status, reason], { world, author }) => {
    const { id } = await world.post({ author: author.user, status, ...(reason && { reason }) })
    for (const reader of [world.visitor(), await world.member()]) {
      const page = await reader.get(`/posts/${id}`)
      expect(page.status).toBe(404)
      expect(page.text).toContain('<title>Page not found · Joule</title>')
      expect((await reader.get(`/api/posts/${id}`)).json.error.code).toBe('not_found')
    }
  },
)

test.for(UNPUBLISHED)(
  'a %s post shows its state to its author and to admins, and is not indexed',
  async ([status, reason, words], { world, author }) => {
    const { id } = await world.post({ author: author.user, status, ...(reason && { reason }) })
    for (const reader of [author, await world.member({ role: 'admin' })]) {
      const { status: got, text } = await reader.get(`/posts/${id}`)
      expect(got).toBe(200)
      expect(text).toContain(words)
      if (reason) expect(text).toContain(reason)
      expect(text).toContain('<meta name="robots" content="noindex"')
      expect(text).not.toContain('application/ld+json')
      expect((await reader.get(`/api/posts/${id}`)).json.status).toBe(status)
    }
  },
)

test('only the author sees the edit link, and only while the post can be edited', async ({
  world,
  writer,
  admin,
}) => {
  const link = async (status: 'draft' | 'pending' | 'approved' | 'locked') => {
    const { id } = await world.post({ author: writer.user, status })
    return (await writer.get(`/posts/${id}`)).text.includes(`/studio/write?id=${id}`)
  }
  expect([await link('draft'), await link('approved')]).toEqual([true, true])
  expect([await link('pending'), await link('locked')]).toEqual([false, false])
  const { id } = await world.post({ author: writer.user })
  expect((await admin.get(`/posts/${id}`)).text).not.toContain('/studio/write?id=')
})

test('a deleted post is not found, and its neighbours link to each other', async ({
  world,
  writer,
}) => {
  const ids: number[] = []
  for (const title of ['First', 'Second', 'Third']) {
    ids.push((await world.post({ author: writer.user, title })).id)
    world.wait(1_000)
  }
  await writer.delete(`/api/studio/posts/${ids[1]}`)
  for (const reader of [world.visitor(), writer, await world.member({ role: 'owner' })]) {
    expect((await reader.get(`/posts/${ids[1]}`)).status).toBe(404)
  }
  expect((await writer.get(`/posts/${ids[0]}`)).text).toContain(
    `href="/posts/${ids[2]}" rel="next"`,
  )
})

test('an edited post shows the time of the edit', async ({ world, writer }) => {
  const { id } = await world.post({ author: writer.user })
  expect((await writer.get(`/posts/${id}`)).text).not.toContain('Edited')
  world.wait(86_400_000)
  // The session is due for renewal after a day, and loading a page renews it.
  await writer.get('/')
  expect((await writer.put(`/api/studio/posts/${id}`, { title: 'Better' })).status).toBe(200)
  const { text } = await writer.get(`/posts/${id}`)
  expect(text).toContain('Edited <time')
  expect(text).toContain('<h1 lang="en">Better</h1>')
})

test('the old editor URL redirects to the studio, and invalid post ids are not found', async ({
  visitor,
}) => {
  const moved = await visitor.get('/posts/17/edit')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/studio/write?id=17'])
  for (const path of ['new', '0', '-1', '1e3', '9999999999999999', 'x/edit'])
    expect([path, (await visitor.get(`/posts/${path}`)).status]).toEqual([path, 404])
})
