import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browserOf } from './support/browser.ts'
import { call, type Person } from './support/people.ts'
import { site } from './support/site.ts'
import { author, WritePage } from './support/writing.ts'

const SLOW = '$'.repeat(59_999)
const block = (language: string, source: string) => `<pre><code class="language-${language}">${source}</code></pre>`

let writer: Person

beforeAll(async () => {
  writer = await author()
})

// Grammars whose time grows with the square of a line made for it.
test.each(['java', 'ini', 'typescript', 'csharp', 'cpp', 'graphql'])(
  'a line that %s takes a minute to colour leaves the page as quick as it was, and readable',
  async (language) => {
    const page = await read(block(language, SLOW) + block('sql', 'SELECT 1') + block(language, `${SLOW} `))
    // What comes after it gets its colours.
    await page.locator('.hljs-number').waitFor()
    expect(await page.locator('pre').first().textContent()).toBe(SLOW)
    await page.waitForTimeout(1_500)
    expect(await page.evaluate('longestPause')).toBeLessThan(1_000)
  },
)

test('a page of slow blocks is left plain after a while, and the worker with it', async () => {
  const page = await read(block('java', SLOW) + block('java', `${SLOW}1`) + block('cpp', SLOW))
  await expect.poll(() => page.workers().length, { timeout: 10_000 }).toBe(1)
  await expect.poll(() => page.workers().length, { timeout: 10_000 }).toBe(0)
  expect(await page.locator('pre').last().textContent()).toBe(SLOW)
})

test('a block of more colours than a page lays out at once stays plain', async () => {
  const many = '$a '.repeat(9_000)
  const page = await read(block('graphql', many) + block('graphql', '$b '.repeat(1_500)) + block('sql', 'SELECT 1'))
  await page.locator('.hljs-number').waitFor()
  expect(await page.locator('pre').first().locator('span').count()).toBe(0)
  expect(await page.locator('pre').nth(1).locator('span').count()).toBeGreaterThan(1_000)
  expect(await page.evaluate('longestPause')).toBeLessThan(1_000)
})

test('the editor colours code in the worker too, and stays quick where that takes too long', async () => {
  const body = block('java', '$'.repeat(19_999)) + block('sql', 'SELECT 1')
  const draft = { title: 'Slow', body, status: 'draft' }
  const { id } = (await call(writer, 'POST', '/api/studio/posts', draft)) as { id: number }
  const tab = await WritePage.open(await measured(), `/studio/write?id=${id}`)
  await tab.page.locator('.hljs-number').waitFor()
  await tab.page.locator('.ProseMirror pre').last().click()
  await tab.page.keyboard.press('End')
  await tab.page.keyboard.type(' + 234')
  await expect.poll(() => tab.page.locator('.hljs-number').allTextContents()).toEqual(['1', '234'])
  // Opening the editor takes a while by itself; colouring this line took eight seconds.
  expect(await tab.page.evaluate('longestPause')).toBeLessThan(4_000)
})

async function read(body: string): Promise<Page> {
  const post = { title: 'Code', body, tags: ['code'] }
  const { id } = (await call(writer, 'POST', '/api/studio/posts', post)) as { id: number }
  const page = await (await measured()).newPage()
  await page.goto(`${site}/posts/${id}`)
  return page
}

/** A browser whose pages know for how long they did not answer. */
async function measured(): Promise<BrowserContext> {
  const context = await browserOf(writer)
  await context.addInitScript(() => {
    let last = performance.now()
    Object.assign(window, { longestPause: 0 })
    setInterval(() => {
      const now = performance.now()
      const pause = Math.max(now - last, Number(Reflect.get(window, 'longestPause')))
      Object.assign(window, { longestPause: pause })
      last = now
    }, 20)
  })
  return context
}
