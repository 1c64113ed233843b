import { beforeEach } from 'vitest'
import { freshName, named, put } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { idsIn } from '../support.ts'

beforeEach(() => new World().setting('audit.enabled', true))

// Alone in its file: all tests of a file share one review list.
test('pending profile changes are listed oldest first, with current values', async ({
  world,
  admin,
}) => {
  const browsers = [await named(world, 10), await world.member(), await world.member()]
  const ids: number[] = []
  for (const browser of browsers)
    ids.push((await put(browser, { username: freshName(), signature: 'new' })).json.review.id)
  const first = await admin.get('/api/admin/profile-reviews?limit=2')
  expect(idsIn(first)).toEqual(ids.slice(0, 2))
  expect(first.json.items[0]).toMatchObject({
    user: { uid: browsers[0]?.user.uid, username: browsers[0]?.user.username },
    signature: 'new',
    current_username: browsers[0]?.user.username,
    current_signature: '',
    cost: 6,
  })
  expect(first.json.items[1]).toMatchObject({ current_username: null, cost: 0 })
  await admin.post(`/api/admin/profile-reviews/${ids[0]}/approve`)
  const second = await admin.get(
    `/api/admin/profile-reviews?limit=2&cursor=${first.json.next_cursor}`,
  )
  expect([idsIn(second), second.json.next_cursor]).toEqual([ids.slice(2), null])
})
