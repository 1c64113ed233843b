import { afterEach, beforeAll, expect, test } from 'vitest'
import { DEFAULT_IDENTITY } from '#features/core/identity/identity.ts'
import { messageOf } from '#features/core/mail/message.ts'
import { DAY } from '#kernel/clock.ts'
import { LANGUAGES } from '#kernel/i18n.ts'
import { call, htmlOf, open, pageOf, site, textsOf } from './support/browser.ts'
import { ask, person, post } from './support/community.ts'
import { andLoad, type Office, openOffice } from './support/office.ts'

let office: Office

beforeAll(async () => {
  office = await openOffice()
})
afterEach(() => office.tidy())

/** The parts of the response about a user that these tests read. */
interface Restrictions {
  status: string
  ban_ends_at: string | null
  silence: { reason: string; since: string; ends_at: string } | null
  hiding: { posts_count: number } | null
}

test('an admin silences, hides and bans a user on the page of the user, and undoes each', async () => {
  const { owner, reviewer, author } = office
  const someone = await person()
  await post(someone)
  const page = await open(reviewer, `/admin/users/${someone.uid}`)
  const stored = async () =>
    (await call(owner, 'GET', `/api/admin/users/${someone.uid}`)) as Restrictions
  const notice = (text: string) => page.locator('main .notice', { hasText: text }).waitFor()
  const change = async (dialog: string, fields: Record<string, string> = {}) => {
    await page.click(`[data-opens="${dialog}"]`)
    for (const [name, value] of Object.entries(fields))
      await page.fill(`dialog[open] [name="${name}"]`, value)
    await andLoad(page, () => page.click('dialog[open] [type="submit"]'))
  }

  await change('silence-dialog', { reason: 'Please calm down', days: '3' })
  await notice('Please calm down')
  const { silence } = await stored()
  const length = Date.parse(silence?.ends_at ?? '') - Date.parse(silence?.since ?? '')
  expect([silence?.reason, length]).toEqual(['Please calm down', 3 * DAY])
  await change('silence-dialog')
  expect((await stored()).silence).toBe(null)

  await page.click('[data-opens="hide-dialog"]')
  await page.click('dialog[open] [data-canned]')
  await andLoad(page, () => page.click('dialog[open] [type="submit"]'))
  await notice('1 post and 0 comments are hidden')
  expect(await stored()).toMatchObject({ status: 'banned', hiding: { posts_count: 1 } })
  expect((await htmlOf(author, `/space/${someone.uid}`)).html).not.toContain('A post to talk about')
  await page.click('form[data-api^="DELETE"][data-api$="/hide"] [type="submit"]')
  await andLoad(page, () => page.click('dialog[open] [value="yes"]'))
  expect(await stored()).toMatchObject({ status: 'active', hiding: null })
  expect((await htmlOf(author, `/space/${someone.uid}`)).html).toContain('A post to talk about')

  await change('status-dialog', { reason: 'Spam, again and again', days: '2' })
  await notice('Spam, again and again')
  const { status, ban_ends_at } = await stored()
  const days = Math.round((Date.parse(ban_ends_at ?? '') - Date.now()) / DAY)
  expect([status, days]).toEqual(['banned', 2])
  await change('status-dialog')
  expect((await stored()).status).toBe('active')
})

test('an owner turns comments off and on with the switch of the site settings', async () => {
  const page = await open(office.owner, '/admin/site-settings')
  const isOn = async () => {
    const settings = await call(office.owner, 'GET', '/api/admin/site-settings')
    return (settings as Record<string, boolean>)['comments.enabled']
  }
  await page.click('#comments-enabled')
  await page.waitForSelector('.toast')
  await expect.poll(isOn).toBe(false)
  await page.reload()
  await expect.poll(() => page.locator('#comments-enabled').isChecked()).toBe(false)
  await page.click('#comments-enabled')
  await expect.poll(isOn).toBe(true)
})

test('an admin finds, selects and deletes comments, and the page reports comments that were already deleted', async () => {
  const discussed = await office.written('Much discussed')
  const word = `w${Date.now()}`
  const ids: number[] = []
  for (let n = 0; n < 3; n++) {
    ids.push(
      (
        await ask(office.author, 'POST', `/api/posts/${discussed}/comments`, {
          body: `${word} ${n}`,
        })
      ).id,
    )
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
  await expect
    .poll(() => textsOf(page, '[data-batch-dialog] li'))
    .toEqual([`#${ids[1]}: Not found.`])
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
  await expect
    .poll(async () => (await ask(office.owner, 'GET', `/api/admin/users/${one.uid}`)).energy)
    .toBe(before - 1)
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
  await expect
    .poll(() => page.textContent('[aria-labelledby="check"] .notice'))
    .toContain('found no difference')
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
    const { html } = messageOf(
      { ...about, language, letter: JSON.stringify(letter) },
      DEFAULT_IDENTITY,
    )
    await page.setContent(html)
    expect(
      await page.evaluate('document.documentElement.scrollWidth'),
      language,
    ).toBeLessThanOrEqual(360)
    const button = await page.locator('.button').boundingBox()
    expect(button?.height, language).toBeGreaterThanOrEqual(44)
  }
})
