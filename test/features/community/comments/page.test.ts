import { sql } from 'drizzle-orm'
import { roundTrips } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import type { Client } from '#test/world.ts'
import { pagesFrom } from '../../pages/space/page.ts'
import { comment, idsIn, reply, setUp, writeComments } from './fixtures.ts'

async function pageOf(by: Client, path: string): Promise<string> {
  const { status, text } = await by.get(path)
  expect(status).toBe(200)
  return text
}

test('the page of a post shows its comments in one round trip', async ({ world, reader, post }) => {
  const root = await comment(reader, post.id, 'Well <b>said</b> & done')
  const below = await reply(reader, root.id)
  const anonymous = await world.visitor().get(`/posts/${post.id}`)
  expect(roundTrips(anonymous)).toBe(1)
  expect(idsIn(anonymous.text)).toEqual([root.id, below.id])
  expect(anonymous.text).toContain('Well &lt;b&gt;said&lt;/b&gt; &amp; done')
  expect(anonymous.text).toContain(
    `/login?next=${encodeURIComponent(`/posts/${post.id}#comments`)}`,
  )
  const signedIn = await reader.get(`/posts/${post.id}`)
  expect(roundTrips(signedIn)).toBe(1)
  expect(idsIn(signedIn.text)).toEqual([root.id, below.id])
})

test('the comment form depends on the level and status of the viewer', async ({ world, post }) => {
  const page = async (level: number) => pageOf(await world.member({ level }), `/posts/${post.id}`)
  const [low, middle, high] = [await page(2), await page(3), await page(4)]
  const having = (words: string) => [low, middle, high].map((html) => html.includes(words))
  expect(having('Username completion is available from Lv3')).toEqual([true, false, false])
  expect(having('data-attachment')).toEqual([false, false, true])
  const banned = await pageOf(await world.member({ status: 'banned' }), `/posts/${post.id}`)
  expect(banned).not.toContain('data-composer')
})

test('the comment list is the same for all viewers, with one action template', async () => {
  const { world, author, reader, post } = await setUp()
  const root = await comment(author, post.id)
  const below = await reply(reader, root.id)
  await reader.post(`/api/comments/${root.id}/like`)
  const listIn = (page: string) => /<ol class="comment-list".*<\/ol>/s.exec(page)?.[0]
  const template =
    /<template data-comment-actions="([^"]*)" data-editablesince="([^"]*)"( data-moderates)?/
  const shown = await pageOf(world.visitor(), `/posts/${post.id}`)
  expect(listIn(shown)).toContain(`id="comment-${below.id}"`)
  expect(shown).not.toMatch(template)
  const since = new Date(world.now.getTime() - 15 * 60_000).toISOString()
  const admin = await world.member({ role: 'admin' })
  for (const [by, liked, moderates] of [
    [reader, `[${root.id}]`, undefined],
    [author, '[]', ' data-moderates'],
    [admin, '[]', ' data-moderates'],
  ] as const) {
    expect(listIn(await pageOf(by, `/posts/${post.id}`))).toBe(listIn(shown))
    // The same on the pages of a thread and of all comments.
    for (const path of ['', `/comments/${root.id}`, '/comments?sort=old']) {
      const page = await pageOf(by, `/posts/${post.id}${path}`)
      expect(template.exec(page)?.slice(1)).toEqual([liked, since, moderates])
    }
  }
  const banned = await pageOf(await world.member({ status: 'banned' }), `/posts/${post.id}`)
  expect(listIn(banned)).toBe(listIn(shown))
  expect(banned).not.toMatch(template)
})

test('while comments are switched off, a post says so and still shows its comments', async ({
  world,
  reader,
  post,
}) => {
  const { id } = await comment(reader, post.id)
  await world.setting('comments.enabled', false)
  try {
    const page = await pageOf(reader, `/posts/${post.id}`)
    expect(page).toContain('Comments are closed for now')
    expect(page).not.toMatch(/data-composer|data-reply/)
    expect(idsIn(page)).toEqual([id])
  } finally {
    await world.setting('comments.enabled', true)
  }
})

test('a draft has no comments and no reactions', async () => {
  const { author, post } = await setUp({ post: { status: 'draft' } })
  expect(await pageOf(author, `/posts/${post.id}`)).not.toMatch(/id="comments"|reaction-bar/)
})

test('every comment can be reached by links alone, in both orders', async ({
  world,
  reader,
  post,
}) => {
  const ids = await writeComments(reader, post.id, 45)
  for (const order of ['new', 'old']) {
    const read = await pagesFrom(world.visitor(), `/posts/${post.id}?comments=${order}`)
    expect(read.flatMap(({ text }) => idsIn(text))).toEqual(
      order === 'new' ? ids.toReversed() : ids,
    )
  }
})

test('a link to a comment shows the comment and the following part of its thread', async ({
  world,
  reader,
  post,
}) => {
  const root = await comment(reader, post.id)
  const replies = [
    await reply(reader, root.id),
    await reply(reader, root.id),
    await reply(reader, root.id),
  ]
  const [first, second, third] = replies.map(({ id }) => id)
  const path = `/posts/${post.id}/comments`
  const visitor = world.visitor()
  expect(idsIn(await pageOf(visitor, `${path}/${root.id}`))).toEqual([
    root.id,
    first,
    second,
    third,
  ])
  expect(idsIn(await pageOf(visitor, `${path}/${second}`))).toEqual([root.id, second, third])
  await reader.delete(`/api/comments/${second}`)
  expect((await visitor.get(`${path}/${second}`)).status).toBe(404)
  const another = await world.post({ author: reader.user })
  expect((await visitor.get(`/posts/${another.id}/comments/${root.id}`)).status).toBe(404)
  expect((await visitor.get(`${path}/x`)).status).toBe(404)
  expect((await visitor.get(`${path}?cursor=x`)).status).toBe(400)
  const page = await pageOf(visitor, path)
  expect(page).toContain('<meta name="robots" content="noindex"')
  expect(page).toContain(`<link rel="canonical" href="http://joule.test/posts/${post.id}"`)
})

test('an address in a comment becomes a link with rel nofollow', async ({
  world,
  reader,
  post,
}) => {
  const body =
    'See (https://example.com/a_(b)?q=1&r="2"), javascript:alert(1)，或https://例子.cn/路径。好'
  await comment(reader, post.id, body)
  const page = await pageOf(world.visitor(), `/posts/${post.id}`)
  const hrefs = [...page.matchAll(/<a href="(https:[^"]+)" rel="nofollow ugc noopener">/g)].map(
    ([, href]) => href,
  )
  expect(hrefs).toEqual([
    'https://example.com/a_(b)?q=1&amp;r=',
    'https://xn--fsqu00a.cn/%E8%B7%AF%E5%BE%84',
  ])
  expect(page).not.toContain('href="javascript:')
})

test('an erased author can be neither followed nor named', async ({
  world,
  author,
  reader,
  post,
}) => {
  await comment(author, post.id, 'Farewell.')
  await world.db.batch([
    sql`UPDATE users SET status = 'deleted', email = NULL WHERE uid = ${author.user.uid}`,
  ])
  for (const person of [reader, world.visitor()]) {
    const page = await pageOf(person, `/posts/${post.id}`)
    expect(page).toContain('Deleted user')
    expect(page).not.toMatch(/class="[^"]*\bfollow\b/)
  }
})
