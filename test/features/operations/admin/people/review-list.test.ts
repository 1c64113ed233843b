import { beforeEach } from 'vitest'
import { freshName, named, put } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

beforeEach(() => new World().setting('audit.enabled', true))

const approve = (admin: Client, id: number) => admin.post(`/api/admin/profile-reviews/${id}/approve`)

async function waiting(browser: Client, change: object): Promise<number> {
  return (await put(browser, change)).json.review.id
}

// Alone in its file: all tests of a file share one review list.
test('pending profile changes are listed oldest first, with current values and pagination', async ({
  world,
  admin,
}) => {
  const browsers = [await named(world, 10), await world.member(), await world.member()]
  const ids: number[] = []
  for (const browser of browsers) ids.push(await waiting(browser, { username: freshName(), signature: 'new' }))
  const first = await admin.get('/api/admin/profile-reviews?limit=2')
  expect(first.json.items.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2))
  expect(first.json.items[0]).toMatchObject({
    user: { uid: browsers[0]?.user.uid, username: browsers[0]?.user.username },
    signature: 'new',
    current_username: browsers[0]?.user.username,
    current_signature: '',
    cost: 6,
  })
  expect(first.json.items[1]).toMatchObject({ current_username: null, cost: 0 })
  await approve(admin, ids[0] ?? 0)
  const second = await admin.get(`/api/admin/profile-reviews?limit=2&cursor=${first.json.next_cursor}`)
  expect(second.json.items.map(({ id }: { id: number }) => id)).toEqual(ids.slice(2))
  expect(second.json.next_cursor).toBeNull()
})
