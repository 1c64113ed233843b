import type { PostStatus } from '#db/schema/publishing.ts'
import { POST_STATUSES } from '#db/values.ts'
import { expect, test } from '#test/test.ts'
import { author, draft, postIn } from '../../publishing/posts/authors.ts'

/** The actions of each status. Deleting is possible in every status. */
const OFFERED: Record<PostStatus, string[]> = {
  draft: ['edit', 'submit', 'preview'],
  pending: ['withdraw', 'preview'],
  approved: ['edit', 'unpublish', 'view'],
  rejected: ['edit', 'submit', 'preview'],
  locked: ['preview'],
}

test.for(POST_STATUSES)(
  'a post that is %s shows the actions that its status allows',
  async (status, { world }) => {
    const browser = await author(world)
    const id = await postIn(world, browser, status)
    const { text } = await browser.get(`/studio/posts?status=${status}`)
    const offered = {
      edit: `href="/studio/write?id=${id}" aria-label`,
      submit: `/studio/write?id=${id}#publish`,
      withdraw: `POST /api/studio/posts/${id}/withdraw`,
      unpublish: `POST /api/studio/posts/${id}/unpublish`,
      view: `href="/posts/${id}" aria-label`,
      preview: `href="/studio/preview/${id}"`,
    }
    const found = Object.entries(offered).filter(([, sign]) => text.includes(sign))
    expect(found.map(([name]) => name)).toEqual(expect.arrayContaining(OFFERED[status]))
    expect(found.length).toBe(OFFERED[status].length)
    expect(text).toContain(`DELETE /api/studio/posts/${id}`)
    expect(text).toContain('This costs 2 energy')
    if (status === 'rejected') expect(text).toContain('太短')
    if (status === 'locked') expect(text).toContain('有争议')
  },
)

test('the studio overview lists unfinished drafts', async ({ world, writer }) => {
  expect((await writer.get('/studio')).text).toContain('No posts yet')
  await draft(writer, { title: '还没写完' })
  await postIn(world, writer, 'approved')
  const { text } = await writer.get('/studio')
  expect(text).toContain('还没写完')
  expect(text).toContain('Continue writing')
  expect((await writer.get('/studio/drafts')).text).toContain(
    'Only you and the admins can see these.',
  )
  expect((await writer.get('/studio/posts?status=pending')).text).toContain('No posts in review')
  expect((await writer.get('/studio/posts?status=nonsense')).text).toContain('还没写完')
})

test('pages that invite to write show a Lv0 user how to reach Lv1, without write buttons', async ({
  member,
}) => {
  for (const path of ['/studio', '/studio/posts', '/studio/drafts', '/messages', '/']) {
    const { status, text } = await member.get(path)
    expect([path, status, text.includes('Two steps to your first post')]).toEqual([path, 200, true])
    expect(text).not.toContain('data-write-action=')
  }
})

test('the write page of a Lv0 user asks for a username and shows its review', async ({
  world,
  member: newcomer,
}) => {
  const shown = async (...texts: string[]) => {
    const { text } = await newcomer.get('/studio/write')
    expect(text).not.toContain('data-write-action=')
    return texts.map((one) => text.includes(one))
  }
  const [form, link] = ['data-api="PUT /api/settings/profile"', 'href="#username"']
  expect(await shown(form, link, 'Choose a name to publish', 'once it is approved')).toEqual([
    true,
    true,
    true,
    false,
  ])
  await world.setting('audit.enabled', true)
  expect(await shown(form, link, 'You can publish once it is approved')).toEqual([true, true, true])
  const username = `newcomer-${newcomer.user.uid}`
  expect((await newcomer.put('/api/settings/profile', { username })).status).toBe(202)
  expect(await shown(form, link, 'waiting for review', username)).toEqual([
    false,
    false,
    true,
    true,
  ])
  await world.setting('audit.enabled', false)

  const named = await world.member({ username: `named-${newcomer.user.uid}` })
  expect((await named.get('/studio/write')).text).toContain('Two steps to your first post')
})

test('a banned author can open the studio but gets no editor', async ({ world }) => {
  const browser = await world.member({ level: 2, status: 'banned' })
  expect((await browser.get('/studio/write')).text).not.toContain('data-write=')
  expect((await browser.get('/studio/posts')).status).toBe(200)
})

test('the write page of a pending or locked post gives the reason and the next step', async ({
  world,
  writer,
}) => {
  const pending = await writer.get(`/studio/write?id=${await postIn(world, writer, 'pending')}`)
  expect(pending.text).toContain('/withdraw')
  const locked = await writer.get(`/studio/write?id=${await postIn(world, writer, 'locked')}`)
  expect(locked.text).toContain('有争议')
  expect(locked.text).not.toContain('/withdraw')
  for (const { text } of [pending, locked]) expect(text).not.toContain('data-write=')
})

test('the write and preview pages of an unknown post are 404', async ({ writer }) => {
  for (const path of ['write?id=999999', 'write?id=x', 'write?id=-1', 'preview/999999'])
    expect([path, (await writer.get(`/studio/${path}`)).status]).toEqual([path, 404])
})

