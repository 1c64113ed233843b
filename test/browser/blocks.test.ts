import { expect, test } from 'vitest'
import { open } from './support/browser.ts'
import { ask, dialogScript, person, post, say } from './support/community.ts'
import { andLoad } from './support/office.ts'

test('a member blocks the author of a comment, the comment is collapsed, and the settings unblock the author', async () => {
  const [author, loud, reader] = [await person(), await person(), await person()]
  const id = await post(author)
  const said = await say(loud, id, 'Listen to me!')
  const page = await open(reader, `/posts/${id}`)
  const site = new URL(page.url()).origin
  const loaded = dialogScript(page)
  await page.locator(`#comment-${said.id} [data-report]`).hover()
  // The pointer loads the dialog, which is not open yet.
  expect((await loaded).ok()).toBe(true)
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  await page.locator(`#comment-${said.id} [data-report]`).click()
  await andLoad(page, () => page.locator('dialog[open] button', { hasText: `Block ${loud.name}` }).click())
  await page.locator('.toast', { hasText: `You blocked ${loud.name}.` }).waitFor()
  const folded = page.locator(`#comment-${said.id} details`)
  await expect.poll(() => folded.locator('.comment-text').isVisible()).toBe(false)
  await folded.locator('summary').focus()
  await page.keyboard.press('Enter')
  await folded.locator('.comment-text', { hasText: 'Listen to me!' }).waitFor()
  await folded.locator('[data-report]').click()
  await page.locator('dialog[open]').waitFor()
  await expect.poll(() => page.locator('dialog[open] button', { hasText: 'Block' }).count()).toBe(0)

  await page.goto(`${site}/settings?tab=blocks`)
  await page.locator('.device', { hasText: loud.name }).waitFor()
  await page.locator('.device', { hasText: loud.name }).locator('button').click()
  await expect.poll(() => page.locator('.device').count()).toBe(0)
  expect((await ask(reader, 'GET', '/api/settings/blocks')).items).toEqual([])
})
