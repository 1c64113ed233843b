import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { htmlOf, open, site, textsOf } from './support/browser.ts'
import { ask } from './support/community.ts'
import { andLoad, type Office, openOffice } from './support/office.ts'

let office: Office

beforeAll(async () => {
  office = await openOffice()
})
afterEach(() => office.tidy())

const title = (page: Page) => page.textContent('.post-head h2')

test('an admin reviews the queue by keyboard, the next post opens automatically, and a rejection needs a reason', async () => {
  const [one = 0, two = 0, three = 0] = await office.submitted(
    'The first',
    'The second',
    'The third',
  )
  const page = await open(office.reviewer, `/admin/posts?id=${one}`)
  await expect.poll(() => title(page)).toBe('The first')
  await page.keyboard.press('a')
  await page.locator('.toast .undo').click()
  await page.keyboard.press('a')
  await expect.poll(() => office.statusOf(one)).toBe('pending')
  // A second press cancels the delay.
  await andLoad(page, () => page.keyboard.press('a'))
  await expect
    .poll(async () => [await title(page), await office.statusOf(one)])
    .toEqual(['The second', 'approved'])
  await andLoad(page, () => page.keyboard.press('j'))
  await expect.poll(() => title(page)).toBe('The third')
  await andLoad(page, () => page.keyboard.press('k'))
  await page.keyboard.press('r')
  await expect.poll(() => page.textContent('dialog[open] h2')).toBe('Reject “The second”')
  // A rejection needs a reason.
  await page.click('dialog[open] [type="submit"]')
  await page.waitForSelector('dialog[open] [data-error-for="reason"]:not([hidden])')
  await expect
    .poll(() => page.locator('[aria-invalid=true]:focus').getAttribute('name'))
    .toBe('reason')
  expect(await office.statusOf(two)).toBe('pending')
  // Shortcuts are off while the admin types.
  await page.locator('dialog[open] textarea').pressSequentially('ajr')
  await expect.poll(() => page.inputValue('dialog[open] textarea')).toBe('ajr')
  await page.click('dialog[open] [data-canned]')
  await expect
    .poll(() => page.inputValue('dialog[open] textarea'))
    .toMatch(/^\p{Script=Han}+ \/ Advertising$/u)
  await andLoad(page, () => page.click('dialog[open] [type="submit"]'))
  await expect
    .poll(async () => [await title(page), await office.statusOf(two)])
    .toEqual(['The third', 'rejected'])
  await page.uncheck('[data-shortcuts]')
  await page.reload()
  await expect.poll(() => page.isChecked('[data-shortcuts]')).toBe(false)
  await page.keyboard.press('a')
  await expect.poll(() => office.statusOf(three)).toBe('pending')
  await page.click('.decision [type="submit"]')
  // Leaving the page commits the pending decision.
  await page.goto(`${site}/robots.txt`)
  await expect.poll(() => office.statusOf(three)).toBe('approved')
})

test('while review is off, the reject dialog warns and locks the post with the same reason; the slower of two admins sees who decided first, and how', async () => {
  const [one = 0, two = 0, three = 0] = await office.submitted(
    'Again and again',
    'Only once',
    'Wanted by two',
  )
  await office.turn('audit.enabled', false)
  const page = await open(office.reviewer, `/admin/posts?id=${one}`)
  await page.keyboard.press('r')
  await expect.poll(() => page.textContent('dialog[open] p')).toContain('Review is off')
  await page.fill('dialog[open] textarea', 'Stays away')
  await andLoad(page, () => page.click('dialog[open] [data-instead]'))
  await expect.poll(() => office.statusOf(one)).toBe('locked')
  await expect.poll(() => title(page)).toBe('Only once')
  await page.keyboard.press('r')
  await page.fill('dialog[open] textarea', 'Too short')
  await andLoad(page, () => page.click('dialog[open] .primary[type="submit"]'))
  await expect.poll(() => office.statusOf(two)).toBe('rejected')

  await expect.poll(() => title(page)).toBe('Wanted by two')
  const { version } = await ask(office.other, 'GET', `/api/admin/posts/${three}`)
  await ask(office.other, 'POST', `/api/admin/posts/${three}/approve`, { version })
  await page.keyboard.press('r')
  await page.fill('dialog[open] textarea', 'Too late')
  await page.click('dialog[open] .primary[type="submit"]')
  await expect
    .poll(() => page.textContent('dialog[open] #confirm-body'))
    .toContain(`${office.other.name} approved this post`)
  await andLoad(page, () => page.click('dialog[open] [value="yes"]'))
  expect(await office.statusOf(three)).toBe('approved')
})

