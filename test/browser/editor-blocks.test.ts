import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessible.ts'
import { browserOf, site } from './support/browser.ts'
import { post } from './support/community.ts'
import { IMAGE } from './support/images.ts'
import { author, begun, editing, type Post, stored, WritePage } from './support/writing.ts'

test('formulas are typed, asked for in a dialog, edited, previewed and read as MathML', async () => {
  const { person, tab } = await begun('Formulas')
  const { keyboard } = tab.page
  await keyboard.insertText('It costs $5-')
  await keyboard.type('$10. Energy is $E=mc^2$ everywhere.')
  await tab.page.locator('.ProseMirror span.formula math msup').waitFor()
  await keyboard.press('Enter')
  await keyboard.type('$$y_1$$')
  await tab.page.locator('.ProseMirror div.formula msub').waitFor()
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
    'It costs $5-$10. Energy is <span data-tex="E=mc^2">E=mc^2</span> everywhere.</p><div data-tex="y_1">y_1</div><div data-tex="\\sqrt{x}">',
  )

  await tab.reload()
  await tab.page.locator('.ProseMirror div.formula msqrt').waitFor()
  await tab.publish()
  await tab.page.waitForURL(`${site}/posts/*`, { waitUntil: 'commit' })
  await tab.page.locator('.prose div.formula msqrt').waitFor()
  const loadedFonts = () =>
    tab.page.evaluate(() =>
      [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family }) => family.replaceAll('"', '')),
    )
  await expect.poll(loadedFonts).toEqual(['Joule Math'])
  expect(
    ((await (await fetch(`${site}/api/posts/${tab.page.url().split('/').at(-1)}`)).json()) as Post)
      .body,
  ).toBe(body)
})

test('a pasted link to a video becomes a card, whose frame is loaded only after a press', async () => {
  const { context, person, tab } = await begun('A video')
  await tab.pasteText('https://youtu.be/dQw4w9WgXcQ')
  await tab.page.locator('.ProseMirror .embed', { hasText: 'YouTube' }).waitFor()
  await tab.page.getByPlaceholder('Title (optional)').fill('The film')
  await tab.state('saved')
  expect((await stored(person, tab.id)).body).toMatch(
    /^<p><a href="https:\/\/youtu\.be\/dQw4w9WgXcQ" data-embed="youtube"/,
  )
  const asked: string[] = []
  await context.route(/youtube/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<p>the video</p>' })
  })
  await tab.publish()
  await tab.page.waitForURL(`${site}/posts/*`)
  expect(asked).toEqual([])
  await tab.page.locator('.embed').getByRole('button', { name: 'Load here' }).click()
  await tab.page.frameLocator('.embed iframe').getByText('the video').waitFor()
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'])
  const attributes = await tab.page.locator('.embed iframe').evaluate((frame) => frame.outerHTML)
  expect(attributes).toContain('sandbox="allow-scripts allow-same-origin"')
  expect(attributes).toContain('referrerpolicy="strict-origin"')
  expect(attributes).toContain('title="YouTube: The film"')
})

test('a footnote is written in a dialog, edited by a press, and links to its reference for readers', async () => {
  const { person, tab, page } = await begun('Footnotes')
  await page.keyboard.type('Energy is mass.')
  await page.click('[data-tool="footnote"]')
  await page.keyboard.type('See **Einstein** and')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type(' More')
  await page.locator('.ProseMirror > p > .footnote').click()
  const dialog = page.locator('#footnote-dialog')
  await expect.poll(() => dialog.locator('strong').innerText()).toBe('Einstein')
  await page.keyboard.type(' others')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await tab.state('saved')
  const body =
    '<p>Energy is mass.<sup data-note="1">1</sup> More</p><ol data-type="footnotes"><li><p>See <strong>Einstein</strong> and others</p></li></ol>'
  expect((await stored(person, tab.id)).body).toBe(body)
  await tab.reload()
  await tab.publish()
  await page.waitForURL(`${site}/posts/*`, { waitUntil: 'commit' })
  await page.locator('[role="doc-noteref"]').click()
  await expect
    .poll(() => page.locator('li:target').innerText())
    .toContain('See Einstein and others')
  await page.locator('[role="doc-backlink"]').click()
  await expect.poll(() => page.locator('a:target').innerText()).toBe('1')
})

test('images get captions and widths, and stand side by side', async () => {
  const { person, tab, page } = await begun('Figures')
  await tab.pastePicture(40, 20)
  const frames = page.locator('.ProseMirror .image-frame')
  await frames.waitFor()
  await page.keyboard.press('Control+End')
  await tab.pastePicture(20, 20)
  await expect.poll(() => frames.count()).toBe(2)
  const tool = (name: string) => frames.last().getByRole('button', { name })
  await tool('Beside the image above').click()
  await page.locator('.ProseMirror figure .image-frame + .image-frame').waitFor()
  await tool('Caption').click()
  await page.keyboard.type('Two images')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Text below')
  await frames.last().getByRole('combobox', { name: 'Image width' }).selectOption('wide')
  await tab.state('saved')
  expect((await stored(person, tab.id)).body.replace(/<img [^>]*>/g, '<img>')).toMatch(
    /^<figure class="wide"><img><img><figcaption>Two images<\/figcaption><\/figure><p>Text below<\/p>/,
  )
  await tool('Caption').click()
  await frames.first().getByRole('combobox').selectOption('Normal')
  await tool('Remove image').click()
  await expect.poll(() => page.locator('.ProseMirror figure').count()).toBe(0)
  expect(await frames.count()).toBe(1)
})

