import { expect, test } from 'vitest'
import { open, pageOf, site } from './support/browser.ts'
import { andLoad, Office } from './support/office.ts'

test('an owner adds a redirect, uploads others as CSV, searches and deletes them', async () => {
  const office = await Office.open()
  const id = await office.written('Moved here')
  const folder = `/old-${Date.now()}`
  const page = await open(office.owner, '/admin/redirects')

  await page.fill('[name="path"]', '/login')
  await page.fill('[name="post_id"]', String(id))
  await page.click('text=Save')
  await page.getByText('This path is a page of this site').waitFor()
  await page.fill('[name="path"]', `https://old.example${folder}/hello/`)
  await andLoad(page, () => page.click('text=Save'))

  const csv = `path,post_id\n${folder}/two,${id}\n${folder}/three,${id}\n/?p=12,${id}\n`
  const file = { name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.setInputFiles('#csv-file', file)
  await andLoad(page, () => page.click('text=Upload'))
  await page.getByText('2 added, 0 changed, 0 unchanged.').waitFor()
  await page.getByText('Line 4').waitFor()

  await page.fill('.admin-filter [name="q"]', folder)
  await andLoad(page, () => page.press('.admin-filter [name="q"]', 'Enter'))
  const shown = () => page.locator('.admin-row h2').allTextContents()
  await expect.poll(shown).toEqual([`${folder}/hello`, `${folder}/three`, `${folder}/two`])

  const visitor = await pageOf(null)
  await visitor.goto(`${site}${folder}/hello/`)
  await expect.poll(() => new URL(visitor.url()).pathname).toBe(`/posts/${id}`)

  await page.getByRole('button', { name: `Delete ${folder}/three` }).click()
  await andLoad(page, () => page.locator('dialog[open]').getByRole('button', { name: 'Delete' }).click())
  await expect.poll(shown).toEqual([`${folder}/hello`, `${folder}/two`])
})

test('the page lists, searches and uploads without JavaScript', async () => {
  const office = await Office.open()
  const id = await office.written('Moved here')
  const path = `/plain-${Date.now()}`
  const page = await open(office.owner, '/admin/redirects', { javaScriptEnabled: false })
  const file = { name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(`${path},${id}`) }
  await page.setInputFiles('#csv-file', file)
  await andLoad(page, () => page.click('text=Upload'))
  await page.getByText('1 added, 0 changed, 0 unchanged.').waitFor()
  await page.fill('.admin-filter [name="q"]', path)
  await andLoad(page, () => page.press('.admin-filter [name="q"]', 'Enter'))
  await page.getByRole('link', { name: 'Moved here' }).waitFor()
})
