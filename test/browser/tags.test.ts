import { expect, test } from 'vitest'
import { LOOKS } from './support/accessible.ts'
import { open, site, theOwner } from './support/browser.ts'
import { ask, person } from './support/community.ts'

test.each(LOOKS.slice(0, 1))(
  'an admin describes a tag, readers find it in the index and filter it by language (%s)',
  async (_, look) => {
    const author = await person()
    const tag = `Ships ${crypto.randomUUID().slice(0, 8)}`
    for (const title of ['关于船的一切', 'All about ships']) {
      await ask(author, 'POST', '/api/studio/posts', { title, body: '<p>1</p>', tags: [tag] })
    }
    const page = await open(await theOwner(), `/tags/${tag}`, look)
    await page.locator('.tag-edit summary').click()
    await page.fill('#tag-description', 'Everything that floats')
    await Promise.all([page.waitForEvent('load'), page.locator('form[action="/tags"] button').click()])
    await expect.poll(() => page.locator('.list-head > p').last().innerText()).toBe('Everything that floats')

    const titles = () => page.locator('.post-list h2').allInnerTexts()
    await page.locator('.list-bar a', { hasText: '中文' }).click()
    await expect.poll(titles).toEqual(['关于船的一切'])
    await page.locator('.list-bar a', { hasText: 'English' }).click()
    await expect.poll(titles).toEqual(['All about ships'])
    await page.locator('.list-bar .segmented a').first().click()
    await expect.poll(async () => (await titles()).length).toBe(2)

    await page.goto(`${site}/tags?sort=name`)
    await page.locator('.tag-index li', { hasText: tag }).getByText('Everything that floats').waitFor()
    await page.goto(`${site}/tags`)
    await page.locator('.tag-index a', { hasText: tag }).click()
    await page.waitForURL(`${site}/tags/${encodeURIComponent(tag)}`)
  },
)

test('Enter accepts the tag that the pointer has highlighted, and the typed text if none is highlighted', async () => {
  const author = await person()
  const name = `Engineering ${crypto.randomUUID().slice(0, 8)}`
  await ask(author, 'POST', '/api/studio/posts', { title: 'On bridges', body: '<p>1</p>', tags: [name] })
  const page = await open(author, '/studio/write')
  await page.locator('.ProseMirror').waitFor()
  const highlighted = () => page.locator('#tags-offered [aria-selected="true"]').count()
  const typed = name.slice(0, 14)
  await page.fill('#tags', typed)
  await page.locator('#tags-offered [role=option]', { hasText: name }).hover()
  await expect.poll(highlighted).toBe(1)
  await page.press('#tags', 'Enter')
  await expect.poll(() => page.locator('[data-chosen] li').allTextContents()).toEqual([`${name}×`])
  await page.fill('#tags', 'Other')
  await expect.poll(highlighted).toBe(0)
  await page.press('#tags', 'Enter')
  await expect.poll(() => page.locator('[data-chosen] li').allTextContents()).toEqual([`${name}×`, 'Other×'])
})
