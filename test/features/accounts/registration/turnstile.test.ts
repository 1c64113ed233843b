import { afterEach, vi } from 'vitest'
import { expect, refusalOf, test } from '#test/test.ts'
import { freshEmail, World } from '#test/world.ts'

const newcomer = () => ({ email: freshEmail(), password: 'long enough' })

/**
 * A site with the keys of Turnstile, and a stub of Cloudflare's siteverify, because tests have no
 * network.
 */
async function siteWithTurnstile(verify: (sent: URLSearchParams) => Response | Promise<Response>) {
  const calls: string[] = []
  vi.stubGlobal('fetch', (url: string, init: { body: URLSearchParams }) => {
    calls.push(url)
    return verify(init.body)
  })
  const world = new World()
  const keys = { TURNSTILE_SITE_KEY: 'the site key', TURNSTILE_SECRET: 'the secret' }
  Object.assign(world, { env: { ...world.env, ...keys } })
  await world.setting('registration.challenge', true)
  const register = (challenge?: string) =>
    world
      .visitor()
      .post('/api/auth/register', { ...newcomer(), ...(challenge !== undefined && { challenge }) })
  return { world, calls, register }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('registration verifies the token of Turnstile with the secret', async () => {
  const { calls, register } = await siteWithTurnstile((sent) =>
    Response.json({
      success: sent.get('secret') === 'the secret' && sent.get('response') === 'a token',
    }),
  )
  expect((await register('a token')).status).toBe(201)
  expect(calls).toEqual(['https://challenges.cloudflare.com/turnstile/v0/siteverify'])
  expect((await register('another token')).json.error.code).toBe('challenge_failed')
  expect((await register()).json.error.code).toBe('challenge_failed')
  expect(calls).toHaveLength(2)
})

test.each([
  ['does not answer', () => Promise.reject(new TypeError('network'))],
  ['responds with a page', () => new Response('<html>', { status: 500 })],
])('registration is unavailable while Cloudflare %s', async (_, verify) => {
  const { register } = await siteWithTurnstile(verify)
  expect(await refusalOf(register('a token'))).toEqual([503, 'unavailable'])
})

test('only the pages with Turnstile may load scripts and frames of Cloudflare', async () => {
  const { world } = await siteWithTurnstile(() => Response.json({ success: true }))
  const policyOf = async (path: string) =>
    (await world.visitor().get(path)).headers.get('content-security-policy')
  expect(await policyOf('/register')).toMatch(
    /script-src [^;]* https:\/\/challenges\.cloudflare\.com;/,
  )
  expect(await policyOf('/register')).toContain('frame-src https://challenges.cloudflare.com')
  expect(await policyOf('/login')).not.toContain('cloudflare')
  expect((await world.visitor().get('/api/auth/challenge')).json).toEqual({
    turnstile_site_key: 'the site key',
  })
  await world.setting('registration.challenge', false)
  expect(await policyOf('/register')).not.toContain('cloudflare')
})
