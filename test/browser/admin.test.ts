import { afterEach, beforeAll, expect, test } from 'vitest'
import { open, site } from './support/browser.ts'
import { andLoad, namedPerson, Office } from './support/office.ts'

let office: Office

beforeAll(async () => {
  office = await Office.open()
})
afterEach(() => office.tidy())

test('a ban ends the session, and the banned user sees the reason', async () => {
  const person = await namedPerson()
  const { email } = await office.ask(office.owner, 'GET', `/api/admin/users/${person.uid}`)
  const theirs = await open(person, '/settings')
  const page = await open(office.reviewer, `/admin/users/${person.uid}`)
  await page.click('[data-opens="status-dialog"]')
  await page.fill('dialog[open] textarea', 'Spam, again and again')
  await andLoad(page, () => page.click('dialog[open] [type="submit"]'))
  await expect.poll(() => page.textContent('.person-page > .notice')).toContain('Spam, again and again')
  await theirs.reload()
  await expect.poll(() => new URL(theirs.url()).pathname).toBe('/login')
  // The same account, after a new login.
  const again = await open(null, '/login')
  await again.fill('[name="email"]', email)
  await again.fill('[name="password"]', 'a long password')
  await andLoad(again, () => again.click('form [type="submit"]'))
  await expect.poll(() => again.textContent('.banner')).toContain('Spam, again and again')
  await page.click('[data-opens="status-dialog"]')
  await andLoad(page, () => page.click('dialog[open] [type="submit"]'))
  await again.reload()
  await expect.poll(() => again.locator('.banner').count()).toBe(0)
})

test('an admin silences a user for some days, and the user sees why and until when instead of the comment form', async () => {
  const person = await namedPerson()
  const post = await office.written('Worth a comment')
  const page = await open(office.reviewer, `/admin/users/${person.uid}`)
  await page.click('[data-opens="silence-dialog"]')
  await page.fill('dialog[open] textarea', 'Please calm down')
  await page.fill('dialog[open] [name="days"]', '3')
  await andLoad(page, () => page.click('dialog[open] [type="submit"]'))
  await expect.poll(() => page.textContent('.person-page > .notice')).toContain('Please calm down')
  const theirs = await open(person, `/posts/${post}`)
  await expect.poll(() => theirs.textContent('#comments .notice')).toContain('Please calm down')
  await expect.poll(() => theirs.locator('#comments .notice time').count()).toBe(1)
  await expect.poll(() => theirs.locator('.composer').count()).toBe(0)
  await page.click('[data-opens="silence-dialog"]')
  await andLoad(page, () => page.click('dialog[open] [type="submit"]'))
  await theirs.reload()
  await expect.poll(() => theirs.locator('.composer').count()).toBeGreaterThan(0)
})

test('an admin bans a user and hides all their content, and undoes both', async () => {
  const person = await namedPerson()
  const page = await open(office.reviewer, `/admin/users/${person.uid}`)
  await page.click('[data-opens="hide-dialog"]')
  await page.click('dialog[open] [data-canned]')
  await andLoad(page, () => page.click('dialog[open] [type="submit"]'))
  await expect.poll(() => page.textContent('.person-page')).toContain('0 posts and 0 comments are hidden')
  await page.click('form[data-api^="DELETE"][data-api$="/hide"] [type="submit"]')
  await andLoad(page, () => page.click('dialog[open] [value="yes"]'))
  const { status, hiding } = await office.ask(office.owner, 'GET', `/api/admin/users/${person.uid}`)
  expect([status, hiding]).toEqual(['active', null])
})

test('an owner changes a site setting; an admin gets 404 for the settings page', async () => {
  const page = await open(office.owner, '/admin/site-settings')
  await page.click('#comments-enabled')
  await page.waitForSelector('.toast')
  await expect
    .poll(async () => (await office.ask(office.owner, 'GET', '/api/admin/site-settings'))['comments.enabled'])
    .toBe(false)
  await page.click('#comments-enabled')
  await expect
    .poll(async () => (await office.ask(office.owner, 'GET', '/api/admin/site-settings'))['comments.enabled'])
    .toBe(true)
  const theirs = await open(office.other, '/admin/site-settings')
  await expect.poll(() => theirs.textContent('.eyebrow')).toBe('404')
})

test('an admin finds, selects and deletes comments, and the page reports comments that were already gone', async () => {
  const post = await office.written('Much discussed')
  const word = `w${Date.now()}`
  const ids: number[] = []
  for (let n = 0; n < 3; n++) {
    ids.push((await office.ask(office.author, 'POST', `/api/posts/${post}/comments`, { body: `${word} ${n}` })).id)
  }
  const page = await open(office.reviewer, '/admin/comments')
  await page.fill('.admin-filter [name="q"]', word)
  await andLoad(page, () => page.press('.admin-filter [name="q"]', 'Enter'))
  await expect.poll(() => page.locator('mark').count()).toBe(3)
  await page.check('[data-selects-all]')
  await expect.poll(() => page.textContent('[data-selected]')).toBe('3 selected')
  await office.ask(office.reviewer, 'DELETE', `/api/admin/comments/${ids[1]}`)
  await page.click('[data-batch-asks]')
  await page.click('[data-batch-form] [type="submit"]')
  await page.waitForSelector('[data-batch-dialog] li')
  await expect.poll(() => page.locator('[data-batch-dialog] li').allTextContents()).toEqual([`#${ids[1]}: Not found.`])
  await andLoad(page, () => page.click('[data-batch-dialog] .primary'))
  await expect.poll(() => page.locator('.admin-row').count()).toBe(0)
})

test('an owner adjusts energy by list and by filter after confirming the number of users', async () => {
  const [one, two] = [office.author, office.reviewer]
  const page = await open(office.owner, '/admin/energy')
  await page.fill('#uids', `${one.uid}, ${two.uid} nobody`)
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
  const before = (await office.ask(office.owner, 'GET', `/api/admin/users/${one.uid}`)).energy
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
    .poll(async () => (await office.ask(office.owner, 'GET', `/api/admin/users/${one.uid}`)).energy)
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
  await expect.poll(() => page.textContent('[aria-labelledby="check"] .notice')).toContain('found no difference')
})
