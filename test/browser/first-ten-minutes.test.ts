import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startSite } from '../../scripts/site/site.ts'
import { smtpIn } from '../../scripts/site/smtp-settings.ts'
import { MailServer } from '../node/mail/mail-server.ts'
import { expectAccessible } from './support/accessible.ts'
import { newBrowserOf } from './support/browser.ts'
import { PASSWORD } from './support/member.ts'

const OWNER = { email: 'hedy@joule.test', password: PASSWORD }

/** A site that has never been used, with a mail server. */
async function newSite() {
  const server = new MailServer()
  const smtp = smtpIn(`smtp://127.0.0.1:${await server.listen()}`, 'Joule <mail@joule.test>')
  const data = await mkdtemp(join(tmpdir(), 'joule-new-site-'))
  const settings = {
    host: '127.0.0.1',
    port: 0,
    data,
    empty: true,
    owner: OWNER,
    bindings: {},
    logs: false,
  }
  const site = await startSite({ ...settings, smtp }, () => {})
  onTestFinished(async () => {
    await site.stop()
    await rm(data, { recursive: true })
  })
  /** The link of the latest mail to this address. */
  const linkTo = (address: string) => {
    const raw = server.received.findLast(({ to }) => to.includes(address))?.raw ?? ''
    return /https?:\/\/\S+token=[\w-]{43}/.exec(
      raw.replace(/=\r\n/g, '').replaceAll('=3D', '='),
    )?.[0]
  }
  return { url: site.url, linkTo, recipients: () => server.received.flatMap(({ to }) => to) }
}

async function newPage(): Promise<Page> {
  return (await newBrowserOf(null)).newPage()
}

/** An API call as the user of this page. */
async function send(page: Page, method: string, path: string, data: object): Promise<void> {
  const csrf =
    (await page.context().cookies()).find((cookie) => cookie.name === 'joule_csrf')?.value ?? ''
  const headers = { 'x-csrf-token': csrf }
  const response = await page.request.fetch(new URL(path, page.url()).href, {
    method,
    headers,
    data,
  })
  expect(response.ok()).toBe(true)
}

// One test for both people, because the start of a site takes as long as half of this test.
test('a new owner is led through the set-up list to its end; a new member learns where the mail was sent, corrects the address, chooses a name and follows the owner', async () => {
  const site = await newSite()
  const owner = await newPage()
  await setUp(owner, site.url)
  await send(owner, 'PUT', '/api/admin/site-settings', {
    key: 'registration.invite_only',
    value: false,
  })
  await signUp(await newPage(), site)
  // The link in the mailbox of the mistyped address does not change the account.
  await owner.goto(site.linkTo(MISTYPED) ?? '')
  await owner.getByText('expired').first().waitFor()
})

