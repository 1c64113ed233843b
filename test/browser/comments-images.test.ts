import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { ENCODED_PIXELS_MAX } from '#features/core/images/limits.ts'
import { ask, comments, composer, reading } from './support/community.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
)

test('an image is scaled down, previewed and sent with a comment', async () => {
  const { page } = await reading({ exp: 1600 })
  await composer(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PIXEL })
  await composer(page).locator('.attachment img').waitFor()
  await composer(page).locator('textarea').fill('Look!')
  await composer(page).locator('[type=submit]').click()
  await page.locator('.thread.fresh .comment-image img').waitFor()
  await expect.poll(() => composer(page).locator('.attachment').isVisible()).toBe(false)
  const big = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 1500 })
    canvas.getContext('2d')?.fillRect(0, 0, 3000, 1500)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  const file = { name: 'b.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(big, 'base64') }
  await composer(page).locator('input[type=file]').setInputFiles(file)
  await composer(page).locator('textarea').fill('A big one')
  await composer(page).locator('[type=submit]').click()
  const shown = page.locator('.thread.fresh', { hasText: 'A big one' }).locator('.comment-image img')
  await shown.waitFor()
  const size = async () =>
    [Number(await shown.getAttribute('width')), Number(await shown.getAttribute('height'))] as const
  await expect.poll(async () => (await size())[0] / (await size())[1]).toBeCloseTo(2, 2)
  await expect.poll(async () => (await size())[0] * (await size())[1]).toBeLessThanOrEqual(ENCODED_PIXELS_MAX.opaque)
})

test('a comment can consist of an image alone', async () => {
  const { page, id, author } = await reading({ exp: 1600 })
  await expect.poll(() => composer(page).locator('[type=submit]').isDisabled()).toBe(true)
  await composer(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PIXEL })
  await composer(page).locator('.attachment img').waitFor()
  await composer(page).locator('[type=submit]').click()
  await page.locator('.thread.fresh .comment-image img').waitFor()
  await expect.poll(() => comments(page)).toEqual([])
  const { items } = await ask(author, 'GET', `/api/posts/${id}/comments`)
  expect(items).toMatchObject([{ body: '', image: { width: 10, height: 10 } }])
  await page.reload()
  await page.locator('.thread .comment-image img').waitFor()
})
