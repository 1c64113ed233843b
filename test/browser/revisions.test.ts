import { expect, test } from 'vitest'
import { call, site } from './support/browser.ts'
import { tabIn } from './support/used-browsers.ts'
import { newcomer, type Post, stored } from './support/writing.ts'

test('an author opens an earlier version, sees the changes since, and restores it', async () => {
  const { context, person } = await newcomer()
  const { id } = (await call(person, 'POST', '/api/studio/posts', {
    title: 'Ohm',
    body: '<p>Resistance is futile.</p>',
  })) as Post
  await call(person, 'PUT', `/api/studio/posts/${id}`, { body: '<p>Resistance is measured.</p>' })
  await call(person, 'PUT', `/api/studio/posts/${id}`, { title: 'Ohm, again' })
  const page = await tabIn(context)
  const path = `/studio/posts/${id}/revisions`
  const response = await context.request.get(`${site}/studio/write?id=${id}`)
  const html = await response.text()
  expect(html).toContain(`href="${path}"`)
  await page.goto(site + path)
  await page.locator('h1', { hasText: 'Ohm, again' }).waitFor()
  await page.locator('.timeline-link', { hasText: 'Version 1' }).click()
  await page.locator('.diff del', { hasText: 'futile' }).waitFor()
  await page.locator('.diff ins', { hasText: 'measured' }).waitFor()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Restore this version' }).click()
  await page.waitForURL(`${site}/studio/write?id=${id}`, { waitUntil: 'commit' })
  const body = '<p>Resistance is futile.</p>'
  expect(await stored(person, id)).toMatchObject({ title: 'Ohm', body, version: 4 })
})
