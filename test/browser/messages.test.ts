import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, type Look, type Person, pageOf, site } from './support/browser.ts'
import { giveEnergy } from './support/community.ts'
import { member } from './support/member.ts'

/** Somebody with that many unread notices, in a browser of their own. */
async function reader(notices: number, look: Look = {}) {
  const person = await member()
  for (let n = 1; n <= notices; n++) await giveEnergy(person, n, `no. ${n}`)
  const page = await pageOf(person, look)
  return { person, context: page.context(), page }
}

const bell = (page: Page) => page.locator('.top-bar .count:not([hidden]) > span').first()
const unreadOf = async (person: Person) =>
  ((await call(person, 'GET', '/api/messages/unread')) as { unread: number }).unread

test('following a notice marks it read, and the next page’s bell knows', async () => {
  const { person, page } = await reader(2)
  await page.goto(`${site}/messages`)
  await expect.poll(() => bell(page).textContent()).toBe('2')
  await page.click('.notice-item.unread a')
  await page.waitForURL(`${site}/settings?tab=energy`)
  await expect.poll(() => bell(page).textContent()).toBe('1')
  await expect.poll(() => unreadOf(person)).toBe(1)
  await page.goBack()
  await expect.poll(() => page.locator('.notice-item.unread').count()).toBe(1)
})

test('a notice opened in a new tab is read too, and the numbers on this page go down', async () => {
  const { person, context, page } = await reader(2)
  await page.goto(`${site}/messages`)
  const opened = context.waitForEvent('page')
  await page
    .locator('.notice-item.unread a')
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  // One that is closed while it still opens may never say that it is closed.
  await tab.waitForURL(`${site}/settings?tab=energy`)
  await tab.close()
  await expect.poll(() => page.locator('.notice-item.unread').count()).toBe(1)
  await expect.poll(() => bell(page).textContent()).toBe('1')
  await expect.poll(() => page.locator('.tabs .count > span:first-child').allTextContents()).toEqual(['1', '1'])
  await expect.poll(() => unreadOf(person)).toBe(1)
})

test('nothing is lost where the session has to be renewed first', async () => {
  const { person, context, page } = await reader(1)
  await page.goto(`${site}/messages`)
  await context.clearCookies({ name: 'joule_at' })
  await context.clearCookies({ name: 'joule_csrf' })
  await page.click('.notice-item.unread a')
  await page.waitForURL(`${site}/settings?tab=energy`)
  await expect.poll(() => unreadOf(person)).toBe(0)
  await expect.poll(() => bell(page).count()).toBe(0)
})

test('a notice opens even where it cannot be marked', async () => {
  const { page } = await reader(1)
  await page.goto(`${site}/messages`)
  await page.route('**/read', (route) => route.abort())
  await page.click('.notice-item.unread a')
  await page.waitForURL(`${site}/settings?tab=energy`)
})

test('older notices come in below, and the first of them has the focus', async () => {
  const { page } = await reader(23)
  await page.goto(`${site}/messages`)
  await expect.poll(() => page.locator('.notice-item').count()).toBe(20)
  await page.click('.pager a')
  await page.waitForFunction(() => document.querySelectorAll('.notice-item').length === 23)
  await expect.poll(() => page.locator('.pager').count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('no. 3')
  // The server writes the hour.
  await expect.poll(() => page.locator('time').count()).toBe(23)
  await expect.poll(() => page.locator('time', { hasText: ':' }).count()).toBe(0)
  expect(page.url()).toBe(`${site}/messages`)
})

test('all are marked as read at once', async () => {
  const { person, page } = await reader(3)
  await page.goto(`${site}/messages`)
  await page.click('text=Mark all as read')
  await page.waitForSelector('.toast')
  await expect.poll(() => page.textContent('.toast')).toBe('Marked as read: 3.')
  await expect.poll(() => page.locator('.notice-item.unread').count()).toBe(0)
  await expect.poll(() => page.locator('text=Mark all as read').count()).toBe(0)
  await expect.poll(() => unreadOf(person)).toBe(0)
})

test('a switch saves itself, by mouse or key, and goes back where it cannot', async () => {
  const { person, page } = await reader(0)
  await page.goto(`${site}/settings?tab=notifications`)
  const likes = page.getByRole('switch', { name: 'Likes', exact: true })
  await expect.poll(() => likes.isChecked()).toBe(true)
  await likes.click()
  await page.waitForSelector('.toast.good')
  await expect
    .poll(() => call(person, 'GET', '/api/settings/notify-prefs'))
    .toMatchObject({ like: false, follow: true })
  await page.getByRole('switch', { name: 'Follows' }).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => call(person, 'GET', '/api/settings/notify-prefs')).toMatchObject({ follow: false })
  await page.route('**/notify-prefs', (route) => route.abort())
  await likes.click()
  await page.waitForSelector('.toast.danger')
  await expect.poll(() => likes.isChecked()).toBe(false)
})

test('an empty category says what it is for, and one that is switched off says so', async () => {
  const { person, page } = await reader(0)
  await page.goto(`${site}/messages?category=follow`)
  await expect.poll(() => page.textContent('.empty h2')).toBe('No new followers yet')
  await call(person, 'PUT', '/api/settings/notify-prefs', { kind: 'follow', enabled: false })
  await page.reload()
  await expect.poll(() => page.textContent('.empty h2')).toBe('These notifications are off')
  await page.click('.empty a')
  await page.waitForURL(`${site}/settings?tab=notifications`)
})
