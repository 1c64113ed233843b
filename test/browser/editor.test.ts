// @module-tag long
import { expect, test } from 'vitest'
import { checkState } from './support/accessible.ts'
import { site, tabIn } from './support/browser.ts'
import { post } from './support/community.ts'
import { IMAGE } from './support/images.ts'
import { editing, newcomer, type Post, stored, WritePage } from './support/writing.ts'

test('a post is written, saved automatically, restored after a reload, and published', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  const { keyboard } = tab.page
  // The test types with keys only where a rule of the editor reads them.
  await tab.page.locator('[name="title"]').focus()
  await keyboard.insertText('A post with everything')
  await keyboard.press('Enter')
  await keyboard.type('## ')
  await keyboard.insertText('A heading')
  await keyboard.press('Enter')
  await keyboard.insertText('Some words, ')
  await keyboard.type('**bold**')
  await keyboard.insertText(' ones too.')
  await keyboard.type('\n- ')
  await keyboard.insertText('one')
  await keyboard.press('Enter')
  await keyboard.insertText('two')
  await keyboard.type('\n\n[ ] ')
  await keyboard.insertText('to do')
  await keyboard.type('\n\n```ts ')
  await keyboard.insertText('const answer: number = 42')
  await keyboard.press('ArrowDown')
  await tab.page.click('[data-tool="table"]')
  await keyboard.insertText('first')
  await tab.page.click('[data-table-tool="columnRight"]')
  for (const name of ['second', 'third', 'fourth']) {
    await keyboard.press('Tab')
    await keyboard.insertText(name)
  }
  await checkState(tab.page)
  await tab.page.locator('.ProseMirror > p').last().click()
  await tab.pastePicture(2600, 65)
  await tab.page.locator('.image-frame').waitFor()
  await checkState(tab.page)
  await tab.page.fill('.image-alt', 'Half of it is orange')
  await tab.page.fill('#tags', 'Writing')
  await keyboard.press('Enter')
  await tab.page.fill('[name="canonical_url"]', 'https://old.example/hello')
  await tab.state('saved')

  await tab.reload()
  await expect.poll(() => tab.title()).toBe('A post with everything')
  await expect
    .poll(() => tab.page.inputValue('[name="canonical_url"]'))
    .toBe('https://old.example/hello')
  await tab.page.locator('.hljs-keyword').waitFor()
  await expect.poll(() => tab.page.locator('.ProseMirror th').count()).toBe(4)
  const draft = await stored(person, tab.id)
  expect(draft).toMatchObject({
    status: 'draft',
    title: 'A post with everything',
    canonical_url: 'https://old.example/hello',
  })
  expect(draft.body).toMatch(
    /^<h2>A heading<\/h2><p>Some words, <strong>bold<\/strong> ones too\.<\/p><ul><li><p>one/,
  )
  expect(draft.body).toContain(
    '<ul data-type="taskList"><li data-checked="false"><p>to do</p></li></ul>',
  )
  expect(draft.body).toContain(
    '<pre><code class="language-ts">const answer: number = 42</code></pre>',
  )
  // The image was scaled down before the upload.
  expect(draft.body).toMatch(
    /<img src="\/images\/[\w-]+\.webp" alt="Half of it is orange" width="2048" height="51"/,
  )

  await tab.publish()
  await tab.page.waitForURL(`${site}/posts/${draft.id}`, { waitUntil: 'commit' })
  const published = (await (await fetch(`${site}/api/posts/${draft.id}`)).json()) as Post
  expect([published.status, published.body]).toEqual(['approved', draft.body])
})

