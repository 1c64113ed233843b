import { sql } from 'drizzle-orm'
import type { Viewer } from '#features/core/people/viewer.ts'
import { INTERESTS_MAX, suggestions } from '#features/pages/welcome/pages.tsx'
import { UNVERIFIED_MAILS_AN_HOUR } from '#kernel/rate-limits.ts'
import { planOf } from '#test/cost.ts'
import { mailTo, tokenMailed } from '#test/mailbox.ts'
import { expect, locationOf, test } from '#test/test.ts'
import { type Client, freshEmail, PASSWORD, World } from '#test/world.ts'
import { Binding } from '../../core/mail/fixtures.ts'

/** A site that sends mail. */
function mailingWorld(): World {
  const world = new World()
  return Object.assign(world, {
    env: { ...world.env, EMAIL: new Binding(), MAIL_FROM: 'Joule <mail@joule.test>' },
  })
}

async function newMember(
  world: World,
  email = freshEmail(),
): Promise<{ browser: Client; email: string }> {
  const browser = world.visitor()
  await browser.post('/api/auth/register', { email, password: PASSWORD })
  return { browser, email }
}

test('a sign-up without JavaScript leads to the first steps, which say where the mail was sent', async () => {
  const world = mailingWorld()
  const [browser, email] = [world.visitor(), freshEmail()]
  const signUp = (path: string, address: string) =>
    locationOf(world.visitor().submit(path, { email: address, password: PASSWORD }))
  expect(await locationOf(browser.submit('/register', { email, password: PASSWORD }))).toBe(
    '/welcome',
  )
  expect(await signUp('/register?next=/tags', freshEmail())).toBe('/tags')
  const { text } = await browser.get('/welcome')
  expect(text).toContain(`We sent a mail with a link`)
  expect(text).toContain(email)
  expect(text).toContain('Send the mail again')
  expect(text).toContain('Wrong address?')
  expect(text).toContain('Step 1: choose a username')
  expect(await locationOf(world.visitor().get('/welcome'))).toBe('/login?next=%2Fwelcome')
})

test('on a site that sends mail, a line at the top of each page asks for a confirmation until the address is confirmed', async ({
  world: silent,
}) => {
  const world = mailingWorld()
  const { browser, email } = await newMember(world)
  const isAsked = async (path: string) =>
    (await browser.get(path)).text.includes('class="confirm-line ')
  expect((await browser.get('/tags')).text).toContain(`${email} is not confirmed yet.`)
  for (const path of ['/welcome', '/settings?tab=account'])
    expect([path, await isAsked(path)]).toEqual([path, false])
  const { browser: other } = await newMember(silent)
  expect((await other.get('/tags')).text).not.toContain('confirm-line')
  expect((await world.visitor().get('/tags')).text).not.toContain('confirm-line')
  await world.db.batch([
    sql`UPDATE users SET email_verified_at = ${world.now.toISOString()} WHERE email = ${email}`,
  ])
  expect(await isAsked('/tags')).toBe(false)
})

test('a corrected address is confirmed by its own link, which ends the link to the mistyped address', async ({
  world,
}) => {
  const { browser, email: mistyped } = await newMember(world)
  const stranger = await tokenMailed(world, mistyped, 'verify')
  const right = freshEmail()
  // The session is fresh, so the new member does not type the password again.
  expect((await browser.put('/api/settings/email', { email: right })).status).toBe(202)
  const uid = world.db.first(
    sql<{ email: string }>`SELECT email FROM users WHERE email = ${mistyped}`,
  )
  expect(await uid).toEqual({ email: mistyped })
  expect((await mailTo(world, mistyped)).map(({ kind }) => kind)).toEqual(['verify'])
  const token = await tokenMailed(world, right, 'email')
  expect((await browser.post('/api/auth/verify-email', { token })).json).toEqual({ email: right })
  // The person of the mistyped mailbox can neither take over nor delete the account.
  for (const claim of [{}, { new_password: 'a password of a stranger' }, { not_mine: true }]) {
    const { status, json } = await world
      .visitor()
      .post('/api/auth/verify-email', { token: stranger, ...claim })
    expect([status, json.error.code]).toEqual([401, 'session_expired'])
  }
  expect((await world.visitor().logIn(right)).status).toBe(200)
  expect((await world.visitor().logIn(mistyped)).status).toBe(401)
})

