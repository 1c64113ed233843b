import { expect, test } from 'vitest'
import { open, site, textsOf, theOwner } from './support/browser.ts'
import { post } from './support/community.ts'
import { andLoad } from './support/office.ts'
import { author } from './support/writing.ts'

test('an owner adds a redirect, uploads others as CSV, searches and deletes them', async () => {
  const id = await post(await author())
  const folder = `/old-${Date.now()}`
  const page = await open(await theOwner(), '/admin/redirects')

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
  await expect.poll(() => textsOf(page, '.refused-lines strong')).toEqual(['Line 4'])

  await page.fill('.admin-filter [name="q"]', folder)
  await andLoad(page, () => page.press('.admin-filter [name="q"]', 'Enter'))
  const shown = () => textsOf(page, '.admin-row h2')
  await expect.poll(shown).toEqual([`${folder}/hello`, `${folder}/three`, `${folder}/two`])

  const visit = await fetch(`${site}${folder}/hello/`, { redirect: 'manual' })
  expect(visit.headers.get('location')).toBe(`/posts/${id}`)

  await page.getByRole('button', { name: `Remove ${folder}/three` }).click()
  await andLoad(page, () => page.locator('dialog[open] .danger').click())
  await expect.poll(shown).toEqual([`${folder}/hello`, `${folder}/two`])
  expect((await fetch(`${site}${folder}/three`)).status).toBe(404)
})
