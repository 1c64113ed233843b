import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, type Person } from './browser.ts'

export const SLOW = '$'.repeat(59_999)
/** Seconds of main-thread work. Opening a page takes one or two seconds, highlighting that line takes a minute. */
const LITTLE = 15
export const block = (language: string, source: string) =>
  `<pre><code class="language-${language}">${source}</code></pre>`

export async function expectLittleWork(page: Page): Promise<void> {
  await expect.poll(() => secondsOfWork(page)).toBeLessThan(LITTLE)
}

/** The path of a new post with this body. */
export async function published(writer: Person, body: string): Promise<string> {
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
