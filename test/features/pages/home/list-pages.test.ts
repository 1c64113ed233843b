import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

test('the check-in card explains how to leave Lv0, and offers nothing to banned users', async ({
  world,
}) => {
  const beginner = await (await world.member()).get('/posts')
  expect(beginner.text).toContain('href="/welcome"')
  expect(beginner.text).not.toContain('/api/level/checkin')
  const next = await (await world.member({ level: 1 })).get('/posts')
  expect(next.text).toMatch(/exp to Lv2: .*[Ii]nvite/)
  expect(next.text).toContain('data-api="POST /api/level/checkin"')
  const banned = await (await world.member({ level: 2, status: 'banned' })).get('/posts')
  expect(banned.text).not.toContain('/api/level/checkin')
})

test('only approved posts are listed', async ({ world, user: author }) => {
  const statuses = ['draft', 'pending', 'approved', 'rejected', 'locked'] as const
  for (const status of statuses)
    await world.post({ author, status, title: `This one is ${status}`, tags: ['five'] })
  for (const path of [
    `/posts?author=${author.uid}`,
    '/tags/five',
    `/posts?author=${author.uid}&sort=hot`,
  ]) {
    const { text } = await world.visitor().get(path)
    expect(
      text
        .match(/<h2[^>]*><a[^>]*>This one is \w+/g)
        ?.map((link) => link.slice(link.lastIndexOf('>') + 1)),
    ).toEqual(['This one is approved'])
  }
})

test('every spelling of a tag leads to the page of the tag', async ({ world, user: author }) => {
  await world.post({ author, tags: ['C/C++', '100%', 'c#', '数据库'] })
  for (const tag of ['C/C++', 'c/c++', '100%', 'c#', '数据库', 'Ｃ/Ｃ++']) {
    const { status, text } = await world.visitor().get(`/tags/${encodeURIComponent(tag)}`)
    expect([tag, status]).toEqual([tag, 200])
    expect(text).toContain('1 post<')
    expect(text.match(/<li><h2>/g)).toHaveLength(1)
  }
  const { text } = await world.visitor().get('/tags/c%2Fc%2B%2B')
  expect(text).toContain('>#C/C++</h1>')
  expect(text).toContain('<link rel="canonical" href="http://joule.test/tags/C%2FC%2B%2B"')
  expect(text).toContain('title="#C/C++" href="/tags/C%2FC%2B%2B/feed.xml"')
  expect((await world.visitor().get('/posts?tag=C%2FC%2B%2B')).text).toContain('>#C/C++</h1>')
})

test('a tag that browsers treat as a relative path, such as "..", is linked by query', async ({
  world,
}) => {
  const { id } = await world.post({ author: await world.user(), tags: ['..'] })
  const { text } = await world.visitor().get(`/posts/${id}`)
  expect(text).toContain('<a href="/posts?tag=..">')
  expect((await world.visitor().get('/posts?tag=..')).text).toContain(`href="/posts/${id}"`)
})

test('the list page of an unknown tag or author responds with 404 and is not indexed', async ({
  visitor,
  user,
}) => {
  const missing = ['/tags/unused-tag', '/posts?tag=unused-tag', '/posts?author=99999999']
  for (const path of missing) {
    const { status, text } = await visitor.get(path)
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain('<meta name="robots" content="noindex"')
    expect(text).toContain('No posts here yet')
  }
  expect((await visitor.get(`/tags/${'x'.repeat(25)}`)).status).toBe(404)
  expect((await visitor.get('/posts?author=unknown')).status).toBe(422)
  const none = await visitor.get(`/posts?author=${user.uid}`)
  expect([none.status, none.text.includes('This author has no public posts yet.')]).toEqual([
    200,
    true,
  ])
})

test('a search query on the list page redirects to the search page', async () => {
  const { status, headers } = await new World().visitor().get('/posts?q=two%20words')
  expect([status, headers.get('location')]).toEqual([302, '/search?q=two+words'])
})
