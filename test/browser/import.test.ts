// @module-tag long
import { Buffer } from 'node:buffer'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { checkState } from './support/accessible.ts'
import { browserOf, call, type Person, signIn } from './support/browser.ts'
import { IMAGE } from './support/images.ts'
import { draftsOf, ImportPage, markdown, plainPosts, zipOf } from './support/importing.ts'
import { holdResponses } from './support/network.ts'
import { advanceTimers } from './support/time.ts'
import { author, type Post } from './support/writing.ts'

const CREATE = '**/api/studio/posts'

/** The title of the post that a request creates. */
const titleIn = (route: Route) => (route.request().postDataJSON() as { title: string }).title

async function opened(): Promise<{ person: Person; tab: ImportPage }> {
  const person = await author()
  return { person, tab: await ImportPage.open(await browserOf(person)) }
}

async function titlesOf(person: Person): Promise<string[]> {
  const { items } = (await call(person, 'GET', '/api/studio/posts?status=draft&limit=50')) as {
    items: Post[]
  }
  return items.map(({ title }) => title).sort()
}

/** Counts the requests to an address. */
function counted(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path && request.method() === 'POST') count += 1
  })
  return () => count
}

/**
 * An image on another site, which the page may read or not. It must set the header itself, because
 * Playwright would add one that allows reading.
 */
const otherSite = (mayBeRead: boolean) => (route: Route) =>
  route.fulfill({
    body: IMAGE.buffer,
    contentType: 'image/png',
    headers: { 'Access-Control-Allow-Origin': mayBeRead ? '*' : 'https://a-third.example' },
  })

const file = (name: string, content: string) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(content),
})

test('the import page refuses files that are not an export, and reads a folder and dropped files', async () => {
  const { tab } = await opened()
  const { page } = tab
  await tab.choose(file('blog.zip', 'not a ZIP file'))
  expect(await tab.part('problem').innerText()).toContain('not a valid ZIP file')
  await tab.choose(zipOf({ '../../etc/passwd.md': 'Root.' }))
  expect(await tab.part('problem').innerText()).toContain('unsafe file path')
  await tab.choose(file('things.json', '{"things": []}'))
  expect(await tab.part('problem').innerText()).toContain('not recognised')
  await checkState(page)

  const folder = mkdtempSync(join(tmpdir(), 'joule-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'one.md'), markdown({ title: 'One' }, 'Text.'))
  writeFileSync(join(folder, 'two.md'), markdown({ title: 'Two' }, 'Text.'))
  await page.locator('input[type=file]').nth(1).setInputFiles(folder)
  await tab.part('plan').waitFor()
  expect(await tab.rows()).toEqual([
    ['One', 'New'],
    ['Two', 'New'],
  ])
  const another = page.getByRole('button', { name: 'Another file' })
  await another.click()
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['---\ntitle: Dropped\n---\nText.'], 'dropped.md'))
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    document.querySelector('[data-import-part="choose"]')?.dispatchEvent(drop)
  })
  await expect.poll(() => tab.rows()).toEqual([['Dropped', 'New']])
})

test('the import page shows a long list in pages, and the author selects posts', async () => {
  const { tab } = await opened()
  const { page } = tab
  await tab.choose(zipOf(plainPosts(102)))
  expect(await tab.rows()).toHaveLength(100)
  await page.getByRole('button', { name: 'Next' }).click()
  expect(await tab.rows()).toHaveLength(2)
  await page.getByRole('button', { name: 'Select none' }).click()
  await page.locator('.import-table [type=checkbox]').first().check()
  expect(await tab.part('start').innerText()).toBe('Import 1 post')
})

const FACTS = {
  title: 'A sea',
  date: '2019-05-01',
  canonical_url: 'https://old.example/a',
  series: 'Seas',
}

