import { afterEach, expect, test } from 'vitest'
import { open, site, theOwner } from './support/browser.ts'
import { ask, person } from './support/community.ts'

const password = 'a long password'
const turn = async (key: string, value: boolean) =>
  ask(await theOwner(), 'PUT', '/api/admin/site-settings', { key, value })

afterEach(async () => {
  await turn('registration.invite_only', false)
  await turn('registration.challenge', false)
})

test('a member invites a person, who joins an invite-only site by the link', async () => {
  await turn('registration.invite_only', true)
  const page = await open(await person(60), '/settings?tab=invitations', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.fill('[name="uses"]', '2')
  await page.click('main form [type="submit"]')
  const row = page.locator('#invitations .device')
  await row.waitFor()
  await row.getByRole('button', { name: 'Copy' }).click()
  await page.locator('.toast', { hasText: 'Link copied.' }).waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain('/register?invitation=')

  const guest = await open(null, '/register')
  await guest.fill('[name="email"]', `${crypto.randomUUID()}@example.com`)
  await guest.fill('[name="password"]', password)
  await guest.fill('[name="invitation"]', 'AAAA-BBBB-CCCC')
  await guest.click('#register [type="submit"]')
  await expect.poll(() => guest.textContent('#invitation-error')).toContain('The code may be wrong')
  await guest.goto(link)
  await expect.poll(() => guest.textContent('.notice.good')).toContain('invites you to join.')
  await guest.fill('[name="email"]', `${crypto.randomUUID()}@example.com`)
  await guest.fill('[name="password"]', password)
  await guest.click('#register [type="submit"]')
  await guest.waitForURL(`${site}/`)

  await page.reload()
  await expect.poll(() => row.textContent()).toContain('1 of 2 used')
  await row.locator('form[data-api^="DELETE"] button').click()
  await page.click('dialog[open] [value="yes"]')
  await expect.poll(() => row.textContent()).toContain('Revoked')
})

test('the browser solves the challenge of the registration and of the forgotten password', async () => {
  await turn('registration.challenge', true)
  const page = await open(null, '/register')
  const email = `${crypto.randomUUID()}@example.com`
  await page.fill('[name="email"]', email)
  await page.fill('[name="password"]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site}/`)

  const other = await open(null, '/forgot')
  await other.fill('[name="email"]', email)
  await other.keyboard.press('Enter')
  await other.waitForURL('**/forgot?sent')
})

test('a challenge that was used meanwhile is solved again without asking the person', async () => {
  await turn('registration.challenge', true)
  const page = await open(null, '/register')
  await page.fill('[name="email"]', `${crypto.randomUUID()}@example.com`)
  await expect.poll(() => page.inputValue('[name="challenge"]')).not.toBe('')
  const challenge = await page.inputValue('[name="challenge"]')
  const first = await open(null, '/')
  const status = await first.evaluate(
    async ([challenge, email, password]) => {
      const { csrf_token } = await (await fetch('/api/auth/csrf')).json()
      const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf_token }
      const body = JSON.stringify({ email, password, challenge })
      return (await fetch('/api/auth/register', { method: 'POST', headers, body })).status
    },
    [challenge, `${crypto.randomUUID()}@example.com`, password] as const,
  )
  expect(status).toBe(201)
  await page.fill('[name="password"]', password)
  await page.click('#register [type="submit"]')
  await page.waitForURL(`${site}/`)
})

test('without JavaScript the registration says what to do', async () => {
  await turn('registration.challenge', true)
  const page = await open(null, '/register', { javaScriptEnabled: false })
  await expect
    .poll(() => page.textContent('#register noscript, #register .notice:visible'))
    .toContain('Turn on JavaScript')
  await expect.poll(() => page.locator('#register button:visible').count()).toBe(0)
})

test('the owner creates codes and downloads them', async () => {
  const page = await open(await theOwner(), '/admin/invitations')
  await page.fill('[name="count"]', '3')
  await page.fill('[name="note"]', 'For the meetup')
  await page.click('main form [type="submit"]')
  const row = page.locator('.admin-row', { hasText: 'For the meetup' })
  await row.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), row.locator('a[download]').click()])
  expect(download.suggestedFilename()).toMatch(/^joule-invitations-\d+\.csv$/)
})
