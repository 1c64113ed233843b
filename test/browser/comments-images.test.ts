import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { DECODED_SIDE_MAX } from '#kernel/sizes.ts'
import { ask, comments, composer, reading } from './support/community.ts'
import { IMAGE } from './support/images.ts'

test('a comment can consist of an image alone, and an image that is too wide is scaled down before the upload', async () => {
  const { page, id, author } = await reading({ exp: 1600 })
  const [file, send] = [composer(page).locator('input[type=file]'), composer(page).locator('[type=submit]')]
  await expect.poll(() => send.isDisabled()).toBe(true)
  await file.setInputFiles(IMAGE)
  await composer(page).locator('.attachment img').waitFor()
  await send.click()
  await page.locator('.thread.fresh .comment-image img').waitFor()
  await expect.poll(() => composer(page).locator('.attachment').isVisible()).toBe(false)
  await expect.poll(() => comments(page)).toEqual([])

  const wide = await page.evaluate(async (width) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height: width / 32 })
    canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  }, DECODED_SIDE_MAX + 32)
  await file.setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(wide, 'base64') })
  await composer(page).locator('textarea').fill('A wide one')
  await send.click()
  await page.locator('.thread.fresh', { hasText: 'A wide one' }).locator('.comment-image img').waitFor()
  const { items } = await ask(author, 'GET', `/api/posts/${id}/comments`)
  expect(items).toMatchObject([
    { body: 'A wide one', image: { width: DECODED_SIDE_MAX, height: DECODED_SIDE_MAX / 32 } },
    { body: '', image: { width: 10, height: 10 } },
  ])
})
