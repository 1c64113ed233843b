import { startOfDay } from '#kernel/clock.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const info = async (browser: Client) => (await browser.get('/api/level/info')).json

test('the first request of a day checks in, and its response includes the check-in', async () => {
  const browser = await new World().member({ level: 1 })
  expect(await info(browser)).toMatchObject({ exp: 6, checked_in_today: true })
  expect(await info(browser)).toMatchObject({ exp: 6, checked_in_today: true })
  expect((await browser.get('/api/energy/info')).json.energy).toBe(1)
  const { items } = (await browser.get('/api/energy/logs')).json
  expect(items).toMatchObject([{ amount: 1, reason: 'checkin', balance_after: 1 }])
})

test('a check-in day starts at midnight, Shanghai time', async ({ world }) => {
  const tomorrow = startOfDay('2027-03-01')
  world.now = new Date(tomorrow.getTime() - 1)
  const browser = await world.member({ level: 1 })
  expect((await browser.post('/api/level/checkin')).json.day).toBe('2027-02-28')
  world.now = tomorrow
  expect((await browser.post('/api/level/checkin')).json).toMatchObject({
    day: '2027-03-01',
    energy: 2,
  })
})

test('requests after the check-in of the day write nothing', async () => {
  const browser = await new World().member({ level: 1 })
  await info(browser)
  const timing = (await browser.get('/api/level/info')).headers.get('server-timing')
  expect(timing).toContain('round trips: 2')
  expect(timing).toContain('rows written: 0')
})
