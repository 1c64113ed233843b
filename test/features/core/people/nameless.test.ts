import { sql } from 'drizzle-orm'
import { nameless } from '#features/core/people/nameless.ts'
import { DAY } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { freshName } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { PASSWORD } from '#test/world.ts'

test('in reasons, usernames and e-mail addresses of users become references, and other words stay', async ({
  world,
}) => {
  const [latin, upper, dashed] = [
    freshName(),
    freshName().toUpperCase(),
    `${freshName().slice(0, 8)}-x`,
  ]
  const han = `林${String.fromCodePoint(0x5000 + Math.floor(Math.random() * 0x1000))}甲乙`
  const people = await world.users(
    [latin, upper, dashed, han, 'spam'].map((username) => ({ username })),
  )
  const [one, two, three, four, five] = people.map(({ uid }) => `UID ${uid}`)
  const email = people[0]?.email ?? ''
  for (const [text = '', stored] of [
    [`Copied from ${latin}.`, `Copied from ${one}.`],
    [`@${latin} and ${upper.toLowerCase()}'s friend`, `${one} and ${two}'s friend`],
    [`${dashed}/${latin}-`, `${three}/${one}-`],
    [`请勿骚扰${han}本人`, `请勿骚扰${four}本人`],
    [`与${latin}重复`, `与${one}重复`],
    [`the account of ${email.toUpperCase()}`, `the account of ${one}`],
    [`x${latin} ${latin}x person@example.org`, `x${latin} ${latin}x person@example.org`],
    // A user cannot make reasons unreadable with a name that is an ordinary word.
    ['This is spam.', 'This is spam.'],
    ['@spam', five],
    ['', ''],
  ])
    expect(await world.db.read(nameless(text))).toBe(stored)
  expect(await world.db.read(nameless(null))).toBeNull()
})

test('the moderation log never shows a name, also after a rename or an erasure, and no name of another user', async ({
  world,
  owner,
}) => {
  const [subject, third, acting] = [freshName(), freshName(), freshName()]
  const [person, witness] = await world.members([
    { username: subject, level: 3 },
    { username: third, level: 3 },
  ])
  const admin = await world.member({ role: 'admin', username: acting })
  const [post, other] = await world.posts([{ author: person.user }, { author: witness.user }])
  const comment = (await person.post(`/api/posts/${other.id}/comments`, { body: 'rude' })).json.id
  const reason = `${subject} copied ${third}, says ${acting}`
  await witness.post('/api/reports', { post_id: post.id, reason: 'other', text: reason })
  const done = [
    await admin.post(`/api/admin/reports/post/${post.id}/close`, {
      decision: 'removed',
      note: reason,
    }),
    await admin.post(`/api/admin/posts/${other.id}/lock`, { reason }),
    await admin.delete(`/api/admin/comments/${comment}`, { json: { reason } }),
    await admin.put(`/api/admin/users/${person.user.uid}/silence`, { silenced: true, reason }),
    await admin.post(`/api/admin/users/${person.user.uid}/hide`, { reason }),
  ]
  expect(done.map(({ status }) => Math.floor(status / 100))).toEqual([2, 2, 2, 2, 2])
  await owner.post('/api/admin/energy/adjust', { uids: [person.user.uid], amount: 1, reason })
  const names = [subject, third, acting]
  for (const table of [
    'audit_log',
    'post_moves',
    'energy_log',
    'posts',
    'user_hidings',
    'report_cases',
    'reports',
    'notifications',
  ]) {
    const text = JSON.stringify(await world.db.all(sql.raw(`SELECT * FROM ${table}`)))
    expect([table, names.filter((name) => text.includes(name))]).toEqual([table, []])
  }
  await world.db.batch([
    sql`UPDATE users SET username = ${freshName()}, username_key = ${freshName()} WHERE uid = ${witness.user.uid}`,
    sql`UPDATE users SET purge_at = ${world.now.toISOString()} WHERE uid = ${person.user.uid}`,
  ])
  await runOnly(['erase deleted accounts'], world.env, world.now)
  for (const language of ['zh-CN', 'en']) {
    const reader = world.visitor()
    reader.language = language
    const { text } = await reader.get('/moderation')
    expect(names.filter((name) => text.includes(name))).toEqual([])
    const someone = language === 'en' ? '[user]' : '〔用户〕'
    expect(text).toContain(`${someone} copied ${someone}, says ${someone}`)
  }
})

