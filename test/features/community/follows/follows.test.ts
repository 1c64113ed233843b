import { sql } from 'drizzle-orm'
import { expect, test } from '#test/test.ts'

test('following or unfollowing a deleted or unknown user is refused and changes nothing', async ({
  world,
}) => {
  const [fan, left, gone] = await world.members([{}, {}, {}])
  await fan.post(`/api/users/${left.user.uid}/follow`)
  const uids = [left.user.uid, gone.user.uid]
  await world.db.batch([
    sql`UPDATE users SET status = 'deleted', email = NULL WHERE uid IN ${uids}`,
  ])
  for (const uid of [...uids, 999_999_999])
    expect((await fan.post(`/api/users/${uid}/follow`)).status).toBe(404)
  const rows = await world.db.all(
    sql`SELECT followed_id FROM user_follows WHERE follower_id = ${fan.user.uid}`,
  )
  expect(rows).toEqual([{ followed_id: left.user.uid }])
})

test('a private list of followers is visible only to its owner and to admins', async ({
  world,
  member: owner,
}) => {
  const { uid } = owner.user
  expect((await owner.put('/api/space/privacy', { followers_public: false })).json).toEqual({
    followers_public: false,
  })
  for (const list of ['followers', 'following']) {
    const path = `/api/users/${uid}/${list}`
    expect((await world.visitor().get(path)).json.error.code).toBe('list_private')
    expect((await (await world.member()).get(path)).status).toBe(403)
    expect((await owner.get(path)).status).toBe(200)
    expect((await (await world.member({ role: 'admin' })).get(path)).status).toBe(200)
  }
})
