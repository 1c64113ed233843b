import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { blockScripts } from './early/visit.ts'
import { browserOf, call, newBrowserOf, open, site } from './support/browser.ts'
import { comments, composer, person, post, reading, say } from './support/community.ts'
import { isSuggested } from './support/search.ts'
import { author, type Post, WritePage } from './support/writing.ts'

test('a reply form whose code loads late opens without closing a menu that was opened since', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  await say(author, id, 'To be answered')
  const page = await (await newBrowserOf(reader)).newPage()
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

test('a reply form whose code is loaded takes the focus', async () => {
  const { page, author, id } = await reading()
  await say(author, id, 'To be answered at once')
  await page.reload()
  await page.locator('[data-reply]').click()
  await expect.poll(() => hasFocus(page, 'form.reply textarea')).toBe(true)
})

test('a comment that is shown late does not move the focus', async () => {
  const { page } = await reading()
  const release = await holdResponses(page, '**/posts/*/comments/*')
  await composer(page).locator('textarea').fill('Sent, and gone on')
  await composer(page).locator('[type=submit]').click()
  await page.locator('.search input').click()
  release()
  await page.getByText('Sent, and gone on', { exact: true }).waitFor()
  await expect.poll(() => hasFocus(page, '.search input')).toBe(true)
})

test('list items that load late do not move the focus', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  for (let n = 0; n < 21; n++) await say(author, id, `Comment ${n}`)
  const page = await open(reader, `/posts/${id}`)
  const release = await holdResponses(page, '**/posts/*/comments?*')
  const more = page.locator('#comment-list + .pager a')
  await more.click()
  await page.locator('.search input').click()
  release()
  await page.getByText('Comment 0', { exact: true }).waitFor()
  await expect.poll(() => hasFocus(page, '.search input')).toBe(true)
})

test('a late response to an edit does not move the focus', async () => {
  const { page, reader, id } = await reading()
  await say(reader, id, 'To be changed')
  await page.reload()
  await page.locator('[data-edit]').click()
  const release = await holdResponses(page, '**/api/comments/*')
  await page.locator('form.composer.reply textarea').fill('Changed, and gone on')
  await page.locator('form.composer.reply [type=submit]').click()
  await page.locator('.search input').click()
  release()
  await page.locator('.comment-by', { hasText: 'edited' }).waitFor()
  await expect.poll(() => hasFocus(page, '.search input')).toBe(true)
})

test('a late response to a deletion does not move the focus', async () => {
  const { page, reader, id } = await reading()
  for (const body of ['To stay', 'To be deleted']) await say(reader, id, body)
  await page.reload()
  const release = await holdResponses(page, '**/api/comments/*')
  await page.locator('[data-delete]').first().click()
  await page.locator('dialog button[value=yes]').click()
  await page.locator('.search input').click()
  release()
  await expect.poll(() => comments(page)).toEqual(['To stay'])
  await expect.poll(() => hasFocus(page, '.search input')).toBe(true)
})

test('after a deletion the next comment takes the focus if the reader has not moved it', async () => {
  const { page, reader, id } = await reading()
  for (const body of ['To stay', 'To be deleted']) await say(reader, id, body)
  await page.reload()
  await page.locator('[data-delete]').first().click()
  await page.locator('dialog button[value=yes]').click()
  await expect.poll(() => comments(page)).toEqual(['To stay'])
  await expect.poll(() => hasFocus(page, '.thread')).toBe(true)
})

test('late tag suggestions do not open the list after a tag was chosen', async () => {
  const by = await author()
  await call(by, 'POST', '/api/studio/posts', { title: 'Tagged', body: '<p>Words.</p>', tags: ['in use'] })
  const { page } = await WritePage.open(await browserOf(by))
  const list = page.locator('[data-tags] [role=listbox]')
  const late = await holdUntilReleased(page, '**/api/tags?*')
  // An empty field requests suggestions without a query, on focus and when it becomes empty again.
  await page.locator('#tags').focus()
  await late.asked()
  await page.keyboard.type('taken')
  await page.keyboard.press('Enter')
  await late.answer()
  await expect.poll(() => list.isVisible()).toBe(false)
  await page.keyboard.type('in')
  await list.getByText('in use').waitFor()
})

test('late name suggestions open no list that was closed or whose field lost focus', async () => {
  const { page, author } = await reading({ exp: 250 })
  const list = page.locator('.people-choice')
  const begin = async () => {
    await composer(page).locator('textarea').fill('')
    await composer(page)
      .locator('textarea')
      .pressSequentially(`@${author.name.slice(0, 4)}`)
    await list.waitFor()
    const late = await holdUntilReleased(page, `**/api/users/search?q=${author.name.slice(0, -1)}`)
    await page.keyboard.type(author.name.slice(4, -1))
    await late.asked()
    return late
  }
  for (const leave of [() => page.keyboard.press('Escape'), () => page.locator('.search input').focus()]) {
    const late = await begin()
    await leave()
    await late.answer()
    await expect.poll(() => list.isVisible()).toBe(false)
    await page.reload()
  }
})

test('late search suggestions do not open a list that was closed', async () => {
  const by = await author()
  const word = `wombat${Date.now().toString(36)}`
  const { id } = (await call(by, 'POST', '/api/studio/posts', { title: word, body: '<p>Words.</p>' })) as Post
  await isSuggested(by, word, { id })
  const page = await open(null, '/help')
  const list = page.locator('search [role=listbox]')
  await page.locator('.search input').pressSequentially(word.slice(0, -1))
  await list.waitFor()
  const late = await holdUntilReleased(page, `**/api/search/suggestions?q=${word}`)
  await page.keyboard.type(word.slice(-1))
  await late.asked()
  await page.keyboard.press('Escape')
  await late.answer()
  await expect.poll(() => list.isVisible()).toBe(false)
})

/** Holds the responses until the test releases them, and then waits until the page has processed them. */
async function holdUntilReleased(page: Page, address: string) {
  const asked = page.waitForRequest(address)
  const answered = page.waitForResponse(address)
  const release = await holdResponses(page, address)
  return {
    asked: () => asked,
    async answer() {
      release()
      await (await answered).finished()
      // One more round trip, which ends after the page has processed the response.
      await page.evaluate(async () => (await fetch('/healthz')).text())
      await page.unroute(address)
    },
  }
}

/** Holds all responses until they are released. */
async function holdResponses(page: Page, address: string): Promise<() => void> {
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
