import { expect, test } from 'vitest'
import { call, site } from './support/browser.ts'
import { tabIn } from './support/used-browsers.ts'
import { newcomer, type Post, stored, WritePage } from './support/writing.ts'

test('an author opens an earlier version, sees the changes since, and restores it', async () => {
  const { context, person } = await newcomer()
  const { id } = (await call(person, 'POST', '/api/studio/posts', {
    title: 'Ohm',
    body: '<p>Resistance is futile.</p>',
  })) as Post
  await call(person, 'PUT', `/api/studio/posts/${id}`, { body: '<p>Resistance is measured.</p>' })
  await call(person, 'PUT', `/api/studio/posts/${id}`, { title: 'Ohm, again' })
  const tab = new WritePage(await tabIn(context))
  const path = `/studio/posts/${id}/revisions`
  const response = await context.request.get(`${site}/studio/write?id=${id}`)
  const html = await response.text()
  expect(html).toContain(`href="${path}"`)
  await tab.page.goto(site + path)
  await tab.page.locator('h1', { hasText: 'Ohm, again' }).waitFor()
  await tab.page.locator('.timeline-link', { hasText: 'Version 1' }).click()
  await tab.page.locator('.diff del', { hasText: 'futile' }).waitFor()
  await tab.page.locator('.diff ins', { hasText: 'measured' }).waitFor()
  await tab.page.getByRole('button', { name: 'Restore this version' }).click()
  await tab.page.locator('dialog[open]').getByRole('button', { name: 'Restore this version' }).click()
  await tab.page.waitForURL(`${site}/studio/write?id=${id}`)
  await tab.ready()
  await expect.poll(() => tab.text()).toContain('futile')
  expect(await stored(person, id)).toMatchObject({ title: 'Ohm', version: 4 })
})
