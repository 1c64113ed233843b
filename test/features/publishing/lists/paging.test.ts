import { expect, test } from '#test/test.ts'
import { pagesFrom } from '../../pages/space/page.ts'

test('a page of a list has a plain link to the next page, and the last page has none', async ({
  world,
  user: author,
}) => {
  const ids = (await world.posts(Array(23).fill({ author }))).map(({ id }) => id)
  const pages = await pagesFrom(world.visitor(), `/posts?author=${author.uid}`)
  const shown = pages.flatMap(({ text }) => [
    ...text.matchAll(/<h2[^>]*><a href="\/posts\/(\d+)"/g),
  ])
  expect(shown.map(([, id]) => Number(id))).toEqual(ids.toReversed())
  expect(pages).toHaveLength(2)
  expect(pages[1]?.text).toContain('<meta name="robots" content="noindex"')
})

test('a malformed cursor gets 400, in the API and on pages', async ({ visitor }) => {
  expect((await visitor.get('/api/posts?cursor=nonsense')).json.error.code).toBe('bad_request')
  expect((await visitor.get('/posts?cursor=nonsense')).status).toBe(400)
})

test('a cursor of another list, sort order or filter is refused by every list', async ({
  world,
}) => {
  const owner = await world.member({ role: 'owner', level: 2 })
  const { uid } = owner.user
  const posts = await world.posts(Array(2).fill({ author: owner.user, tags: ['cursor-a'] }))
  const [one, two] = posts.map(({ id }) => id)
  for (const id of [one, one, two, two]) {
    world.wait(1000)
    await owner.post(`/api/posts/${id}/comments`, { body: 'A cursor' })
  }
  const { json: folder } = await owner.post('/api/folders', { name: 'Cursors' })
  for (const post_id of [one, two]) await owner.post(`/api/folders/${folder.id}/posts`, { post_id })
  const lists = [
    `/api/posts?author=${uid}`,
    `/api/posts?author=${uid}&sort=hot`,
    '/api/posts?tag=cursor-a',
    '/api/posts',
    '/api/posts?sort=hot',
    '/api/posts?language=en',
    '/api/posts?language=zh',
    '/api/posts?tag=cursor-a&language=en',
    '/api/tags?sort=popular',
    '/api/tags?sort=name',
    `/api/posts/${one}/comments`,
    `/api/posts/${one}/comments?sort=old`,
    `/api/posts/${one}/comments?sort=top`,
    `/api/posts/${two}/comments`,
    `/api/folders/${folder.id}/posts`,
    '/api/studio/posts',
    '/api/studio/posts?status=approved',
    '/api/studio/posts?status=deleted',
    `/api/studio/posts/${one}/revisions`,
    '/api/messages',
    '/api/messages?category=system',
    '/api/energy/logs',
    '/api/settings/blocks',
    `/api/users/${uid}/followers`,
    `/api/users/${uid}/following`,
    '/api/search?q=cursor',
    '/api/search?q=cursor&sort=new',
    '/api/search?q=cursor&type=people',
    '/api/posts?q=nothing-like-this',
    '/api/posts?q=nothing-like-this&sort=new',
    '/api/admin/posts',
    '/api/admin/posts?q=cursor',
    '/api/admin/comments',
    '/api/admin/comments?q=cursor',
    '/api/admin/users',
    '/api/admin/users?role=owner',
    '/api/admin/reports',
    '/api/admin/profile-reviews',
    '/api/admin/energy/logs',
    '/api/admin/audit-log',
  ]
  const ask = (path: string, more: string) =>
    owner.get(`${path}${path.includes('?') ? '&' : '?'}${more}`)
  const cursors = new Map<string, string>()
  for (const list of lists) {
    const { status, json } = await ask(list, 'limit=1')
    expect([list, status]).toEqual([list, 200])
    if (json.next_cursor) cursors.set(list, json.next_cursor)
  }
  expect(cursors.size).toBeGreaterThan(12)
  const issuers = [
    '/api/posts',
    '/api/posts?sort=hot',
    '/api/admin/comments',
    `/api/posts/${one}/comments`,
    '/api/posts?language=en',
  ]
  // Every list gets two cursors of other forms, and those of the same list with another filter.
  const kindOf = (path: string) => path.replace(/\?.*|\d+/g, '')
  for (const [n, issuer] of issuers.entries()) {
    for (const list of lists.filter((one) => n % 2 === 0 || kindOf(one) === kindOf(issuer))) {
      const { status } = await ask(list, `limit=1&cursor=${cursors.get(issuer)}`)
      expect([issuer, list, status]).toEqual([issuer, list, list === issuer ? 200 : 400])
    }
  }
  // Pages refuse them too.
  expect((await owner.get(`/posts?sort=hot&cursor=${cursors.get('/api/posts')}`)).status).toBe(400)
})
