import { sql } from 'drizzle-orm'
import { computeLooks } from '#features/accounts/profiles/usernames.ts'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { freshName, named, put } from '#test/profiles.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const words = (text: string) => text.trim().split(/\s+/)

const RESERVED = words(`
  管理員 系統 版主 站長小王 超级管理员 Joule官方 joule-team TheJoule thejoule J0ule2 everyone here Webmaster
  security security-team mods Адмін АДМИН модератор_1 小编 小編阿明 运营 運營組 관리자
  admin1 2admin alex_admin AlexAdmin ADMINTeam modteam owner2 the-owner ｍｏｄ-1
  Owner ｓｙｓｔｅｍ Ѕуѕор ᴀdmin ꜱᴛᴀꜰꜰ adm1n adrnin ádmin _ad-min_
  用户10001 User10001 用户１０００１ user_10001 已注销用户 deleted-user`)

test('usernames that look like the site or its staff are reserved', async ({ member }) => {
  for (const username of RESERVED) {
    const { status, json } = await put(member, { username })
    expect([username, status, json.error?.code]).toEqual([username, 422, 'validation_failed'])
    expect(json.error.fields.username).toBe('This username is reserved. Please choose another one.')
  }
})

const FREE = words(`
  badminton Joules2 modest_mouse Stafford supporter solar-system dog_owner SquareRoot me2 小组长官 hereford
  cybersecurity_fan allison Адмирал`)

test('a username that contains a reserved word beside other text is allowed', async () => {
  const members = await new World().members(FREE.map(() => ({})))
  for (const [n, member] of members.entries()) {
    const { status, json } = await put(member, { username: FREE[n] })
    expect([status, json.user?.username]).toEqual([200, FREE[n]])
  }
})

test.for([
  [
    'Green Tea',
    ['GreenTea', 'green-tea-team', 'thegreentea', 'GREENTEA1', 'Greentea官'],
    'greenteas',
  ],
  ['能量社区', ['能量社区', '能量社区小编', '我爱能量_社区'], '能量小区'],
] as const)('on the site %s, its name is reserved', async ([name, refused, free], { world }) => {
  await world.db.batch([sql`UPDATE site_identity SET name = ${name} WHERE id = 1`])
  forgetIdentity()
  const member = await world.member()
  for (const username of refused)
    expect((await put(member, { username })).status, username).toBe(422)
  expect((await put(member, { username: free })).status).toBe(200)
  await world.db.batch([sql`UPDATE site_identity SET name = NULL WHERE id = 1`])
  forgetIdentity()
})

const LOOK_ALIKE = ['AI', 'A1', 'aI', 'ＡＩ', 'Ａ１', '4l', 'Äl', 'ɑl', 'Al_', 'a-l', 'Ål', '4_l']

test('a username that looks like another is taken, also while the other waits for review', async ({
  world,
}) => {
  const tail = `exaen${freshName().slice(-6)}x93`.replaceAll('1', 'x')
  expect((await put(await world.member(), { username: `Al${tail}` })).status).toBe(200)
  const other = await world.member()
  for (const start of LOOK_ALIKE)
    expect([start, await refusalOf(put(other, { username: start + tail }))]).toEqual([
      start,
      [409, 'username_taken'],
    ])
  expect((await put(other, { username: `Al${tail.slice(0, -2)}94` })).status).toBe(200)
  expect((await put(other, { username: `Ai${tail}` })).status).toBe(200)
  await world.setting('audit.enabled', true)
  expect((await put(await world.member(), { username: `o${tail}` })).status).toBe(202)
  expect((await put(await world.member(), { username: `0${tail}` })).json.error.code).toBe(
    'username_taken',
  )
})

test('a user may change to a username that looks like their own', async ({ world }) => {
  const tail = freshName()
  const member = await named(world, 20)
  expect((await put(member, { username: `A${tail}` })).status).toBe(200)
  expect((await put(member, { username: `Ä${tail}` })).status).toBe(200)
  expect((await put(member, { username: `ä${tail}` })).status).toBe(200)
})

test('the cron computes the look of names of an older version; erasure removes it', async ({
  world,
}) => {
  const tail = freshName()
  const { user } = await world.member({ username: `Zoe${tail}` })
  const { user: twin } = await world.member({ username: `Zoë${tail}` })
  await computeLooks(world.db)
  expect(await world.reload(user)).toMatchObject({
    username_look: (await world.reload(twin)).username_look,
  })
  const { json } = await put(await world.member(), { username: `Z0e${tail}` })
  expect(json.error.code).toBe('username_taken')
  await world.db.batch([
    sql`UPDATE users SET username = NULL, username_key = NULL WHERE uid = ${user.uid}`,
  ])
  expect((await world.reload(user)).username_look).toBeNull()
  expect((await world.reload(twin)).username_look).not.toBeNull()
})

test('users whose names already look alike keep their names', async ({ world }) => {
  const [first, second] = [await named(world, 20), await named(world, 20)]
  const names = [`Al${first.user.username}`, `A1${first.user.username}`].map((name) =>
    name.slice(0, 20),
  )
  const triggers = await world.db.all(
    sql<{ sql: string }>`SELECT sql FROM sqlite_master WHERE name = 'users_look_alike_renamed'`,
  )
  await world.db.batch([sql`DROP TRIGGER users_look_alike_renamed`])
  for (const [at, { user }] of [first, second].entries()) {
    const name = names[at] ?? ''
    await world.db.batch([
      sql`UPDATE users SET username = ${name}, username_key = ${name.toLowerCase()} WHERE uid = ${user.uid}`,
    ])
  }
  await world.db.batch(triggers.map((trigger) => sql.raw(trigger.sql)))
  for (const [at, browser] of [first, second].entries()) {
    const { status, json } = await put(browser, { username: names[at], signature: 'Still here' })
    expect([status, json.user.username, json.user.signature]).toEqual([
      200,
      names[at],
      'Still here',
    ])
  }
  expect((await put(second, { username: freshName() })).status).toBe(200)
})
