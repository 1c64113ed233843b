import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browserOf, call, open, type Person, pageOf, site } from './support/browser.ts'
import { author, WritePage } from './support/writing.ts'

const SLOW = '$'.repeat(59_999)
/** Milliseconds of main-thread work. Opening a page takes one or two seconds, highlighting that line takes a minute. */
const LITTLE = 15
const block = (language: string, source: string) => `<pre><code class="language-${language}">${source}</code></pre>`

let writer: Person

beforeAll(async () => {
  writer = await author()
})

// Grammars with quadratic time on a prepared line.
test.each(['java', 'ini', 'typescript', 'csharp', 'cpp', 'graphql'])(
  'a %s line that takes a minute to highlight does not slow the page down and stays readable',
  async (language) => {
    const page = await read(block(language, SLOW) + block('sql', 'SELECT 1') + block(language, `${SLOW} `))
    // The block after the slow block is highlighted.
    await page.locator('.hljs-number').waitFor()
    await expect.poll(() => page.locator('pre').first().textContent()).toBe(SLOW)
    await expect.poll(() => secondsOfWork(page)).toBeLessThan(LITTLE)
  },
)

test('a page with many slow code blocks stops highlighting and ends the worker', async () => {
  const page = await pageOf(writer)
  let workers = 0
  page.on('worker', () => workers++)
  await page.goto(site + (await published(block('java', SLOW) + block('java', `${SLOW}1`) + block('cpp', SLOW))))
  await expect.poll(() => workers).toBeGreaterThan(0)
  await expect.poll(() => page.workers().length).toBe(0)
  await expect.poll(() => page.locator('pre').last().textContent()).toBe(SLOW)
})

test('a code block with too many colours stays plain', async () => {
  const many = '$a '.repeat(9_000)
  const page = await read(block('graphql', many) + block('graphql', '$b '.repeat(1_500)) + block('sql', 'SELECT 1'))
  await page.locator('.hljs-number').waitFor()
  await expect.poll(() => page.locator('pre').first().locator('span').count()).toBe(0)
  await expect.poll(() => page.locator('pre').nth(1).locator('span').count()).toBeGreaterThan(1_000)
  await expect.poll(() => secondsOfWork(page)).toBeLessThan(LITTLE)
})

test('the editor highlights code in the worker too, and stays responsive when highlighting is slow', async () => {
  const body = block('java', SLOW) + block('sql', 'SELECT 1')
  const draft = { title: 'Slow', body, status: 'draft' }
  const { id } = (await call(writer, 'POST', '/api/studio/posts', draft)) as { id: number }
  const tab = await WritePage.open(await browserOf(writer), `/studio/write?id=${id}`)
  await tab.page.locator('.hljs-number').waitFor()
  await tab.page.locator('.ProseMirror pre').last().click()
  await tab.page.keyboard.press('End')
  await tab.page.keyboard.type(' + 234')
  await expect.poll(() => tab.page.locator('.hljs-number').allTextContents()).toEqual(['1', '234'])
  await expect.poll(() => secondsOfWork(tab.page)).toBeLessThan(LITTLE)
})

async function read(body: string): Promise<Page> {
  return open(writer, await published(body))
}

/** The path of a new post with this body. */
async function published(body: string): Promise<string> {
  const post = { title: 'Code', body, tags: ['code'] }
  const { id } = (await call(writer, 'POST', '/api/studio/posts', post)) as { id: number }
  return `/posts/${id}`
}

/** CPU time of the main thread so far, without workers. Not wall-clock time. */
async function secondsOfWork(page: Page): Promise<number> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { metrics } = await debug.send('Performance.getMetrics')
  const work = metrics.find(({ name }) => name === 'ThreadTime')
  if (!work) throw new Error('this browser does not count the time of a page')
  return work.value
}
