import { Buffer } from 'node:buffer'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, type Look, open } from './support/browser.ts'
import { member } from './support/member.ts'

async function newcomer(look: Look = {}) {
  const person = await member()
  return { person, page: await open(person, '/settings', look) }
}

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.setInputFiles('[data-avatar] input[type="file"]', { name, mimeType, buffer })
}

/** A landscape photo with far more pixels than an avatar needs. */
async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 2400, height: 1500 })
    const context = canvas.getContext('2d')
    if (!context) return ''
    context.fillStyle = '#ae4c08'
    context.fillRect(0, 0, 2400, 1500)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

const avatars = (page: Page) =>
  page.locator('img.avatar').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))

test('a photo is cropped, scaled down, uploaded and shown everywhere', async () => {
  const { person, page } = await newcomer()
  await choose(page, 'me.jpg', 'image/jpeg', await photo(page))
  await page.locator('dialog[open] canvas').press('ArrowLeft')
  const sent = page.waitForRequest('**/api/settings/avatar')
  await page.click('dialog[open] [type="submit"]')
  expect((await sent).method()).toBe('POST')
  await page.waitForSelector('.toast, .celebration')
  await expect.poll(() => avatars(page)).toEqual([256, 256, 256])
  const { tasks } = (await call(person, 'GET', '/api/level/info')) as { tasks: Record<string, boolean> }
  expect(tasks.avatar).toBe(true)
  // The second avatar replaces the first without a page load.
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await choose(page, 'me.jpg', 'image/jpeg', await photo(page))
  await page.click('dialog[open] [type="submit"]')
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  await expect.poll(() => page.locator('[data-same-page]').count()).toBe(1)
  await expect.poll(() => avatars(page)).toEqual([256, 256, 256])
})

test('a file that is not an image is refused before the upload', async () => {
  const { page } = await newcomer()
  await choose(page, 'me.png', 'image/png', Buffer.from('not a picture'))
  await page.waitForSelector('[data-avatar-problem]:not([hidden])')
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
})

test('an image is dropped onto the card, moved by keys and cancelled by Escape', async () => {
  const { page } = await newcomer()
  const data = await page.evaluateHandle(
    (base64) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], 'me.jpg', { type: 'image/jpeg' }))
      return transfer
    },
    (await photo(page)).toString('base64'),
  )
  await page.dispatchEvent('[data-avatar]', 'drop', { dataTransfer: data })
  const canvas = page.locator('dialog[open] canvas')
  await canvas.press('+')
  await expect.poll(() => page.locator('[data-crop-zoom]').inputValue()).not.toBe('0')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
})

test('a rename asks for a confirmation, and errors are shown beside their fields', async () => {
  const { page } = await newcomer()
  const save = () => page.click('.profile-form [type="submit"]')
  const name = `first-${Date.now() % 1e8}`
  await page.fill('[name="username"]', name)
  await Promise.all([page.waitForEvent('load'), save()])
  await page.fill('[name="signature"]', 'x'.repeat(81))
  await expect.poll(() => page.textContent('.counter')).toBe('81 / 80')
  await save()
  await page.waitForSelector('[data-error-for="signature"]:not([hidden])')
  await page.fill('[name="signature"]', 'one line')
  await Promise.all([page.waitForEvent('load'), save()])
  await page.fill('[name="username"]', `${name}b`)
  await save()
  await page.click('dialog[open] [value="cancel"]')
  await expect.poll(() => page.inputValue('[name="username"]')).toBe(`${name}b`)
  await save()
  await Promise.all([page.waitForEvent('load'), page.click('dialog[open] [value="yes"]')])
  await expect.poll(() => page.locator('[name="username"]').isDisabled()).toBe(true)
})
