import { afterEach, expect, test } from 'vitest'
import { easyChallenge } from '../features/accounts/registration/solve.ts'
import { open, site, theOwner } from './support/browser.ts'
import { ask, person } from './support/community.ts'
import { PASSWORD, secret } from './support/member.ts'

const turn = async (key: string, value: boolean) =>
  ask(await theOwner(), 'PUT', '/api/admin/site-settings', { key, value })

afterEach(async () => {
  await turn('registration.invite_only', false)
  await turn('registration.challenge', false)
})

test('a member invites a person, who joins an invite-only site by the link', async () => {
  await turn('registration.invite_only', true)
  const page = await open(await person(60), '/settings?tab=invitations')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.fill('[name="uses"]', '2')
  await page.click('main form [type="submit"]')
  const row = page.locator('#invitations .device')
  await row.waitFor()
  await row.getByRole('button', { name: 'Copy' }).click()
  await page.locator('.toast', { hasText: 'Copied.' }).waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain('/register?invitation=')
  await page.context().clearPermissions()

  const guest = await open(null, '/register')
  await guest.fill('[name="email"]', `${crypto.randomUUID()}@example.com`)
  await guest.fill('[name="password"]', PASSWORD)
  await guest.fill('[name="invitation"]', 'AAAA-BBBB-CCCC')
  await guest.click('#register [type="submit"]')
  await expect.poll(() => guest.textContent('#invitation-error')).toContain('The code may be wrong')
  await guest.goto(link)
  await expect.poll(() => guest.textContent('.notice.good')).toContain('invites you to join.')
  await guest.fill('[name="email"]', `${crypto.randomUUID()}@example.com`)
  await guest.fill('[name="password"]', PASSWORD)
  await guest.click('#register [type="submit"]')
  await guest.waitForURL(`${site}/welcome`, { waitUntil: 'commit' })

  await row.locator('form[data-api^="DELETE"] button').click()
  await page.click('dialog[open] [value="yes"]')
  await expect.poll(() => row.textContent()).toContain('Revoked')
  await expect.poll(() => row.textContent()).toContain('1 of 2 used')
})

test('the browser solves the challenge for a forgotten password and for a registration, and solves a new one if the first was used meanwhile', async () => {
  await turn('registration.challenge', true)
  const page = await open(null, '/forgot')
  const email = `${crypto.randomUUID()}@example.com`
  await page.fill('[name="email"]', email)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.keyboard.press('Enter')
  const challenge = new URLSearchParams((await sent).postData() ?? '').get('challenge') ?? ''
  await page.waitForURL('**/forgot?sent', { waitUntil: 'commit' })

  await page.goto(`${site}/register`)
  await page.route('**/api/auth/challenge', async (route) =>
    route.fulfill({ json: await easyChallenge(secret()) }),
  )
  const refused = page.waitForResponse('**/api/auth/register')
  // Without events, so that the page has not started to solve a challenge.
  await page.evaluate(
    (values) => {
      const form = document.querySelector<HTMLFormElement>('#register')
      for (const [name, value] of Object.entries(values)) {
        const field = form?.querySelector<HTMLInputElement>(`[name="${name}"]`)
        if (field) field.value = value
      }
      form?.requestSubmit()
    },
    { email, password: PASSWORD, challenge },
  )
  // Without events, the page has not rated the password either.
  await page.click('dialog[open] [value="yes"]')
  expect((await (await refused).json()).error.code).toBe('challenge_failed')
  await page.waitForURL(`${site}/welcome`, { waitUntil: 'commit' })
})
