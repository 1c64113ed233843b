import { sql } from 'drizzle-orm'
import type { Notification } from '#features/core/notifications/kinds.ts'
import {
  noticeToEach,
  type SystemEvent,
  systemNotice,
} from '#features/core/notifications/notices.ts'
import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { fixedText } from '#features/core/people/nameless.ts'
import { expect, test } from '#test/test.ts'
import type { Client } from '#test/world.ts'
import { oneOfEach } from './fixtures.ts'

const itemsOf = async (reader: Client): Promise<Notification[]> =>
  (await reader.get('/api/messages')).json.items

test('a user is not notified of their own actions', async ({ world, member: reader }) => {
  await oneOfEach(world, reader.user, reader.user)
  const about = { event: 'energy_adjusted', amount: 5, reason: fixedText('thanks') } as const
  const { uid } = reader.user
  await world.db.batch([
    systemNotice({ to: uid, by: uid, about }, world.now),
    noticeToEach(
      [uid],
      { kind: 'NotifySystem', relatedId: null, actorId: uid, data: about },
      world.now,
    ),
  ])
  expect((await itemsOf(reader)).map(({ data }) => data)).toEqual([{ event: 'profile_approved' }])
})

test('every reached level writes a notification, for any source of exp', async ({
  world,
  member: reader,
}) => {
  const setExp = (exp: number) =>
    world.db.batch([sql`UPDATE users SET exp = ${exp} WHERE uid = ${reader.user.uid}`])
  const levels = async () => (await itemsOf(reader)).map(({ related_id }) => related_id).sort()
  for (const [level, floor] of LEVEL_FLOORS.entries()) {
    await setExp(Math.max(0, floor - 1))
    expect(await levels()).toHaveLength(Math.max(0, level - 1))
    await setExp(floor)
    expect(await levels()).toHaveLength(level)
  }
  await setExp(0)
  await setExp(LEVEL_FLOORS[6])
  expect(await levels()).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6])
  const text = 'Congratulations, you reached Lv6!'
  expect((await itemsOf(reader))[0]).toMatchObject({
    kind: 'NotifyLevelUp',
    category: 'system',
    link: '/help',
    text,
  })
})

const EVENTS: [about: SystemEvent, link: string, text: string][] = [
  [
    { event: 'post_not_published', title: 'Volt', why: 'banned' },
    '/posts/5',
    'Your post “Volt” was not published as scheduled and is still a draft (your account is banned)',
  ],
  [
    { event: 'energy_adjusted', amount: 5, reason: fixedText('thanks') },
    '/settings?tab=energy',
    'An admin adjusted your energy: +5 (thanks)',
  ],
  [{ event: 'role_changed', role: 'admin' }, '/settings?tab=account', 'Your role is now admin'],
  [
    { event: 'invariants_failed', checks: 'ledger' },
    '/admin',
    'A data check found inconsistencies. Please investigate (ledger)',
  ],
]

test('system events have a link and a text in both languages', async ({
  world,
  member: reader,
}) => {
  for (const [about] of EVENTS) {
    world.wait(1)
    const post = about.event.startsWith('post_') ? { postId: 5 } : {}
    await world.db.batch([systemNotice({ to: reader.user.uid, ...post, about }, world.now)])
  }
  expect((await itemsOf(reader)).toReversed()).toMatchObject(
    EVENTS.map(([data, link, text]) => ({ data, link, text })),
  )
  reader.language = 'zh-CN'
  expect((await itemsOf(reader)).at(-1)?.text).toBe(
    '你的文章《Volt》未能按计划发布，仍为草稿（账号已被封禁）',
  )
})

test('a notification inserted by an operator is shown', async ({ world, member: reader }) => {
  await world.db.batch(
    [
      'NotifyComment',
      'NotifyMention',
      'NotifyCommentReply',
      'NotifyLikeAggregated',
      'NotifySystem',
    ].map(
      (kind) => sql`
        INSERT INTO notifications (user_id, kind, category, created_at)
        VALUES (${reader.user.uid}, ${kind}, 'comment', ${world.now.toISOString()})`,
    ),
  )
  expect((await itemsOf(reader)).map(({ text }) => text)).toEqual([
    'You have a system notification',
    'Your post got 1 like',
    'Someone replied to your comment',
    'Someone mentioned you in a comment',
    'Someone commented on your post',
  ])
})
