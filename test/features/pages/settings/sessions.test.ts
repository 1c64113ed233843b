import { MINUTE } from '#kernel/clock.ts'
import { roundTrips } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { type Client, PASSWORD, World } from '#test/world.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

async function twoDevices(world: World) {
  const laptop = await world.member()
  const phone = world.visitor()
  phone.userAgent = IPHONE
  return { laptop, phone: await phone.signIn(laptop.user) }
}

test('devices are listed with browser, operating system and type, and the current one is marked', async () => {
  const { laptop, phone } = await twoDevices(new World())
  const { json } = await laptop.get('/api/settings/sessions')
  expect(json.next_cursor).toBeNull()
  expect(json.items[0]).toMatchObject({
    sid: laptop.sid,
    current: true,
    browser: 'Chrome 130',
    device_type: 'desktop',
  })
  expect(json.items[1]).toMatchObject({
    sid: phone.sid,
    current: false,
    browser: 'Mobile Safari 17',
    os: 'iOS 17.5',
    device_type: 'mobile',
    ip: phone.ip,
  })
})

test('ending a session or all others takes effect immediately and keeps the current one', async ({
  world,
}) => {
  const { laptop, phone } = await twoDevices(world)
  const tablet = await world.visitor().signIn(laptop.user)
  expect((await laptop.delete(`/api/settings/sessions/${phone.sid}`)).status).toBe(204)
  expect((await phone.get('/api/settings/sessions')).json.error.code).toBe('session_expired')
  expect((await phone.post('/api/auth/refresh')).status).toBe(401)
  expect((await laptop.delete(`/api/settings/sessions/${phone.sid}`)).status).toBe(404)
  expect((await laptop.post('/api/settings/sessions/destroy-others')).json).toEqual({
    destroyed: 1,
  })
  expect((await tablet.get('/api/settings/sessions')).status).toBe(401)
  expect((await laptop.get('/api/settings/sessions')).status).toBe(200)
})

test('a user cannot end, label or see the session of another user', async ({ world }) => {
  const [one, other] = await world.members([{}, {}])
  expect((await one.delete(`/api/settings/sessions/${other.sid}`)).status).toBe(404)
  expect(
    (await one.put(`/api/settings/sessions/${other.sid}/remark`, { remark: 'mine' })).status,
  ).toBe(404)
  expect((await one.get('/api/settings/sessions')).json.items).toHaveLength(1)
  expect((await other.get('/api/settings/sessions')).status).toBe(200)
})

test('the label of a device has at most fifty characters', async () => {
  const { laptop, phone } = await twoDevices(new World())
  const path = `/api/settings/sessions/${phone.sid}/remark`
  expect((await laptop.put(path, { remark: '  我的手机📱  ' })).status).toBe(204)
  expect((await laptop.get('/api/settings/sessions')).json.items[1].remark).toBe('我的手机📱')
  expect((await laptop.put(path, { remark: '📱'.repeat(50) })).status).toBe(204)
  expect((await laptop.put(path, { remark: '📱'.repeat(51) })).json.error.fields).toHaveProperty(
    'remark',
  )
})

test('a user has at most twenty sessions: a new session ends the least recently used one', async ({
  world,
  member,
}) => {
  const others: Client[] = []
  const open = async () => others.push(await world.visitor().signIn(member.user))
  for (let n = 0; n < 19; n++) {
    world.wait(1000)
    await open()
  }
  world.wait(MINUTE)
  expect((await member.get('/api/settings/sessions')).json.items).toHaveLength(20)
  await open()
  const isOpen = async (browser?: Client) => (await browser?.get('/api/settings/sessions'))?.status
  expect([await isOpen(member), await isOpen(others[0]), await isOpen(others[1])]).toEqual([
    200, 401, 200,
  ])
  expect(await isOpen(others.at(-1))).toBe(200)
})

test('the last use of a session is written at most once a minute', async ({ world, member }) => {
  const lastUse = async () =>
    (await member.get('/api/settings/sessions')).json.items[0].last_used_at
  const opened = await lastUse()
  world.wait(59_000)
  await lastUse()
  expect(await lastUse()).toBe(opened)
  world.wait(2_000)
  await lastUse()
  expect(await lastUse()).toBe(world.now.toISOString())
})

test('a password change ends the other sessions and invalidates the old password', async ({
  world,
}) => {
  const { laptop, phone } = await twoDevices(world)
  const change = { current_password: PASSWORD, new_password: 'an even longer one' }
  expect((await laptop.put('/api/settings/password', change)).status).toBe(204)
  expect((await laptop.get('/api/settings/sessions')).status).toBe(200)
  expect((await phone.get('/api/settings/sessions')).status).toBe(401)
  const { email } = laptop.user
  expect(
    (await world.visitor().post('/api/auth/login', { email, password: PASSWORD })).status,
  ).toBe(401)
  expect(
    (await world.visitor().post('/api/auth/login', { email, password: change.new_password }))
      .status,
  ).toBe(200)
})

test('the sixth sensitive request in a minute blocks the address for five minutes', async ({
  world,
}) => {
  const browser = await world.member()
  const attempt = () => browser.put('/api/settings/password', { current_password: 'x' })
  for (let n = 0; n < 5; n++) expect((await attempt()).status).toBe(422)
  const blocked = await attempt()
  expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '300'])
  const neighbour = await world.member()
  neighbour.ip = browser.ip
  expect(
    (await neighbour.post('/api/settings/delete-account', { password: PASSWORD })).status,
  ).toBe(429)
  world.wait(299_000)
  expect((await attempt()).status).toBe(429)
  world.wait(1_000)
  expect((await attempt()).status).toBe(422)
})

test('every settings tab takes at most two round trips', async ({ member }) => {
  // The first request of the day also checks in.
  const html = (await member.get('/settings')).text
  const tabs = [...new Set([...html.matchAll(/\/settings\?tab=(\w+)/g)].map(([, tab = '']) => tab))]
  expect(tabs).toContain('sessions')
  const trips: Record<string, number> = {}
  for (const tab of tabs) trips[tab] = roundTrips(await member.get(`/settings?tab=${tab}`))
  expect(Object.entries(trips).filter(([, count]) => count > 2)).toEqual([])
})
