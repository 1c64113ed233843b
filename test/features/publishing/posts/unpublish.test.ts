import { sql } from 'drizzle-orm'
import { tellFollowers } from '#features/community/follows/new-parts.ts'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { HOUR, MINUTE } from '#kernel/clock.ts'
import { giveEnergy } from '#test/profiles.ts'
import { expect, refusal, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'
import { letters } from '../letters/fixtures.ts'
import { author, postIn, rowOf } from './authors.ts'

const unpublish = (by: Client, id: number) => by.post(`/api/studio/posts/${id}/unpublish`)

/** The addresses at which a reader can find a post with this tag and author. */
async function findable(world: World, id: number, tag: string, uid: number): Promise<string[]> {
  const visitor = world.visitor()
  const paths = [
    `/api/posts/${id}`,
    `/posts/${id}`,
    `/posts/${id}.md`,
    '/api/posts',
    `/api/posts?tag=${tag}`,
    `/api/posts?author=${uid}`,
    '/feed.xml',
    `/space/${uid}`,
    '/sitemap.xml',
  ]
  const found: string[] = []
  for (const path of paths) {
    const { status, text } = await visitor.get(path)
    if (status === 200 && (text.includes(`/posts/${id}`) || text.includes(`"id":${id},`)))
      found.push(path)
  }
  return found
}

test('an unpublished post is hidden everywhere, and returns with its figures, its date and no second notice', async ({
  world,
}) => {
  const [writer, reader] = [await author(world), await author(world)]
  const tag = `t${crypto.randomUUID().slice(0, 8)}`
  const { json: series } = await writer.post('/api/studio/series', { title: 'A series' })
  await reader.post(`/api/series/${series.id}/follow`)
  const written = { title: 'Hidden soon', body: '<p>words</p>', tags: [tag], series_id: series.id }
  const { json } = await writer.post('/api/studio/posts', { ...written, draft: true })
  const { id } = json
  const { json: first } = await writer.post(`/api/studio/posts/${id}/submit`)
  await tellFollowers(world.db, world.now)
  await giveEnergy(world, reader.user, 10)
  await reader.post(`/api/posts/${id}/like`)
  await reader.post(`/api/posts/${id}/favorite`)
  await reader.post('/api/energy/energize', { post_id: id, form: 'heavy' })
  await reader.post(`/api/posts/${id}/comments`, { body: 'one' })
  const state = async () => {
    await sumUp(world.db)
    const { likes_count, comments_count, favorites_count, energy, hot } = await rowOf(world, id)
    const notices = await world.db.first(
      sql`SELECT COUNT(*) AS n FROM notifications WHERE user_id = ${reader.user.uid}`,
    )
    const { json: tags } = await world.visitor().get(`/api/tags?q=${tag}`)
    const { json: overview } = await writer.get('/api/studio/overview')
    return [likes_count, comments_count, favorites_count, energy, hot, notices, tags, overview]
  }
  const before = await state()
  const places = await findable(world, id, tag, writer.user.uid)
  expect(places).toHaveLength(9)
  world.wait(HOUR)
  for (const client of [writer, reader]) await client.signIn(client.user)
  expect((await unpublish(reader, id)).status).toBe(404)

  const { status, json: hidden } = await unpublish(writer, id)
  expect([status, hidden.status, hidden.published_at]).toEqual([200, 'draft', first.published_at])
  expect(await findable(world, id, tag, writer.user.uid)).toEqual([])
  expect((await reader.get(`/api/posts/${id}`)).status).toBe(404)
  expect(refusal(await reader.post(`/api/posts/${id}/comments`, { body: 'two' }))[0]).toBe(404)
  expect(refusal(await unpublish(writer, id))).toEqual([409, 'invalid_transition'])
  expect(await checkAll(world.db, world.now)).toMatchObject({ ok: true, failures: {} })

  // The public version is in the history, although the edit follows at once.
  await writer.put(`/api/studio/posts/${id}`, { body: '<p>other words</p>' })
  const { json: history } = await writer.get(`/api/studio/posts/${id}/revisions`)
  expect(history.items.map((item: { status: string }) => item.status)).toEqual([
    'draft',
    'approved',
  ])

  world.wait(HOUR)
  for (const client of [writer, reader]) await client.signIn(client.user)
  const { json: again } = await writer.post(`/api/studio/posts/${id}/submit`)
  await tellFollowers(world.db, world.now)
  expect([again.status, again.published_at]).toEqual(['approved', first.published_at])
  expect(await state()).toEqual(before)
  expect(await findable(world, id, tag, writer.user.uid)).toEqual(places)
})

test('an unpublished post is reviewed again where review is on, without its unseen edit, and a locked post stays locked', async ({
  world,
  writer,
}) => {
  const id = await postIn(world, writer, 'approved', true)
  await writer.put(`/api/studio/posts/${id}`, { title: 'changed' })
  await unpublish(writer, id)
  expect((await rowOf(world, id)).edit_unseen_since).toBeNull()
  expect((await writer.post(`/api/studio/posts/${id}/submit`)).json.status).toBe('pending')
  expect(refusal(await unpublish(writer, id))).toEqual([409, 'invalid_transition'])
  const locked = await postIn(world, writer, 'locked')
  expect(refusal(await unpublish(writer, locked))).toEqual([409, 'post_not_editable'])
  expect(await checkAll(world.db, world.now)).toMatchObject({ ok: true, failures: {} })
})

test('a post that is unpublished before its letter is sent gets no letter and no digest, also after it is published again', async ({
  world,
  writer,
}) => {
  const { subscribe, begin, sendDue, binding } = await letters(world)
  await subscribe({ kind: 'author', ref: writer.user.uid })
  await subscribe({ kind: 'site', cadence: 'daily' })
  await begin()
  const { id } = await world.post({ author: writer.user, title: 'Too early' })
  await unpublish(writer, id)
  await sendDue()
  await writer.post(`/api/studio/posts/${id}/submit`)
  for (let hour = 0; hour < 26; hour++) await sendDue(HOUR + MINUTE)
  expect(binding.sent).toEqual([])
})
