import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdBack } from './early/visit.ts'
import { newBrowserOf, open } from './support/browser.ts'
import { comments, composer, person, post, reading, say } from './support/community.ts'
import { site } from './support/site.ts'

test('a reply whose code comes late opens, and closes no menu that was opened since', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  await say(author, id, 'To be answered')
  const page = await (await newBrowserOf(reader)).newPage()
  const release = await holdBack(page, true)
  await page.goto(`${site}/posts/${id}`, { waitUntil: 'domcontentloaded' })
  await page.locator('[data-reply]').click()
  const summary = page.locator('.favorite-choice summary')
  await summary.click()
  release()
  await page.locator('form.composer.reply').waitFor()
  await expect.poll(() => page.locator('.folder-menu').isVisible()).toBe(true)
  await expect.poll(() => hasFocus(page, '.favorite-choice summary')).toBe(true)
})

test('a reply whose code is there takes the focus', async () => {
  const { page, author, id } = await reading()
  await say(author, id, 'To be answered at once')
  await page.reload()
  await page.locator('[data-reply]').click()
  await expect.poll(() => hasFocus(page, 'form.reply textarea')).toBe(true)
})

test('a comment that is shown late leaves the reader where they went', async () => {
  const { page } = await reading()
  const release = await answersHeldBack(page, '**/posts/*/comments/*')
  await composer(page).locator('textarea').fill('Sent, and gone on')
  await composer(page).locator('[type=submit]').click()
  await page.locator('.search input').click()
  release()
  await page.getByText('Sent, and gone on', { exact: true }).waitFor()
  await expect.poll(() => hasFocus(page, '.search input')).toBe(true)
})

test('more of a list that comes late leaves the reader where they went', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  for (let n = 0; n < 21; n++) await say(author, id, `Comment ${n}`)
  const page = await open(reader, `/posts/${id}`)
  const release = await answersHeldBack(page, '**/posts/*/comments?*')
  const more = page.locator('#comment-list + .pager a')
  await more.click()
  await page.locator('.search input').click()
  release()
  await page.getByText('Comment 0', { exact: true }).waitFor()
  await expect.poll(() => hasFocus(page, '.search input')).toBe(true)
})

test('an edit that is answered late leaves the reader where they went', async () => {
  const { page, reader, id } = await reading()
  await say(reader, id, 'To be changed')
  await page.reload()
  await page.locator('[data-edit]').click()
  const release = await answersHeldBack(page, '**/api/comments/*')
  await page.locator('form.composer.reply textarea').fill('Changed, and gone on')
  await page.locator('form.composer.reply [type=submit]').click()
  await page.locator('.search input').click()
  release()
  await page.locator('.comment-by', { hasText: 'edited' }).waitFor()
  await expect.poll(() => hasFocus(page, '.search input')).toBe(true)
})

test('a deletion that is answered late leaves the reader where they went', async () => {
  const { page, reader, id } = await reading()
  for (const body of ['To stay', 'To be deleted']) await say(reader, id, body)
  await page.reload()
  const release = await answersHeldBack(page, '**/api/comments/*')
  await page.locator('[data-delete]').first().click()
  await page.locator('dialog button[value=yes]').click()
  await page.locator('.search input').click()
  release()
  await expect.poll(() => comments(page)).toEqual(['To stay'])
  await expect.poll(() => hasFocus(page, '.search input')).toBe(true)
})

test('what follows a deleted comment has the focus where the reader has stayed', async () => {
  const { page, reader, id } = await reading()
  for (const body of ['To stay', 'To be deleted']) await say(reader, id, body)
  await page.reload()
  await page.locator('[data-delete]').first().click()
  await page.locator('dialog button[value=yes]').click()
  await expect.poll(() => comments(page)).toEqual(['To stay'])
  await expect.poll(() => hasFocus(page, '.thread')).toBe(true)
})

/** What is asked for is not answered before it is released. */
async function answersHeldBack(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

function hasFocus(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
}
