import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { editing } from './support/writing.ts'

const PARAGRAPH =
  '<p>Words with <strong>weight</strong>, a <a href="/help">link</a> and <code>code</code>.</p>'
/** The key presses whose restyled elements are counted. */
const KEYS = 5
const BLOCKS = 150
const OTHERS =
  '<h2>A</h2><ul><li><p>b</p></li></ul><pre><code class="language-ts">c</code></pre><table><tbody><tr><td><p>d &amp; e</p></td></tr></tbody></table><blockquote><p>f</p></blockquote><hr>'

test('a key press in a long text serialises only its own block and restyles few elements, and the whole text is saved', async () => {
  const { tab } = await editing({ body: OTHERS + PARAGRAPH.repeat(BLOCKS), draft: true })
  const sent: string[] = []
  tab.page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON().body)
  })
  await tab.page.evaluate(() => {
    const { createElement } = document
    window.elementsMade = 0
    document.createElement = (...args: Parameters<typeof createElement>) => {
      window.elementsMade++
      return createElement.apply(document, args)
    }
  })
  await typeIn(tab.page, 2)
  await tab.state('saved')
  expect(await tab.page.evaluate(() => window.elementsMade)).toBeLessThan(BLOCKS / 3)
  expect(sent).toEqual([await wholeHtml(tab.page)])

  const debug = await tab.page.context().newCDPSession(tab.page)
  const events = await traced(debug, async () => {
    for (let key = 0; key < KEYS; key++) {
      await tab.page.keyboard.type('y')
      await tab.page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
      )
    }
  })
  const restyled = events.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? (args?.elementCount ?? []) : [],
  )
  expect(restyled.length).toBeGreaterThan(0)
  expect(Math.max(...restyled)).toBeLessThan(BLOCKS / 3)
})

declare global {
  interface Window {
    elementsMade: number
  }
}

interface TraceEvent {
  name: string
  args?: { elementCount?: number }
}

/** The events of Chromium's timeline while `act` runs. */
async function traced(debug: CDPSession, act: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  debug.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as unknown as TraceEvent[])),
  )
  const traceConfig = { includedCategories: ['devtools.timeline'] }
  await debug.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  await act()
  const complete = new Promise((resolve) => debug.once('Tracing.tracingComplete', resolve))
  await debug.send('Tracing.end')
  await complete
  return events
}

async function typeIn(page: Page, index: number): Promise<void> {
  await page.locator('.ProseMirror > p').nth(index).click()
  await page.keyboard.press('End')
  await page.keyboard.type('x')
}

/** The text as Tiptap serialises it. */
function wholeHtml(page: Page): Promise<string> {
  return page
    .locator('.ProseMirror')
    .evaluate((element) =>
      (element as unknown as { editor: { getHTML(): string } }).editor.getHTML(),
    )
}
