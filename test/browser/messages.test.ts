import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, type Look, type Person, pageOf, site } from './support/browser.ts'
import { giveEnergy } from './support/community.ts'
import { member } from './support/member.ts'

/** A user with this many unread notices, in a separate browser. */
async function reader(notices: number, look: Look = {}) {
  const person = await member()
  for (let n = 1; n <= notices; n++) await giveEnergy(person, n, `no. ${n}`)
  const page = await pageOf(person, look)
  return { person, context: page.context(), page }
}

const bell = (page: Page) => page.locator('.top-bar .count:not([hidden]) > span').first()
const unreadOf = async (person: Person) =>
  ((await call(person, 'GET', '/api/messages/unread')) as { unread: number }).unread

test('following a notice marks it read, and the bell of the next page shows it', async () => {
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

test('a notice opened in a new tab is marked read, and the counters on this page decrease', async () => {
  const { person, context, page } = await reader(2)
  await page.goto(`${site}/messages`)
  const opened = context.waitForEvent('page')
  const link = page.locator('.notice-item.unread a').first()
  await expect.poll(() => link.getAttribute('href')).toContain('/settings?tab=energy')
  await link.click({ modifiers: ['ControlOrMeta'] })
  // Not waiting for its URL: on a busy machine the browser may report a new tab without its navigation.
  await opened
  await expect.poll(() => page.locator('.notice-item.unread').count()).toBe(1)
  await expect.poll(() => bell(page).textContent()).toBe('1')
  await expect.poll(() => page.locator('.tabs .count > span:first-child').allTextContents()).toEqual(['1', '1'])
  await expect.poll(() => unreadOf(person)).toBe(1)
})

test('following a notice works when the session must be renewed first', async () => {
  const { person, context, page } = await reader(1)
  await page.goto(`${site}/messages`)
  await context.clearCookies({ name: 'joule_at' })
  await context.clearCookies({ name: 'joule_csrf' })
  await page.click('.notice-item.unread a')
  await page.waitForURL(`${site}/settings?tab=energy`)
  await expect.poll(() => unreadOf(person)).toBe(0)
  await expect.poll(() => bell(page).count()).toBe(0)
})

test('a notice opens even if it cannot be marked read', async () => {
  const { page } = await reader(1)
  await page.goto(`${site}/messages`)
  await page.route('**/read', (route) => route.abort())
  await page.click('.notice-item.unread a')
  await page.waitForURL(`${site}/settings?tab=energy`)
})

test('older notices load below, and the first of them takes the focus', async () => {
  const { page } = await reader(23)
  await page.goto(`${site}/messages`)
  await expect.poll(() => page.locator('.notice-item').count()).toBe(20)
  await page.click('.pager a')
  await page.waitForFunction(() => document.querySelectorAll('.notice-item').length === 23)
  await expect.poll(() => page.locator('.pager').count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('no. 3')
  // The server renders the time.
  await expect.poll(() => page.locator('time').count()).toBe(23)
  await expect.poll(() => page.locator('time', { hasText: ':' }).count()).toBe(0)
  await expect.poll(() => page.url()).toBe(`${site}/messages`)
})

test('all notices can be marked read with one press', async () => {
  const { person, page } = await reader(3)
  await page.goto(`${site}/messages`)
  await page.click('text=Mark all as read')
  await page.waitForSelector('.toast')
  await expect.poll(() => page.textContent('.toast')).toBe('Marked as read: 3.')
  await expect.poll(() => page.locator('.notice-item.unread').count()).toBe(0)
  await expect.poll(() => page.locator('text=Mark all as read').count()).toBe(0)
  await expect.poll(() => unreadOf(person)).toBe(0)
})

test('a notification switch saves itself, by mouse or key, and switches back on failure', async () => {
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

test('an empty category explains its purpose, and a category that is off says so', async () => {
  const { person, page } = await reader(0)
  await page.goto(`${site}/messages?category=follow`)
  await expect.poll(() => page.textContent('.empty h2')).toBe('No new followers yet')
  await call(person, 'PUT', '/api/settings/notify-prefs', { kind: 'follow', enabled: false })
  await page.reload()
  await expect.poll(() => page.textContent('.empty h2')).toBe('These notifications are off')
  await page.click('.empty a')
  await page.waitForURL(`${site}/settings?tab=notifications`)
})
