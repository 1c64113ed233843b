import { expect, test } from 'vitest'
import { hindrances } from './support/accessible.ts'
import { browserOf, type Look } from './support/browser.ts'
import { call, type Person, signIn } from './support/people.ts'
import { site } from './support/site.ts'
import { author, WritePage } from './support/writing.ts'

interface Post {
  id: number
  title: string
  body: string
  status: string
  version: number
}

async function newcomer(look: Look = {}) {
  const person = await author()
  return { context: await browserOf(person, look), person }
}

const stored = async (person: Person, id: number) => (await call(person, 'GET', `/api/studio/posts/${id}`)) as Post

test('a post is written, saves itself, is there after a reload, and is published', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  const { keyboard } = tab.page
  await tab.page.locator('[name="title"]').focus()
  await keyboard.type('A post with everything')
  await keyboard.press('Enter')
  await keyboard.type('## A heading\nSome words, **bold** ones too.\n')
  await keyboard.type('- one\ntwo\n\n')
  await keyboard.type('[ ] to do\n\n')
  await keyboard.type('```ts ')
  await keyboard.type('const answer: number = 42')
  await keyboard.press('ArrowDown')
  await tab.page.click('[data-tool="table"]')
  await keyboard.type('first')
  await tab.page.click('[data-table-tool="columnRight"]')
  for (const name of ['second', 'third', 'fourth']) {
    await keyboard.press('Tab')
    await keyboard.type(name)
  }
  await tab.page.locator('.ProseMirror > p').last().click()
  await tab.pastePicture(3000, 300)
  await tab.page.locator('.image-frame').waitFor()
  await tab.page.fill('.image-alt', 'Half of it is orange')
  await tab.page.fill('#tags', 'Writing')
  await keyboard.press('Enter')
  await tab.state('saved')
  expect(await hindrances(tab.page)).toEqual([])

  await tab.reload()
  expect(await tab.title()).toBe('A post with everything')
  await tab.page.locator('.hljs-keyword').waitFor()
  expect(await tab.page.locator('.ProseMirror th').count()).toBe(4)
  const draft = await stored(person, tab.id)
  expect([draft.status, draft.title]).toEqual(['draft', 'A post with everything'])
  expect(draft.body).toMatch(/^<h2>A heading<\/h2><p>Some words, <strong>bold<\/strong> ones too\.<\/p><ul><li><p>one/)
  expect(draft.body).toContain('<ul data-type="taskList"><li data-checked="false"><p>to do</p></li></ul>')
  expect(draft.body).toContain('<pre><code class="language-ts">const answer: number = 42</code></pre>')
  // Scaled down before it was sent.
  expect(draft.body).toMatch(/<img src="\/images\/[\w-]+\.webp" alt="Half of it is orange" width="2560" height="256"/)

  await tab.act('submit')
  await tab.page.waitForURL(`${site}/posts/${draft.id}`)
  const published = (await (await fetch(`${site}/api/posts/${draft.id}`)).json()) as Post
  expect([published.status, published.body]).toEqual(['approved', draft.body])
})

test('what a killed page had not saved yet is offered again, and goes to the server', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  await context.setOffline(true)
  await tab.page.fill('[name="title"]', 'Almost lost')
  await tab.write('Nobody but this browser knows these words.')
  await tab.state('offline')
  await tab.page.close()
  await context.setOffline(false)

  const next = await WritePage.open(context)
  await next.notice('Open it')
  await next.page.waitForFunction(() => document.querySelector('.ProseMirror')?.textContent?.includes('Nobody but'))
  expect(await next.title()).toBe('Almost lost')
  await next.state('saved')
  const { items } = (await call(person, 'GET', '/api/studio/posts')) as { items: Post[] }
  expect(items.map(({ title }) => title)).toEqual(['Almost lost'])
})

test('a reload in the middle of a sentence loses nothing', async () => {
  const { context } = await newcomer()
  const tab = await WritePage.open(context)
  await tab.page.fill('[name="title"]', 'Begun')
  await tab.write('In the middle of a')
  await tab.reload()
  expect(await tab.title()).toBe('Begun')
  expect(await tab.text()).toContain('In the middle of a')
  await tab.state('saved')
})

