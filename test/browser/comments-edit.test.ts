import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { open, site } from './support/browser.ts'
import { ask, comments, person, post, reading, say } from './support/community.ts'

const form = (page: Page) => page.locator('form.composer.reply')

test('a refused edit restores the old text and keeps the new text, and an accepted edit shows immediately', async () => {
  let own = 0
  const { page, author } = await reading({
    before: async ({ author, reader, id }) => {
      const root = await say(author, id, 'A root')
      own = (await ask(reader, 'POST', `/api/comments/${root.id}/reply`, { body: 'Frist\nline' })).id
    },
  })
  const item = page.locator(`#comment-${own}`)
  const field = form(page).locator('textarea')
  const text = () => item.locator('.comment-text').textContent()
  const corrected = `First line, @${author.name}`
  // Other users have no edit button.
  await expect.poll(() => page.locator('[data-edit]').count()).toBe(1)
  await item.locator('[data-edit]').click()
  await expect.poll(() => field.inputValue()).toBe('Frist\nline')
  await page.route(`**/api/comments/${own}`, (route) => route.abort(), { times: 1 })
  await field.fill(corrected)
  await page.keyboard.press('Control+Enter')
  await form(page).locator('[data-problem]').filter({ hasText: /./ }).waitFor()
  await expect.poll(text).toBe('Frist\nline')
  await expect.poll(() => field.inputValue()).toBe(corrected)

  await page.reload()
  await item.locator('[data-edit]').click()
  await expect.poll(() => field.inputValue()).toBe(corrected)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route(`**/api/comments/${own}`, async (route) => {
    await held
    await route.continue()
  })
  await form(page).locator('[type=submit]').click()
  await expect.poll(text).toBe(corrected)
  await expect.poll(() => form(page).isVisible()).toBe(false)
  await expect.poll(() => item.locator('.comment-by', { hasText: 'edited' }).count()).toBe(0)
  answer()
  await item.locator('.comment-by', { hasText: 'edited' }).waitFor()
  await expect.poll(() => item.locator('.comment-text a').textContent()).toBe(`@${author.name}`)
  await expect.poll(() => form(page).count()).toBe(0)
})

test('a like of a comment shows immediately and then follows the response; top comments are listed first, on a narrow page too', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  const [good, better] = [await say(author, id, 'Good'), await say(author, id, 'Better')]
  await ask(author, 'POST', `/api/comments/${better.id}/like`)
  await say(author, id, 'Newest')
  const page = await open(reader, `/posts/${id}?comments=top`, { viewport: { width: 360, height: 740 } })
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
  const newest = page.locator('.segmented a', { hasText: 'Newest' })
  await expect.poll(() => newest.getAttribute('href')).toBe(`/posts/${id}?comments=new#comments`)
  // An anonymous reader sees the number of likes.
  const anonymous = await (await fetch(`${site}/posts/${id}`)).text()
  const likes = [...anonymous.matchAll(/class="comment-likes".*?<\/svg>(\d+)<\/span>/g)].map(([, count]) => count)
  expect(likes).toEqual(['1', '1'])
})
