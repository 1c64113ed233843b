import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { browserOf, site } from './support/browser.ts'
import { author, stored, WritePage } from './support/writing.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

test('the publish sheet shows the card, edits it in place, and publishes after the seconds to undo', async () => {
  const person = await author()
  const tab = await WritePage.open(await browserOf(person, PHONE))
  const { page } = tab
  const sheet = page.locator('#publish-sheet')
  await page.fill('[name="title"]', 'Once more')
  await tab.act('submit')
  const problem = page.locator('.write-sheet .field-error', { hasText: 'The text is empty' })
  await problem.waitFor()
  // An autosave keeps the sentence.
  await tab.state('saved')
  expect(await problem.isVisible()).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('write-body')
  await tab.write('Some words.')
  await tab.act('submit')
  await expect.poll(() => sheet.locator('.post-list h2').innerText()).toBe('Once more')
  await expect.poll(() => sheet.locator('canvas').count()).toBe(1)
  await expectAccessible(page)

  await sheet.getByText('Title, cover and tags').click()
  await page.fill('[name="title"]', 'Once again')
  await page.getByLabel('Title of a new series').fill('Repetitions')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.locator('[name="series_id"] option:checked').innerText())
    .toBe('Repetitions')
  await sheet.getByText('Title, cover and tags').click()
  await expect.poll(() => sheet.locator('.post-list h2').innerText()).toBe('Once again')

  await sheet.getByText('At a time').click()
  await expect.poll(() => sheet.getByRole('button', { name: 'Schedule' }).count()).toBe(1)
  await sheet.getByText('Now', { exact: true }).click()
  await page.keyboard.press('Control+Enter')
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await sheet.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  expect(await stored(person, tab.id)).toMatchObject({ status: 'draft', title: 'Once again' })

  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.write-sheet [name="title"]').count()).toBe(1)
  await tab.act('submit')
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.getByRole('button', { name: 'Publish right away' }).click()
  await expect.poll(() => page.inputValue('#publish-link')).toBe(`${site}/posts/${tab.id}`)
  await sheet.locator('svg path').first().waitFor({ state: 'attached' })
  await expectAccessible(page)
  expect((await stored(person, tab.id)).status).toBe('approved')
})