async function setUp(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByText('The first posts are on their way').waitFor()
  await expect.poll(() => page.locator('.list-bar').count()).toBe(0)
  await page.goto(`${url}/login`)
  await page.fill('[name="email"]', OWNER.email)
  await page.fill('[name="password"]', OWNER.password)
  await page.click('#login [type="submit"]')
  await page.waitForURL(`${url}/admin/setup`)
  await expect.poll(() => page.textContent('h1')).toBe('Your site is ready')
  await expectAccessible(page)
  // The language of the browser is proposed.
  const offered = page.locator('#setup-language [name="languages"]:checked')
  await expect.poll(() => offered.count()).toBe(1)
  expect(await offered.getAttribute('value')).toBe('en')
  await page.click('#setup-language [type="submit"]')
  await page.waitForURL('**/admin/setup?step=username')
  await page.fill('#setup-username [name="username"]', 'hedy')
  await page.click('#setup-username [type="submit"]')
  await page.waitForURL('**/admin/setup?step=name')
  await page.fill('#setup-name [name="name"]', 'Kilowatt')
  await page.click('#setup-name [type="submit"]')
  await page.waitForURL('**/admin/setup?step=post')
  await expect.poll(() => page.textContent('.brand')).toBe('Kilowatt')

  // The home page shows the list until it is closed.
  await page.goto(url)
  const card = page.locator('.setup-card')
  await card.getByText('Next: Publish the first post').waitFor()
  await expect.poll(() => page.locator('.check-in, .first-steps').count()).toBe(0)
  const body = '<p>To write about current.</p>'
  await send(page, 'POST', '/api/studio/posts', {
    title: 'Why we are here',
    body,
    tags: ['current'],
  })
  await page.reload()
  await card.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/admin/setup?step=registration')
  await page.locator('#registration-invite_only').click()
  await page.locator('.toast', { hasText: 'Registration now needs an invitation' }).waitFor()
  await page.getByRole('button', { name: 'This is right, continue' }).click()

  // Mail is set up, and daily backups are on.
  await page.waitForURL('**/admin/setup?step=domain')
  const backup = page.locator('.setup-steps li', { hasText: 'Daily backups' })
  await expect
    .poll(() => backup.locator('.setup-mark').getAttribute('class'))
    .toBe('setup-mark done')
  await page.getByText('Only this computer can open it').waitFor()
  await page.getByRole('button', { name: 'Do it later' }).click()
  await page.waitForURL('**/admin/setup?step=invite')
  await page.getByText('Create codes and send their links').waitFor()
  await page.getByRole('button', { name: 'I have invited people' }).click()
  await page.waitForURL(`${url}/admin/setup`)
  await expect.poll(() => page.textContent('h1')).toBe('Done: this is your site')
  await page.getByRole('button', { name: 'Open my site' }).click()
  await page.waitForURL(`${url}/`)
  await page.getByRole('link', { name: 'Why we are here' }).waitFor()
  await expect.poll(() => card.count()).toBe(0)
}

const [MISTYPED, RIGHT] = ['ada@exmaple.test', 'ada@example.test']

async function signUp(
  page: Page,
  { url, linkTo, recipients }: Awaited<ReturnType<typeof newSite>>,
): Promise<void> {
  await page.goto(`${url}/register`)
  await page.fill('[name="email"]', MISTYPED)
  await page.fill('[name="password"]', PASSWORD)
  await page.click('#register [type="submit"]')
  await page.waitForURL(`${url}/welcome`)
  await expect.poll(() => page.textContent('.confirm-address .address')).toBe(MISTYPED)
  await expect.poll(recipients).toEqual([MISTYPED])
  await page.getByRole('button', { name: 'Send the mail again' }).click()
  await expect.poll(recipients).toEqual([MISTYPED, MISTYPED])
  await expectAccessible(page)
  await page.goto(`${url}/tags`)
  const line = page.locator('.confirm-line')
  await expect.poll(() => line.textContent()).toContain(MISTYPED)

  await page.goto(`${url}/welcome`)
  await page.getByText('Wrong address?').click()
  await page.fill('#correct-address [name="email"]', RIGHT)
  await page.click('#correct-address [type="submit"]')
  await page.getByText('A link is on its way to the address above').waitFor()
  await expect.poll(() => linkTo(RIGHT)).toBeTruthy()
  await page.goto(linkTo(RIGHT) ?? '')
  await expectAccessible(page)
  await page.click('main [type="submit"]')
  await page.getByText('E-mail confirmed').first().waitFor()
  await page.goto(`${url}/welcome`)
  await expect.poll(() => page.locator('.confirm-address, .confirm-line').count()).toBe(0)

  await page.fill('#first-username [name="username"]', 'ada')
  await page.click('#first-username [type="submit"]')
  await page.getByText('You are ada, and you can publish.').waitFor()
  await page.locator('.interests label', { hasText: 'current' }).click()
  await page.getByRole('button', { name: 'Follow and show people' }).click()
  await page.waitForURL('**/welcome?interest=current#people')
  await expect.poll(() => page.isChecked('.interests [value="current"]')).toBe(true)
  const follow = page.locator('.suggested li', { hasText: 'hedy' }).locator('.follow.needs-script')
  await follow.click()
  await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('link', { name: 'Start reading' }).click()
  await page.waitForURL(`${url}/`)
}