test('a locked post disappears for readers immediately; while review is off, a batch rejection warns and locks the posts with the same reason', async () => {
  const [one = 0, two = 0] = await office.submitted('Once more', 'And once more')
  await office.turn('audit.enabled', false)
  const id = await office.written('Here today')
  const seen = async () => (await htmlOf(null, `/posts/${id}`)).status
  expect(await seen()).toBe(200)
  const page = await open(office.reviewer, `/admin/posts?view=all&author=${office.author.uid}`)
  await page.click(`[data-post="${id}"] [data-opens="lock-dialog"]`)
  await page.fill('dialog[open] textarea', 'Not today')
  await andLoad(page, () => page.click('dialog[open] [type="submit"]'))
  expect(await seen()).toBe(404)
  await page.click(`[data-post="${id}"] form[data-api$="/unlock"] button`)
  await andLoad(page, () => page.click('dialog[open] [value="yes"]'))
  expect(await seen()).toBe(200)

  const choose = async (action: string, ...ids: number[]) => {
    for (const id of ids) await page.check(`[data-post="${id}"] [data-selects]`)
    await page.selectOption('[data-batch-action]', action)
    await page.click('[data-batch-asks]')
  }
  const shown = () => page.locator('dialog[open] [data-batch-part]:visible').count()
  await choose('lock', one)
  await expect.poll(shown).toBe(0)
  await page.keyboard.press('Escape')
  await choose('reject', one)
  await expect
    .poll(() => page.textContent('dialog[open] [data-batch-part]'))
    .toContain('Review is off')
  await page.click('dialog[open] [data-instead]')
  await page.waitForSelector('dialog[open] [data-error-for="reason"]:not([hidden])')
  await page.fill('dialog[open] textarea', 'Stays away')
  await andLoad(page, () => page.click('dialog[open] [data-instead]'))
  await expect.poll(() => office.statusOf(one)).toBe('locked')
  await choose('reject', two)
  await page.fill('dialog[open] textarea', 'Too short')
  await andLoad(page, () => page.click('dialog[open] [type="submit"]:not([data-instead])'))
  await expect.poll(() => office.statusOf(two)).toBe('rejected')
  const parts = async () =>
    (await htmlOf(office.reviewer, '/admin/posts?view=all')).html.match(/data-batch-part/g)
  expect(await parts()).not.toBe(null)
  await office.turn('audit.enabled', true)
  expect(await parts()).toBe(null)
})

test('an edit after approval is shown as a word diff until an admin has marked it as seen', async () => {
  const id = await office.written('A calm title')
  await office.turn('audit.enabled', true)
  await ask(office.author, 'PUT', `/api/studio/posts/${id}`, { title: 'A wild title' })
  const page = await open(office.reviewer, `/admin/posts?view=edited&id=${id}`)
  await expect.poll(() => textsOf(page, '.diff del')).toEqual(['Removed: calm'])
  await expect.poll(() => textsOf(page, '.diff ins')).toEqual(['Added: wild'])
  await andLoad(page, () => page.keyboard.press('s'))
  const { html } = await htmlOf(office.reviewer, `/admin/posts?view=edited&id=${id}`)
  expect(html).not.toContain(`data-post="${id}"`)
})

