import { expect, refusal, test } from '#test/test.ts'
import { author, draft, postIn } from './authors.ts'

test('a post of another author is 404 in every studio endpoint and page', async ({ world }) => {
  // Not even an admin opens the studio of another user.
  const [browser, other] = [await author(world), await world.member({ level: 2, role: 'admin' })]
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
    for (const page of [`/studio/write?id=${id}`, `/studio/preview/${id}`]) {
      expect((await other.get(page)).status).toBe(404)
    }
  }
})
