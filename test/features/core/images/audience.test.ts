import { sql } from 'drizzle-orm'
import { cleanUpImages } from '#features/core/images/clean-up.ts'
import { DAY } from '#kernel/clock.ts'
import { PNG } from '#test/images.ts'
import { expect, test } from '#test/test.ts'
import type { Client, Member, World } from '#test/world.ts'

const NEVER = 'private, no-store'

async function uploaded(member: Client): Promise<string> {
  return (await member.upload('/api/posts/upload-image', PNG)).json.url
}

const showing = (url: string, draft = false) => ({
  title: 'a title',
  body: `<p>Look</p><img src="${url}">`,
  draft,
})

/** The status of an image for the uploader, an admin, another member and a visitor. */
async function audience(world: World, uploader: Member, url: string): Promise<number[]> {
  const [admin, other] = await world.members([{ role: 'admin' }, { level: 2 }])
  const all = await Promise.all(
    [uploader, admin, other, world.visitor()].map((one) => one.get(url)),
  )
  return all.map(({ status }) => status)
}

const ALL = [200, 200, 200, 200]
const OWN = [200, 200, 404, 404]

test('a new image and the image of a draft can be loaded by all readers, and caches keep an image while its post is public', async ({
  world,
}) => {
  const [writer, admin] = await world.members([{ level: 2 }, { role: 'admin' }])
  const url = await uploaded(writer)
  expect(await audience(world, writer, url)).toEqual(ALL)
  const { id } = (await writer.post('/api/studio/posts', showing(url, true))).json
  expect(await audience(world, writer, url)).toEqual(ALL)
  expect((await world.visitor().get(url)).headers.get('cache-control')).toBe(NEVER)
  await writer.post(`/api/studio/posts/${id}/submit`)
  expect(await audience(world, writer, url)).toEqual(ALL)
  const first = await world.visitor().get(url)
  expect(first.headers.get('cache-control')).toBe('public, max-age=86400, immutable')
  await admin.post(`/api/admin/posts/${id}/lock`, { reason: 'spam' })
  expect(await audience(world, writer, url)).toEqual(OWN)
  // A cache that asks again gets no 304.
  const etag = first.headers.get('etag') ?? ''
  expect((await world.visitor().get(url, { headers: { 'if-none-match': etag } })).status).toBe(404)
  await admin.post(`/api/admin/posts/${id}/unlock`)
  expect(await audience(world, writer, url)).toEqual(ALL)
  await writer.delete(`/api/studio/posts/${id}`)
  expect(await audience(world, writer, url)).toEqual(OWN)
})

test('an image that is used nowhere is not public after a day', async ({ world, writer }) => {
  const url = await uploaded(writer)
  world.wait(DAY + 1)
  expect((await world.visitor().get(url)).status).toBe(404)
})

test('an image that is only in an earlier version of a public post is not public', async ({
  world,
  writer,
}) => {
  const url = await uploaded(writer)
  const { id } = (await writer.post('/api/studio/posts', showing(url))).json
  await writer.put(`/api/studio/posts/${id}`, { body: '<p>Nothing</p>' })
  expect(await audience(world, writer, url)).toEqual(OWN)
  await writer.put(`/api/studio/posts/${id}`, { body: showing(url).body })
  expect(await audience(world, writer, url)).toEqual(ALL)
})

test('a post of another user neither publishes nor keeps an image', async ({ world }) => {
  const [writer, other] = await world.members([{ level: 2 }, { level: 2 }])
  const url = await uploaded(writer)
  await other.post('/api/studio/posts', showing(url))
  await other.post('/api/studio/posts', showing(url, true))
  expect(await audience(world, writer, url)).toEqual(OWN)
  for (let run = 0; run < 3; run++) {
    world.wait(2 * DAY)
    await world.db.batch([sql`DELETE FROM site_state WHERE key LIKE 'images-seen%'`])
    await cleanUpImages(world.db, world.env.IMAGES, world.now)
  }
  const key = url.slice('/images/'.length)
  expect(await world.db.first(sql`SELECT 1 FROM images WHERE key = ${key}`)).toBeNull()
  expect(await world.env.IMAGES.head(key)).toBeNull()
})

test('the image of a comment is public while the comment and its post are', async ({ world }) => {
  const [writer, artist] = await world.members([{ level: 2 }, { level: 4 }])
  const post = await world.post({ author: writer.user })
  const { id, url } = (await artist.upload('/api/comments/upload-image', PNG)).json
  expect((await world.visitor().get(url)).headers.get('cache-control')).toBe(NEVER)
  await artist.post(`/api/posts/${post.id}/comments`, { body: 'Look', image_id: id })
  expect(await audience(world, artist, url)).toEqual(ALL)
  await writer.delete(`/api/studio/posts/${post.id}`)
  expect(await audience(world, artist, url)).toEqual(OWN)
})

test('an admin takes an image down at once, wherever it is shown', async ({
  world,
  writer,
  admin,
}) => {
  const url = await uploaded(writer)
  await writer.post('/api/studio/posts', showing(url))
  const key = url.slice('/images/'.length)
  await world.db.batch([sql`UPDATE users SET avatar_key = ${key} WHERE uid = ${writer.user.uid}`])
  expect((await admin.delete(`/api/admin/images/${key}`)).status).toBe(204)
  expect(await audience(world, writer, url)).toEqual([404, 404, 404, 404])
  expect(await world.env.IMAGES.head(key)).toBeNull()
  expect((await world.reload(writer.user)).avatar_key).toBeNull()
  expect((await admin.delete(`/api/admin/images/${key}`)).status).toBe(404)
  const entries = await world.db.all(sql<{ actor_id: number; before: string }>`
    SELECT actor_id, before FROM audit_log WHERE action = 'image.remove' AND subject_id = ${writer.user.uid}`)
  expect(entries).toEqual([{ actor_id: admin.user.uid, before: JSON.stringify({ path: url }) }])
  const { items } = (await writer.get('/api/messages')).json
  expect(items.map(({ data }: { data: { event?: string } }) => data.event)).toContain(
    'image_removed',
  )
})

test('the owner can replace the logo of the site, and admins cannot take it down', async ({
  world,
  owner,
}) => {
  const { logo_url } = (await owner.upload('/api/admin/identity/logo', PNG)).json
  expect((await world.visitor().get(logo_url)).status).toBe(200)
  const refused = await owner.delete(`/api/admin${logo_url}`)
  expect(refused.json.error.code).toBe('invalid_transition')
})

test('the review page offers to remove each image of a post', async ({ world, writer, admin }) => {
  await world.setting('audit.enabled', true)
  const url = await uploaded(writer)
  const { id } = (await writer.post('/api/studio/posts', showing(url, true))).json
  await writer.post(`/api/studio/posts/${id}/submit`)
  const { text } = await admin.get(`/admin/posts?id=${id}`)
  expect(text).toContain(`DELETE /api/admin${url}`)
})