test('changes of a published post stay local until they are saved, and can be previewed and discarded', async () => {
  const { context, person, id, tab } = await editing({
    title: 'Public',
    body: '<p>As it was.</p><figure><img src="/images/AAAAAAAAAAAAAAAAAAAAAA.png" alt=""><figcaption>A caption</figcaption></figure>',
  })
  const writes: string[] = []
  tab.page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/studio/'))
      writes.push(request.url())
  })
  await tab.page.fill('[name="title"]', 'Public, and better')
  // This state has no timer that saves: test/client/editor/saving.
  await tab.state('kept')
  const [preview] = await Promise.all([context.waitForEvent('page'), tab.act('preview')])
  await preview.locator('h1', { hasText: 'Public, and better' }).waitFor()
  await expect.poll(() => preview.locator('.prose').innerText()).toContain('As it was.')
  await preview.close()
  expect([(await stored(person, id)).version, writes]).toEqual([1, []])

  await tab.reload()
  await expect.poll(() => tab.title()).toBe('Public, and better')
  await tab.notice('Discard')
  await tab.page.locator('dialog[open]').getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => tab.title()).toBe('Public')
  await tab.ready()
  expect([await tab.notices(), await tab.title()]).toEqual([[], 'Public'])
  await tab.page.fill('[name="title"]', 'Public, and better')
  await tab.act('save')
  await tab.state('saved')
  const saved = await stored(person, id)
  expect([saved.title, saved.status, saved.version]).toEqual(['Public, and better', 'approved', 2])
  // Formats without a toolbar button are preserved.
  expect(saved.body).toContain('<figcaption>A caption</figcaption></figure>')
})

