import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { open, site, theOwner } from './support/browser.ts'
import { ask, person, post } from './support/community.ts'
import { andLoad, openOffice } from './support/office.ts'

test('a typed reason is saved as a reply, offered in the next dialog, and removed on its page', async () => {
  const admin = await theOwner()
  const id = await post(await person())
  const list = `/admin/posts?view=all&q=${id}`
  const page = await open(admin, list)
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
  const office = await openOffice()
  await office.emptyQueue()
  const ids = await office.submitted('Bulk one', 'Bulk two', 'Bulk three')
  try {
    const page = await open(office.reviewer, `/admin/posts?id=${ids[0]}`)
    const queued = (id: number | undefined) => page.locator(`.queued[href="/admin/posts?id=${id}"]`)
    await page
      .locator('.selectable', { has: queued(ids[0]) })
      .locator('input')
      .check()
    await page
      .locator('.selectable', { has: queued(ids[2]) })
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
  } finally {
    for (const id of ids) await ask(office.owner, 'POST', `/api/admin/posts/${id}/approve`)
    await office.tidy()
  }
})
