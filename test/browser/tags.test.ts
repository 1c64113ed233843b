import { expect, test } from 'vitest'
import { open, theOwner } from './support/browser.ts'
import { ask, person } from './support/community.ts'
import { holdUntilReleased } from './support/late.ts'

test('an admin describes a tag on its page', async () => {
  const tag = `Ships ${crypto.randomUUID().slice(0, 8)}`
  await ask(await person(), 'POST', '/api/studio/posts', { title: 'All about ships', body: '<p>1</p>', tags: [tag] })
  const page = await open(await theOwner(), `/tags/${tag}`)
  await page.locator('.tag-edit summary').click()
  await page.fill('#tag-description', 'Everything that floats')
  await Promise.all([page.waitForEvent('load'), page.locator('form[action="/tags"] button').click()])
  await expect.poll(() => page.locator('.list-head > p').last().innerText()).toBe('Everything that floats')
})

test('Enter accepts the highlighted tag or else the typed text, and late suggestions do not open the list afterwards', async () => {
  const author = await person()
  const name = `Engineering ${crypto.randomUUID().slice(0, 8)}`
  await ask(author, 'POST', '/api/studio/posts', { title: 'On bridges', body: '<p>1</p>', tags: [name] })
  const page = await open(author, '/studio/write')
  await page.locator('.ProseMirror').waitFor()
  const highlighted = () => page.locator('#tags-offered [aria-selected="true"]').count()
  const chosen = () => page.locator('[data-chosen] li').allTextContents()
  const list = page.locator('[data-tags] [role=listbox]')
  const late = await holdUntilReleased(page, '**/api/tags?*')
  // An empty field requests suggestions without a query, on focus and when it becomes empty again.
  await page.locator('#tags').focus()
  await late.asked()
  await page.keyboard.type('taken')
  await page.keyboard.press('Enter')
  await late.answer()
  await expect.poll(() => list.isVisible()).toBe(false)

  const typed = name.slice(0, 14)
  await page.fill('#tags', typed)
  await page.locator('#tags-offered [role=option]', { hasText: name }).hover()
  await expect.poll(highlighted).toBe(1)
  await page.press('#tags', 'Enter')
  await expect.poll(chosen).toEqual(['taken×', `${name}×`])
  await page.fill('#tags', 'Other')
  await expect.poll(highlighted).toBe(0)
  await page.press('#tags', 'Enter')
  await expect.poll(chosen).toEqual(['taken×', `${name}×`, 'Other×'])
})