test('an import of a ZIP file makes drafts with images, each uploaded once, and its report lists what is missing', async () => {
  const { person, tab } = await opened()
  const { page } = tab
  await page.route('https://open.example/*', otherSite(true))
  await page.route('https://closed.example/*', otherSite(false))
  const uploads = counted(page, '/api/posts/upload-image')
  const blog = {
    'posts/a.md': markdown(
      FACTS,
      'Look: ![sea](img/sea.png) and ![sky](https://open.example/sky.png)',
    ),
    'posts/b.md': markdown(
      { title: 'The same sea', series: 'Seas' },
      '![sea](img/sea.png) ![far](https://closed.example/far.png)',
    ),
    'posts/c.md': markdown({ title: 'Nothing here' }, ''),
    'posts/img/sea.png': IMAGE.buffer,
  }
  await tab.choose(zipOf(blog))
  expect(await tab.rows()).toEqual([
    ['A sea', 'New'],
    ['The same sea', 'New'],
    ['Nothing here', 'Refused'],
  ])
  expect(await draftsOf(person)).toEqual([])
  await checkState(page)
  await tab.part('start').click()
  await tab.finish()
  await checkState(page)

  const [sea, same, ...others] = await draftsOf(person)
  expect(others).toEqual([])
  const imagesIn = (body = '') => [...body.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)
  expect(sea).toMatchObject({ title: 'A sea', canonical_url: 'https://old.example/a' })
  // The series is made once.
  expect(await call(person, 'GET', '/api/studio/series')).toMatchObject({
    items: [{ title: 'Seas', posts_count: 2 }],
  })
  expect(imagesIn(sea?.body)).toEqual([
    expect.stringMatching(/^\/images\//),
    expect.stringMatching(/^\/images\//),
  ])
  expect(imagesIn(same?.body)).toEqual([imagesIn(sea?.body)[0], 'https://closed.example/far.png'])
  // The image that both posts contain is uploaded once.
  expect(uploads()).toBe(2)
  expect(await tab.part('issues').innerText()).toContain('The same sea')

  const download = page.waitForEvent('download')
  await tab.part('report').click()
  const report = readFileSync(await (await download).path(), 'utf8')
  expect(report).toContain('https://closed.example/far.png')
  expect(report).toMatch(/Nothing here,.*Refused/)
})

test('a second import updates only a changed post that the author selects', async () => {
  const { person, tab } = await opened()
  const blog = {
    'posts/a.md': markdown(FACTS, 'The first text.'),
    'posts/b.md': markdown({ title: 'The same sea', series: 'Seas' }, 'Water.'),
    'posts/c.md': markdown({ title: 'Nothing here' }, ''),
  }
  await tab.choose(zipOf(blog))
  await tab.part('start').click()
  await tab.finish()
  const [, same] = await draftsOf(person)
  expect(same).toMatchObject({ title: 'The same sea', version: 1 })

  await tab.page.reload()
  const changed = markdown({ ...FACTS, updated: '2099-01-01' }, 'The second text.')
  await tab.choose(zipOf({ ...blog, 'posts/a.md': changed }))
  expect(await tab.rows()).toEqual([
    ['A sea', 'Changed'],
    ['The same sea', 'Imported'],
    ['Nothing here', 'Refused'],
  ])
  expect(await tab.part('start').isDisabled()).toBe(true)
  await tab.page.locator('.import-table [type=checkbox]').check()
  await tab.part('start').click()
  await tab.finish()
  expect(await draftsOf(person)).toEqual([
    expect.objectContaining({ title: 'A sea', body: '<p>The second text.</p>', version: 2 }),
    same,
  ])
})

test('one import runs at a time, and an import that was interrupted by closing the tab continues without duplicates', async () => {
  const { person, tab } = await opened()
  const blog = zipOf(plainPosts(3))
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  await tab.page.route(CREATE, async (route) => {
    if (titleIn(route) === 'Post 1') return route.continue()
    // The server creates the post, and the browser does not get the response.
    await route.fetch()
    reach()
  })
  await tab.choose(blog)
  await tab.part('start').click()
  await reached
  const second = await ImportPage.open(tab.page.context())
  await second.choose(blog)
  await second.part('start').click()
  await second.page.getByText('An import is running in another tab').waitFor()

  await tab.page.close({ runBeforeUnload: false })
  // Granted when the lock of the closed tab is gone.
  await second.page.evaluate(() => navigator.locks.request('joule-import', () => {}))
  expect(await titlesOf(person)).toEqual(['Post 1', 'Post 2'])
  await second.part('start').click()
  await second.finish()
  expect(await second.counts()).toEqual({ Imported: '1', Failed: '0' })
  expect(await titlesOf(person)).toEqual(['Post 1', 'Post 2', 'Post 3'])
})

test('an import waits while the connection is lost, a limit is reached, it is paused or another user is signed in, and tries refused posts again', async () => {
  const { person, tab } = await opened()
  const attempts: string[] = []
  let isBroken = true
  await tab.page.route(CREATE, async (route) => {
    const title = titleIn(route)
    const isFirst = !attempts.includes(title)
    attempts.push(title)
    if (isFirst && title === 'Post 1') {
      // The server creates the post, and the response is lost.
      await route.fetch()
      await route.abort('connectionreset')
    } else if (isFirst && title === 'Post 2') {
      const error = { code: 'rate_limited', message: 'Too many.' }
      await route.fulfill({ status: 429, headers: { 'Retry-After': '7' }, json: { error } })
    } else if (isBroken && title === 'Post 3') {
      const error = {
        code: 'validation_failed',
        message: 'Check the fields.',
        fields: { body: 'Too long.' },
      }
      await route.fulfill({ status: 422, json: { error } })
    } else await route.continue()
  })
  await tab.choose(zipOf(plainPosts(4)))
  await tab.part('start').click()
  await expect.poll(() => tab.part('state').innerText()).toContain('You are offline')
  await tab.page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => tab.part('state').innerText()).toContain('continues in 7 seconds')
  await advanceTimers(tab.page)
  await tab.finish()
  expect(await tab.counts()).toEqual({ Imported: '3', Failed: '1' })
  expect(await tab.part('issues').innerText()).toContain('Too long.')
  expect(await titlesOf(person)).toEqual(['Post 1', 'Post 2', 'Post 4'])
  isBroken = false
  await tab.part('retry').click()
  await expect.poll(() => tab.counts()).toEqual({ Imported: '4', Failed: '0' })
  expect(await titlesOf(person)).toEqual(['Post 1', 'Post 2', 'Post 3', 'Post 4'])
  await tab.page.unroute(CREATE)

  const other = await author()
  const context = tab.page.context()
  const creations = counted(tab.page, '/api/studio/posts')
  const release = await holdResponses(tab.page, CREATE)
  await tab.page.getByRole('button', { name: 'Another file' }).click()
  await tab.choose(zipOf(plainPosts(3, 'More')))
  await tab.part('start').click()
  await expect.poll(creations).toBe(1)
  await tab.part('pause').click()
  release()
  await expect.poll(() => tab.counts()).toEqual({ Imported: '1', Failed: '0', Left: '2' })
  expect(await tab.part('state').innerText()).toContain('Paused')
  await checkState(tab.page)
  expect(creations()).toBe(1)

  await context.clearCookies()
  await tab.part('resume').click()
  await expect.poll(() => tab.part('state').innerText()).toContain('Your session has ended')
  await signIn(context, other)
  await tab.part('resume').click()
  await expect.poll(() => tab.part('state').innerText()).toContain('Your session has ended')
  await context.clearCookies()
  await signIn(context, person)
  await tab.part('resume').click()
  await tab.finish()
  expect((await titlesOf(person)).slice(0, 3)).toEqual(['More 1', 'More 2', 'More 3'])
  expect(await titlesOf(other)).toEqual([])
})

test('after an import, missing images and tags are listed, and all posts are published with their original dates', async () => {
  const { person, tab } = await opened()
  const posts = {
    ...plainPosts(22),
    'posts/old.md': markdown({ title: 'Old', date: '2019-05-03' }, '![Gone](gone.png)'),
  }
  await tab.choose(zipOf(posts))
  await tab.page.getByText('1 thing cannot be kept').click()
  await tab.page.getByText('Missing image: gone.png').waitFor()
  await tab.part('dates').check()
  await tab.part('start').click()
  await tab.part('finished').waitFor()
  await expect.poll(() => tab.part('to-do').innerText()).toContain('1 post with missing images')
  await tab.part('to-do').locator('summary').first().click()
  await expect.poll(() => tab.part('to-do').locator('a').first().isVisible()).toBe(true)
  expect(await tab.part('to-do').innerText()).toContain('23 posts without tags')
  await tab.part('publish').click()
  await expect.poll(() => tab.page.textContent('dialog[open] h2')).toBe('Publish 23 posts?')
  await tab.page.locator('dialog[open] [value=yes]').click()
  await expect.poll(() => tab.part('state').innerText()).toContain('posts published')
  const { items } = (await call(person, 'GET', '/api/studio/posts?status=approved&limit=50')) as {
    items: Post[]
  }
  const left = await titlesOf(person)
  expect([items.length + left.length, items.length > 21]).toEqual([23, true])
})
