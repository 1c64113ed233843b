import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, goBack, htmlOf, type Person, pageOf, site } from './support/browser.ts'
import { batch, member } from './support/member.ts'

/** A user with this many unread notices, in a separate browser. */
async function reader(notices: number) {
  const person = await member()
  const numbers = JSON.stringify(Array.from({ length: notices }, (_, n) => n + 1))
  await batch([
    sql`INSERT INTO notifications (user_id, kind, category, data, created_at)
        SELECT ${person.uid}, 'NotifySystem', 'system',
          json_object('event', 'energy_adjusted', 'amount', value, 'reason', 'no. ' || value), ${new Date().toISOString()}
        FROM json_each(${numbers})`,
  ])
  const page = await pageOf(person)
  return { person, context: page.context(), page }
}

const bell = (page: Page) => page.locator('.top-bar .count:not([hidden]) > span').first()
const unreadOf = async (person: Person) =>
  ((await call(person, 'GET', '/api/messages/unread')) as { unread: number }).unread

test('a notice is marked read when it is followed, also in a new tab or with an expired session, and opens even if that fails', async () => {
  const { person, context, page } = await reader(4)
  const unread = page.locator('.notice-item.unread')
  const energy = `${site}/settings?tab=energy`
  await page.goto(`${site}/messages`)
  await expect.poll(() => bell(page).textContent()).toBe('4')

  // A click that would open a new tab decreases the counters on this page. The test prevents the
  // tab, because on a busy machine Playwright may miss it.
  const link = unread.locator('a').first()
  await expect.poll(() => link.getAttribute('href')).toContain('/settings?tab=energy')
  await page.evaluate(() => {
    const look = (event: MouseEvent) => {
      document.body.dataset.opens = String(!event.defaultPrevented)
      event.preventDefault()
    }
    addEventListener('click', look, { once: true })
  })
  await link.click({ modifiers: ['ControlOrMeta'] })
  await page.locator('body[data-opens="true"]').waitFor()
  await expect.poll(() => unread.count()).toBe(3)
  await expect.poll(() => bell(page).textContent()).toBe('3')
  await expect
    .poll(() => page.locator('.tabs .count > span:first-child').allTextContents())
    .toEqual(['3', '3'])
  await expect.poll(() => unreadOf(person)).toBe(3)

  // In this tab: the bell of the next page shows it.
  await link.click()
  await page.waitForURL(energy)
  await expect.poll(() => bell(page).textContent()).toBe('2')
  await expect.poll(() => unreadOf(person)).toBe(2)
  await goBack(page)
  await expect.poll(() => unread.count()).toBe(2)

  // Without `times: 1`, because the end of the interception can stop the navigation that follows.
  let isLost = true
  await page.route('**/read', (route) => (isLost ? route.abort() : route.continue()))
  await link.click()
  await page.waitForURL(energy, { waitUntil: 'commit' })
  await goBack(page)
  await expect.poll(() => unread.count()).toBe(2)
  isLost = false

  // The session must be renewed first.
  await context.clearCookies({ name: 'joule_at' })
  await context.clearCookies({ name: 'joule_csrf' })
  await link.click()
  await page.waitForURL(energy)
  await expect.poll(() => unreadOf(person)).toBe(1)
  await expect.poll(() => bell(page).textContent()).toBe('1')
})

test('older notices load below, the first of them takes the focus, and all are marked read with one press', async () => {
  const { person, page } = await reader(23)
  await page.goto(`${site}/messages`)
  await expect.poll(() => page.locator('.notice-item').count()).toBe(20)
  await page.click('.pager a')
  await page.waitForFunction(() => document.querySelectorAll('.notice-item').length === 23)
  await expect.poll(() => page.locator('.pager').count()).toBe(0)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('no. 3')
  // The server renders the time.
  await expect.poll(() => page.locator('time').count()).toBe(23)
  await expect.poll(() => page.locator('time', { hasText: ':' }).count()).toBe(0)
  await expect.poll(() => page.url()).toBe(`${site}/messages`)

  await page.click('text=Mark all as read')
  await page.waitForSelector('.toast')
  await expect.poll(() => page.textContent('.toast')).toBe('Marked as read: 23.')
  await expect.poll(() => page.locator('.notice-item.unread').count()).toBe(0)
  await expect.poll(() => page.locator('text=Mark all as read').count()).toBe(0)
  await expect.poll(() => unreadOf(person)).toBe(0)
})

test('mail notifications can be turned on after the address is confirmed, and a notification switch saves itself, by mouse or key, and switches back on failure', async () => {
  const { person, page } = await reader(0)
  const path = '/settings?tab=notifications'
  expect((await htmlOf(person, path)).html).toContain('Please confirm your e-mail address first.')
  await batch([sql`UPDATE users SET email_verified_at = created_at WHERE uid = ${person.uid}`])
  await page.goto(site + path)
  await page.selectOption('#mail-comment', 'digest')
  await page.click('text=Save')
  await page.waitForSelector('.toast')
  const chosen = /<select[^>]*id="mail-comment"[^>]*>(?:(?!<\/select>).)*value="digest" selected/s
  expect((await htmlOf(person, path)).html).toMatch(chosen)

  const likes = page.getByRole('switch', { name: 'Likes', exact: true })
  await expect.poll(() => likes.isChecked()).toBe(true)
  await likes.click()
  await expect.poll(() => page.locator('.toast.good').count()).toBe(2)
  await expect
    .poll(() => call(person, 'GET', '/api/settings/notify-prefs'))
    .toMatchObject({ like: false, follow: true })
  await page.getByRole('switch', { name: 'Follows' }).focus()
  await page.keyboard.press('Space')
  await expect
    .poll(() => call(person, 'GET', '/api/settings/notify-prefs'))
    .toMatchObject({ follow: false })
  await page.route('**/notify-prefs', (route) => route.abort())
  await likes.click()
  await page.waitForSelector('.toast.danger')
  await expect.poll(() => likes.isChecked()).toBe(false)
})
