import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { type Person, pageOf, site } from './support/browser.ts'
import { post } from './support/community.ts'
import { author } from './support/writing.ts'

/** Grammars with quadratic time on a prepared line. */
const SLOW_GRAMMARS = isLong ? ['java', 'ini', 'typescript', 'csharp', 'cpp', 'graphql'] : ['java']

test.each(SLOW_GRAMMARS)(
  'code with too many colours or with a line that takes a minute to highlight stays plain and does not slow the page down, and the worker ends: %s',
  LONG,
  async (language) => {
    const writer = await author()
    const page = await pageOf(writer)
    let workers = 0
    page.on('worker', () => workers++)
    const [tooMany, many] = ['$a '.repeat(9_000), '$b '.repeat(1_500)]
    const body = [
      block('graphql', tooMany),
      block('graphql', many),
      block(language, SLOW),
      block('sql', 'SELECT 1'),
    ]
    await page.goto(site + (await published(writer, body.join(''))))
    const blocks = page.locator('pre')
    await page.locator('.hljs-number').waitFor()
    expect(await blocks.nth(0).locator('span').count()).toBe(0)
    expect(await blocks.nth(1).locator('span').count()).toBeGreaterThan(1_000)
    expect(await blocks.nth(2).textContent()).toBe(SLOW)
    expect(workers).toBeGreaterThan(0)
    await expect.poll(() => page.workers().length).toBe(0)
    await expectLittleWork(page)
  },
)

const SLOW = '$'.repeat(59_999)
/**
 * Seconds of work on the main thread. Opening a page takes one or two seconds, and highlighting the
 * slow line would take a minute.
 */
const LITTLE = 15
const block = (language: string, source: string) =>
  `<pre><code class="language-${language}">${source}</code></pre>`

async function expectLittleWork(page: Page): Promise<void> {
  await expect.poll(() => secondsOfWork(page)).toBeLessThan(LITTLE)
}

/** The path of a new post with this body. */
async function published(writer: Person, body: string): Promise<string> {
  return `/posts/${await post(writer, { title: 'Code', body, tags: ['code'] })}`
}

/**
 * The CPU time of the main thread so far, without workers. It does not depend on other load, as
 * elapsed time would.
 */
async function secondsOfWork(page: Page): Promise<number> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { metrics } = await debug.send('Performance.getMetrics')
  const work = metrics.find(({ name }) => name === 'ThreadTime')
  if (!work) throw new Error('this browser does not count the time of a page')
  return work.value
}
