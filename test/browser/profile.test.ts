// @module-tag long
import { Buffer } from 'node:buffer'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkState } from './support/accessible.ts'
import { call, open } from './support/browser.ts'
import { member } from './support/member.ts'
import { andLoad } from './support/office.ts'

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.setInputFiles('[data-avatar] input[type="file"]', { name, mimeType, buffer })
}

/** A landscape photo. */
async function photo(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      if (!context) return ''
      context.fillStyle = '#ae4c08'
      context.fillRect(0, 0, width, height)
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
    },
    [width, height] as const,
  )
  return Buffer.from(base64, 'base64')
}

const avatars = (page: Page) =>
  page
    .locator('img.avatar')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))

test('a photo is chosen or dropped, cropped, scaled down, uploaded and shown everywhere; other files and failed uploads show an error', async () => {
  const person = await member()
  const page = await open(person, '/settings')
  const dialogs = () => page.locator('dialog[open]').count()
  await choose(page, 'me.png', 'image/png', Buffer.from('not a picture'))
  await page.waitForSelector('[data-avatar-problem]:not([hidden])')
  await expect.poll(dialogs).toBe(0)

  const small = await photo(page, 480, 300)
  const dropped = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    transfer.items.add(new File([bytes], 'me.jpg', { type: 'image/jpeg' }))
    return transfer
  }, small.toString('base64'))
  await page.dispatchEvent('[data-avatar]', 'drop', { dataTransfer: dropped })
  await page.locator('dialog[open] canvas').press('+')
  await expect.poll(() => page.locator('[data-crop-zoom]').inputValue()).not.toBe('0')
  await page.keyboard.press('Escape')
  await expect.poll(dialogs).toBe(0)
  // Chromium dispatches `close` with the next frame. Until then the dialog must not open again.
  await page.evaluate(() => new Promise(requestAnimationFrame))

  await choose(page, 'me.jpg', 'image/jpeg', small)
  await page.locator('dialog[open] canvas').press('ArrowLeft')
  await checkState(page)
  const sent = page.waitForRequest('**/api/settings/avatar')
  await page.click('dialog[open] [type="submit"]')
  expect((await sent).method()).toBe('POST')
  await page.waitForSelector('.toast, .celebration')
  await expect.poll(() => avatars(page)).toEqual([96, 96, 256])
  const { tasks } = (await call(person, 'GET', '/api/level/info')) as {
    tasks: Record<string, boolean>
  }
  expect(tasks.avatar).toBe(true)

  // The second avatar replaces the first without a page load.
  const src = () => page.locator('img.avatar').first().getAttribute('src')
  const first = await src()
  await page.evaluate(noteUploadedSize)
  await choose(page, 'me.jpg', 'image/jpeg', small)
  await page.click('dialog[open] [type="submit"]')
  await expect.poll(src).not.toBe(first)
  await expect.poll(dialogs).toBe(0)
  await expect.poll(() => page.getAttribute('body', 'data-uploaded')).toBe('300 300')
  await expect.poll(() => avatars(page)).toEqual([256, 256, 256])
  await page.evaluate(() => new Promise(requestAnimationFrame))

  await page.route('**/api/settings/avatar', (route) => route.abort())
  await choose(page, 'me.jpg', 'image/jpeg', await photo(page, 1280, 1120))
  await page.click('dialog[open] [type="submit"]')
  await expect.poll(() => page.getAttribute('body', 'data-uploaded')).toBe('1024 1024')
  await page.locator('dialog[open] [data-crop-problem]', { hasText: /./ }).waitFor()
})

/** Runs in the page: stores the size of the next uploaded image in an attribute. */
function noteUploadedSize(): void {
  const { send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function (body) {
    const file = body instanceof FormData && body.get('file')
    if (file instanceof File)
      void createImageBitmap(file).then(({ width, height }) => {
        document.body.dataset.uploaded = `${width} ${height}`
      })
    send.call(this, body)
  }
}

test('the first save of the profile shows one message, a rename asks for a confirmation, and errors are shown beside their fields', async () => {
  const page = await open(await member(), '/settings')
  const save = () => page.click('.profile-form [type="submit"]')
  const name = `first-${Date.now() % 1e8}`
  await page.fill('[name="username"]', name)
  await andLoad(page, save)
  await page.locator('.celebration', { hasText: /saved.*Lv1.*Checked in today/i }).waitFor()
  await expect.poll(() => page.locator('[role=status].toasts > :not(template)').count()).toBe(1)
  await page.fill('[name="signature"]', 'x'.repeat(81))
  await expect.poll(() => page.textContent('.counter')).toBe('81 / 80')
  await save()
  await page.waitForSelector('[data-error-for="signature"]:not([hidden])')
  await page.fill('[name="signature"]', 'one line')
  await page.fill('[name="username"]', `${name}b`)
  await save()
  await page.click('dialog[open] [value="cancel"]')
  await expect.poll(() => page.inputValue('[name="username"]')).toBe(`${name}b`)
  await save()
  await andLoad(page, () => page.click('dialog[open] [value="yes"]'))
  await expect.poll(() => page.locator('[name="username"]').isDisabled()).toBe(true)
  await expect.poll(() => page.inputValue('[name="signature"]')).toBe('one line')
})
