import { Buffer } from 'node:buffer'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { IMAGE } from './early/images.ts'
import { browserOf, type Person, signIn } from './support/browser.ts'
import { draftsOf, ImportPage, markdown, plainPosts, zipOf } from './support/importing.ts'
import { advanceTimers } from './support/time.ts'
import { author } from './support/writing.ts'

const CREATE = '**/api/studio/posts'

async function opened(): Promise<{ person: Person; tab: ImportPage }> {
  const person = await author()
  return { person, tab: await ImportPage.open(await browserOf(person)) }
}

const titlesOf = async (person: Person) => (await draftsOf(person)).map(({ title }) => title)

/** Counts the requests to an address. */
function counted(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path && request.method() === 'POST') count += 1
  })
  return () => count
}

/** An image on another site. Without a header Playwright would add one that lets the page read it. */
const otherSite = (mayBeRead: boolean) => (route: Route) =>
  route.fulfill({
    body: IMAGE.buffer,
    contentType: 'image/png',
    headers: { 'Access-Control-Allow-Origin': mayBeRead ? '*' : 'https://a-third.example' },
  })

test('a ZIP of Markdown becomes drafts with images, and a second import creates nothing', async () => {
  const { person, tab } = await opened()
  const { page } = tab
  await page.route('https://open.example/*', otherSite(true))
  await page.route('https://closed.example/*', otherSite(false))
  const uploads = counted(page, '/api/posts/upload-image')
  const blog = zipOf({
    'posts/a.md': markdown(
      { title: 'A sea', date: '2019-05-01', canonical_url: 'https://old.example/a' },
      'Look: ![sea](img/sea.png) and ![sky](https://open.example/sky.png)',
    ),
    'posts/b.md': markdown({ title: 'The same sea' }, '![sea](img/sea.png) ![far](https://closed.example/far.png)'),
    'posts/c.md': markdown({ title: 'Nothing here' }, ''),
    'posts/img/sea.png': IMAGE.buffer,
  })
  await tab.choose(blog)
  expect(await tab.rows()).toEqual([
    ['A sea', 'New'],
    ['The same sea', 'New'],
    ['Nothing here', 'Refused'],
  ])
  expect(await draftsOf(person)).toEqual([])
  await tab.part('start').click()
  await tab.finish()

  const [sea, same, ...others] = await draftsOf(person)
  expect(others).toEqual([])
  const imagesIn = (body = '') => [...body.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)
  expect(sea).toMatchObject({ title: 'A sea', canonical_url: 'https://old.example/a' })
  expect(imagesIn(sea?.body)).toEqual([expect.stringMatching(/^\/images\//), expect.stringMatching(/^\/images\//)])
  expect(imagesIn(same?.body)).toEqual([imagesIn(sea?.body)[0], 'https://closed.example/far.png'])
  // The image that both posts contain is uploaded once.
  expect(uploads()).toBe(2)
  expect(await tab.part('issues').innerText()).toContain('The same sea')

  const download = page.waitForEvent('download')
  await tab.part('report').click()
  const report = readFileSync(await (await download).path(), 'utf8')
  expect(report).toContain('https://closed.example/far.png')
  expect(report).toMatch(/Nothing here,.*Refused/)

  await page.reload()
  await tab.choose(blog)
  expect((await tab.rows()).map(([, status]) => status)).toEqual(['Imported', 'Imported', 'Refused'])
  expect(await tab.part('start').isDisabled()).toBe(true)
  expect(await draftsOf(person)).toHaveLength(2)
})

test('an import that was interrupted by closing the tab continues without duplicates', async () => {
  const { person, tab } = await opened()
  const blog = zipOf(plainPosts(6))
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  let requests = 0
  await tab.page.route(CREATE, async (route) => {
    requests += 1
    if (requests < 4) return route.continue()
    // The server creates the post, and the browser does not get the answer.
    await route.fetch()
    reach()
  })
  await tab.choose(blog)
  await tab.part('start').click()
  await reached
  const context = tab.page.context()
  await tab.page.close({ runBeforeUnload: false })
  expect(await titlesOf(person)).toHaveLength(4)

  const again = await ImportPage.open(context)
  await again.import(blog)
  expect(await again.counts()).toEqual({ Imported: '2', Failed: '0' })
  expect(await titlesOf(person)).toEqual(['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5', 'Post 6'])
})

test('an import waits for a lost connection and for the limits of the server', async () => {
  const { person, tab } = await opened()
  let requests = 0
  await tab.page.route(CREATE, async (route) => {
    requests += 1
    if (requests === 1) {
      // The server creates the post, and the answer is lost.
      await route.fetch()
      await route.abort('connectionreset')
    } else if (requests === 3) {
      const error = { code: 'rate_limited', message: 'Too many.' }
      await route.fulfill({ status: 429, headers: { 'Retry-After': '7' }, json: { error } })
    } else await route.continue()
  })
  await tab.choose(zipOf(plainPosts(3)))
  await tab.part('start').click()
  await expect.poll(() => tab.part('state').innerText()).toContain('You are offline')
  await tab.page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => tab.part('state').innerText()).toContain('continues in 7 seconds')
  await advanceTimers(tab.page)
  await tab.finish()
  expect(await tab.counts()).toEqual({ Imported: '3', Failed: '0' })
  expect(await titlesOf(person)).toEqual(['Post 1', 'Post 2', 'Post 3'])
})

test('a paused import sends nothing until it is resumed', async () => {
  const { person, tab } = await opened()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const creations = counted(tab.page, '/api/studio/posts')
  await tab.page.route(CREATE, async (route) => {
    await released
    await route.continue()
  })
  await tab.choose(zipOf(plainPosts(3)))
  await tab.part('start').click()
  await expect.poll(creations).toBe(1)
  await tab.part('pause').click()
  release()
  await expect.poll(() => tab.counts()).toEqual({ Imported: '1', Failed: '0', Left: '2' })
  expect(await tab.part('state').innerText()).toContain('Paused')
  expect(creations()).toBe(1)
  await tab.part('resume').click()
  await tab.finish()
  expect(await titlesOf(person)).toHaveLength(3)
})

test('an import pauses when the session ends, and does not continue for another user', async () => {
  const { person, tab } = await opened()
  const other = await author()
  const context = tab.page.context()
  let requests = 0
  await tab.page.route(CREATE, async (route) => {
    await route.continue()
    requests += 1
    if (requests === 1) await context.clearCookies()
  })
  await tab.choose(zipOf(plainPosts(3)))
  await tab.part('start').click()
  await expect.poll(() => tab.part('state').innerText()).toContain('Your session has ended')

  await signIn(context, other)
  await tab.part('resume').click()
  await expect.poll(() => tab.part('state').innerText()).toContain('Your session has ended')
  await context.clearCookies()
  await signIn(context, person)
  await tab.part('resume').click()
  await tab.finish()
  expect(await titlesOf(person)).toEqual(['Post 1', 'Post 2', 'Post 3'])
  expect(await titlesOf(other)).toEqual([])
})

test('a post that changed in its source is updated only if the author selects it', async () => {
  const { person, tab } = await opened()
  const version = (text: string, updated: string) =>
    zipOf({ 'a.md': markdown({ title: 'A post', updated }, text), 'b.md': markdown({ title: 'Other' }, 'Words.') })
  await tab.import(version('The first text.', '2020-01-01'))
  await tab.page.reload()
  await tab.choose(version('The second text.', '2099-01-01'))
  expect(await tab.rows()).toEqual([
    ['A post', 'Changed'],
    ['Other', 'Imported'],
  ])
  expect(await tab.part('start').isDisabled()).toBe(true)
  await tab.page.locator('.import-table [type=checkbox]').check()
  await tab.part('start').click()
  await tab.finish()
  const [post, ...others] = await draftsOf(person)
  expect(post).toMatchObject({ title: 'A post', body: '<p>The second text.</p>', version: 2 })
  expect(others).toHaveLength(1)
})

test('refused posts are listed with the reason, and can be tried again', async () => {
  const { person, tab } = await opened()
  let isBroken = true
  await tab.page.route(CREATE, async (route) => {
    const { title } = route.request().postDataJSON() as { title: string }
    if (title !== 'Post 2' || !isBroken) return route.continue()
    const error = { code: 'validation_failed', message: 'Check the fields.', fields: { body: 'Too long.' } }
    await route.fulfill({ status: 422, json: { error } })
  })
  await tab.import(zipOf(plainPosts(3)))
  expect(await tab.counts()).toEqual({ Imported: '2', Failed: '1' })
  expect(await tab.part('issues').innerText()).toContain('Too long.')
  isBroken = false
  await tab.part('retry').click()
  await expect.poll(() => tab.counts()).toEqual({ Imported: '3', Failed: '0' })
  expect(await titlesOf(person)).toEqual(['Post 1', 'Post 2', 'Post 3'])
})

test('a folder can be chosen, and a file can be dropped', async () => {
  const { tab } = await opened()
  const folder = mkdtempSync(join(tmpdir(), 'joule-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'one.md'), markdown({ title: 'One' }, 'Text.'))
  writeFileSync(join(folder, 'two.md'), markdown({ title: 'Two' }, 'Text.'))
  await tab.page.locator('input[type=file]').nth(1).setInputFiles(folder)
  await tab.part('plan').waitFor()
  expect(await tab.rows()).toEqual([
    ['One', 'New'],
    ['Two', 'New'],
  ])
  await tab.page.getByRole('button', { name: 'Another file' }).click()
  await tab.page.locator('[data-import-part="choose"]').evaluate((element) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['---\ntitle: Dropped\n---\nText.'], 'dropped.md'))
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => tab.rows()).toEqual([['Dropped', 'New']])
})

test('a file that cannot be read shows the reason', async () => {
  const { tab } = await opened()
  const file = (name: string, content: string) => ({ name, mimeType: '', buffer: Buffer.from(content) })
  await tab.choose(file('blog.zip', 'not a ZIP file'))
  expect(await tab.part('problem').innerText()).toContain('not a valid ZIP file')
  await tab.choose(zipOf({ '../../etc/passwd.md': 'Root.' }))
  expect(await tab.part('problem').innerText()).toContain('unsafe file path')
  await tab.choose(file('things.json', '{"things": []}'))
  expect(await tab.part('problem').innerText()).toContain('not recognised')
})

test('a long list is shown in pages, and one import runs at a time', async () => {
  const { tab } = await opened()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await tab.choose(zipOf(plainPosts(130)))
  expect(await tab.rows()).toHaveLength(100)
  await tab.page.getByRole('button', { name: 'Next' }).click()
  expect(await tab.rows()).toHaveLength(30)
  await tab.page.getByRole('button', { name: 'Select none' }).click()
  await tab.page.locator('.import-table [type=checkbox]').first().check()
  expect(await tab.part('start').innerText()).toBe('Import 1 post')

  const second = await ImportPage.open(tab.page.context())
  await second.choose(zipOf(plainPosts(1)))
  await tab.page.route(CREATE, async (route) => {
    await released
    await route.continue()
  })
  await tab.part('start').click()
  await tab.part('pause').waitFor()
  await second.part('start').click()
  await second.page.getByText('An import is running in another tab').waitFor()
  release()
  await tab.finish()
})