const mainOf = (page: string) => page.slice(page.indexOf('<main'), page.indexOf('</main>'))

test('pages do not show whether the mail to a corrected address was refused by a limit', async () => {
  const world = mailingWorld()
  const victim = freshEmail()
  await newMember(world, victim)
  for (let n = 0; n < UNVERIFIED_MAILS_AN_HOUR; n++)
    await world.visitor().post('/api/auth/forgot-password', { email: victim })
  const [asked, unasked] = [await newMember(world), await newMember(world)]
  const pageOf = async ({ browser, email }: { browser: Client; email: string }, path: string) =>
    mainOf((await browser.get(path)).text)
      .replaceAll(email, 'address')
      .replaceAll(/\b\d{5,}\b/g, 'uid')
  const { status, text } = await asked.browser.put('/api/settings/email', { email: victim })
  const other = await unasked.browser.put('/api/settings/email', { email: freshEmail() })
  expect([status, text]).toEqual([other.status, other.text])
  expect((await mailTo(world, victim)).some(({ kind }) => kind === 'email')).toBe(false)
  for (const path of ['/welcome', '/settings?tab=account'])
    expect(await pageOf(asked, path)).toBe(await pageOf(unasked, path))
})

test('a stale session cannot correct the address without the password', async ({ world }) => {
  const { browser, email } = await newMember(world)
  world.wait(11 * 60_000)
  const { status, json } = await browser.put('/api/settings/email', { email: freshEmail() })
  expect([status, json.error.code]).toEqual([403, 'confirmation_required'])
  expect(
    (await browser.put('/api/settings/email', { email: freshEmail(), password: PASSWORD })).status,
  ).toBe(202)
  expect((await world.visitor().logIn(email)).status).toBe(200)
})

test('the first steps suggest named authors of popular tags, grouped by the chosen interests', async ({
  world,
}) => {
  const [tea, rust] = [
    `tea-${crypto.randomUUID().slice(0, 8)}`,
    `rust-${crypto.randomUUID().slice(0, 8)}`,
  ]
  const [reader, brewer, crab, blocker, nameless] = await world.members([
    {},
    ...['brewer', 'crab', 'blocker'].map((name) => ({
      username: `${name}${crypto.randomUUID().slice(0, 8)}`,
    })),
    {},
  ])
  if (!reader || !brewer || !crab || !blocker || !nameless) throw new Error('people are missing')
  await blocker.post(`/api/users/${reader.user.uid}/block`)
  for (const author of [brewer, blocker, nameless, reader])
    await world.post({ author: author.user, tags: [tea] })
  for (const author of [crab, brewer]) await world.post({ author: author.user, tags: [rust] })
  await reader.post(`/api/users/${crab.user.uid}/follow`)
  const people = async (...interests: string[]) => {
    const query = new URLSearchParams(interests.map((interest) => ['interest', interest]))
    const { text } = await reader.get(`/welcome?${query}`)
    const names = new Map(
      [brewer, crab, blocker, reader, nameless].map(({ user }) => [user.uid, user.username]),
    )
    return [...text.matchAll(/data-follow="(\d+)"[^>]*aria-pressed="(\w+)"/g)].map(
      ([, uid, isFollowed]) => [names.get(Number(uid)) ?? uid, isFollowed],
    )
  }
  expect(await people(tea)).toEqual([[brewer.user.username, 'false']])
  const both = await people(tea.toUpperCase(), rust)
  expect(both.map(([name]) => name).sort()).toEqual(
    [brewer.user.username, crab.user.username].sort(),
  )
  expect(both.find(([name]) => name === crab.user.username)?.[1]).toBe('true')
  expect(await people('unused-tag')).toEqual([])
})

test('the suggestions find their authors by primary key, so their cost does not depend on the number of users', async ({
  world,
  member,
}) => {
  const viewer = { uid: member.user.uid } as Viewer
  const interests = Array.from({ length: INTERESTS_MAX }, (_, n) => `Tag ${n}`)
  for (const chosen of [[], interests]) {
    const { statements } = suggestions(viewer, chosen, 'en')
    const plans = await Promise.all(statements.map((statement) => planOf(world.db, statement)))
    expect(plans.join('\n')).toContain('SEARCH u USING INTEGER PRIMARY KEY')
    expect(plans.join('\n')).not.toMatch(/SCAN u\b|AUTOMATIC/)
  }
})
