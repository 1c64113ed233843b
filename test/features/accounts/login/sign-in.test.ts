import { sql } from 'drizzle-orm'
import { SIGN_INS_MAX } from '#features/accounts/login/sign-in.ts'
import { mailTo, tokenMailed } from '#test/mailbox.ts'
import { expect, test } from '#test/test.ts'
import { type Client, freshEmail, PASSWORD, World } from '#test/world.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1'

/** A user who registered in `browser` and verified the address. */
async function registered() {
  const world = new World()
  const [browser, email] = [world.visitor(), freshEmail()]
  await browser.post('/api/auth/register', { email, password: PASSWORD })
  await world.db.batch([
    sql`UPDATE users SET email_verified_at = ${world.now.toISOString()} WHERE email = ${email}`,
  ])
  const logIn = (client: Client) => client.logIn(email)
  const signInMails = async () =>
    (await mailTo(world, email)).filter(({ kind }) => kind === 'sign_in')
  return { world, browser, email, logIn, signInMails }
}

function stranger(world: World): Client {
  return Object.assign(world.visitor(), { userAgent: PHONE, language: 'zh-CN' })
}

test('a sign-in from an unknown device sends a notification and a mail in the language of the user', async () => {
  const { world, browser, logIn, signInMails } = await registered()
  const other = stranger(world)
  await logIn(other)
  expect(await signInMails()).toMatchObject([
    { subject: 'New login to your Joule account', language: 'en' },
  ])
  expect((await signInMails())[0]?.letter).toContain(other.ip)
  const { items } = (await browser.get('/api/messages?category=system')).json
  expect(items[0]).toMatchObject({
    link: '/settings?tab=sessions',
    data: { event: 'new_sign_in', ip: other.ip },
  })
  expect(items[0].text).toContain('Safari')
})

test('a device is recognised by its cookie from any IP address, and without the cookie by IP address and browser', async () => {
  const { world, browser, logIn, signInMails } = await registered()
  await browser.post('/api/auth/logout')
  browser.ip = world.visitor().ip
  await logIn(browser)
  const twin = Object.assign(world.visitor(), { ip: browser.ip })
  await logIn(twin)
  expect(await signInMails()).toEqual([])
  const other = stranger(world)
  await logIn(other)
  await other.post('/api/auth/logout')
  await logIn(other)
  expect(await signInMails()).toHaveLength(1)
})

test('opening the link of "this was not me" shows the address of the device and changes nothing', async () => {
  const { world, email, logIn } = await registered()
  const thief = stranger(world)
  await logIn(thief)
  const token = await tokenMailed(world, email, 'sign_in')
  const { text } = await world.visitor().get(`/not-me?token=${token}`)
  expect(text).toContain(thief.ip)
  expect((await thief.get('/api/settings/sessions')).status).toBe(200)
})

test('"this was not me" ends all sessions and asks once for a new password', async () => {
  const { world, browser, email, logIn } = await registered()
  const thief = stranger(world)
  await logIn(thief)
  const token = await tokenMailed(world, email, 'sign_in')
  // Opening the link does not use it up.
  await world.visitor().get(`/not-me?token=${token}`)
  const ended = await world.visitor().submit('/not-me', { token })
  const location = ended.headers.get('location') ?? ''
  expect([ended.status, location]).toEqual([
    303,
    expect.stringMatching(/^\/reset\?token=[\w-]{43}$/),
  ])
  expect((await thief.get('/api/settings/sessions')).status).toBe(401)
  expect((await browser.get('/api/settings/sessions')).status).toBe(401)
  expect((await logIn(world.visitor())).status).toBe(401)
  const reset = { token: location.split('=')[1], new_password: 'a password that is new' }
  expect((await world.visitor().post('/api/auth/reset-password', reset)).status).toBe(204)
  expect((await world.visitor().submit('/not-me', { token })).status).toBe(401)
})

test('only the newest sign-ins of a user are stored', async () => {
  const { world, browser, logIn } = await registered()
  const { uid } = (await browser.post('/api/auth/refresh')).json.user
  await world.db.batch([
    sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        INSERT INTO sign_ins (user_id, sid, ip, user_agent, language, created_at)
        SELECT ${uid}, 's' || i, '10.0.0.1', 'x', 'en', ${world.now.toISOString()} FROM n`,
  ])
  await logIn(browser)
  const stored = await world.db.all(
    sql<{ sid: string }>`SELECT sid FROM sign_ins WHERE user_id = ${uid} ORDER BY id DESC`,
  )
  expect(stored).toHaveLength(SIGN_INS_MAX)
  expect(stored[1]?.sid).toBe('s60')
})
