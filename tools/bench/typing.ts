import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { browserForTests } from '../checks/browser/index.ts'
import { launchChromium } from '../checks/browser/launch.ts'
import { compare } from './contenders.ts'

const WORDS = 5_000
const KEYS = 'The quick brown fox jumps over it. '.repeat(3)
/** Long enough for the local copy and for the word count, which wait for a pause. */
const PAUSE_MS = 700

/**
 * Measures the CPU time of a key press in a text of 5,000 words, with the screen of a phone, for
 * this commit and another one in alternating rounds.
 */
export async function typing(args: string[]): Promise<void> {
  const browser = await launchChromium(await browserForTests())
  try {
    await compare(args, 3, 'per key', async ({ port, scenes }) => {
      const url = `http://127.0.0.1:${port}`
      const token = scenes.find(({ name }) => name === 'studio')?.requests[0]?.token ?? ''
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        isMobile: true,
        hasTouch: true,
      })
      await context.addCookies([{ name: 'joule_at', value: token, url }])
      const page = await context.newPage()
      await openText(page, url)
      const costs = await costsOfKeys(page, await context.newCDPSession(page))
      await context.close()
      return costs
    })
  } finally {
    await browser.close()
  }
}

async function costsOfKeys(page: Page, devtools: CDPSession): Promise<number[]> {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const costs: number[] = []
  for (const [n, key] of [...KEYS].entries()) {
    const before = await taskTime(devtools)
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await wait(n % 20 === 0 ? PAUSE_MS : PAUSE_MS / 6)
    costs.push((await taskTime(devtools)) - before)
  }
  return costs
}

async function taskTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

async function openText(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/studio/write`)
  await page.locator('.ProseMirror').evaluate((editor, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    editor.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
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
  const sentence =
    'Words with <strong>weight</strong>, a <a href="/help">link</a> and a bit of <code>code</code>. '
  const section = [
    '<h2>A heading</h2><pre><code class="language-ts">const a = 1</code></pre>',
    `<ul>${`<li><p>${sentence}</p></li>`.repeat(5)}</ul>`,
    `<p>${sentence.repeat(5)}</p>`.repeat(9),
  ]
  return section.join('').repeat(WORDS / 500)
}