test('the cron replaces the names in reasons of an earlier version, which are hidden until then', async ({
  world,
}) => {
  const [name, former] = [freshName(), freshName()]
  const [person, admin] = await world.users([{ username: name }, { role: 'admin' }])
  const at = world.now.toISOString()
  const post = await world.post({ author: person })
  const notice = JSON.stringify({ event: 'post_locked', reason: name })
  await world.db.batch([
    sql`INSERT INTO audit_log (actor_id, action, target_type, target_id, subject_id, reason, before, ip, public, created_at)
        VALUES (${admin.uid}, 'post.lock', 'post', '1', ${person.uid}, ${`old ${name} or ${former}`}, NULL, '', 1, ${at}),
          (${admin.uid}, 'profile.approve', 'user', '1', ${person.uid}, NULL, json_object('username', ${former}), '', 0, ${at})`,
    sql`INSERT INTO post_moves (post_id, actor_id, move, to_status, reason, created_at)
        VALUES (${post.id}, ${admin.uid}, 'lock', 'locked', ${name}, ${at})`,
    sql`INSERT INTO notifications (id, user_id, kind, category, data, created_at)
        VALUES (9999, ${admin.uid}, 'NotifySystem', 'system', ${notice}, ${at})`,
    sql`UPDATE posts SET lock_reason = ${name} WHERE id = ${post.id}`,
    // As in migration 0022.
    ...['audit_log', 'post_moves', 'notifications', 'posts'].map(
      (table) =>
        sql`INSERT INTO site_state (key, value) SELECT ${`nameless.${table}`}, MAX(id) + 1 FROM ${sql.raw(table)}`,
    ),
  ])
  expect((await world.visitor().get('/moderation')).text).not.toContain(name)
  await runOnly(['replace names in old reasons'], world.env, world.now)
  const uid = `UID ${person.uid}`
  const stored = await world.db.first(sql`
    SELECT (SELECT reason FROM audit_log WHERE reason LIKE 'old %') AS entry,
      (SELECT reason FROM post_moves WHERE post_id = ${post.id}) AS move,
      (SELECT data ->> 'reason' FROM notifications WHERE id = 9999) AS notice,
      (SELECT lock_reason FROM posts WHERE id = ${post.id}) AS post,
      (SELECT COUNT(*) FROM site_state WHERE key LIKE 'nameless.%') AS open`)
  expect(stored).toEqual({
    entry: `old ${uid} or ${uid}`,
    move: uid,
    notice: uid,
    post: uid,
    open: 0,
  })
  for (const change of [
    sql`UPDATE audit_log SET reason = 'x'`,
    sql`UPDATE post_moves SET reason = 'x'`,
  ])
    await expect(world.db.batch([change])).rejects.toThrow('append-only')
})

test('an erasure removes from the audit log the reasons about a person and the IP address that the person had as an admin', async ({
  world,
  admin,
}) => {
  const [gone, owner] = await world.members([{ role: 'admin' }, { role: 'owner' }])
  const person = await world.user()
  await gone.put(`/api/admin/users/${person.uid}/silence`, { silenced: true, reason: 'loud' })
  await owner.put(`/api/admin/users/${gone.user.uid}/role`, { role: 'user' })
  await admin.put(`/api/admin/users/${gone.user.uid}/silence`, {
    silenced: true,
    reason: 'his phone is 555',
  })
  await gone.post('/api/settings/delete-account', { password: PASSWORD })
  await runOnly(['erase deleted accounts'], world.env, new Date(world.now.getTime() + 31 * DAY))
  const rows = await world.db.all(sql`
    SELECT reason, ip FROM audit_log
    WHERE action = 'user.silence' AND ${gone.user.uid} IN (actor_id, subject_id) ORDER BY id`)
  expect(rows).toEqual([
    { reason: 'loud', ip: '' },
    { reason: null, ip: admin.ip },
  ])
})
