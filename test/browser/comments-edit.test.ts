import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newBrowserOf, open, site } from './support/browser.ts'
import { ask, comments, person, post, reading, say } from './support/community.ts'

const form = (page: Page) => page.locator('form.composer.reply')

test('an author edits a comment: the new text shows immediately, links and the edit mark after the response', async () => {
  const { page, id, reader, author } = await reading()
  const root = await say(author, id, 'A root')
  const own = await ask(reader, 'POST', `/api/comments/${root.id}/reply`, { body: 'Frist\nline' })
  await page.reload()
  const item = page.locator(`#comment-${own.id}`)
  // Other users have no edit button.
  await expect.poll(() => page.locator('[data-edit]').count()).toBe(1)
  await item.locator('[data-edit]').click()
  await expect.poll(() => form(page).locator('textarea').inputValue()).toBe('Frist\nline')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/api/comments/${own.id}`, async (route) => {
    await held
    await route.continue()
  })
  await form(page).locator('textarea').fill(`First line, @${author.name}`)
  await form(page).locator('[type=submit]').click()
  await expect.poll(() => item.locator('.comment-text').textContent()).toBe(`First line, @${author.name}`)
  await expect.poll(() => form(page).isVisible()).toBe(false)
  answer()
  await item.locator('.comment-by', { hasText: 'edited' }).waitFor()
  await expect.poll(() => item.locator('.comment-text a').textContent()).toBe(`@${author.name}`)
  await expect.poll(() => form(page).count()).toBe(0)
  await page.reload()
  await expect.poll(() => comments(page)).toEqual(['A root', `First line, @${author.name}`])
})

test('a refused edit restores the old text and keeps the new text in the form, also after a reload', async () => {
  const { page, id, reader } = await reading()
  const own = await say(reader, id, 'As it was')
  await page.reload()
  await page.route(`**/api/comments/${own.id}`, (route) => route.abort(), { times: 1 })
  await page.locator('[data-edit]').click()
  await form(page).locator('textarea').fill('As it should be')
  await page.keyboard.press('Control+Enter')
  await form(page).locator('[data-problem]').filter({ hasText: /./ }).waitFor()
  await expect.poll(() => comments(page)).toEqual(['As it was'])
  await expect.poll(() => form(page).locator('textarea').inputValue()).toBe('As it should be')
  await page.reload()
  await page.locator('[data-edit]').click()
  await expect.poll(() => form(page).locator('textarea').inputValue()).toBe('As it should be')
  await form(page).locator('[type=submit]').click()
  await page.locator('.comment-by', { hasText: 'edited' }).waitFor()
  await expect.poll(() => comments(page)).toEqual(['As it should be'])
})

test('a like of a comment shows immediately and then follows the response; top comments are listed first, on a narrow page too', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  const [good, better] = [await say(author, id, 'Good'), await say(author, id, 'Better')]
  await ask(author, 'POST', `/api/comments/${better.id}/like`)
  await say(author, id, 'Newest')
  const page = await open(reader, `/posts/${id}?comments=top`, { viewport: { width: 360, height: 800 } })
  await expect.poll(() => comments(page)).toEqual(['Better', 'Newest', 'Good'])
  const like = page.locator(`#comment-${good.id} [data-like]`)
  const shown = async () => [await like.getAttribute('aria-pressed'), await like.locator('[data-count]').textContent()]
  await like.click()
  await expect.poll(shown).toEqual(['true', '1'])
  await ask(author, 'POST', `/api/comments/${good.id}/like`)
  await like.click()
  // Another reader liked the comment meanwhile: the response contains that like.
  await expect.poll(shown).toEqual(['false', '1'])
  await page.route('**/api/comments/*/like', (route) => route.abort(), { times: 1 })
  await like.click()
  await expect.poll(shown).toEqual(['false', '1'])
  await expect.poll(() => page.locator('.segmented [aria-current]').textContent()).toBe('Top')
  await page.locator('.segmented a', { hasText: 'Newest' }).click()
  await expect.poll(() => comments(page)).toEqual(['Newest', 'Better', 'Good'])
  // An anonymous reader sees the number of likes.
  const visitor = await (await newBrowserOf(null)).newPage()
  await visitor.goto(`${site}/posts/${id}`)
  await expect.poll(() => visitor.locator('.comment-likes').allTextContents()).toEqual(['1', '1'])
})

test('a link to a deep comment opens the page of the thread that contains it, with and without JavaScript', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  const root = await say(reader, id, 'A root')
  let last = 0
  for (const body of ['one', 'two', 'three', 'four', 'five'])
    last = (await ask(author, 'POST', `/api/comments/${root.id}/reply`, { body })).id
  const page = await open(reader, `/posts/${id}?comment=${last}#comment-${last}`)
  await page.locator('li:target', { hasText: 'five' }).waitFor()
  await expect
    .poll(() => page.locator('li:target').evaluate((item) => item.getBoundingClientRect().top >= 0))
    .toBe(true)
  await page.locator('.comments-ways a', { hasText: 'full thread' }).click()
  await expect.poll(() => comments(page)).toContain('one')
  const plain = await (await newBrowserOf(null, { javaScriptEnabled: false })).newPage()
  await plain.goto(`${site}/posts/${id}?comment=${last}#comment-${last}`)
  await plain.locator('li:target', { hasText: 'five' }).waitFor()
  await plain.locator('.comments-ways a', { hasText: 'all comments' }).click()
  await expect.poll(() => comments(plain)).toEqual(['A root', 'one', 'two', 'three'])
})
