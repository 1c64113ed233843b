import { createChallenge } from 'altcha-lib/v1'
import { sql } from 'drizzle-orm'
import {
  PROOF_LIFETIME,
  PROOF_NUMBER_MAX,
  spendSolution,
} from '#features/accounts/registration/proof-of-work.ts'
import { runOnly } from '#test/cron.ts'
import { mailTo } from '#test/mailbox.ts'
import { test as base, expect } from '#test/test.ts'
import { freshEmail } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { Binding } from '../../core/mail/fixtures.ts'
import { encoded, solve, solvedChallenge } from './solve.ts'

const newcomer = () => ({ email: freshEmail(), password: 'long enough' })

const test = base.extend('site', async ({ world }) => {
  // A site that sends mail, so that it offers to reset passwords.
  Object.assign(world, {
    env: { ...world.env, EMAIL: new Binding(), MAIL_FROM: 'Joule <mail@example.com>' },
  })
  await world.setting('registration.challenge', true)
  const solved = () => solvedChallenge(secretsOf(world.env)[0], world.now)
  const register = (challenge?: string, person: object = newcomer()) =>
    world
      .visitor()
      .post('/api/auth/register', { ...person, ...(challenge !== undefined && { challenge }) })
  return { world, solved, register }
})

const refused = { status: 403, json: { error: { code: 'challenge_failed' } } }

test('registration needs a challenge solved by ALTCHA, which works once', async ({
  site: { world, register },
}) => {
  const { json } = await world.visitor().get('/api/auth/challenge')
  expect(json).toMatchObject({ algorithm: 'SHA-256', maxnumber: PROOF_NUMBER_MAX })
  expect(await register()).toMatchObject(refused)
  const solution = await solve(json)
  expect((await register(solution)).status).toBe(201)
  expect(await register(solution)).toMatchObject(refused)
})

test('concurrent registrations with one solution: exactly one succeeds', async ({
  site: { solved, register },
}) => {
  const solution = await solved()
  const responses = await Promise.all(Array.from({ length: 6 }, () => register(solution)))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(responses.filter(({ json }) => json.error?.code === 'challenge_failed')).toHaveLength(5)
})

test('the solution of a challenge expires', async ({ site: { world, solved, register } }) => {
  const solution = await solved()
  world.wait(PROOF_LIFETIME)
  expect(await register(solution)).toMatchObject(refused)
})

test('forged, changed and malformed solutions of a challenge are refused', async ({
  site: { world, solved, register },
}) => {
  const forged = await createChallenge({
    hmacKey: 'another key',
    maxnumber: 10,
    number: 7,
    expires: new Date(world.now.getTime() + 60_000),
  })
  const right = JSON.parse(atob(await solved()))
  const later = right.salt.replace(
    /expires=\d+/,
    `expires=${Math.floor(world.now.getTime() / 1000) + 1100}`,
  )
  for (const payload of [
    encoded({ ...forged, number: 7 }),
    encoded({ ...right, number: right.number + 1 }),
    encoded({ ...right, number: String(right.number) }),
    encoded({ ...right, signature: right.signature.replace(/^./, 'x') }),
    encoded({ ...right, salt: later }),
    encoded({ ...right, salt: right.salt.replace(/\?.*/, '') }),
    encoded({ ...right, algorithm: 'SHA-1' }),
    encoded({}),
    encoded([]),
    'null',
    '????',
  ]) {
    expect(await register(payload), payload).toMatchObject(refused)
  }
  expect((await register(encoded(right))).status).toBe(201)
})

test('a solution whose salt lacks its last delimiter counts as the same challenge, and is refused after a use', async ({
  site,
}) => {
  const { solved, register } = site
  const right = JSON.parse(atob(await solved()))
  expect((await register(encoded(right))).status).toBe(201)
  expect(await register(encoded({ ...right, salt: right.salt.slice(0, -1) }))).toMatchObject(
    refused,
  )
})

test('a challenge stays valid as long as the site has the secret that signed it', async () => {
  const now = new Date()
  const solution = await solvedChallenge('old secret', now)
  expect(await spendSolution(['new secret', 'old secret'], solution, now)).toHaveLength(1)
  await expect(spendSolution(['new secret'], solution, now)).rejects.toMatchObject({
    code: 'challenge_failed',
  })
})

test('a forgotten password needs a challenge, and the response is the same for every address', async ({
  site,
}) => {
  const { world, solved } = site
  const { email } = await world.user()
  const ask = (challenge?: string, address = email) =>
    world.visitor().post('/api/auth/forgot-password', { email: address, challenge })
  expect(await ask()).toMatchObject(refused)
  expect(await ask(undefined, newcomer().email)).toMatchObject(refused)
  const solution = await solved()
  expect((await ask(solution)).status).toBe(202)
  expect(await ask(solution)).toMatchObject(refused)
  expect(await mailTo(world, email)).toHaveLength(1)
})

test('closed registration is reported before the challenge is checked', async ({
  site: { world, register },
}) => {
  await world.setting('registration.enabled', false)
  expect((await register()).json.error.code).toBe('forbidden')
})

test('while the setting is off, no challenge is needed, and a wrong challenge is ignored', async ({
  world,
}) => {
  expect(
    (await world.visitor().post('/api/auth/register', { ...newcomer(), challenge: 'x' })).status,
  ).toBe(201)
  expect((await world.visitor().get('/register')).text).not.toContain('challenge')
})

test('without JavaScript, pages with a challenge explain that they need it, and their forms are refused with a message', async ({
  site,
}) => {
  const { world } = site
  for (const [path, words] of [
    ['/register', 'To sign up, your browser must pass'],
    ['/forgot', 'To reset your password, your browser must pass'],
  ] as const) {
    const text = /<main[\s\S]*<\/main>/.exec((await world.visitor().get(path)).text)?.[0] ?? ''
    expect(text).toMatch(new RegExp(`<noscript><p class="notice">${words}`))
    expect(text).not.toMatch(/<noscript>(?:<[^>]*>)*<button/)
    // Hidden by the stylesheet: test/browser/reading.test.ts.
    expect(text).toMatch(/<button type="submit" class="button primary wide needs-script"/)
    const sent = await world.visitor().submit(path, { ...newcomer(), username: '', challenge: '' })
    expect([sent.status, sent.text.includes('The check of your browser failed')]).toEqual([
      403,
      true,
    ])
  }
})

test('the cron deletes used challenges after they expire', async ({
  site: { world, solved, register },
}) => {
  await register(await solved())
  const rows = () => world.db.all(sql`SELECT 1 FROM spent_proofs`)
  const before = (await rows()).length
  await runOnly(['delete old invitations and challenges'], world.env, world.now)
  expect((await rows()).length).toBe(before)
  world.wait(PROOF_LIFETIME)
  await runOnly(['delete old invitations and challenges'], world.env, world.now)
  expect(await rows()).toEqual([])
})
