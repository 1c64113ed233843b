import { expect, test } from 'vitest'
import { open, site, theOwner } from './support/browser.ts'
import { person, post } from './support/community.ts'
import { andLoad } from './support/office.ts'

test('an admin describes a tag on its page, and readers see the description there and in the list of tags', async () => {
  const tag = `Ships ${crypto.randomUUID().slice(0, 8)}`
  await post(await person(), { tags: [tag] })
  const page = await open(await theOwner(), `/tags/${tag}`)
  const lead = page.locator('.list-head > p').last()
  for (const [summary, description] of [
    ['Add description', 'Everything that floats'],
    ['Edit description', 'Everything that sails'],
  ] as const) {
    await page.getByText(summary).click()
    await page.fill('#tag-description', description)
    await andLoad(page, () => page.locator('form[action="/tags"] button').click())
    await expect.poll(() => lead.innerText()).toBe(description)
  }
  const reader = await open(null, '/tags?sort=name')
  await expect
    .poll(() => reader.locator('.tag-index .box', { hasText: tag }).locator('p').innerText())
    .toBe('Everything that sails')
  await reader.goto(`${site}/tags/${tag}`)
  await expect
    .poll(() => reader.locator('.list-head > p').last().innerText())
    .toBe('Everything that sails')
  await expect.poll(() => reader.locator('.tag-edit').count()).toBe(0)
})
