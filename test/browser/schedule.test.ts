import { expect, test } from 'vitest'
import { browserOf, call, site } from './support/browser.ts'
import { author, type Post, stored, WritePage } from './support/writing.ts'

test("a draft is scheduled in the author's time zone, listed, and unscheduled by saving without a time", async () => {
  const person = await author()
  const context = await browserOf(person, { timezoneId: 'America/New_York' })
  const tab = await WritePage.open(context)
  await tab.page.click('.schedule summary')
  await tab.page.locator('[data-write-action="schedule"]').click()
  await tab.page.locator('#publish-error:not([hidden])').waitFor()
  await tab.page.fill('[name="title"]', 'For tomorrow')
  await tab.write('Some words.')
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000)
  const moment = `${tomorrow.toISOString().slice(0, 10)}T09:30`
  await tab.page.fill('#publish_at', moment)
  await expect.poll(() => tab.page.innerText('#publish-hint')).toContain('America/New_York')
  await expect.poll(() => tab.page.innerText('#publish-hint')).toContain('Shanghai time')
  await tab.page.locator('[data-write-action="schedule"]').click()
  await tab.page.waitForURL(`${site}/studio/posts?status=scheduled`)
  await tab.page.locator('.studio-note', { hasText: 'Scheduled for' }).waitFor()
  const { items } = (await call(person, 'GET', '/api/studio/posts?status=scheduled')) as { items: Post[] }
  const id = items[0]?.id ?? 0
  const there = await tab.page.evaluate((local) => new Date(local).toISOString(), moment)
  expect(await stored(person, id)).toMatchObject({ status: 'draft', publish_at: there })

  await tab.go(`/studio/write?id=${id}`)
  await expect.poll(() => tab.page.inputValue('#publish_at')).toBe(moment)
  await tab.write('And more.')
  await tab.state('saved')
  expect(await stored(person, id)).toMatchObject({ publish_at: there })
  await tab.page.fill('#publish_at', '')
  await tab.page.keyboard.press('Control+s')
  await tab.page.locator('.schedule:not([open])').waitFor()
  expect(await stored(person, id)).toMatchObject({ status: 'draft', publish_at: null })
})