test('errors are shown beside their fields until they are corrected, pasted Markdown becomes rich text that undo turns back, and a paste from Word gives lists and a message about images', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  await tab.act('submit')
  await tab.page.locator('#title-error', { hasText: 'fill this in' }).waitFor()
  // The error mark goes away while the user corrects the field.
  const bodyError = tab.page.locator('[data-error-for="body"]')
  await expect.poll(() => bodyError.isVisible()).toBe(true)
  await tab.page.locator('.ProseMirror').pressSequentially('x')
  await expect.poll(() => bodyError.isVisible()).toBe(false)
  await expect.poll(() => tab.page.locator('#title-error').isVisible()).toBe(true)
  await tab.page.keyboard.press('Backspace')
  await tab.page.fill('[name="title"]', 'x'.repeat(121))
  await tab.write('text')
  await tab.state('refused')
  await expect.poll(() => tab.page.locator('#title-error').innerText()).toContain('120')
  await tab.page.fill('[name="title"]', 'short enough')
  await tab.state('saved')
  await expect.poll(() => tab.page.locator('#title-error').isHidden()).toBe(true)
  await expect.poll(async () => (await stored(person, tab.id)).title).toBe('short enough')

  await tab.page.fill('[name="canonical_url"]', 'old.example/hello')
  await tab.state('refused')
  await tab.page.locator('#canonical_url-error', { hasText: 'starts with https://' }).waitFor()
  await tab.page.fill('[name="canonical_url"]', 'https://old.example/hello')
  await tab.state('saved')
  await expect.poll(() => tab.page.locator('#canonical_url-error').isVisible()).toBe(false)
  expect(await stored(person, tab.id)).toMatchObject({ canonical_url: 'https://old.example/hello' })
  await tab.page.fill('[name="canonical_url"]', '')
  await tab.state('saved')
  expect((await stored(person, tab.id)).canonical_url).toBeNull()

  await tab.page.locator('.ProseMirror').focus()
  await tab.page.keyboard.press('Control+a')
  await tab.page.keyboard.press('Delete')
  await tab.pasteText('# Title\n\nA **bold** word\n\n- [x] done\n')
  await tab.page.locator('.ProseMirror h2', { hasText: 'Title' }).waitFor()
  await expect.poll(() => tab.page.locator('.ProseMirror li input:checked').count()).toBe(1)
  await tab.page.keyboard.press('Control+z')
  await expect.poll(() => tab.text()).toContain('A **bold** word')

  await tab.page.keyboard.press('Control+a')
  await tab.page.keyboard.press('Delete')
  const item = (level: number, marker: string, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span>&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`
  const pictures =
    '<p><img src="file:///C:/Temp/clip.png"></p><figure><img src="file:///C:/Temp/other.png"></figure>'
  await tab.pasteHtml(
    `<h1>Plan</h1>${item(1, '·', 'one')}${item(2, 'o', 'within')}${item(1, '·', 'two')}<p>Then</p>${item(1, '1.', 'first')}${pictures}`,
  )
  await tab.page.locator('.toast', { hasText: '2 images could not be pasted' }).waitFor()
  await expect
    .poll(() => tab.page.locator('.ProseMirror').innerHTML())
    .toContain(
      '<ul><li><p>one</p><ul><li><p>within</p></li></ul></li><li><p>two</p></li></ul><p>Then</p><ol><li><p>first</p></li></ol>',
    )
  await expect
    .poll(() => tab.page.locator('.ProseMirror :is(figure, .image-frame)').count())
    .toBe(0)
})

test('on a small screen nothing is cut off, and no other page loads the editor', async () => {
  const { context, person } = await newcomer({ viewport: { width: 360, height: 740 } })
  const id = await post(person, { title: 'Public', body: '<p>Words.</p>' })
  const page = await tabIn(context)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await page.goto(`${site}/posts/${id}`)
  // The whole date is inside the visible area.
  await expect.poll(() => page.evaluate(hasWholeTimes)).toBe(true)
  const ofEditor = /\/build\/editor-/
  expect(scripts.filter((url) => ofEditor.test(url))).toEqual([])
  for (const path of [
    '/studio',
    '/studio/posts',
    '/studio/drafts',
    '/studio/analytics',
    '/posts',
  ]) {
    expect(await (await context.request.get(site + path)).text(), path).not.toMatch(ofEditor)
  }

  await page.goto(`${site}/studio/write?id=${id}`)
  await page.locator('.ProseMirror').waitFor()
  expect(scripts.filter((url) => ofEditor.test(url))).not.toEqual([])
  await expect.poll(() => width()).toBe(360)
  await page.fill('[name="title"]', 'Public, and better')
  await page.locator('[data-state="kept"]').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.querySelector('.write-bar')?.clientHeight))
    .toBeLessThan(160)
  for (const tool of ['link', 'bulletList', 'image'])
    await page.locator(`[data-tool="${tool}"]`).click({ trial: true })
  await page.click('[data-tool="more"]')
  await page.locator('[data-tool="horizontalRule"]').click()
  await page.locator('.ProseMirror hr').waitFor()
})

function hasWholeTimes(): boolean {
  const right = document.querySelector('.post-times')?.getBoundingClientRect().right ?? 0
  const times = [...document.querySelectorAll('.post-times time')]
  return times.length > 0 && times.every((time) => time.getBoundingClientRect().right <= right)
}

test('the editor says that readers see a link in place of an external image, and replaces the image by an uploaded copy', async () => {
  const { context, person } = await newcomer()
  const requested: string[] = []
  context.on('request', (request) => requested.push(request.url()))
  const tab = await WritePage.open(context)
  await tab.page.fill('[name="title"]', 'Seen elsewhere')
  await tab.page.locator('.ProseMirror').click()
  await tab.pasteHtml(
    `<p>Look</p><img src="https://images.example/a.png" alt="A cat"><img src="${site}/images/own.webp" alt="Own">`,
  )
  const note = tab.page.locator('.image-frame .upload:visible')
  await note.getByText('Readers see a link').waitFor()
  await expect.poll(() => note.count()).toBe(1)
  await expect
    .poll(() => note.locator('a').getAttribute('href'))
    .toBe('https://images.example/a.png')
  await tab.state('saved')
  const before = await stored(person, tab.id)
  expect(before.body).toContain('<img src="https://images.example/a.png" alt="A cat"')
  expect(before.body).toContain('<img src="/images/own.webp" alt="Own"')

  const preview = await tabIn(context)
  await preview.goto(`${site}/studio/preview/${tab.id}`)
  await expect.poll(() => preview.locator('.prose a.image-link').textContent()).toBe('A cat')

  await note.locator('input[type="file"]').setInputFiles(IMAGE)
  await expect.poll(() => note.count()).toBe(0)
  await tab.state('saved')
  await expect
    .poll(async () => (await stored(person, tab.id)).body)
    .toMatch(/<img src="\/images\/[\w-]+\.\w+" alt="A cat"/)
  expect(requested.filter((url) => url.includes('images.example'))).toEqual([])
})