test('a slash opens a menu of all blocks, filtered in both languages, that works without a pointer', async () => {
  const person = await author()
  const context = await browserOf(person, { viewport: { width: 390, height: 800 } })
  await post(person, {
    title: 'Report',
    body: '<h2>Findings</h2>',
    tags: ['Template'],
    draft: true,
  })
  const tab = await WritePage.open(context)
  const { page } = tab
  const { keyboard } = page
  const options = page.locator('#slash-menu [role="option"]')
  await page.locator('.ProseMirror').focus()
  await keyboard.type('/')
  await expect.poll(() => options.count()).toBe(18)
  await expectAccessible(page)
  await keyboard.type('提示')
  await expect.poll(() => options.allInnerTexts()).toEqual(['Callout'])
  await keyboard.press('Enter')
  await keyboard.type('Careful')
  await page.getByRole('combobox', { name: 'Kind of callout' }).selectOption('Warning')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await keyboard.type('/toggle')
  await keyboard.press('Enter')
  await keyboard.type('More')
  await keyboard.press('Enter')
  await keyboard.type('inside')
  await keyboard.press('Enter')
  await keyboard.type('1/2 /heading')
  await expect.poll(() => options.count()).toBe(3)
  await keyboard.press('Escape')
  await keyboard.type('s')
  expect(await options.first().isVisible()).toBe(false)
  await keyboard.press('Control+a')
  await keyboard.press('Control+End')
  // On a phone, the button opens a sheet with the image first, and writes no slash.
  await page.click('[data-tool="insert"]')
  const sheet = page.locator('#insert-sheet')
  await expect.poll(() => sheet.getByRole('button').first().innerText()).toBe('Image')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.locator('.ProseMirror').innerText()).not.toMatch(/\/$/)
  await page.click('[data-tool="insert"]')
  await sheet.getByRole('button', { name: 'Template' }).click()
  await options.getByText('Report').click()
  await page.locator('.ProseMirror h2', { hasText: 'Findings' }).waitFor()
  await tab.state('saved')
  expect((await stored(person, tab.id)).body).toBe(
    '<blockquote data-type="warning"><p>Careful</p></blockquote><details><summary>More</summary><p>inside</p><p>1/2 /headings</p></details><h2>Findings</h2>',
  )
})

test('the Markdown source is edited in place of the text, and matches are found and replaced', async () => {
  const { person, tab, page } = await begun('Source')
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

test('the link dialog links the selection, refuses an invalid address, changes the link and removes it, and inserts a link with its own text', async () => {
  const { person, id, tab } = await editing({ body: '<p>Ohm explains it</p>', draft: true })
  const { page } = tab
  const dialog = page.locator('#link-dialog[open]')
  const body = async () => (await stored(person, id)).body
  const ask = () => page.keyboard.press('ControlOrMeta+k')
  await tab.write('')
  await page.keyboard.press('ControlOrMeta+a')
  await ask()
  await expect.poll(() => dialog.locator('[name="words"]').isVisible()).toBe(false)
  await dialog.locator('[name="address"]').fill('not an address')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a URL, an e-mail address').waitFor()
  await dialog.locator('[name="address"]').fill('ohm.example/law')
  await page.keyboard.press('Enter')
  await tab.state('saved')
  await expect.poll(body).toContain('<a href="https://ohm.example/law"')

  await page.keyboard.press('ControlOrMeta+a')
  await ask()
  await expect
    .poll(() => dialog.locator('[name="address"]').inputValue())
    .toBe('https://ohm.example/law')
  await dialog.getByRole('button', { name: 'Remove link' }).click()
  await tab.write(' and ')
  await ask()
  await dialog.locator('[name="address"]').fill('/posts')
  await dialog.locator('[name="words"]').fill('more')
  await page.keyboard.press('Enter')
  await expect.poll(() => tab.text()).toContain('Ohm explains it and more')
  await tab.state('saved')
  await expect.poll(body).toMatch(/<p>Ohm explains it and <a href="\/posts"[^>]*>more<\/a>/)
})

test('a cover is uploaded, shown, saved and removed, and the words of the post are counted', async () => {
  const { person, id, tab } = await editing({ body: '<p>One two</p>', draft: true })
  const { page } = tab
  const cover = async () =>
    ((await stored(person, id)) as unknown as { cover_url: string | null }).cover_url
  await expect.poll(() => page.textContent('[data-word-count]')).toBe('2 words · 1 min read')
  await tab.write(' three')
  await expect.poll(() => page.textContent('[data-word-count]')).toBe('3 words · 1 min read')
  await page.setInputFiles('.cover-field input[type="file"]', IMAGE)
  await page.locator('.cover-preview img').waitFor()
  await page.getByRole('button', { name: 'Change' }).waitFor()
  await tab.state('saved')
  await expect.poll(cover).toMatch(/^\/images\//)
  await page.getByRole('button', { name: 'Remove cover' }).click()
  await expect.poll(() => page.locator('.cover-preview').isVisible()).toBe(false)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent?.trim()))
    .toBe('Choose an image…')
  await tab.state('saved')
  await expect.poll(cover).toBeNull()
})
