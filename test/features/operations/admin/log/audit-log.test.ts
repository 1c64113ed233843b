import { sql } from 'drizzle-orm'
import { AUDIT_ACTIONS } from '#features/core/site/audit-log.ts'
import type { AuditItem } from '#features/operations/admin/log/audit-log.ts'
import { auditSentence } from '#features/operations/admin/log/text.ts'
import { DAY } from '#kernel/clock.ts'
import { LANGUAGES } from '#kernel/i18n.ts'
import { runOnly } from '#test/cron.ts'
import { freshName, put } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { PASSWORD } from '#test/world.ts'
import { auditOf } from '../support.ts'

test('the database refuses to update or delete audit log entries', async ({
  world,
  admin,
  user,
}) => {
  await admin.put(`/api/admin/users/${user.uid}/status`, { status: 'banned', reason: 'spam' })
  const attempts = [
    sql`UPDATE audit_log SET reason = 'kindness' WHERE subject_id = ${user.uid}`,
    sql`UPDATE audit_log SET before = NULL, after = NULL WHERE subject_id = ${user.uid}`,
    sql`DELETE FROM audit_log WHERE subject_id = ${user.uid}`,
  ]
  for (const attempt of attempts)
    await expect(world.db.batch([attempt])).rejects.toThrow('append-only')
  expect(await auditOf(world, 'user', user.uid)).toMatchObject([{ reason: 'spam' }])
})

test('audit log entries can be filtered by actor, action, target and affected user', async ({
  world,
  user,
}) => {
  const [one, two] = [await world.member({ role: 'admin' }), await world.member({ role: 'owner' })]
  const post = await world.post({ author: user })
  await one.post(`/api/admin/posts/${post.id}/lock`, { reason: 'no' })
  await two.put(`/api/admin/users/${user.uid}/role`, { role: 'admin' })
  const find = async (query: string) => (await one.get(`/api/admin/audit-log?${query}`)).json.items
  expect(await find(`actor=${one.user.uid}`)).toMatchObject([
    {
      action: 'post.lock',
      target_type: 'post',
      target_id: String(post.id),
      reason: 'no',
      ip: one.ip,
      before: { status: 'approved' },
      after: { status: 'locked' },
      actor: { uid: one.user.uid },
      subject: { uid: user.uid },
    },
  ])
  expect(await find(`subject=${user.uid}`)).toHaveLength(2)
  expect(await find(`target_type=post&target_id=${post.id}`)).toHaveLength(1)
  expect(await find(`action=user.role&subject=${user.uid}`)).toHaveLength(1)
  expect((await find('target_type=user')).length).toBeGreaterThan(0)
  expect((await one.get('/api/admin/audit-log?target_type=planet')).status).toBe(422)
})

test('a site setting is logged with its old value, and only if it changes', async ({
  world,
  owner,
}) => {
  const turn = (value: boolean) =>
    owner.put('/api/admin/site-settings', { key: 'audit.enabled', value })
  const before = (await auditOf(world, 'site_setting', 'audit.enabled')).length
  await turn(true)
  await turn(true)
  const entries = await auditOf(world, 'site_setting', 'audit.enabled')
  const change = { action: 'setting.change', before: '{"value":false}', after: '{"value":true}' }
  expect(entries.slice(before)).toMatchObject([{ actor_id: owner.user.uid, ...change }])
})

test('the log entry of a profile decision keeps the usernames until the user is erased', async ({
  world,
  admin,
}) => {
  await world.setting('audit.enabled', true)
  const person = await world.member()
  const username = freshName()
  const { id } = (await put(person, { username })).json.review
  await admin.post(`/api/admin/profile-reviews/${id}/approve`)
  const [entry] = await auditOf(world, 'profile_review', id)
  expect(entry).toMatchObject({ action: 'profile.approve', subject_id: person.user.uid })
  expect(entry?.after).toContain(username)
  await person.post('/api/settings/delete-account', { password: PASSWORD })
  await runOnly(['erase deleted accounts'], world.env, new Date(world.now.getTime() + 31 * DAY))
  expect(await auditOf(world, 'profile_review', id)).toMatchObject([
    { before: '{}', after: '{}', ip: admin.ip },
  ])
})

test('the audit log page shows states in the words that the site uses', async ({
  world,
  admin,
  owner,
  user,
}) => {
  const post = await world.post({ author: user, title: 'constructor' })
  await admin.post(`/api/admin/posts/${post.id}/lock`, { reason: 'no' })
  await owner.put(`/api/admin/users/${user.uid}/role`, { role: 'admin' })
  await owner.put(`/api/admin/users/${user.uid}/status`, { status: 'banned', reason: 'no' })
  await admin.delete(`/api/admin/posts/${post.id}`, { json: { reason: 'no' } })
  const statesIn = async (language: string) => {
    admin.language = language
    const { text } = await admin.get(`/admin/audit-log?subject=${user.uid}`)
    return [...text.matchAll(/<p class="states row">(.*?)<\/p>/g)].map(([, states = '']) =>
      states.replace(/<[^>]*>/g, ' ').trim(),
    )
  }
  expect(await statesIn('en')).toEqual([
    'Status: Locked  Title: constructor',
    'Status: Active → Banned',
    'Role: Member → Admin',
    'Status: Published → Locked',
  ])
  expect(await statesIn('zh-CN')).toEqual([
    '状态：已锁定  标题：constructor',
    '状态：正常 → 已封禁',
    '身份：普通成员 → 管理员',
    '状态：已发布 → 已锁定',
  ])
})

