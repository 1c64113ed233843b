import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { JPEG, PNG } from '#test/images.ts'
import { refusal, refusalOf } from '#test/test.ts'
import type { Client } from '#test/world.ts'
import { roots, setUp } from './fixtures.ts'

const artist = { reader: { level: 4 } }

const upload = (by: Client, file: Uint8Array) => by.upload('/api/comments/upload-image', file)

test('a JPEG is converted to WebP with a searched quality', async () => {
  const { reader } = await setUp(artist)
  const { status, json } = await upload(reader, JPEG)
  expect(status).toBe(201)
  expect(json).toMatchObject({
    type: 'image/webp',
    width: 60,
    height: 40,
    quality: expect.any(Number),
  })
  expect((await reader.get(json.url)).headers.get('content-type')).toBe('image/webp')
})

test('members below Lv4 cannot upload a comment image', async () => {
  const { reader } = await setUp({ reader: { level: 3 } })
  expect(refusal(await upload(reader, PNG))).toEqual([403, 'level_too_low'])
})

test('a comment shows its image, and only the uploader may use the image, uploaded for a comment', async () => {
  const { world, reader, post } = await setUp(artist)
  const image = (await upload(reader, PNG)).json
  const send = (by: Client, image_id: number) =>
    by.post(`/api/posts/${post.id}/comments`, { body: 'Look!', image_id })
  const shown = { url: image.url, width: 60, height: 40 }
  expect((await send(reader, image.id)).json.image).toEqual(shown)
  expect(await roots(world.visitor(), post.id)).toMatchObject([{ image: shown }])
  expect(await refusalOf(send(await world.member({ level: 4 }), image.id))).toEqual([
    422,
    'image_id',
  ])
  const { id: ofPost } = (await reader.upload('/api/posts/upload-image', PNG)).json
  for (const id of [999_999_999, ofPost]) expect((await send(reader, id)).status).toBe(422)
})

test('the clean-up removes the image of a deleted comment and keeps the image of a visible one', async () => {
  const { world, reader, post } = await setUp(artist)
  const [kept, gone] = [(await upload(reader, PNG)).json, (await upload(reader, JPEG)).json]
  const send = async (image_id: number) =>
    (await reader.post(`/api/posts/${post.id}/comments`, { body: 'Look!', image_id })).json
  await send(kept.id)
  const regretted = await send(gone.id)
  await reader.delete(`/api/comments/${regretted.id}`)
  for (let run = 0; run < 3; run++) {
    world.wait(1.1 * DAY)
    await runOnly(['delete unused images'], world.env, world.now)
  }
  const left = await world.db.all(
    sql<{ id: number }>`SELECT id FROM images WHERE id IN (${kept.id}, ${gone.id})`,
  )
  expect(left).toEqual([{ id: kept.id }])
  expect((await reader.get(gone.url)).status).toBe(404)
  expect((await reader.get(kept.url)).status).toBe(200)
})

test('a comment or reply may consist of an image alone, but cannot be empty', async () => {
  const { world, author, reader, post } = await setUp(artist)
  const { id } = (await upload(reader, PNG)).json
  const root = await reader.post(`/api/posts/${post.id}/comments`, { body: '  ', image_id: id })
  expect([root.status, root.json.body, root.json.image?.width]).toEqual([201, '', 60])
  const reply = await reader.post(`/api/comments/${root.json.id}/reply`, { body: '', image_id: id })
  expect(reply.status).toBe(201)
  for (const path of [`/api/posts/${post.id}/comments`, `/api/comments/${root.json.id}/reply`]) {
    for (const input of [{ body: '' }, { body: ' ', image_id: null }, { image_id: id }]) {
      expect(await refusalOf(reader.post(path, input))).toEqual([422, 'body'])
    }
  }
  expect((await author.get('/api/messages?category=comment')).json.items[0]).toMatchObject({
    kind: 'NotifyComment',
  })
  const { text } = await world.visitor().get(`/posts/${post.id}/comments`)
  expect(text).toContain(root.json.image.url)
})