test('two tabs on one draft are told apart, and either text can be kept', async () => {
  const { context, person } = await newcomer()
  const { id } = (await call(person, 'POST', '/api/studio/posts', { title: 'Shared', draft: true })) as Post
  const [one, two] = [
    await WritePage.open(context, `/studio/write?id=${id}`),
    await WritePage.open(context, `/studio/write?id=${id}`),
  ]
  await one.page.bringToFront()
  await one.write('From the first tab.')
  await one.state('saved')
  await two.page.bringToFront()
  await two.write('From the second tab.')
  await two.state('conflict')
  expect((await stored(person, id)).body).toBe('<p>From the first tab.</p>')
  await two.notice('Keep mine as the new version')
  await two.state('saved')
  expect((await stored(person, id)).body).toBe('<p>From the second tab.</p>')

  await one.page.bringToFront()
  await one.write(' More of it.')
  await one.state('conflict')
  await one.notice('Load the other one')
  await one.page.waitForFunction(() => document.querySelector('.ProseMirror')?.textContent === 'From the second tab.')
  // What was set aside is not lost.
  await one.notice('Open it')
  await one.page.waitForFunction(() => document.querySelector('.ProseMirror')?.textContent?.includes('More of it.'))
  await one.state('saved')
  expect((await stored(person, id)).body).toBe('<p>From the first tab. More of it.</p>')
})

test('a session that ends while writing keeps everything until its author is back', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  await tab.page.fill('[name="title"]', 'Long thoughts')
  await tab.state('saved')
  await context.clearCookies()
  await tab.write('Written after the session had ended.')
  await tab.state('signedOut')
  expect(await tab.page.locator('.write-notices a').getAttribute('href')).toBe(
    `/login?next=${encodeURIComponent(`/studio/write?id=${tab.id}`)}`,
  )
  await tab.kept()
  await signIn(context, person)
  await tab.reload()
  expect(await tab.text()).toContain('Written after the session had ended.')
  await tab.state('saved')
})

test('changes of a published post stay here until they are saved, and can be looked at before', async () => {
  const { context, person } = await newcomer()
  const { id } = (await call(person, 'POST', '/api/studio/posts', {
    title: 'Public',
    body: '<p>As it was.</p><figure><img src="/images/AAAAAAAAAAAAAAAAAAAAAA.png" alt=""><figcaption>A caption</figcaption></figure>',
  })) as Post
  const tab = await WritePage.open(context, `/studio/write?id=${id}`)
  await tab.page.fill('[name="title"]', 'Public, and better')
  await tab.state('kept')
  await tab.page.waitForTimeout(2500)
  expect((await stored(person, id)).version).toBe(1)
  const [preview] = await Promise.all([context.waitForEvent('page'), tab.act('preview')])
  await preview.locator('h1', { hasText: 'Public, and better' }).waitFor()
  expect(await preview.locator('.prose').innerText()).toContain('As it was.')
  await preview.close()

  await tab.reload()
  expect(await tab.title()).toBe('Public, and better')
  await tab.act('save')
  await tab.state('saved')
  const saved = await stored(person, id)
  expect([saved.title, saved.status, saved.version]).toEqual(['Public, and better', 'approved', 2])
  // What the editor has no button for is still there.
  expect(saved.body).toContain('<figcaption>A caption</figcaption></figure>')
})

test('Markdown becomes rich text, and undo brings the plain text back', async () => {
  const { context } = await newcomer()
  const tab = await WritePage.open(context)
  await tab.page.locator('.ProseMirror').focus()
  await tab.pasteText('# Title\n\nA **bold** word\n\n- [x] done\n')
  await tab.page.locator('.ProseMirror h2', { hasText: 'Title' }).waitFor()
  expect(await tab.page.locator('.ProseMirror li input:checked').count()).toBe(1)
  await tab.page.keyboard.press('Control+z')
  expect(await tab.text()).toContain('A **bold** word')
})

test('what is wrong is said beside the field, and nothing is sent for review', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  await tab.act('submit')
  await tab.page.locator('#title-error', { hasText: 'fill this in' }).waitFor()
  await tab.page.fill('[name="title"]', 'x'.repeat(121))
  await tab.write('text')
  await tab.state('refused')
  expect(await tab.page.locator('#title-error').innerText()).toContain('120')
  await tab.page.fill('[name="title"]', 'short enough')
  await tab.state('saved')
  expect(await tab.page.locator('#title-error').isHidden()).toBe(true)
  expect((await stored(person, tab.id)).title).toBe('short enough')
})

test('on a small screen nothing is cut off, and the editor is fetched by no other page', async () => {
  const { context } = await newcomer({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  const page = await context.newPage()
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  for (const path of ['/studio', '/studio/posts', '/studio/drafts', '/posts']) {
    await page.goto(site + path)
    expect([path, await width()]).toEqual([path, 360])
    expect([path, await hindrances(page)]).toEqual([path, []])
  }
  expect(scripts.filter((url) => /\/editor-/.test(url))).toEqual([])
  await page.goto(`${site}/studio/write`)
  await page.locator('.ProseMirror').waitFor()
  expect(await width()).toBe(360)
  expect(await hindrances(page)).toEqual([])
})
