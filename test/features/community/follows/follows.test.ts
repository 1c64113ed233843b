import { sql } from 'drizzle-orm'
import { expect, test } from '#test/test.ts'

test('a follow of a deleted or unknown user is refused and does not change', async ({ world }) => {
  const [fan, left, gone] = await world.members([{}, {}, {}])
  await fan.post(`/api/users/${left.user.uid}/follow`)
  const uids = [left.user.uid, gone.user.uid]
  await world.db.batch([sql`UPDATE users SET status = 'deleted', email = NULL WHERE uid IN ${uids}`])
  for (const uid of [...uids, 999_999_999]) expect((await fan.post(`/api/users/${uid}/follow`)).status).toBe(404)
  const rows = await world.db.all(sql`SELECT followed_id FROM user_follows WHERE follower_id = ${fan.user.uid}`)
  expect(rows).toEqual([{ followed_id: left.user.uid }])
})

test('a follow list is paged, newest first, and shows the follow status of each user', async ({ world }) => {
  const star = await world.user()
  const fans = []
  for (let n = 0; n < 3; n++) {
    const fan = await world.member()
    await fan.post(`/api/users/${star.uid}/follow`)
    fans.unshift(fan.user.uid)
    world.wait(1000)
  }
  const path = `/api/users/${star.uid}/followers?limit=2`
  const first = (await world.visitor().get(path)).json
  const rest = (await world.visitor().get(`${path}&cursor=${first.next_cursor}`)).json
  const uids = [...first.items, ...rest.items].map(({ uid }: { uid: number }) => uid)
  expect(uids).toEqual(fans)
  expect(rest.next_cursor).toBeNull()
})

test('a private list is visible to its owner and to admins', async ({ world, member: owner }) => {
  const { uid } = owner.user
  expect((await owner.put('/api/space/privacy', { followers_public: false })).json).toEqual({ followers_public: false })
  for (const list of ['followers', 'following']) {
    const path = `/api/users/${uid}/${list}`
    expect((await world.visitor().get(path)).json.error.code).toBe('list_private')
    expect((await (await world.member()).get(path)).status).toBe(403)
    expect((await owner.get(path)).status).toBe(200)
    expect((await (await world.member({ role: 'admin' })).get(path)).status).toBe(200)
  }
})
