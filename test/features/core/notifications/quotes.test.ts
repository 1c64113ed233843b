import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Notification } from '#features/core/notifications/kinds.ts'
import { digestAll } from '#features/core/notifications/like-digest.ts'
import { World } from '#test/world.ts'

/** An author, a user who comments on the author's post, and a user mentioned in the comment. */
async function conversation() {
  const world = new World()
  const name = () => `n${crypto.randomUUID().slice(0, 8)}`
  const [author, friend, third] = [
    await world.member({ username: name() }),
    await world.member({ username: name() }),
    await world.member({ username: name() }),
  ]
  const post = await world.post({
    author: author.user,
    title: 'A telling title',
    status: 'approved',
  })
  const body = `A telling word to @${third.user.username}`
  const { json: comment } = await friend.post(`/api/posts/${post.id}/comments`, { body })
  return { world, author, friend, third, post, comment }
}

type Reader = Awaited<ReturnType<World['member']>>

async function noticesOf(reader: Reader): Promise<Notification[]> {
  return (await reader.get('/api/messages')).json.items
}

/** Compares the unread items of the list with the unread count. */
async function expectCountsAgree(reader: Reader): Promise<void> {
  const counted = (await reader.get('/api/messages/unread')).json.unread
  const listed = (await noticesOf(reader)).filter(({ read }) => !read)
  expect(counted).toBe(listed.length)
}

test('notifications hide title and quotation of a locked post until it is unlocked, except from its author', async () => {
  const { world, author, third, post, comment } = await conversation()
  const move = (status: string, from: string | null) =>
    world.db.batch([
      sql`UPDATE posts SET status = ${status}, locked_from = ${from}, version = version + 1 WHERE id = ${post.id}`,
    ])
  await move('locked', 'approved')
  const [hidden] = await noticesOf(third)
  expect(JSON.stringify(hidden)).not.toMatch(/telling/)
  expect(hidden).toMatchObject({ kind: 'NotifyMention', link: null, related_id: post.id })
  expect(hidden?.text).toContain('no longer available')
  third.language = 'zh-CN'
  expect((await noticesOf(third))[0]?.text).toContain('已不可见')
  // The author still sees the post.
  expect((await noticesOf(author))[0]).toMatchObject({
    data: { title: 'A telling title' },
    link: `/posts/${post.id}#comments`,
  })
  await expectCountsAgree(third)
  await move('approved', null)
  expect((await noticesOf(third))[0]).toMatchObject({
    data: { title: 'A telling title' },
    link: `/posts/${post.id}?comment=${comment.id}#comment-${comment.id}`,
  })
})

test('a notification of a deleted post has no link, says that the post was deleted, and can be marked as read', async () => {
  const { author, post } = await conversation()
  await author.delete(`/api/studio/posts/${post.id}`)
  const [notice] = await noticesOf(author)
  expect(notice).toMatchObject({ kind: 'NotifyComment', link: null })
  expect(JSON.stringify(notice)).not.toMatch(/telling/)
  const page = (await author.get('/messages')).text
  expect(page).not.toContain('telling')
  expect(page).toContain(`<button type="button" class="notice-link" data-reads="${notice?.id}"`)
  await author.post(`/api/messages/${notice?.id}/read`)
  expect((await author.get('/messages')).text).not.toContain(`href="/posts/${post.id}`)
  await expectCountsAgree(author)
})

test('deleting comments as admin removes their text from notifications, one or several at a time', async () => {
  const { world, author, friend, third, post, comment } = await conversation()
  const { json: other } = await friend.post(`/api/posts/${post.id}/comments`, {
    body: 'Another telling word',
  })
  const admin = await world.member({ role: 'admin' })
  await admin.delete(`/api/admin/comments/${comment.id}`)
  await admin.post('/api/admin/comments/batch-delete', { ids: [other.id] })
  for (const reader of [author, third]) {
    expect(JSON.stringify(await noticesOf(reader))).not.toContain('telling word')
    expect((await reader.get('/messages')).text).not.toContain('telling word')
  }
})

test('only the author sees the title of a post that an admin deleted, in the notification of the deletion', async () => {
  const { world, author, third, post } = await conversation()
  const admin = await world.member({ role: 'admin' })
  const deleted = await admin.send('DELETE', `/api/admin/posts/${post.id}`, {
    json: { reason: 'Off topic' },
  })
  expect(deleted.status).toBe(204)
  const [notice, ...before] = await noticesOf(author)
  expect(notice).toMatchObject({
    kind: 'NotifySystem',
    related_id: post.id,
    link: null,
    data: { event: 'post_deleted', title: 'A telling title', reason: 'Off topic' },
    text: 'Your post “A telling title” was deleted by an admin (Off topic)',
  })
  expect(before.length).toBeGreaterThan(0)
  for (const notices of [before, await noticesOf(third), await noticesOf(admin)])
    expect(JSON.stringify(notices)).not.toMatch(/telling/)
  for (const reader of [third, admin])
    expect((await reader.get('/messages')).text).not.toContain('telling')
})

test('a notification shows the current title of the post', async () => {
  const { world, third, post } = await conversation()
  await world.db.batch([
    sql`UPDATE posts SET title = 'Another one', version = version + 1 WHERE id = ${post.id}`,
  ])
  expect((await noticesOf(third))[0]?.text).toContain('Another one')
})

test('likes of a deleted post are neither counted nor listed, before and after the digest', async () => {
  const { world, author, friend, third, post } = await conversation()
  await friend.post(`/api/posts/${post.id}/like`)
  expect((await noticesOf(author)).some(({ kind }) => kind === 'NotifyLikeAggregated')).toBe(true)
  await third.post(`/api/posts/${post.id}/like`)
  expect((await author.get('/api/messages/unread')).json.by_category.like).toBe(1)
  await author.delete(`/api/studio/posts/${post.id}`)
  expect((await author.get('/api/messages/unread')).json.by_category.like).toBe(0)
  await digestAll(world.db, world.now)
  expect((await noticesOf(author)).some(({ kind }) => kind === 'NotifyLikeAggregated')).toBe(false)
  await expectCountsAgree(author)
})