test('the preview renders the sanitised post with headings and highlighted code', async ({
  writer,
}) => {
  const body =
    '<h2>Part</h2><script>alert(1)</script><pre><code class="language-sql">SELECT 1</code></pre>'
  const { text } = await writer.get(
    `/studio/preview/${await draft(writer, { title: 'A draft', body })}`,
  )
  expect(text).toContain('<h2 id="h-part">Part<a')
  expect(text).toContain('data-code="sql"')
  expect(text).not.toContain('alert(1)')
})

test('the history page numbers the stored versions without gaps', async ({ writer }) => {
  const id = await draft(writer, { draft: true })
  const path = `/api/studio/posts/${id}`
  // Saves of one session are combined into one version.
  for (let n = 0; n < 4; n++) await writer.put(path, { title: `Title ${n}` })
  await writer.post(`${path}/submit`)
  await writer.put(path, { title: 'The last one' })
  const { items } = (await writer.get(`${path}/revisions`)).json
  expect(items.length).toBeLessThan(items[0].version)
  const { text } = await writer.get(`/studio/posts/${id}/revisions`)
  const listed = [...text.matchAll(/<strong>(Current version|Version \d+)<\/strong>/g)].map(
    ([, name]) => name,
  )
  expect(listed).toEqual([
    'Current version',
    ...items.slice(1).map((_: unknown, at: number) => `Version ${items.length - 1 - at}`),
  ])
  expect(text).toContain(`Changes since version ${items.length - 1}`)
})

test('a shared link fills the editor of a new post, escaped and without a draft', async ({
  writer,
}) => {
  const share = new URLSearchParams({
    title: 'A "page" <b>',
    text: 'See https://example.com/a?b=1&c=2',
    url: '',
  })
  const { text } = await writer.get(`/studio/write?${share}`)
  expect(text).toContain('A &quot;page&quot; &lt;b&gt;</textarea>')
  expect(text).toContain(
    '<p>See</p><p><a href="https://example.com/a?b=1&amp;c=2">A "page" &lt;b&gt;</a></p>',
  )
  const { text: other } = await writer.get(
    '/studio/write?url=javascript:alert(1)&text=%3Cimg+src=x%3E',
  )
  expect(other).toContain('<p>&lt;img src=x&gt;</p>')
  expect(other).not.toContain('javascript:alert')
  expect((await writer.get('/api/studio/posts')).json.items).toEqual([])
})

test('only the import page lets the browser fetch from other sites', async ({ writer }) => {
  const policyOf = async (path: string) =>
    (await writer.get(path)).headers.get('Content-Security-Policy') ?? ''
  const [usual, importing] = [await policyOf('/studio/posts'), await policyOf('/studio/import')]
  expect(usual).not.toContain('connect-src')
  expect(importing).toBe(`${usual}; connect-src 'self' https: data:`)
})

test('the import page is not available to users who may not create posts', async ({ world }) => {
  const pages = [
    [await world.member(), 'Two steps to your first post'],
    [await world.member({ level: 2, status: 'banned' }), 'banned'],
  ] as const
  for (const [user, words] of pages) {
    const { status, text, headers } = await user.get('/studio/import')
    expect(status).toBe(200)
    expect(text).toContain(words)
    expect(text).not.toContain('data-import-part')
    expect(headers.get('Content-Security-Policy')).not.toContain('connect-src')
  }
})

async function pages(
  browser: Awaited<ReturnType<typeof author>>,
  query: string,
): Promise<number[][]> {
  const found: number[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { json } = await browser.get(`/api/studio/posts?${query}${cursor && `&cursor=${cursor}`}`)
    found.push(json.items.map(({ id }: { id: number }) => id))
    cursor = json.next_cursor
  }
  return found
}

test('the studio list has each post once across pages, last changed first', async ({
  world,
  writer,
}) => {
  const ids: number[] = []
  for (let count = 0; count < 7; count++) {
    // Every two posts share a timestamp and differ in status, so that the id decides the order.
    if (count % 2 === 0) world.wait(1000)
    ids.unshift(await draft(writer, { draft: count % 3 > 0 }))
  }
  expect(await pages(writer, 'limit=3')).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)])
  world.wait(1000)
  await writer.put(`/api/studio/posts/${ids[6]}`, { title: '又改了' })
  expect((await pages(writer, 'limit=50')).flat()[0]).toBe(ids[6])
})

test('the studio list can be filtered by status and contains only posts of the viewer', async ({
  world,
}) => {
  const [browser, other] = [await author(world), await author(world)]
  await draft(other)
  const [drafted, rejected] = [await draft(browser), await postIn(world, browser, 'rejected')]
  expect(await pages(browser, 'status=draft')).toEqual([[drafted]])
  expect(await pages(browser, 'status=rejected')).toEqual([[rejected]])
  expect(await pages(browser, 'status=locked')).toEqual([[]])
  expect((await pages(browser, '')).flat().sort()).toEqual([drafted, rejected].sort())
})
