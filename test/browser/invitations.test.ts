import { afterEach, expect, test } from 'vitest'
import { easyChallenge } from '../features/accounts/registration/solve.ts'
import { open, site, textsOf, theOwner } from './support/browser.ts'
import { copiedBy } from './support/clipboard.ts'
import { ask, person } from './support/community.ts'
import { PASSWORD, secret } from './support/member.ts'
import { andLoad } from './support/office.ts'

const turn = async (key: string, value: boolean) =>
  ask(await theOwner(), 'PUT', '/api/admin/site-settings', { key, value })

afterEach(async () => {
  await turn('registration.invite_only', false)
  await turn('registration.challenge', false)
})

test('a member invites a person, who joins an invite-only site by the link', async () => {
  await turn('registration.invite_only', true)
  const page = await open(await person(60), '/settings?tab=invitations')
  await page.fill('[name="uses"]', '2')
  await page.click('main form [type="submit"]')
  const row = page.locator('#invitations .device')
  await row.waitFor()
  const link = await copiedBy(row.getByRole('button', { name: 'Copy' }))
  expect(link).toContain('/register?invitation=')

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

test('the owner creates codes, copies all of them or one link, downloads them and revokes them', async () => {
  const note = `The meetup ${Date.now()}`
  const page = await open(await theOwner(), '/admin/invitations')
  await page.fill('[name="count"]', '3')
  await page.fill('[name="note"]', note)
  await page.click('main form [type="submit"]')
  await page.waitForURL('**/admin/invitations?batch=*')
  await page.locator('.celebration, .toast', { hasText: '3 codes created.' }).waitFor()
  const codes = await textsOf(page, '.invitation-codes code')
  expect(codes).toHaveLength(3)
  expect(await copiedBy(page.getByRole('button', { name: 'Copy all codes' }))).toBe(
    codes.join('\n'),
  )
  const links = await copiedBy(page.getByRole('button', { name: 'Copy all links' }))
  const link = await copiedBy(page.getByRole('button', { name: `Copy link: ${codes[1]}` }))
  expect([links.split('\n').length, links.split('\n')[1]]).toEqual([3, link])

  const guest = await open(null, new URL(link).pathname + new URL(link).search)
  await expect.poll(() => guest.inputValue('[name="invitation"]')).toBe(codes[1])

  const row = page.locator('.admin-row', { hasText: note })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.locator('a[download]').click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^joule-invitations-\d+\.csv$/)
  await row.getByRole('button', { name: `Revoke: ${note}` }).click()
  await andLoad(page, () => page.locator('dialog[open] .danger').click())
  await expect.poll(() => row.locator('.badge').textContent()).toBe('Revoked')
  await page.getByText('These codes can no longer be used.').waitFor()
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
