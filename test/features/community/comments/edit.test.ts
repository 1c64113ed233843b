import { sql } from 'drizzle-orm'
import { MINUTE } from '#kernel/clock.ts'
import { EDIT_MINUTES } from '#kernel/post-limits.ts'
import { freshName } from '#test/profiles.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import type { Client } from '#test/world.ts'
import { comment, commentNotices, roots } from './fixtures.ts'

const edit = (by: Client, id: number, body: unknown) => by.put(`/api/comments/${id}`, { body })

test('an author edits a comment, and readers see that it was edited', async ({
  world,
  reader,
  post,
}) => {
  const { id, created_at, edited_at } = await comment(reader, post.id, 'Well siad.')
  expect([edited_at, (await edit(reader, id, ' Well siad. ')).json.edited_at]).toEqual([null, null])
  world.wait(MINUTE)
  const { json } = await edit(reader, id, '  Well said.  ')
  expect(json).toMatchObject({ body: 'Well said.', created_at, edited_at: world.now.toISOString() })
  expect(await roots(world.visitor(), post.id)).toMatchObject([
    { id, body: 'Well said.', edited_at: json.edited_at },
  ])
})

test('only its author edits a comment: neither the author of the post nor an admin nor the owner', async ({
  visitor,
  author,
  reader,
  admin,
  owner,
  post,
}) => {
  const { id, body } = await comment(reader, post.id)
  for (const other of [author, admin, owner])
    expect(await refusalOf(edit(other, id, 'Not mine.'))).toEqual([403, 'forbidden'])
  expect(await refusalOf(edit(visitor, id, 'Not mine.'))).toEqual([401, 'unauthenticated'])
  expect(await roots(reader, post.id)).toMatchObject([{ body, edited_at: null }])
})

test('the database enforces the fifteen minutes for every writer', async ({
  world,
  reader,
  post,
}) => {
  const { id, created_at } = await comment(reader, post.id)
  const at = (minutes: number, more: number) =>
    new Date(Date.parse(created_at) + minutes * MINUTE + more).toISOString()
  const write = (editedAt: string | null) =>
    world.db.batch([
      sql`UPDATE comments SET body = 'By hand.', edited_at = ${editedAt} WHERE id = ${id}`,
    ])
  for (const moment of [null, at(0, -1), at(EDIT_MINUTES, 1)]) {
    await expect(write(moment)).rejects.toMatchObject({ code: 'comment_not_editable' })
  }
  await write(at(EDIT_MINUTES, 0))
  await reader.delete(`/api/comments/${id}`)
  await expect(write(at(1, 0))).rejects.toMatchObject({ code: 'not_found' })
})

test('a comment that is edited to mention more users notifies at most ten users in total', async ({
  world,
  reader,
  post,
}) => {
  const people = await Promise.all(
    Array.from({ length: 12 }, () => world.member({ username: freshName() })),
  )
  const { id } = await comment(reader, post.id)
  const mentions: number[] = []
  for (const { user } of people) {
    const { status, json } = await edit(reader, id, `Look, @${user.username}`)
    expect(status).toBe(200)
    mentions.push(json.mentions.length)
  }
  expect(mentions).toEqual([...Array(10).fill(1), 0, 0])
  const counts = await Promise.all(
    people.map(async (person) => (await commentNotices(person)).length),
  )
  expect(counts).toEqual(mentions)
})

test('notices quote the edited text of a comment, and nothing after its removal', async ({
  world,
  author,
  reader,
  post,
}) => {
  const [gone, added] = await world.members([{ username: freshName() }, { username: freshName() }])
  const quoted = async (by: Client) => (await by.get('/api/messages')).json.items[0].data.excerpt
  const { id } = await comment(reader, post.id, `A secret for @${gone.user.username}`)
  world.wait(MINUTE)
  const body = `Nothing for @${added.user.username}`
  await edit(reader, id, body)
  expect([await quoted(author), await quoted(added), await quoted(gone)]).toEqual([
    body,
    body,
    undefined,
  ])
  await reader.delete(`/api/comments/${id}`)
  expect([await quoted(author), await quoted(added), await quoted(gone)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('the admin search finds the edited text of a comment and not the old text', async ({
  reader,
  post,
  admin,
}) => {
  const [before, after] = [freshName(), freshName()]
  const { id } = await comment(reader, post.id, before)
  await edit(reader, id, after)
  const found = async (word: string) =>
    (await admin.get(`/api/admin/comments?q=${word}`)).json.items.length
  await expect.poll(() => found(after)).toBe(1)
  expect(await found(before)).toBe(0)
})
