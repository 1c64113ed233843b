import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { newBrowserOf, open, site, textsOf } from './support/browser.ts'
import { composer, person, post, say } from './support/community.ts'
import { openOffice } from './support/office.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())
const dialogs = (page: Page) => page.locator('dialog.keys').count()

test('J and K move through lists and comments, N writes, G H and G M go to other pages', async () => {
  const author = await person()
  const ids = [await post(author, { title: 'One' }), await post(author, { title: 'Two' })]
  for (const words of ['First words', 'Second words']) await say(author, ids[0] ?? 0, words)
  const page = await open(author, `/posts?author=${author.uid}`)
  const press = (keys: string) => page.keyboard.type(keys)
  await press('j')
  await expect.poll(() => focused(page)).toBe('Two')
  await press('j')
  await expect.poll(() => focused(page)).toBe('One')
  await press('k')
  await expect.poll(() => focused(page)).toBe('Two')
  await press('jj')
  await expect.poll(() => focused(page)).toBe('One')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site}/posts/${ids[0]}`)
  await press('j')
  await expect.poll(() => focused(page)).toContain('Second words')
  await press('j')
  await expect.poll(() => focused(page)).toContain('First words')
  await press('gm')
  await page.waitForURL(`${site}/messages`)
  // The second key alone does nothing.
  await press('hgh')
  await page.waitForURL(`${site}/`)
  await press('n')
  await page.waitForURL(`${site}/studio/write`)
})

test('shortcuts do nothing while the user types, with modifiers, during IME composition and in dialogs', async () => {
  const me = await person()
  const page = await open(me, `/posts/${await post(me)}`)
  const field = composer(page).locator('textarea')
  await field.focus()
  await page.keyboard.type('?jngm')
  await expect.poll(() => field.inputValue()).toBe('?jngm')
  await field.fill('')
  await page.locator('h1').click()
  for (const init of [
    { key: 'n', ctrlKey: true },
    { key: 'n', altKey: true },
    { key: 'n', metaKey: true },
  ])
    await page.evaluate(
      (facts) =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { ...facts, bubbles: true })),
      init,
    )
  const composed = { key: 'n', isComposing: true, bubbles: true }
  await page.evaluate(
    (facts) => document.body.dispatchEvent(new KeyboardEvent('keydown', facts)),
    composed,
  )
  await page.keyboard.type('?')
  await page.locator('dialog.keys').waitFor()
  await page.keyboard.type('n?')
  await expect.poll(() => dialogs(page)).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs(page)).toBe(0)
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/posts\//)
})

test('“?” lists the shortcuts by page, where all of them can be turned off and on again; visitors load the code of the shortcuts with the first key', async () => {
  const page = await (await newBrowserOf(null)).newPage()
  const scripts: string[] = []
  page.on(
    'request',
    (request) => request.resourceType() === 'script' && scripts.push(request.url()),
  )
  await page.goto(`${site}/posts`)
  await page.keyboard.type('x')
  expect(scripts).toHaveLength(1)
  await page.keyboard.type('?')
  await expect
    .poll(() => textsOf(page, 'dialog.keys h3'))
    .toEqual(['Every page', 'Lists and comments', 'Write page'])
  await expectAccessible(page)
  await page.getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  for (let visit = 0; visit < 2; visit++) {
    await page.keyboard.type('?/j')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await expect.poll(() => dialogs(page)).toBe(0)
    await page.reload()
  }
  // A visitor without shortcuts opens the list with the button in the footer.
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.getByLabel('Use single-key shortcuts').check()
  await page.keyboard.press('Escape')
  await page.locator('h1').first().click()
  await page.keyboard.type('/')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
    .toBe('search')
})

test('“?” on the review page begins with the keys of its buttons', async () => {
  const office = await openOffice()
  await office.submitted('For the keys', 'Another one')
  const page = await open(office.reviewer, '/admin/posts')
  await page.keyboard.type('?')
  await expect.poll(async () => (await textsOf(page, 'dialog.keys h3'))[0]).toBe('This page')
  const own = page.locator('dialog.keys section').first()
  await expect
    .poll(() => own.locator('kbd').allTextContents())
    .toEqual(expect.arrayContaining(['A', 'R']))
  await expect
    .poll(() => own.locator('dd').allTextContents())
    .toEqual(expect.arrayContaining(['Approve']))
  // The page has its own J and K.
  await expect.poll(() => page.locator('dialog.keys kbd', { hasText: /^J$/ }).count()).toBe(1)
  await office.tidy()
})
