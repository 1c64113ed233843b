import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { expectAccessible } from './support/accessible.ts'
import { open, site, theOwner } from './support/browser.ts'
import { ask, giveEnergy, person, post } from './support/community.ts'
import { openOffice } from './support/office.ts'
import { WritePage } from './support/writing.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

test('the reason of a rejection is above the text, also after the post was saved as a draft, and every button says “Submit again”', async () => {
  const office = await openOffice()
  onTestFinished(async () => {
    await office.tidy()
  })
  const [id = 0] = await office.submitted('Ten tools')
  const reason = 'Please name your sources.'
  await ask(office.owner, 'POST', `/api/admin/posts/${id}/reject`, { reason })
  const page = await open(office.author, `/studio/write?id=${id}`, PHONE)
  const again = page.getByRole('button', { name: 'Submit again' })
  for (const status of ['rejected', 'draft']) {
    await new WritePage(page).ready()
    const [told, title] = [
      page.locator('.notice', { hasText: reason }),
      page.locator('[name="title"]'),
    ]
    const tops = async () => [
      (await told.boundingBox())?.y ?? 0,
      (await title.boundingBox())?.y ?? 0,
    ]
    await expect
      .poll(async () => (await tops()).every((top, n, all) => top > (all[n - 1] ?? 0) && top < 500))
      .toBe(true)
    await expect.poll(() => page.locator('.notice', { hasText: reason }).count()).toBe(1)
    await expect.poll(() => again.count()).toBe(2)
    await expect.poll(() => office.statusOf(id)).toBe(status)
    if (status === 'rejected')
      await ask(office.author, 'PUT', `/api/studio/posts/${id}`, { title: 'Ten other tools' })
    await page.reload()
  }
  await page.goto(`${site}/studio/posts`)
  await page.getByRole('link', { name: /Submit again/ }).click()
  await page.waitForURL(`${site}/studio/write?id=${id}*`)
  const confirm = page.locator('dialog[open]').getByRole('button', { name: 'Submit again' })
  await confirm.click()
  await page.waitForURL(`${site}/studio/posts?status=pending*`)
  await expect.poll(() => office.statusOf(id)).toBe('pending')
})

test('the list of settings opens as a sheet without a script, shows every section and the current one, and is beside the page on wide screens', async () => {
  const me = await person()
  const page = await open(me, '/settings?tab=blocks', { ...PHONE, javaScriptEnabled: false })
  const opener = page.getByRole('button', { name: 'Settings: Blocked' })
  const list = page.getByRole('navigation', { name: 'Settings' }).getByRole('list')
  await expect.poll(() => list.isVisible()).toBe(false)
  await opener.click()
  await expect.poll(() => list.getByRole('link').count()).toBe(10)
  await expect.poll(() => list.locator('[aria-current]').innerText()).toBe('Blocked')
  const last = await list.getByRole('link').last().boundingBox()
  expect((last?.y ?? 999) + (last?.height ?? 0)).toBeLessThanOrEqual(844)
  await page.keyboard.press('Escape')
  await expect.poll(() => list.isVisible()).toBe(false)
  await opener.press('Enter')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Profile')
  await list.getByRole('link', { name: 'Energy' }).click()
  await page.waitForURL('**/settings?tab=energy')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(() => list.isVisible()).toBe(true)
  await expect.poll(() => page.locator('.side-nav-button').isVisible()).toBe(false)
})

test('the sheet of settings has no axe violations', async () => {
  const page = await open(await person(), '/settings?tab=blocks', PHONE)
  await page.click('.side-nav-button')
  await page.locator('.side-nav').waitFor({ state: 'visible' })
  await expectAccessible(page)
})

const WIDE = `<table><tbody><tr>${'<th>A long heading</th>'.repeat(8)}</tr><tr>${'<td>A cell</td>'.repeat(8)}</tr></tbody></table>`
const NARROW = '<table><tbody><tr><th>A</th></tr><tr><td>b</td></tr></tbody></table>'

test.each(isLong ? (['light', 'dark'] as const) : (['light'] as const))(
  'a table that is wider than its box has a shadow at each edge behind which it continues: %s',
  LONG,
  async (colorScheme) => {
    const author = await person()
    const id = await post(author, { title: 'Tables', body: WIDE + NARROW })
    await giveEnergy(author, 1, 'A gift')
    const look = { viewport: { width: 320, height: 640 }, colorScheme }
    const page = await open(null, `/posts/${id}`, look)
    const [wide, narrow] = ['.table-box >> nth=0', '.table-box >> nth=1']
    expect(await shadows(page, wide)).toEqual({ left: false, right: true })
    expect(await shadows(page, narrow)).toEqual({ left: false, right: false })
    await page.focus(wide)
    await scrollTo(page, wide, 0.5)
    expect(await shadows(page, wide)).toEqual({ left: true, right: true })
    await scrollTo(page, wide, 1)
    expect(await shadows(page, wide)).toEqual({ left: true, right: false })

    const admin = await open(await theOwner(), '/admin/energy/logs', look)
    const table = '.table-scroll >> nth=0'
    expect(await shadows(admin, table)).toEqual({ left: false, right: true })
    for (const box of await admin.locator('.table-scroll').all())
      expect([
        await box.getAttribute('tabindex'),
        Boolean(await box.getAttribute('aria-label')),
      ]).toEqual(['0', true])
  },
)

function scrollTo(page: Page, box: string, share: number): Promise<void> {
  const scroll = (element: Element, part: number) =>
    element.scrollTo({
      left: (element.scrollWidth - element.clientWidth) * part,
      behavior: 'instant',
    })
  return page.locator(box).evaluate(scroll, share)
}

/**
 * Compares the colour of the last pixels at both edges of a box with the colour in its middle. Text
 * is hidden.
 */
async function shadows(page: Page, box: string) {
  await page
    .locator(`${box} >> table`)
    .evaluate((table) => table.style.setProperty('visibility', 'hidden'))
  const image = (await page.locator(box).screenshot({ animations: 'disabled' })).toString('base64')
  const [left = 0, middle = 0, right = 0] = await page.evaluate(async (data) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${data}`
    await picture.decode()
    const { width, height } = picture
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(picture, 0, 0)
    const brightness = (x: number) => {
      const [red = 0, green = 0, blue = 0] =
        context?.getImageData(x, Math.round(height / 2), 1, 1).data ?? []
      return red + green + blue
    }
    return [brightness(3), brightness(Math.round(width / 2)), brightness(width - 4)]
  }, image)
  return { left: middle - left > 20, right: middle - right > 20 }
}
