import { expect, test } from 'vitest'
import { site } from './support/browser.ts'
import { newcomer, type Post, stored, WritePage } from './support/writing.ts'

test('formulas are typed, asked for in a dialog, edited, previewed and read as MathML', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  await tab.page.fill('[name="title"]', 'Formulas')
  await tab.page.locator('.ProseMirror').focus()
  const { keyboard } = tab.page
  await keyboard.insertText('It costs $5-')
  await keyboard.type('$10. Energy is $E=mc^2$ everywhere.')
  await tab.page.locator('.ProseMirror span.formula math msup').waitFor()
  await keyboard.press('Enter')
  await keyboard.type('$$ ')
  const dialog = tab.page.locator('#formula-dialog')
  await dialog.locator('textarea').fill('\\frac{1}{x')
  await dialog.locator('output code').waitFor()
  await dialog.locator('textarea').fill('\\frac{1}{x}')
  await dialog.locator('output mfrac').waitFor()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await tab.page.locator('.ProseMirror div.formula mfrac').click()
  await dialog.locator('textarea').fill('\\sqrt{x}')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await tab.page.locator('.ProseMirror div.formula msqrt').waitFor()
  await tab.state('saved')
  const { body } = await stored(person, tab.id)
  expect(body).toContain(
    'It costs $5-$10. Energy is <span data-tex="E=mc^2">E=mc^2</span> everywhere.</p><div data-tex="\\sqrt{x}">',
  )

  await tab.reload()
  await tab.page.locator('.ProseMirror div.formula msqrt').waitFor()
  await tab.act('submit')
  await tab.page.waitForURL(`${site}/posts/*`, { waitUntil: 'commit' })
  await tab.page.locator('.prose div.formula msqrt').waitFor()
  expect(((await (await fetch(`${site}/api/posts/${tab.page.url().split('/').at(-1)}`)).json()) as Post).body).toBe(
    body,
  )
})

test('a pasted link to a video becomes a card, whose frame is loaded only after a press', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  await tab.page.fill('[name="title"]', 'A video')
  await tab.page.locator('.ProseMirror').focus()
  await tab.pasteText('https://youtu.be/dQw4w9WgXcQ')
  await tab.page.locator('.ProseMirror .embed', { hasText: 'YouTube' }).waitFor()
  await tab.state('saved')
  expect((await stored(person, tab.id)).body).toMatch(
    /^<p><a href="https:\/\/youtu\.be\/dQw4w9WgXcQ" data-embed="youtube"/,
  )
  const asked: string[] = []
  await context.route(/youtube/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<p>the video</p>' })
  })
  await tab.act('submit')
  await tab.page.waitForURL(`${site}/posts/*`)
  expect(asked).toEqual([])
  await tab.page.locator('.embed').getByRole('button', { name: 'Load here' }).click()
  await tab.page.frameLocator('.embed iframe').getByText('the video').waitFor()
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'])
  const attributes = await tab.page.locator('.embed iframe').evaluate((frame) => frame.outerHTML)
  expect(attributes).toContain('sandbox="allow-scripts allow-same-origin"')
  expect(attributes).toContain('referrerpolicy="strict-origin"')
})

test('the Markdown source is edited in place of the text, and matches are found and replaced', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  const { page } = tab
  await page.fill('[name="title"]', 'Source')
  await page.locator('.ProseMirror').focus()
  await page.keyboard.insertText('one two one')
  await page.click('[data-tool="markdown"]')
  const source = page.getByRole('textbox', { name: 'Markdown source' })
  await expect.poll(() => source.inputValue()).toBe('one two one')
  await source.fill('## A heading\n\none **two** one with $x^2$\n\n> [a link](https://a.example/)')
  await page.click('[data-tool="markdown"]')
  await page.locator('.ProseMirror h2', { hasText: 'A heading' }).waitFor()
  await page.locator('.ProseMirror .formula msup').waitFor()
  await page.click('[data-tool="find"]')
  await page.fill('#find-bar [name="find"]', 'ONE')
  await expect.poll(() => page.locator('.ProseMirror .found').count()).toBe(2)
  await page.fill('#find-bar [name="replace"]', '1')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect.poll(() => page.locator('#find-bar output').innerText()).toBe('2 matches replaced')
  await tab.state('saved')
  const { body } = await stored(person, tab.id)
  expect(body).toContain(
    '<h2>A heading</h2><p>1 <strong>two</strong> 1 with <span data-tex="x^2">x^2</span></p><blockquote>',
  )
})
