import { expect, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'

const ADDRESS = 'https://images.example/a.png'
const IMAGE = `<img src="${ADDRESS}" alt="A cat &amp; a dog" loading="lazy">`
const BODY = `<p>${IMAGE}</p><p><img src="/images/own.webp" alt="Own" loading="lazy"></p>`
const LINK = `<a class="image-link" href="${ADDRESS}" rel="nofollow ugc noopener">A cat &amp; a dog</a>`
const SETTING = '/api/admin/site-settings'

const show = (owner: Client, value: boolean) =>
  owner.put(SETTING, { key: 'images.external', value })
const policyOf = (headers: Headers) =>
  headers
    .get('Content-Security-Policy')
    ?.split('; ')
    .find((part) => part.startsWith('img-src'))

/** The owner, an author and a published post with an external image and an external cover. */
async function site(world: World) {
  const [owner, author] = await world.members([{ role: 'owner' }, { level: 2 }])
  const { status, json } = await author.post('/api/studio/posts', {
    title: 'Animals',
    body: BODY,
    cover_url: 'https://covers.example/c.jpg',
  })
  expect([status, json.status]).toEqual([201, 'approved'])
  return { owner, author, id: json.id as number }
}

test('a post of a new site shows links instead of external images and of an external cover', async ({
  world,
}) => {
  const { author, id } = await site(world)
  for (const reader of [world.visitor(), author, await world.member()]) {
    const { text, headers } = await reader.get(`/posts/${id}`)
    expect(text).toContain(LINK)
    expect(text).not.toMatch(/<img[^>]* src="http/)
    expect(text).toContain('<img src="/images/own.webp"')
    expect(text).toContain('href="https://covers.example/c.jpg"')
    expect(text).not.toMatch(/og:image" content="https:\/\/covers/)
    expect(text).not.toMatch(/"image":\["https:\/\/covers/)
    expect(policyOf(headers)).toBe("img-src 'self' data: blob:")
  }
})

test('lists and feeds of a new site show no external images', async ({ world }) => {
  const { author } = await site(world)
  for (const path of ['/', '/posts', `/space/${author.user.uid}`]) {
    expect((await world.visitor().get(path)).text).not.toMatch(/<img[^>]* src="http/)
  }
  const { text: feed } = await world.visitor().get(`/space/${author.user.uid}/feed.xml`)
  expect(feed).toContain('&lt;a class="image-link" href="https://images.example/a.png"')
  expect(feed).not.toMatch(/&lt;img src="https/)
})

test('the owner shows external images and hides them again, without a change of the posts', async ({
  world,
}) => {
  const { owner, author, id } = await site(world)
  const visitor = world.visitor()
  const reader = await world.member()
  const seen = async (client: Client) => {
    const { text, headers } = await client.get(`/posts/${id}`)
    return [
      text.includes(IMAGE),
      text.includes(LINK),
      text.includes('class="post-cover"'),
      policyOf(headers),
    ]
  }
  const linked = [false, true, false, "img-src 'self' data: blob:"]
  const shown = [true, false, true, "img-src 'self' https: data: blob:"]
  for (const isOn of [false, true, false]) {
    expect((await show(owner, isOn)).status).toBe(200)
    // The second request of a visitor is served from the cache.
    for (const client of [visitor, visitor, reader, author])
      expect(await seen(client)).toEqual(isOn ? shown : linked)
    expect((await visitor.get('/posts')).text.includes('src="https://covers.example/c.jpg"')).toBe(
      isOn,
    )
    const { json } = await visitor.get(`/api/posts/${id}`)
    expect([json.body, json.cover_url]).toEqual([BODY, 'https://covers.example/c.jpg'])
  }
})

test('a 304 has the policy of the page that the browser has stored', async ({ world, visitor }) => {
  const { owner, id } = await site(world)
  for (const isOn of [true, false]) {
    await show(owner, isOn)
    const { headers } = await visitor.get(`/posts/${id}`)
    const again = await visitor.get(`/posts/${id}`, {
      headers: { 'If-None-Match': headers.get('ETag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect(policyOf(again.headers)).toBe(policyOf(headers))
  }
})

test('the editor says that readers see a link instead of an external image, but only while they do', async ({
  world,
}) => {
  const { owner, author, id } = await site(world)
  const note = 'data-part="external-image"'
  expect((await author.get(`/studio/write?id=${id}`)).text).toContain(note)
  await show(owner, true)
  expect((await author.get(`/studio/write?id=${id}`)).text).not.toContain(note)
  await show(owner, false)
})
