import { sql } from 'drizzle-orm'
import { accessToken } from '#features/accounts/sessions/tokens.ts'
import { roundTrips } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { freshPost, likesOf, manyComments, oneOfEach } from '../../core/notifications/fixtures.ts'

const bellOf = (page: { text: string }) => {
  const [, bar = ''] = /<header class="top-bar">(.*?)<\/header>/s.exec(page.text) ?? []
  return Number(/data-unreadcount="(\d+)"/.exec(bar)?.[1] ?? 0)
}
const countsOf = (page: { text: string }) => {
  const [, tabs = ''] = /<ul class="tab-list">(.*?)<\/ul>/s.exec(page.text) ?? []
  const counts = tabs.matchAll(/data-unread-of="(\w+)" data-unreadcount="(\d+)"/g)
  return Object.fromEntries([...counts].map(([, of, count]) => [of, Number(count)]))
}

async function reader(world = new World()) {
  const [browser, friend] = [await world.member(), await world.user()]
  await oneOfEach(world, browser.user, friend)
  await likesOf(world, browser.user, freshPost(), 2)
  return { world, browser, friend }
}

test('every page shows the bell without an extra round trip', async () => {
  const { browser } = await reader()
  // The tab reads whether the account has a password. An unknown path is first looked up among the
  // redirects.
  for (const [path, trips] of [
    ['/settings?tab=password', 2],
    ['/api/docs', 1],
    ['/no-such-page', 2],
  ] as const) {
    const page = await browser.get(path)
    expect([path, bellOf(page), roundTrips(page)]).toEqual([path, 6, trips])
  }
  // API requests do not read the unread count.
  expect(roundTrips(await browser.get('/api/settings/notify-prefs'))).toBe(1)
})

test('the bell is also on a page that renews the session, and does not count notifications that are switched off', async () => {
  const { browser } = await reader()
  browser.cookies.delete('joule_at')
  expect(bellOf(await browser.get('/'))).toBe(6)
  await browser.put('/api/settings/notify-prefs', { kind: 'like', enabled: false })
  await browser.put('/api/settings/notify-prefs', { kind: 'comment', enabled: false })
  expect(bellOf(await browser.get('/'))).toBe(4)
})

test('a visitor has no bell', async () => {
  expect((await new World().visitor().get('/')).text).not.toContain('href="/messages"')
})

test('the messages page shows unread counts and filters by category; an unknown category shows all', async () => {
  const { browser } = await reader()
  const all = await browser.get('/messages')
  expect(countsOf(all)).toEqual({ all: 6, comment: 2, mention: 1, like: 1, follow: 1, system: 1 })
  expect(all.text.match(/class="notice-item unread"/g)).toHaveLength(6)
  const follows = await browser.get('/messages?category=follow')
  expect(follows.text.match(/class="notice-item unread"/g)).toHaveLength(1)
  expect(follows.text).toContain('followed you')
  const page = await browser.get('/messages?category=nonsense')
  expect([page.status, page.text.match(/class="notice-item/g)?.length]).toEqual([200, 6])
})

test('an empty category explains its purpose, or links to the switch that is off', async ({
  member,
}) => {
  const empty = async () =>
    /class="empty.*?<\/div>/s.exec((await member.get('/messages?category=follow')).text)?.[0]
  expect(await empty()).toContain('No new followers yet')
  await member.put('/api/settings/notify-prefs', { kind: 'follow', enabled: false })
  const off = await empty()
  expect(off).toContain('These notifications are off')
  expect(off).toContain('href="/settings?tab=notifications"')
})

test('the message list is paginated by cursor without JavaScript', async () => {
  const { world, browser, friend } = await reader()
  await manyComments(world, browser.user, friend, 20)
  const first = await browser.get('/messages?category=comment')
  const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.text) ?? []
  const second = await browser.get(next.replaceAll('&amp;', '&'))
  expect(second.text.match(/class="notice-item/g)).toHaveLength(2)
  expect(second.text).toContain('Back to newest')
  expect(second.text).not.toContain('rel="next"')
  expect((await browser.get('/messages?cursor=broken')).status).toBe(400)
})

test('user content in messages is escaped', async ({ world }) => {
  const [browser, friend] = [await world.member(), await world.user()]
  const data = JSON.stringify({
    title: '<script>alert(1)</script>',
    excerpt: '<img src=x onerror=alert(1)>',
  })
  await world.db.batch([
    sql`INSERT INTO notifications (user_id, kind, category, related_id, actor_id, data, created_at)
        VALUES (${browser.user.uid}, 'NotifyComment', 'comment', 7, ${friend.uid}, ${data}, ${world.now.toISOString()})`,
  ])
  const { text } = await browser.get('/messages')
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(text).not.toContain('<img src=x')
})

test('the notification settings show the state of the four switches', async () => {
  const { browser } = await reader()
  await browser.put('/api/settings/notify-prefs', { kind: 'reply', enabled: false })
  const { text } = await browser.get('/settings?tab=notifications')
  const switches = [...text.matchAll(/<input[^>]*role="switch"[^>]*>/g)].map(([input]) => ({
    kind: /id="notify-(\w+)"/.exec(input)?.[1],
    on: / checked(=""|\s)/.test(input),
  }))
  expect(switches).toEqual([
    { kind: 'comment', on: true },
    { kind: 'reply', on: false },
    { kind: 'like', on: true },
    { kind: 'follow', on: true },
  ])
})

test('the messages page takes one round trip, and shows the new level of its own check-in', async ({
  world,
}) => {
  const member = await world.member({ level: 1 })
  const { uid } = member.user
  // Five exp below the second level.
  await world.db.batch([
    sql`UPDATE users SET exp = (SELECT floor - 5 FROM levels WHERE level = 2) WHERE uid = ${uid}`,
  ])
  expect((await member.get('/messages')).text).toContain('Lv2')
  const [checkIns] = await world.db.all(
    sql`SELECT COUNT(*) AS n FROM user_check_ins WHERE user_id = ${uid}`,
  )
  expect(checkIns).toEqual({ n: 1 })
  expect(roundTrips(await member.get('/messages'))).toBe(1)
})

test.each([
  ['ended', sql`DELETE FROM sessions`],
  ['expired', sql`UPDATE sessions SET expires_at = '2020-01-01T00:00:00.000Z'`],
] as const)(
  'an %s session gets the login page instead of messages, and writes no digest',
  async (_, end) => {
    const { world, browser } = await reader()
    browser.cookies.delete('joule_rt')
    await world.db.batch([sql`${end} WHERE sid = ${browser.sid}`])
    const digests = () =>
      world.db.all(sql`SELECT post_id, told FROM post_days ORDER BY post_id, day`)
    const before = await digests()
    const page = await browser.get('/messages')
    expect([page.status, page.headers.get('location')]).toEqual([302, '/login?next=%2Fmessages'])
    expect(await digests()).toEqual(before)
  },
)

test('a forged session token that names another user shows no messages', async () => {
  const { world, browser, friend } = await reader()
  browser.cookies.delete('joule_rt')
  browser.cookies.set(
    'joule_at',
    await accessToken(secretsOf(world.env), browser.sid, friend.uid, world.now),
  )
  expect((await browser.get('/messages')).status).toBe(302)
})