test('the audit log page and the ledger page can be filtered by username', async ({ world }) => {
  const [actorName, userName] = [freshName(), freshName()]
  const owner = await world.member({ role: 'owner', username: actorName })
  const person = await world.user({ username: userName })
  await owner.post('/api/admin/energy/adjust', {
    uids: [person.uid],
    amount: 3,
    reason: 'For the index',
  })
  const shows = async (path: string) => (await owner.get(path)).text.includes('For the index')
  for (const path of [
    `/admin/audit-log?actor=${actorName}`,
    `/admin/audit-log?subject=${userName.toUpperCase()}`,
    `/admin/audit-log?actor=${actorName}&subject=${person.uid}`,
    `/admin/energy/logs?uid=${userName.toUpperCase()}`,
    `/admin/energy/logs?uid=${person.uid}`,
  ])
    expect([path, await shows(path)]).toEqual([path, true])
  for (const path of [
    `/admin/audit-log?actor=${userName}`,
    `/admin/audit-log?subject=${freshName()}`,
    `/admin/energy/logs?uid=${freshName()}`,
  ])
    expect([path, await shows(path)]).toEqual([path, false])
  const { text } = await owner.get(`/admin/energy/logs?uid=${userName}`)
  expect(text).toContain(`href="/api/admin/energy/logs.csv?uid=${person.uid}"`)
})

test('every kind of action in the audit log has a sentence of its own in both languages, also without recorded details', async () => {
  const kinds = Object.keys(AUDIT_ACTIONS)
  const actor = { uid: 10001, display_name: 'Ada', avatar_url: null, level: 1 }
  const entry = {
    id: 1,
    actor,
    subject: null,
    target_type: 'post',
    target_id: '1',
    reason: null,
    ip: '',
  } as const
  const facts = { before: null, after: null, created_at: '2026-01-01T00:00:00.000Z' }
  for (const language of LANGUAGES) {
    const sentenceOf = (action: string) =>
      auditSentence({ ...entry, ...facts, action } as AuditItem, language)
    const sentences = kinds.map(sentenceOf)
    expect(new Set([...sentences, sentenceOf('of.another.version')]).size).toBe(kinds.length + 1)
    for (const sentence of sentences) expect(sentence).not.toMatch(/[{}_]|undefined|NaN/)
  }
})

test('the sentences of the audit log name what was changed', async ({ world, owner }) => {
  await owner.post('/api/admin/invitations', { count: 10, uses: 2, days: 7, note: 'Meetup' })
  const app = {
    name: 'Wiki',
    redirect_uris: ['https://wiki.example.com/callback'],
    confidential: true,
  }
  await owner.post('/api/admin/apps', app)
  await owner.put('/api/admin/site-settings', { key: 'comments.enabled', value: false })
  await owner.put('/api/admin/identity', { name: 'Volt' })
  await owner.put(`/api/admin/users/${(await world.member()).user.uid}/status`, {
    status: 'banned',
    reason: 'no',
  })
  await owner.put('/api/admin/site-settings', { key: 'comments.enabled', value: true })
  await owner.put('/api/admin/identity', { name: '' })
  await owner.put('/api/admin/identity', { tagline_en: 'Bright' })
  await owner.put('/api/admin/identity', { tagline_en: 'Brighter' })
  const page = async (language: string) => {
    owner.language = language
    return (await owner.get('/admin/audit-log')).text
  }
  const text = await page('en')
  expect(sentencesIn(text)).toEqual(
    expect.arrayContaining([
      'Created 10 invitation codes',
      'Registered the application “Wiki” (confidential, 1 redirect address)',
      'Turned off the setting “Comments”',
      'Set the site name to “Volt”',
      'Removed the site name “Volt”',
      'Changed the tagline (English) from “Bright” to “Brighter”',
      'Banned a person',
    ]),
  )
  expect(text).not.toMatch(
    /Value:|redirect_uris|comments\.enabled|identity\.name|\[&quot;|\{&quot;/,
  )
  expect(sentencesIn(await page('zh-CN'))).toEqual(
    expect.arrayContaining([
      '创建了 10 个邀请码',
      '登记了应用“Wiki”（机密，1 个回调地址）',
      '关闭了设置“开放评论”',
    ]),
  )
})

/** The first words of each entry. */
function sentencesIn(text: string): string[] {
  return [...text.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, sentence = '']) => sentence)
}
