import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { DEFAULT_IDENTITY } from '#features/core/identity/identity.ts'
import { messageOf } from '#features/core/mail/message.ts'
import { LANGUAGES } from '#kernel/i18n.ts'
import { open, pageOf, site, textsOf, theOwner } from './support/browser.ts'
import { ask, person, post } from './support/community.ts'
import { batch } from './support/member.ts'
import { andLoad, type Office, openOffice } from './support/office.ts'
import { author } from './support/writing.ts'

const DAY = 86_400_000
let office: Office

beforeAll(async () => {
  office = await openOffice()
})
afterEach(() => office.tidy())

test('an admin silences, hides and bans a user on the page of the user, and undoes each', async () => {
  const { uid } = await person()
  const page = await open(office.reviewer, `/admin/users/${uid}`)
  const now = () => ask(office.owner, 'GET', `/api/admin/users/${uid}`)
  const notice = () => page.textContent('.person-head ~ .notice')
  const change = async (dialog: string, fields: Record<string, string> = {}) => {
    await page.click(`[data-opens="${dialog}"]`)
    for (const [name, value] of Object.entries(fields)) await page.fill(`dialog[open] [name="${name}"]`, value)
    await andLoad(page, () => page.click('dialog[open] [type="submit"]'))
  }

  await change('silence-dialog', { reason: 'Please calm down', days: '3' })
  await expect.poll(notice).toContain('Please calm down')
  const { silence } = await now()
  const length = Date.parse(silence?.ends_at ?? '') - Date.parse(silence?.since ?? '')
  expect([silence?.reason, length]).toEqual(['Please calm down', 3 * DAY])
  await change('silence-dialog')
  expect((await now()).silence).toBe(null)

  await page.click('[data-opens="hide-dialog"]')
  await page.click('dialog[open] [data-canned]')
  await andLoad(page, () => page.click('dialog[open] [type="submit"]'))
  await expect.poll(() => page.textContent('main')).toContain('0 posts and 0 comments are hidden')
  expect((await now()).status).toBe('banned')
  // The dialog of the status undoes a ban: the same form with another value.
  const next = () => page.getAttribute('#status-dialog [name="status"]', 'value')
  await expect.poll(next).toBe('active')
  await page.click('form[data-api^="DELETE"][data-api$="/hide"] [type="submit"]')
  await andLoad(page, () => page.click('dialog[open] [value="yes"]'))
  const { status, hiding } = await now()
  expect([status, hiding]).toEqual(['active', null])
  await expect.poll(next).toBe('banned')

  await change('status-dialog', { reason: 'Spam, again and again', days: '2' })
  await expect.poll(notice).toContain('Spam, again and again')
  const ban = await now()
  expect([ban.status, Math.round((Date.parse(ban.ban_ends_at ?? '') - Date.now()) / DAY)]).toEqual(['banned', 2])
})

test('an admin finds, selects and deletes comments, and the page reports comments that were already gone', async () => {
  const discussed = await office.written('Much discussed')
  const word = `w${Date.now()}`
  const ids: number[] = []
  for (let n = 0; n < 3; n++) {
    ids.push((await ask(office.author, 'POST', `/api/posts/${discussed}/comments`, { body: `${word} ${n}` })).id)
  }
  const page = await open(office.reviewer, '/admin/comments')
  await page.fill('.admin-filter [name="q"]', word)
  await andLoad(page, () => page.press('.admin-filter [name="q"]', 'Enter'))
  await expect.poll(() => page.locator('mark').count()).toBe(3)
  await page.check('[data-selects-all]')
  await expect.poll(() => page.textContent('[data-selected]')).toBe('3 selected')
  await ask(office.reviewer, 'DELETE', `/api/admin/comments/${ids[1]}`)
  await page.click('[data-batch-asks]')
  await page.click('[data-batch-form] [type="submit"]')
  await expect.poll(() => textsOf(page, '[data-batch-dialog] li')).toEqual([`#${ids[1]}: Not found.`])
  await andLoad(page, () => page.click('[data-batch-dialog] .primary'))
  await expect.poll(() => page.locator('.admin-row').count()).toBe(0)
})

