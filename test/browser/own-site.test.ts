import { afterEach, beforeAll, expect, test } from 'vitest'
import { PHONE_LOOK } from './support/accessible.ts'
import { htmlOf, open } from './support/browser.ts'
import { ask } from './support/community.ts'
import { IMAGE } from './support/images.ts'
import { andLoad, type Office, openOffice } from './support/office.ts'

let office: Office
let pinned = 0

beforeAll(async () => {
  office = await openOffice()
})

/** Other test files share the site, so restore it. */
afterEach(async () => {
  const own = { name: '', tagline_en: '', tagline_zh: '', accent: '' }
  const { links } = (await ask(office.owner, 'PUT', '/api/admin/identity', own)) as unknown as Links
  for (const { id } of links) await ask(office.owner, 'DELETE', `/api/admin/identity/links/${id}`)
  await ask(office.owner, 'DELETE', '/api/admin/identity/logo')
  if (pinned > 0) await ask(office.owner, 'DELETE', `/api/admin/pinned-posts/${pinned}`)
  pinned = 0
})

interface Links {
  links: { id: number }[]
}

test('an owner customises the site, and visitors see the changes immediately', async () => {
  pinned = await office.written('Read this first')
  await ask(office.reviewer, 'POST', `/api/posts/${await office.written('Much liked')}/like`)
  const page = await open(office.owner, '/admin/identity')
  const sent = (card: string) => andLoad(page, () => page.locator(`#${card} form [type="submit"]`).last().click())
  await page.fill('#site-name', 'Kilowatt')
  await sent('name')
  await andLoad(page, () => page.setInputFiles('#logo input[type="file"]', IMAGE))
  await page.locator('.brand .logo').waitFor()
  await page.fill('#accent-colour', '#ffee00')
  await sent('accent')
  await page.locator('.accent-samples').waitFor()
  await page.fill('#links [name="label"]', 'Our club')
  await page.fill('#links [name="url"]', 'https://club.example/')
  await sent('links')
  await page.fill('#pinned [name="post"]', String(pinned))
  await sent('pinned')
  await page.getByRole('link', { name: 'Read this first' }).waitFor()
  const home = await open(null, '/', PHONE_LOOK)
  await expect.poll(() => home.title()).toContain('Kilowatt')
  await home.locator('footer').getByRole('link', { name: 'Our club' }).waitFor()
  await home.getByText('Read this first').first().waitFor()
  // A yellow with too little contrast to white text is darkened until the text is readable.
  await home.locator('.large footer > a').first().waitFor()
  expect(await home.evaluate(widthWithLongNames)).toBe(0)
})

/** The horizontal overflow if every name has the maximum length. */
function widthWithLongNames(): number {
  for (const person of document.querySelectorAll('.post-list footer > a')) person.textContent = 'W'.repeat(20)
  return document.documentElement.scrollWidth - innerWidth
}

test('the about page is written in the post editor', async () => {
  const page = await open(office.owner, '/admin/pages/about?language=en')
  const body = page.locator('.write-body [contenteditable="true"]')
  await body.click()
  await page.keyboard.insertText('We write about current.')
  await page.locator('.write-bar [type="submit"]').click()
  await page.getByText('Readers can see it now').waitFor()
  const about = async () => htmlOf(null, '/about')
  expect((await about()).html).toContain('We write about current.')
  const editor = await htmlOf(office.owner, '/admin/pages/about?language=en')
  expect(editor.html).toContain('We write about current.')
  // The page of an empty text is not found.
  await body.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.locator('.write-bar [type="submit"]').click()
  await page.getByText('Page removed').waitFor()
  expect((await about()).status).toBe(404)
})
