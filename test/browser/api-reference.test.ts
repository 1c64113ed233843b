import { expect, test } from 'vitest'
import { call, open, site } from './support/browser.ts'
import { person, post } from './support/community.ts'

test('"Try it" sends the typed token without cookies, shows the response and stores nothing', async () => {
  const author = await person()
  const id = await post(author, { title: 'A post to like', body: '<p>Words.</p>' })
  const reader = await person()
  const made = await call(reader, 'POST', '/api/settings/tokens', { name: 'try', scope: 'write' })
  const { token } = made as { token: string }
  const page = await open(reader, '/api/docs/posts')
  const operation = page.locator('#post-api-posts-id-like')
  const dialog = page.locator('dialog.try')
  const response = dialog.locator('output')
  await operation.getByRole('button', { name: 'Try it' }).click()
  const request = dialog.getByLabel('Request', { exact: true })
  await expect.poll(() => request.inputValue()).toBe('POST /api/posts/1/like')
  await request.fill(`POST /api/posts/${id}/like`)
  // Without a token the session of the reader does not count.
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => response.textContent()).toMatch(/^401 /)
  await dialog.getByLabel('Access token').fill(token)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => response.textContent()).toMatch(/^200 .*"state": "like"/s)
  await request.fill('GET https://elsewhere.example/api/')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(() => request.evaluate((field: HTMLInputElement) => field.validity.patternMismatch))
    .toBe(true)
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(stored).not.toContain(token)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await operation.getByRole('button', { name: 'Try it' }).click()
  await expect.poll(() => dialog.getByLabel('Access token').inputValue()).toBe('')
})

test('the calls of an operation are tabs, and its example is folded, without JavaScript', async () => {
  const page = await open(null, '/api/docs/posts', { javaScriptEnabled: false })
  const operation = page.locator('#get-api-posts')
  const shown = (text: string) => operation.getByText(text).first().isVisible()
  expect([await shown(`'${site}/api/posts'`), await shown('await joule.get(')]).toEqual([
    true,
    false,
  ])
  await operation.getByText('joule/client', { exact: true }).click()
  await expect.poll(() => shown('await joule.get(')).toBe(true)
  expect(await shown(`'${site}/api/posts'`)).toBe(false)
  await operation.getByText('Example', { exact: true }).click()
  await expect.poll(() => shown('"next_cursor"')).toBe(true)
  expect(await operation.getByRole('button', { name: 'Try it' }).isVisible()).toBe(false)
})

test('the search of the reference shows operations while the reader types', async () => {
  const page = await open(null, '/api/docs')
  const links = page.locator('[data-reference-found] .contents-link')
  await page.getByLabel('Search endpoints').fill('like remove')
  await expect
    .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
    .toContain('/api/docs/posts#post-api-posts-id-like')
  await expect.poll(() => links.count()).toBeLessThan(5)
  await page.getByLabel('Search endpoints').fill('no such endpoint')
  await page.getByText('No endpoint found.').waitFor()
})
