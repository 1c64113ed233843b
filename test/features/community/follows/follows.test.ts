import { sql } from 'drizzle-orm'
import { FOLLOWED_PEOPLE_MAX } from '#features/community/follows/follows.ts'
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

test('a follow above the maximum is refused with quota_exceeded, and an unfollow is accepted', async ({
  world,
}) => {
  const [fan, first, second] = await world.members([{}, {}, {}])
  await fan.post(`/api/users/${first.user.uid}/follow`)
  await world.db.batch([
    sql`UPDATE users SET following_count = ${FOLLOWED_PEOPLE_MAX} WHERE uid = ${fan.user.uid}`,
  ])
  const refused = await fan.post(`/api/users/${second.user.uid}/follow`)
  expect([refused.status, refused.json.error.code]).toEqual([409, 'quota_exceeded'])
  const ended = await fan.post(`/api/users/${first.user.uid}/follow`)
  expect(ended.json).toMatchObject({ i_follow: false, followers_count: 0 })
  expect((await fan.post(`/api/users/${second.user.uid}/follow`)).json.i_follow).toBe(true)
})
