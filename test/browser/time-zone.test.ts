// @module-tag long
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { DAY } from '#kernel/clock.ts'
import { checkState } from './support/accessible.ts'
import { call, pageOf, signIn, site } from './support/browser.ts'
import { ask, person, post } from './support/community.ts'
import { batch, member } from './support/member.ts'
import { advanceTimers } from './support/time.ts'
import { author, stored, WritePage } from './support/writing.ts'

const [NEW_YORK, BERLIN] = ['America/New_York', 'Europe/Berlin']
const PATH = '/api/settings/time-zone'

/**
 * Sets the time zone of the documents that this page opens from now on. The option of a context
 * would need a new browser.
 */
async function timeZoneOf(page: Page): Promise<(timezoneId: string) => Promise<unknown>> {
  const debug = await page.context().newCDPSession(page)
  const set = (timezoneId: string) => debug.send('Emulation.setTimezoneOverride', { timezoneId })
  onTestFinished(async () => {
    await set('')
    await debug.detach()
  })
  return set
}

test('a page reports the time zone of the browser once, and again after it has changed', async () => {
  const reader = await member()
  const zones = () => call(reader, 'GET', PATH)
  const isReported = async (page: Page, zone: string) => {
    await advanceTimers(page)
    await expect.poll(zones).toEqual({ time_zone: null, browser_time_zone: zone })
  }
  const page = await pageOf(reader)
  const setTimeZone = await timeZoneOf(page)
  await setTimeZone(NEW_YORK)
  await page.goto(`${site}/help`)
  await isReported(page, NEW_YORK)
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith(PATH) && sent.push(request.url()))
  await page.reload()
  const connects = page.waitForEvent('websocket')
  await advanceTimers(page)
  await connects
  expect(sent).toEqual([])
  await setTimeZone(BERLIN)
  await page.reload()
  await isReported(page, BERLIN)
})

test('a list shows the date of a post in the zone of the browser, or in the chosen zone', async () => {
  // Always on different days, 25 hours apart.
  const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
  const reader = await member()
  const writer = await person()
  const published_at = new Date(Date.now() - 30 * DAY).toISOString()
  const id = await post(writer, { title: 'Old', body: '<p>Words.</p>', draft: true })
  await batch([
    sql`UPDATE posts SET status = 'approved', published_at = ${published_at} WHERE id = ${id}`,
  ])
  const dayIn = (timeZone: string) =>
    new Date(published_at).toLocaleDateString('en', { month: 'short', day: 'numeric', timeZone })
  const page = await pageOf(null)
  const setTimeZone = await timeZoneOf(page)
  await setTimeZone(west)
  await page.goto(`${site}/space/${writer.uid}`)
  const time = '.post-list time'
  await expect.poll(() => page.innerText(time)).toContain(dayIn(west))
  await call(reader, 'PUT', PATH, { time_zone: east })
  await signIn(page.context(), reader)
  await page.reload()
  await expect.poll(() => page.innerText(time)).toContain(dayIn(east))
  await page.dispatchEvent(time, 'pointerover')
  await expect.poll(() => page.getAttribute(time, 'title')).toContain('Line Islands Time')
})

test('the studio shows times in the zone of the browser, and in the zone that the user chose in the settings; a post is scheduled in that zone, and unscheduled by saving without a time', async () => {
  const writer = await author()
  await ask(writer, 'DELETE', `/api/studio/posts/${await post(writer)}`)
  const settings = await pageOf(writer)
  const setTimeZone = await timeZoneOf(settings)
  await setTimeZone(NEW_YORK)
  await settings.goto(`${site}/studio/posts?status=deleted`)
  const moment = new Date((await settings.getAttribute('.studio-note time', 'datetime')) ?? '')
  const there = moment.toLocaleString('en', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: NEW_YORK,
  })
  await expect
    .poll(() => settings.innerText('.studio-note'))
    .toBe(`Will be permanently deleted on ${there} (Eastern Time)`)
  await settings.goto(`${site}/settings`)
  const field = settings.locator('[name="time_zone"]')
  await expect
    .poll(() => field.getAttribute('placeholder'))
    .toBe(`Same as your browser (${NEW_YORK})`)
  await field.focus()
  const kolkata = settings.locator('#time-zones option[value="Asia/Kolkata"]')
  await expect.poll(() => kolkata.getAttribute('label')).toBe('India Standard Time')
  await expect
    .poll(() => settings.locator('#time-zones option[value="Asia/Calcutta"]').count())
    .toBe(0)
  await field.fill('Atlantis')
  await settings.getByRole('button', { name: 'Save time zone' }).click()
  await expect.poll(() => settings.textContent('[data-error-for="time_zone"]')).not.toBe('')
  await field.fill(BERLIN)
  await settings.getByRole('button', { name: 'Save time zone' }).click()
  await settings.locator('.toast', { hasText: 'Time zone saved.' }).waitFor()
  await expect.poll(() => settings.inputValue('[name="time_zone"]')).toBe(BERLIN)

  const tab = new WritePage(settings)
  await tab.go('/studio/write')
  await tab.page.click('.schedule summary')
  await tab.page.locator('[data-write-action="schedule"]').click()
  await tab.page.locator('#publish-error:not([hidden])').waitFor()
  await tab.page.fill('[name="title"]', 'For tomorrow')
  await tab.write('Some words.')
  const day = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10)
  await tab.page.fill('#publish_at', `${day}T00:30`)
  await expect.poll(() => tab.page.innerText('#publish-hint')).toContain('Central European Time')
  await checkState(tab.page)
  await tab.page.locator('[data-write-action="schedule"]').click()
  await tab.page.waitForURL(`${site}/studio/posts?status=scheduled`)
  await expect
    .poll(() => tab.page.innerText('.studio-note'))
    .toMatch(/12:30\sAM \(Central European Time\)$/)
  const { items } = (await call(writer, 'GET', '/api/studio/posts?status=scheduled')) as {
    items: { id: number }[]
  }
  const id = items[0]?.id ?? 0
  const { publish_at } = (await call(writer, 'GET', `/api/studio/posts/${id}`)) as {
    publish_at: string
  }
  const inBerlin = { timeZone: BERLIN, hour: '2-digit', minute: '2-digit', hour12: false } as const
  expect(new Intl.DateTimeFormat('en-GB', inBerlin).format(new Date(publish_at))).toBe('00:30')

  await tab.go(`/studio/write?id=${id}`)
  await expect.poll(() => tab.page.inputValue('#publish_at')).toBe(`${day}T00:30`)
  await tab.write('And more.')
  await tab.state('saved')
  expect(await stored(writer, id)).toMatchObject({ publish_at })
  await tab.page.fill('#publish_at', '')
  await tab.page.keyboard.press('Control+s')
  await tab.page.locator('.schedule:not([open])').waitFor()
  expect(await stored(writer, id)).toMatchObject({ status: 'draft', publish_at: null })
})
