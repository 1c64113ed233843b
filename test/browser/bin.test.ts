import { expect, test } from 'vitest'
import { open } from './support/browser.ts'
import { ask, person, post } from './support/community.ts'

test('a deleted post is in the bin and can be restored from it', async () => {
  const author = await person()
  const id = await post(author)
  const page = await open(author, '/studio/posts')
  await page.locator('.studio-post form[data-api^="DELETE"] button').click()
  await expect.poll(() => page.textContent('dialog[open] p')).toMatch(/30/)
  await page.locator('dialog[open] [value=yes]').click()
  await page.locator('.studio-post').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.tab-count').first().innerText()).toBe('0')
  await page.locator('.tabs a[href$="status=deleted"]').click()
  await page.getByText('A post to talk about').waitFor()
  await page.locator('form[data-api$="/undelete"] button').click()
  await page.locator('.studio-post').waitFor({ state: 'detached' })
  await page.locator(`.notice a[href="/studio/write?id=${id}"]`).waitFor()
  expect(await ask(author, 'GET', `/api/studio/posts/${id}`)).toMatchObject({
    title: 'A post to talk about',
    status: 'draft',
  })
})
