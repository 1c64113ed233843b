import { POST_STATUSES } from '#db/values.ts'
import { expect, refusal, test } from '#test/test.ts'
import type { Client } from '#test/world.ts'
import { author, draft, postIn } from './authors.ts'

test('a post is visible to its author and admins, and to others only if approved', async ({ world }) => {
  const [browser, other, admin] = await world.members([{ level: 2 }, { level: 2 }, { role: 'admin' }])
  const posts = await world.posts(POST_STATUSES.map((status) => ({ author: browser.user, status })))
  for (const { id, status } of posts) {
    const statusFor = async (reader: Client) => (await reader.get(`/api/posts/${id}`)).status
    const others = status === 'approved' ? 200 : 404
    expect(await statusFor(browser), status).toBe(200)
    expect(await statusFor(admin), status).toBe(200)
    expect(await statusFor(other), status).toBe(others)
    expect(await statusFor(world.visitor()), status).toBe(others)
    // Not even an admin reads the studio of another user.
    expect((await browser.get(`/api/studio/posts/${id}`)).status, status).toBe(200)
    expect((await admin.get(`/api/studio/posts/${id}`)).status, status).toBe(404)
  }
  const listed = (await world.visitor().get(`/api/posts?author=${browser.user.uid}`)).json.items
  const approved = posts.filter(({ status }) => status === 'approved')
  expect(listed.map((post: { id: number }) => post.id)).toEqual(approved.map(({ id }) => id))
})

test('a post of another author is 404 in every studio endpoint and page', async ({ world }) => {
  const [browser, other] = [await author(world), await author(world)]
  for (const id of [await draft(browser), await postIn(world, browser, 'approved')]) {
    const path = `/api/studio/posts/${id}`
    const responses = [
      await other.get(path),
      await other.put(path, { title: '我的了' }),
      await other.delete(path),
      await other.post(`${path}/submit`),
      await other.post(`/api/posts/${id}/submit`),
      await other.post(`${path}/withdraw`),
    ]
    expect(responses.map(refusal)).toEqual(responses.map(() => [404, 'not_found']))
    expect((await browser.get(path)).json.version).toBe((await browser.get(path)).json.version)
    for (const page of [`/studio/write?id=${id}`, `/studio/preview/${id}`]) {
      expect((await other.get(page)).status).toBe(404)
    }
  }
})
