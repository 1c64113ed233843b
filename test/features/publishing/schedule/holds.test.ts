import { runDurableObjectAlarm } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { quotaOf } from '#features/core/storage/quotas.ts'
import { HOLD_MAX } from '#features/publishing/schedule/hold.ts'
import { EVERY_MINUTE, runCron } from '#jobs'
import { MINUTE, SECOND } from '#kernel/clock.ts'
import { expect, refusal, refusalOf, test } from '#test/test.ts'
import type { World } from '#test/world.ts'
import { systemNoticesOf } from '../../operations/admin/support.ts'
import { author, draft, postIn, rowOf, WRITTEN } from '../posts/authors.ts'

const minute = (world: World) => runCron(EVERY_MINUTE, world.env, world.now)
const inSeconds = (world: World, seconds: number) =>
  new Date(world.now.getTime() + seconds * SECOND).toISOString()
const timerOf = (world: World, id: number) => world.env.HOLD_TIMER.getByName(`post:${id}`)

test('a held post is published by its timer at the end of the hold, from a draft and from a new post', async ({
  world,
  writer,
}) => {
  const id = await draft(writer)
  const submitted = await writer.post(`/api/studio/posts/${id}/submit`, { hold: 10 })
  const created = await writer.post('/api/studio/posts', { ...WRITTEN, hold: 20 })
  for (const [{ status, json }, seconds] of [
    [submitted, 10],
    [created, 20],
  ] as const) {
    expect([status, json.status, json.version]).toEqual([202, 'draft', 1])
    expect([json.published_at, json.publishes_at]).toEqual([null, inSeconds(world, seconds)])
    expect((await world.visitor().get(`/api/posts/${json.id}`)).status).toBe(404)
    expect(await runDurableObjectAlarm(timerOf(world, json.id))).toBe(true)
    const { json: post } = await writer.get(`/api/studio/posts/${json.id}`)
    expect([post.status, post.version, post.publishes_at]).toEqual(['approved', 2, null])
    expect(Date.parse(post.published_at)).toBeGreaterThanOrEqual(Date.parse(json.publishes_at))
  }
  // The author is there: the inbox has nothing to say.
  expect(await systemNoticesOf(world, writer.user)).toEqual([])
})

test('the cron publishes a held post whose timer was lost, not before its time and once', async ({
  world,
  writer,
}) => {
  const id = await draft(writer)
  await writer.post(`/api/studio/posts/${id}/submit`, { hold: HOLD_MAX })
  await minute(world)
  expect((await rowOf(world, id)).status).toBe('draft')
  world.wait(HOLD_MAX * SECOND)
  await Promise.all([minute(world), minute(world)])
  expect(await rowOf(world, id)).toMatchObject({
    status: 'approved',
    version: 2,
    published_at: world.now.toISOString(),
  })
  expect(await world.db.all(sql`SELECT * FROM post_holds`)).toEqual([])
})

test('a hold is undone before its time and refused after it, and only by its author', async ({
  world,
  writer,
}) => {
  const undo = (id: number, by = writer) => by.delete(`/api/studio/posts/${id}/hold`)
  const id = await draft(writer)
  expect(refusal(await undo(id))).toEqual([409, 'invalid_transition'])
  await writer.post(`/api/studio/posts/${id}/submit`, { hold: 10 })
  expect(refusal(await undo(id, await author(world)))).toEqual([404, 'not_found'])
  const { status, json } = await undo(id)
  expect([status, json.status, json.publishes_at]).toEqual([200, 'draft', null])
  await runDurableObjectAlarm(timerOf(world, id))
  world.wait(MINUTE)
  await minute(world)
  expect((await rowOf(world, id)).status).toBe('draft')

  await writer.post(`/api/studio/posts/${id}/submit`, { hold: 10 })
  world.wait(10 * SECOND)
  expect(refusal(await undo(id))).toEqual([409, 'invalid_transition'])
  for (const hold of [-1, 61, 1.5, '10'])
    expect(await refusalOf(writer.post('/api/studio/posts', { ...WRITTEN, hold }))).toEqual([
      422,
      'hold',
    ])
  expect((await writer.post(`/api/studio/posts/${id}/submit`, { hold: 0 })).json.status).toBe(
    'approved',
  )
})

test('a held post is submitted if review is on at its end, also a rejected one that is edited meanwhile', async ({
  world,
  writer,
}) => {
  const id = await postIn(world, writer, 'rejected')
  await writer.post(`/api/studio/posts/${id}/submit`, { hold: 10 })
  await writer.put(`/api/studio/posts/${id}`, { title: 'Better' })
  await world.setting('audit.enabled', true)
  world.wait(10 * SECOND)
  await minute(world)
  expect(await rowOf(world, id)).toMatchObject({ status: 'pending', title: 'Better' })
})

test('a deletion and a move end a hold, and a full quota of moves keeps the post a draft', async ({
  world,
  writer,
}) => {
  const [deleted, moved, late] = [await draft(writer), await draft(writer), await draft(writer)]
  for (const id of [deleted, moved, late])
    await writer.post(`/api/studio/posts/${id}/submit`, { hold: 10 })
  await writer.delete(`/api/studio/posts/${deleted}`)
  await writer.post(`/api/studio/posts/${moved}/submit`)
  const held = await world.db.all(sql`SELECT post_id FROM post_holds`)
  expect(held).toEqual([{ post_id: late }])
  const { moves_of_day } = quotaOf({ exp: writer.user.exp, role: 'user' })
  await world.db.batch([
    sql`UPDATE author_stats SET moves = ${moves_of_day} WHERE user_id = ${writer.user.uid}`,
  ])
  world.wait(10 * SECOND)
  await minute(world)
  expect((await rowOf(world, late)).status).toBe('draft')
  expect(await systemNoticesOf(world, writer.user)).toEqual([
    { event: 'post_not_published', title: WRITTEN.title, why: 'too_many_moves' },
  ])
})
