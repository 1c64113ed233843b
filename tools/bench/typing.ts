import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { browserForTests } from '../checks/browser/index.ts'
import { launchChromium } from '../checks/browser/launch.ts'
import { startChild } from './child.ts'
import { type Contender, withContenders } from './contenders.ts'
import { median } from './measure.ts'
import type { Prepared } from './prepare-process.ts'

const WORDS = 5_000
const KEYS = 'The quick brown fox jumps over it. '.repeat(3)
/** Long enough for the local copy and the word count, which wait for a pause. */
const PAUSE_MS = 700

/**
 * Measures the CPU time of the page's main thread for each key in a long text, for this commit and an older one, in
 * alternating rounds.
 */
export async function typing(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { against: { type: 'string' }, rounds: { type: 'string' } } })
  const browser = await launchChromium(await browserForTests())
  try {
    const sites = await withContenders(values.against ?? null, async (competing, copies) => {
      const prepared = []
      for (const one of competing)
        prepared.push({ ...one, ...(await one.prepare(1_000, join(copies, one.label))), keys: [] as number[] })
      for (let round = 0; round < Number(values.rounds ?? 3); round++)
        for (const site of prepared) site.keys.push(...(await typeIn(browser, site)))
      return prepared
    })
    for (const { commit, keys } of sites) {
      const p98 = keys.toSorted((a, b) => a - b)[Math.floor(keys.length * 0.98)]
      console.log(`${commit}: ${median(keys).toFixed(1)} ms of CPU per key (p98 ${p98?.toFixed(1)})`)
    }
    const [now, before] = sites.map(({ keys }) => median(keys))
    if (now !== undefined && before !== undefined) console.log(`ratio: ${(now / before).toFixed(2)}`)
  } finally {
    await browser.close()
  }
}

async function typeIn(browser: Browser, { serve, data, bundle, scenes }: Contender & Prepared): Promise<number[]> {
  const server = startChild(serve, null)
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true })
  try {
    const { port } = await server.call<{ port: number }>('site', { data, bundle, isMetered: false })
    const url = `http://127.0.0.1:${port}`
    const token = scenes.find(({ name }) => name === 'studio')?.requests[0]?.token ?? ''
    await context.addCookies([{ name: 'joule_at', value: token, url }])
    const page = await context.newPage()
    await openText(page, url)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const costs: number[] = []
    for (const [n, key] of [...KEYS].entries()) {
      const before = await taskTime(devtools)
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      await wait(n % 20 === 0 ? PAUSE_MS : PAUSE_MS / 6)
      costs.push((await taskTime(devtools)) - before)
    }
    return costs
  } finally {
    await context.close()
    await server.call('stop', null)
    await server.end()
  }
}

/** CPU milliseconds of all tasks of the main thread. */
async function taskTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

/** Pastes the text into a new post, and puts the caret into its middle. */
async function openText(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/studio/write`)
  await page.locator('.ProseMirror').evaluate((editor, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text())
  await page.locator('[data-state="saved"]').waitFor()
  await page
    .locator('.ProseMirror > p')
    .nth(50)
    .evaluate((paragraph) => {
      paragraph.closest<HTMLElement>('.ProseMirror')?.focus()
      getSelection()?.collapse(paragraph, paragraph.childNodes.length)
      paragraph.scrollIntoView({ block: 'center' })
    })
}

/** Paragraphs with marks and links, headings, lists and code. */
function text(): string {
  const sentence = 'Words with <strong>weight</strong>, a <a href="/help">link</a> and a bit of <code>code</code>. '
  const section = [
    '<h2>A heading</h2><pre><code class="language-ts">const a = 1</code></pre>',
    `<ul>${`<li><p>${sentence}</p></li>`.repeat(5)}</ul>`,
    `<p>${sentence.repeat(5)}</p>`.repeat(9),
  ]
  return section.join('').repeat(WORDS / 500)
}