test('an owner adjusts energy by list and by filter after confirming the number of users', async () => {
  const [one, two] = [office.author, office.reviewer]
  const page = await open(office.owner, '/admin/energy')
  await page.fill('#uids', `${one.uid}, ${two.uid} unknown`)
  await page.fill('#amount', '7')
  await page.fill('#reason', 'A gift')
  await page.click('.adjust [type="submit"]')
  await expect.poll(() => page.textContent('[data-error-for="uids"]')).toContain('Not found')
  // The error mark goes away while the user corrects the field.
  await page.fill('#uids', one.name)
  await expect.poll(() => page.locator('[data-error-for="uids"]').isVisible()).toBe(false)
  await page.click('.adjust [type="submit"]')
  await expect.poll(() => page.textContent('dialog[open] h2')).toBe('+7 energy for 1 person?')
  await page.keyboard.press('Escape')
  await page.fill('#uids', `@${one.name}\n${two.uid}`)
  await page.click('.adjust [type="submit"]')
  await expect.poll(() => page.textContent('dialog[open] h2')).toBe('+7 energy for 2 people?')
  await page.click('dialog[open] [value="yes"]')
  await page.waitForSelector('.toast')
  const before = (await ask(office.owner, 'GET', `/api/admin/users/${one.uid}`)).energy
  await page.check('[value="filter"]')
  await page.fill('#amount', '-1')
  await page.fill('#reason', 'Back again')
  await page.click('.adjust [type="submit"]')
  await page.waitForSelector('[data-form-error]:not([hidden])')
  await page.selectOption('#level_min', '1')
  await page.click('[data-counts-people]')
  const counted = () => page.textContent('[data-people-count]')
  await expect.poll(counted).toMatch(/^The filter matches \d+ people/)
  await page.fill('#reason', 'Back once more')
  await page.locator('#amount').focus()
  await expect.poll(() => counted()).toMatch(/^The filter matches \d+ people/)
  await page.click('.adjust [type="submit"]')
  await page.click('dialog[open] [value="yes"]')
  await expect.poll(async () => (await ask(office.owner, 'GET', `/api/admin/users/${one.uid}`)).energy).toBe(before - 1)
})

test('the ledger export works, also when the session must be renewed first', async () => {
  const page = await open(office.other, `/admin/energy/logs?uid=${office.other.uid}`)
  // The state after 15 minutes: the refresh token is valid, the access token has expired.
  await page.context().addCookies([{ name: 'joule_at', value: 'gone', url: site }])
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('a[download]')])
  expect(file.suggestedFilename()).toMatch(/^joule-energy-[\d-]+\.csv$/)
})

test('the data check runs from the overview page', async () => {
  const page = await open(office.other, '/admin')
  await andLoad(page, () => page.click('[data-checks-invariants]'))
  await expect.poll(() => page.textContent('[aria-labelledby="check"] .notice')).toContain('found no difference')
})

test('an owner adds a redirect, uploads others as CSV, searches and deletes them', async () => {
  const owner = await theOwner()
  const id = await post(await author())
  const folder = `/old-${Date.now()}`
  const page = await open(owner, '/admin/redirects')

  await page.fill('[name="path"]', '/login')
  await page.fill('[name="post_id"]', String(id))
  await page.click('text=Save')
  await page.getByText('This path is a page of this site').waitFor()
  await page.fill('[name="path"]', `https://old.example${folder}/hello/`)
  await andLoad(page, () => page.click('text=Save'))

  const csv = `path,post_id\n${folder}/two,${id}\n${folder}/three,${id}\n/?p=12,${id}\n`
  const file = { name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.setInputFiles('#csv-file', file)
  await andLoad(page, () => page.click('text=Upload'))
  await page.getByText('2 added, 0 changed, 0 unchanged.').waitFor()
  await page.getByText('Line 4').waitFor()

  await page.fill('.admin-filter [name="q"]', folder)
  await andLoad(page, () => page.press('.admin-filter [name="q"]', 'Enter'))
  const shown = () => page.locator('.admin-row h2').allTextContents()
  await expect.poll(shown).toEqual([`${folder}/hello`, `${folder}/three`, `${folder}/two`])

  const visit = await fetch(`${site}${folder}/hello/`, { redirect: 'manual' })
  expect(visit.headers.get('location')).toBe(`/posts/${id}`)

  await page.getByRole('button', { name: `Remove ${folder}/three` }).click()
  await andLoad(page, () => page.locator('dialog[open]').getByRole('button', { name: 'Remove' }).click())
  await expect.poll(shown).toEqual([`${folder}/hello`, `${folder}/two`])
})

test('the owner sends a test mail, reads it on the mail page and opens its link', async () => {
  const owner = await theOwner()
  await batch([sql`UPDATE users SET email_verified_at = created_at WHERE uid = ${owner.uid}`])
  const page = await open(owner, '/admin/mail')
  await page.click('text=Send me a test mail')
  await page.waitForSelector('.admin-row >> text=A test mail from Joule')
  const row = page.locator('.admin-row').first()
  await row.locator('summary').click()
  await expect.poll(() => row.locator('pre').textContent()).toContain('the site can send e-mail')
  await row.locator('text=Open link').click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/mail')
})

test('a mail fits a phone screen in both languages, and its button can be pressed', async () => {
  const long = 'https://example.com/'.padEnd(300, 'x')
  const letter = {
    lines: [`A line. ${long}`],
    action: { label: 'Press', path: '/reset?token='.padEnd(80, 'a') },
    notes: [],
  }
  const about = { address: 'a@example.com', site: 'https://joule.test', subject: 'A subject' }
  const page = await pageOf(null, { viewport: { width: 360, height: 640 } })
  for (const language of LANGUAGES) {
    const { html } = messageOf({ ...about, language, letter: JSON.stringify(letter) }, DEFAULT_IDENTITY)
    await page.setContent(html)
    expect(await page.evaluate('document.documentElement.scrollWidth'), language).toBeLessThanOrEqual(360)
    const button = await page.locator('.button').boundingBox()
    expect(button?.height, language).toBeGreaterThanOrEqual(44)
  }
})
