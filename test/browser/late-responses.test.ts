import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { open, pageOf, site } from './support/browser.ts'
import {
  composer,
  fillComments,
  isSuggested,
  person,
  post,
  say,
  scene,
} from './support/community.ts'
import { blockScripts, holdResponses, holdUntilReleased } from './support/network.ts'

test('a reply form whose code loads late opens without closing a menu that was opened since', async () => {
  const { author, reader, id } = await scene()
  await say(author, id, 'To be answered')
  const page = await pageOf(reader)
  const release = await blockScripts(page, true)
  await page.goto(`${site}/posts/${id}`, { waitUntil: 'domcontentloaded' })
  await page.locator('[data-reply]').click()
  const summary = page.locator('.favorite-choice summary')
  await summary.click()
  release()
  await page.locator('form.composer.reply').waitFor()
  await expect.poll(() => page.locator('.folder-menu').isVisible()).toBe(true)
  await expect.poll(() => hasFocus(page, '.favorite-choice summary')).toBe(true)
})

test('late responses do not move the focus of a reader who has moved on, and do not open a list of names or posts', async () => {
  const [author, reader] = [await person(), await person(250)]
  const word = `wombat${Date.now().toString(36)}`
  const id = await post(author, { title: word, body: '<p>Words.</p>' })
  // One more than a page of the list.
  await fillComments(author, id, 'Comment', 18)
  for (const body of ['To stay', 'To be deleted at once', 'To be changed'])
    await say(reader, id, body)
  const page = await open(reader, `/posts/${id}`)
  const search = page.locator('.search input')
  const stays = async () => {
    await expect.poll(() => hasFocus(page, '.search input')).toBe(true)
  }

  // The code of the form is loaded.
  await page.locator('[data-reply]').last().click()
  await expect.poll(() => hasFocus(page, 'form.reply textarea')).toBe(true)
  await page.keyboard.press('Escape')

  const showComment = await holdResponses(page, '**/posts/*/comments/*')
  await composer(page).locator('textarea').fill('Sent, and gone on')
  await composer(page).locator('[type=submit]').click()
  await search.click()
  showComment()
  await page.getByText('Sent, and gone on', { exact: true }).waitFor()
  await stays()

  const itemWith = (text: string) => page.locator('.comment', { hasText: text })
  const showEdit = await holdResponses(page, '**/api/comments/*')
  await itemWith('To be changed').locator('[data-edit]').click()
  await page.locator('form.composer.reply textarea').fill('Changed, and gone on')
  await page.locator('form.composer.reply [type=submit]').click()
  await search.click()
  showEdit()
  await page.locator('.comment-by', { hasText: 'edited' }).waitFor()
  await stays()
  await page.unroute('**/api/comments/*')

  await itemWith('To be deleted at once').locator('[data-delete]').click()
  await page.locator('dialog button[value=yes]').click()
  await itemWith('To be deleted at once').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page, '.thread')).toBe(true)

  const showDeletion = await holdResponses(page, '**/api/comments/*')
  await itemWith('Changed, and gone on').locator('[data-delete]').click()
  await page.locator('dialog button[value=yes]').click()
  await search.click()
  showDeletion()
  await itemWith('Changed, and gone on').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.comment-text', { hasText: 'To stay' }).count()).toBe(1)
  await stays()

  const showMore = await holdResponses(page, '**/posts/*/comments?*')
  await page.locator('#comment-list + .pager a').click()
  await search.click()
  showMore()
  await page.getByText('Comment 1', { exact: true }).waitFor()
  await stays()

  const people = page.locator('.people-choice')
  const field = composer(page).locator('textarea')
  // Another start for each: a list for the same letters would not be requested again.
  const leaving = [
    [4, () => page.keyboard.press('Escape')],
    [5, () => page.locator('.search input').focus()],
  ] as const
  for (const [letters, leave] of leaving) {
    await field.fill('')
    await field.pressSequentially(`@${author.name.slice(0, letters)}`)
    await people.waitFor()
    const late = await holdUntilReleased(
      page,
      `**/api/users/search?q=${author.name.slice(0, -letters)}`,
    )
    await page.keyboard.insertText(author.name.slice(letters, -letters))
    await late.asked()
    await leave()
    await late.respond()
    await expect.poll(() => people.isVisible()).toBe(false)
  }

  await isSuggested(author, word, { id })
  const found = page.locator('search [role=listbox]')
  await page.locator('.search input').fill(word.slice(0, -1))
  await found.waitFor()
  const late = await holdUntilReleased(page, `**/api/search/suggestions?q=${word}`)
  await page.keyboard.press('End')
  await page.keyboard.type(word.slice(-1))
  await late.asked()
  await page.keyboard.press('Escape')
  await late.respond()
  await expect.poll(() => found.isVisible()).toBe(false)
})

function hasFocus(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
}