test('while review is on, an author chooses what happens at a time, and a rejected post still shows the time', async () => {
  await office.turn('audit.enabled', true)
  const id = await office.written('Friday at ten')
  const page = await open(office.author, `/studio/write?id=${id}`)
  await page.locator('.ProseMirror').waitFor()
  await page.click('.schedule summary')
  await expect.poll(() => page.textContent('label[for="publish_at"]')).toBe('Submit for review at')
  await page.getByLabel('Submit now, publish at this time once approved').check()
  await expect.poll(() => page.textContent('label[for="publish_at"]')).toBe('Publish at')
  const moment = `${new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)}T10:00`
  await page.fill('#publish_at', moment)
  await page.getByRole('button', { name: 'Submit and schedule' }).click()
  await page.waitForURL(`${site}/studio/posts?status=scheduled`)
  await page.locator('.studio-note', { hasText: 'If approved by' }).waitFor()
  expect(await office.statusOf(id)).toBe('pending')
  const review = await open(office.reviewer, `/admin/posts?id=${id}`)
  await review.locator('.decision', { hasText: 'The author chose' }).waitFor()
  await ask(office.owner, 'POST', `/api/admin/posts/${id}/reject`, { reason: 'Too short' })
  await page.goto(`${site}/studio/write?id=${id}`)
  await page.locator('.schedule[open]', { hasText: 'This post was scheduled for' }).waitFor()
  await expect.poll(() => page.inputValue('#publish_at')).toBe(moment)
  await page.getByRole('button', { name: 'Submit and schedule' }).click()
  await page.waitForURL(`${site}/studio/posts?status=scheduled`)
  await ask(office.owner, 'POST', `/api/admin/posts/${id}/approve`)
  await page.reload()
  await page.locator('.studio-note', { hasText: 'Approved. Will be published on' }).waitFor()
})

test('a typed reason is saved as a reply, offered in the next dialog, and removed on its page', async () => {
  const id = await office.written('Without sources')
  const list = `/admin/posts?view=all&q=${id}`
  const page = await open(office.owner, list)
  const reply = 'Rule 3: credit your sources'
  await page.locator(`[data-post="${id}"] [data-opens="lock-dialog"]`).click()
  await page.fill('dialog[open] [name="reason"]', reply)
  await page.click('dialog[open] .reply-save')
  await page.locator('dialog[open] .canned-reason.saved', { hasText: reply }).waitFor()
  await expectAccessible(page)
  await page.reload()
  await page.locator(`[data-post="${id}"] [data-opens="remove-dialog"]`).click()
  await page.locator('dialog[open] .canned-reason.saved', { hasText: reply }).click()
  await expect.poll(() => page.inputValue('dialog[open] [name="reason"]')).toBe(reply)
  await expect.poll(() => page.locator('dialog[open] .reply-save').isVisible()).toBe(false)
  await page.goto(`${site}/admin/reports?view=replies`)
  await expectAccessible(page)
  const row = page.locator('.admin-row', { hasText: reply })
  await row.locator('button').click()
  await andLoad(page, () => page.click('dialog[open] [value="yes"]'))
  await expect.poll(() => row.count()).toBe(0)
})

test('several posts of the queue are approved together, the approvals are undone, and the posts are back', async () => {
  await office.emptyQueue()
  const ids = await office.submitted('Bulk one', 'Bulk two', 'Bulk three')
  onTestFinished(async () => {
    for (const id of ids) await ask(office.owner, 'POST', `/api/admin/posts/${id}/approve`)
  })
  const page = await open(office.reviewer, `/admin/posts?id=${ids[0]}`)
  const queued = (id: number | undefined) => page.locator(`.queued[href="/admin/posts?id=${id}"]`)
  for (const id of [ids[0], ids[2]])
    await page
      .locator('.selectable', { has: queued(id) })
      .locator('input')
      .check()
  await page.locator('[data-bulk-button]', { hasText: 'Approve 2' }).waitFor()
  await expectAccessible(page)
  await andLoad(page, () => page.click('[data-bulk-button]'))
  await page.locator('.held-approvals', { hasText: '2 posts are approved' }).waitFor()
  await expect.poll(() => queued(ids[0]).count()).toBe(0)
  await queued(ids[1]).waitFor()
  await expectAccessible(page)
  await andLoad(page, () => page.click('.held-approvals button'))
  await page.locator('.toast', { hasText: 'Back in the queue: 2.' }).waitFor()
  for (const id of ids) await queued(id).waitFor()
  expect(await Promise.all(ids.map(office.statusOf))).toEqual(['pending', 'pending', 'pending'])
})
