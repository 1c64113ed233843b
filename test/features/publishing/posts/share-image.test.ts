import { sql } from 'drizzle-orm'
import { cleanUpImages } from '#features/core/images/clean-up.ts'
import { DAY } from '#kernel/clock.ts'
import { PNG } from '#test/images.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'

const share = (by: Client, post: number) => by.upload(`/api/studio/posts/${post}/share-image`, PNG)

/** The path of the image on share cards, on the page of the post and in its structured data. */
async function shown(by: Client, post: number) {
  const { text } = await by.get(`/posts/${post}`)
  const [, card] = /property="og:image" content="[^"]+?(\/(?:images|img)\/[^"]+)"/.exec(text) ?? []
  const [, data] = /"image":\["[^"]+?(\/(?:images|img)\/[^"]+)"/.exec(text) ?? []
  expect(data).toBe(card)
  return card
}

const write = async (by: Client, more: object = {}) =>
  (await by.post('/api/studio/posts', { title: 'A title', body: '<p>1</p>', ...more })).json
    .id as number

async function files(world: World) {
  await cleanUpImages(world.db, world.env.IMAGES, world.now)
  const rows = await world.db.all(sql<{ key: string }>`SELECT key FROM images`)
  return rows.map(({ key }) => `/images/${key}`)
}

test('the page of a post has the size and the alternative text of its share image', async ({
  world,
  writer,
}) => {
  const post = await write(writer)
  await share(writer, post)
  const [image] = await world.db.all(
    sql<{ width: number; height: number }>`SELECT width, height FROM images`,
  )
  const { text } = await world.visitor().get(`/posts/${post}`)
  const contentOf = (name: string) =>
    new RegExp(`<meta property="og:image:${name}" content="([^"]*)"`).exec(text)?.[1]
  expect(contentOf('width')).toBe(String(image?.width))
  expect(contentOf('height')).toBe(String(image?.height))
  expect(contentOf('alt')).toBe('A title')
})

test('a share image is deleted when the title, the cover or the name changes', async ({
  world,
  writer,
}) => {
  const changes = [
    (post: number) => writer.put(`/api/studio/posts/${post}`, { title: 'Another' }),
    (post: number) =>
      writer.put(`/api/studio/posts/${post}`, { cover_url: 'https://a.example/1.png' }),
    () =>
      world.db.batch([
        sql`UPDATE users SET username = 'after', username_key = 'after' WHERE uid = ${writer.user.uid}`,
      ]),
    (post: number) => share(writer, post),
  ]
  for (const change of changes) {
    const post = await write(writer)
    expect(await shown(writer, post)).toMatch(/^\/img\//)
    expect((await share(writer, post)).status).toBe(204)
    const first = await shown(writer, post)
    expect((await world.visitor().get(String(first))).status).toBe(200)
    await writer.put(`/api/studio/posts/${post}`, { body: '<p>Another text</p>' })
    await writer.delete(`/api/studio/posts/${post}/revisions`)
    world.wait(2 * DAY)
    await files(world)
    expect(await files(world)).toContain(first)
    // After days the session is due for renewal.
    await writer.get('/')
    expect(await shown(writer, post)).toBe(first)
    await change(post)
    expect(await shown(writer, post)).not.toBe(first)
    await files(world)
    world.wait(2 * DAY)
    expect(await files(world)).not.toContain(first)
    await writer.get('/')
  }
})

test('only the author sets a share image, but not during a review', async ({
  world,
  writer,
  author,
  admin,
}) => {
  const post = await write(writer)
  const refused = async (by: Client, id = post) => refusalOf(share(by, id))
  expect(await refused(author)).toEqual([404, 'not_found'])
  expect(await refused(admin)).toEqual([404, 'not_found'])
  await world.setting('audit.enabled', true)
  expect(await refused(writer)).toEqual([409, 'post_not_editable'])
  const draft = await write(writer, { draft: true })
  expect((await share(writer, draft)).status).toBe(204)
  await writer.post(`/api/studio/posts/${draft}/submit`)
  expect(await refused(writer, draft)).toEqual([409, 'post_not_editable'])
  const image = await shown(writer, draft).catch(() => undefined)
  expect(image).toBeUndefined()
  const review = (await admin.get(`/admin/posts?id=${draft}`)).text
  const [key] = await world.db.all(
    sql<{ image_key: string }>`SELECT image_key FROM post_images WHERE post_id = ${draft}`,
  )
  expect(review).toContain(`/api/admin/images/${key?.image_key}`)
  await admin.delete(`/api/admin/images/${key?.image_key}`)
  await admin.post(`/api/admin/posts/${draft}/approve`)
  expect(await shown(world.visitor(), draft)).toMatch(/^\/img\//)
})
