import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { PHONE_LOOK } from './support/accessible.ts'
import { htmlOf, open, site } from './support/browser.ts'
import { ask } from './support/community.ts'
import { IMAGE } from './support/images.ts'
import { andLoad, type Office, openOffice } from './support/office.ts'

let office: Office

beforeAll(async () => {
  office = await openOffice()
})

test('an owner uploads a logo, and the home page fits a phone if every name has the maximum length', async () => {
  await ask(office.reviewer, 'POST', `/api/posts/${await office.written('Much liked')}/like`)
  const page = await open(office.owner, '/admin/identity')
  // Other test files share the site, so restore it.
  onTestFinished(async () => void (await ask(office.owner, 'DELETE', '/api/admin/identity/logo')))
  await andLoad(page, () => page.setInputFiles('#logo input[type="file"]', IMAGE))
  await page.locator('.brand .logo').waitFor()
  const home = await open(null, '/', PHONE_LOOK)
  await home.locator('.large footer > a').first().waitFor()
  expect(await home.evaluate(widthWithLongNames)).toBe(0)
})

test('an owner names the site, chooses its colour, adds a footer link and pins a post, and visitors see it', async () => {
  const pinned = await office.written('Read this first')
  const { owner } = office
  // Other test files share the site, so restore it.
  onTestFinished(async () => {
    const own = { name: '', tagline_en: '', tagline_zh: '', accent: '' }
    const { links } = (await ask(owner, 'PUT', '/api/admin/identity', own)) as unknown as {
      links: { id: number }[]
    }
    for (const { id } of links) await ask(owner, 'DELETE', `/api/admin/identity/links/${id}`)
    await ask(owner, 'DELETE', `/api/admin/pinned-posts/${pinned}`).catch(() => {})
  })
  const page = await open(owner, '/admin/identity')
  const save = (card: string) =>
    andLoad(page, () => page.locator(`#${card} form [type="submit"]`).last().click())
  await page.fill('#site-name', 'Kilowatt')
  await page.fill('#name [name="tagline_en"]', 'A club of volts')
  await save('name')
  await page.fill('#accent-colour', '#ffee00')
  await save('accent')
  await page.locator('.accent-samples').waitFor()
  await page.fill('#links [name="label"]', 'Our club')
  await page.fill('#links [name="url"]', 'https://club.example/')
  await save('links')
  await page.fill('#pinned [name="post"]', `${site}/posts/${pinned}`)
  await save('pinned')
  await page.getByRole('link', { name: 'Read this first' }).waitFor()

  const home = await open(null, '/')
  await expect.poll(() => home.title()).toContain('Kilowatt')
  await home.getByText('A club of volts').first().waitFor()
  await home.locator('footer').getByRole('link', { name: 'Our club' }).waitFor()
  await home.getByText('Read this first').first().waitFor()

  await andLoad(page, () => page.getByRole('button', { name: 'Unpin “Read this first”' }).click())
  await andLoad(page, () => page.getByRole('button', { name: 'Remove Our club' }).click())
  await save('accent')
  await expect.poll(() => page.locator('.accent-samples').count()).toBe(0)
  await expect.poll(() => page.locator('#pinned .own-item, #links .own-item').count()).toBe(0)
  await expect.poll(() => page.locator('#site-name').inputValue()).toBe('Kilowatt')
})

/** The horizontal overflow if every name has the maximum length. */
function widthWithLongNames(): number {
  for (const person of document.querySelectorAll('.post-list footer > a'))
    person.textContent = 'W'.repeat(20)
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
