import { sql } from 'drizzle-orm'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { runOnly } from '#test/cron.ts'
import { useUp } from '#test/limits.ts'
import { mailTo, tokenMailed } from '#test/mailbox.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { type Client, freshEmail, World } from '#test/world.ts'

const ask = (browser: Client, email: string | null) =>
  browser.post('/api/auth/forgot-password', { email })

test('a reset link is mailed in the language of the request', async ({ world }) => {
  const [{ email }, browser] = [await world.user(), world.visitor()]
  browser.language = 'zh-CN'
  const { status, json } = await ask(browser, email)
  expect([status, json]).toEqual([202, {}])
  expect(await mailTo(world, email)).toMatchObject([
    { subject: '重设你的 Joule 密码', site: 'http://joule.test' },
  ])
  expect(await tokenMailed(world, email, 'reset')).toMatch(/^[\w-]{43}$/)
})

test('an unknown address gets the same response at the same cost as a known one, and no mail', async ({
  world,
}) => {
  // The first request of a test reads the settings of the site.
  await ask(world.visitor(), freshEmail())
  const [{ email }, unknown] = [await world.user(), freshEmail()]
  const [known, other] = [await ask(world.visitor(), email), await ask(world.visitor(), unknown)]
  expect([other.status, other.text]).toEqual([known.status, known.text])
  const work = ({ headers }: typeof known) =>
    (headers.get('server-timing') ?? '').match(/(round trips|rows \w+): \d+/g)
  expect(work(known)).toEqual([
    'round trips: 1',
    expect.stringMatching(/^rows read: /),
    'rows written: 1',
  ])
  expect(work(other)).toEqual(work(known))
  expect(await mailTo(world, unknown)).toEqual([])
})

test('the cron sends a reset mail that failed in the background exactly once', async ({
  world,
}) => {
  const { email } = await world.user()
  const asked = sql`
    INSERT INTO reset_requests (email, site, language, created_at)
    VALUES (${email}, 'http://joule.test', 'en', ${world.now.toISOString()}), (${freshEmail()}, 'http://joule.test', 'en', '')`
  await world.db.batch([asked])
  await Promise.all([
    runOnly(['mail password reset links'], world.env, world.now),
    runOnly(['mail password reset links'], world.env, world.now),
  ])
  expect(await mailTo(world, email)).toMatchObject([{ kind: 'reset' }])
  expect(await world.db.all(sql`SELECT 1 FROM reset_requests`)).toEqual([])
})

test('requests beyond the limit of an e-mail address send no mail and get the same response', async ({
  world,
}) => {
  const { email } = await world.user()
  for (let n = 0; n < RATE_RULES['reset-asked-of-email'].most + 2; n++) {
    expect((await ask(world.visitor(), email)).status).toBe(202)
  }
  expect(await mailTo(world, email)).toHaveLength(RATE_RULES['reset-asked-of-email'].most)
})

test('requests beyond the limit of an IP address send no mail and get the same response', async ({
  world,
}) => {
  const [{ email }, browser] = [await world.user(), world.visitor()]
  await useUp(world, `ip:${browser.ip}`, 'reset-asked', 1)
  await ask(browser, freshEmail())
  expect((await ask(browser, email)).status).toBe(202)
  expect(await mailTo(world, email)).toEqual([])
})

test('a new link invalidates the older one and erases the content of its mail', async ({
  world,
}) => {
  const { email } = await world.user()
  await ask(world.visitor(), email)
  const older = await tokenMailed(world, email, 'reset')
  await ask(world.visitor(), email)
  const input = { token: older, new_password: 'a password that is new' }
  expect((await world.visitor().post('/api/auth/reset-password', input)).status).toBe(401)
  expect((await mailTo(world, email)).map(({ letter }) => letter === null)).toEqual([false, true])
})

test('a deleted account gets a reset link until its restore period has ended', async ({
  world,
}) => {
  const [waits, gone] = await world.users([{}, {}])
  const purge = (uid: number, days: number) =>
    sql`UPDATE users SET purge_at = ${new Date(world.now.getTime() + days * 86_400_000).toISOString()} WHERE uid = ${uid}`
  await world.db.batch([purge(waits.uid, 5), purge(gone.uid, -1)])
  for (const { email } of [waits, gone]) await ask(world.visitor(), email)
  expect(await mailTo(world, waits.email)).toHaveLength(1)
  expect(await mailTo(world, gone.email)).toEqual([])
})

test.each([
  'a@example.com\r\nBcc: b@example.com',
  'ä@example.com',
  'a@例子.中国',
  'a@\u212Aelvin.com',
  'a b@example.com',
  '',
])('the invalid address %j is refused', async (email) => {
  expect(await refusalOf(ask(new World().visitor(), email))).toEqual([422, 'email'])
})
