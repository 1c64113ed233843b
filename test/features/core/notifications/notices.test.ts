import { sql } from 'drizzle-orm'
import type { Notification } from '#features/core/notifications/kinds.ts'
import { noticeToEach, type SystemEvent, systemNotice } from '#features/core/notifications/notices.ts'
import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { fixedText } from '#features/core/people/nameless.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { oneOfEach } from './fixtures.ts'

const itemsOf = async (reader: Client): Promise<Notification[]> => (await reader.get('/api/messages')).json.items

test('a user is not notified of their own actions', async ({ world, member: reader }) => {
  await oneOfEach(world, reader.user, reader.user)
  const about = { event: 'energy_adjusted', amount: 5, reason: fixedText('thanks') } as const
  const { uid } = reader.user
  await world.db.batch([
    systemNotice({ to: uid, by: uid, about }, world.now),
    noticeToEach([uid], { kind: 'NotifySystem', relatedId: null, actorId: uid, data: about }, world.now),
  ])
  expect((await itemsOf(reader)).map(({ data }) => data)).toEqual([{ event: 'profile_approved' }])
})

test('every reached level writes a notification, for any source of exp', async ({ world, member: reader }) => {
  const setExp = (exp: number) => world.db.batch([sql`UPDATE users SET exp = ${exp} WHERE uid = ${reader.user.uid}`])
  await setExp(1)
  await setExp(49)
  await setExp(LEVEL_FLOORS[4])
  await setExp(0)
  await setExp(LEVEL_FLOORS[6])
  const items = await itemsOf(reader)
  expect(items.map(({ related_id }) => related_id).sort()).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 6])
  const highest = items.find(({ related_id }) => related_id === 6)
  expect(highest).toMatchObject({
    kind: 'NotifyLevelUp',
    category: 'system',
    link: '/help',
    text: 'Congratulations, you reached Lv6!',
  })
})

const events: [SystemEvent, string, string, string][] = [
  [
    { event: 'post_rejected', title: 'Volt', reason: fixedText('too short') },
    '/posts/5',
    '你的文章《Volt》没有通过审核（too short），修改后可以再次提交',
    'Your post “Volt” was not approved (too short); you can edit it and submit it again',
  ],
  [
    { event: 'post_not_published', title: 'Volt', why: 'banned' },
    '/posts/5',
    '你的文章《Volt》未能按计划发布，仍为草稿（账号已被封禁）',
    'Your post “Volt” was not published as scheduled and is still a draft (your account is banned)',
  ],
  [
    { event: 'energy_adjusted', amount: 5, reason: fixedText('thanks') },
    '/settings?tab=energy',
    '管理员调整了你的能量：+5（thanks）',
    'An admin adjusted your energy: +5 (thanks)',
  ],
  [
    { event: 'role_changed', role: 'admin' },
    '/settings?tab=account',
    '你的身份已变更为管理员',
    'Your role is now admin',
  ],
  [
    { event: 'status_changed', status: 'banned', reason: fixedText('spam') },
    '/settings?tab=account',
    '你的账号已被封禁（spam）',
    'Your account was banned (spam)',
  ],
  [
    { event: 'invariants_failed', checks: 'ledger' },
    '/admin',
    '数据校验发现异常，请尽快检查（ledger）',
    'A data check found inconsistencies. Please investigate (ledger)',
  ],
]

test.each(events)('the system event %j has a link and a text in both languages', async (about, link, zh, en) => {
  const world = new World()
  const reader = await world.member()
  const post = about.event.startsWith('post_') ? { postId: 5 } : {}
  await world.db.batch([systemNotice({ to: reader.user.uid, ...post, about }, world.now)])
  expect(await itemsOf(reader)).toMatchObject([{ link, text: en, data: about }])
  reader.language = 'zh-CN'
  expect(await itemsOf(reader)).toMatchObject([{ link, text: zh }])
})

test('a notification inserted by an operator is shown', async ({ world, member: reader }) => {
  await world.db.batch(
    ['NotifyComment', 'NotifyMention', 'NotifyCommentReply', 'NotifyLikeAggregated', 'NotifySystem'].map(
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
