import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { PASSWORD } from '../../scripts/seed/people.ts'
import { withSites } from './first-paint/sites.ts'
import { inNewPage, SLOWER, tasksOf, traced } from './first-paint/visit.ts'
import { median } from './measure.ts'

/** Measures typing in a text of 5,000 words on a slow phone, for this commit and an older one, in alternating rounds. */
export async function typing(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { against: { type: 'string' }, rounds: { type: 'string' } } })
  await withSites(values.against, async (browser, sites) => {
    const typed = sites.map((site) => ({ ...site, keys: [] as KeyCost[] }))
    for (let round = 0; round < Number(values.rounds ?? 2); round++)
      for (const { url, keys } of typed) keys.push(...(await typeSlowly(browser, url)))
    console.log(`CPU time of the page's main thread in ms, CPU ${SLOWER} times slower\n\n${HEAD}`)
    for (const { commit, keys } of typed) console.log(rowOf(commit, keys))
  })
}

const HEAD =
  '| commit | keys | longest task of a key, p50 | p98 | all tasks of a key, p50 | tasks over 50 ms |\n|---|---|---|---|---|---|'

function rowOf(commit: string, keys: readonly KeyCost[]): string {
  const longest = keys.map(({ tasks }) => Math.max(...tasks))
  const sums = keys.map(({ tasks }) => tasks.reduce((sum, one) => sum + one, 0))
  const long = keys.flatMap(({ tasks }) => tasks.filter((one) => one > 50)).length
  const figures = [median(longest), p98(longest), median(sums)].map((figure) => figure.toFixed(0))
  return `| ${[commit, keys.length, ...figures, long].join(' | ')} |`
}

function p98(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.98) - 1] ?? Number.NaN
}

/** CPU milliseconds of the main-thread tasks from one key to the next. */
interface KeyCost {
  tasks: number[]
}

const AUTHOR = 'ada@joule.local'
const WORDS = 5_000
const KEYS = 'The quick brown fox jumps over it. '.repeat(3)
const BETWEEN_KEYS = 120
/** Long enough for the local copy and the word count, which wait for a pause. */
const PAUSE = { every: 20, milliseconds: 700 }

function typeSlowly(browser: Browser, url: string): Promise<KeyCost[]> {
  return inNewPage(browser, async (debug, _, page) => {
    await logIn(page, url)
    await openText(page, url)
    await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const events = await traced(debug, ['devtools.timeline', 'disabled-by-default-devtools.timeline'], async () => {
      for (const [n, key] of [...KEYS].entries()) {
        await page.keyboard.press(key === ' ' ? 'Space' : key)
        await pause((n + 1) % PAUSE.every === 0 ? PAUSE.milliseconds : BETWEEN_KEYS)
      }
    })
    const keys = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')
    const [first] = keys
    if (!first) throw new Error('no key reached the page')
    const tasks = tasksOf(events, first)
    return keys.map(({ ts }, n) => {
      const next = keys[n + 1]?.ts ?? Number.POSITIVE_INFINITY
      // A key is handled inside a task that began before it.
      const own = tasks.filter((task) => task.ts + (task.dur ?? 0) > ts && task.ts + (task.dur ?? 0) <= next)
      return { tasks: own.map(({ tdur = 0 }) => tdur / 1000) }
    })
  })
}

async function openText(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/studio/write`)
  await page.locator('.ProseMirror').waitFor()
  await paste(page, text())
  await page.locator('[data-state="saved"]').waitFor()
  // A phone has no pointer that stays over the text.
  await page
    .locator('.ProseMirror > p')
    .nth(50)
    .evaluate((paragraph) => {
      paragraph.closest<HTMLElement>('.ProseMirror')?.focus()
      getSelection()?.collapse(paragraph, paragraph.childNodes.length)
      paragraph.scrollIntoView({ block: 'center' })
    })
}

async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.fill('[name="email"]', AUTHOR)
  await page.fill('[name="password"]', PASSWORD)
  await page.press('[name="password"]', 'Enter')
  await page.waitForURL((to) => to.pathname !== '/login')
}

async function paste(page: Page, html: string): Promise<void> {
  await page.evaluate((html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('.ProseMirror')?.dispatchEvent(event)
  }, html)
}

/** Paragraphs with marks and links, headings, lists and code. */
function text(): string {
  const sentence = 'Words with <strong>weight</strong>, a <a href="/help">link</a> and a bit of <code>code</code>. '
  const parts: string[] = []
  for (let words = 0; words < WORDS; words += 50) {
    if (words % 500 === 0) parts.push('<h2>A heading</h2>', '<pre><code class="language-ts">const a = 1</code></pre>')
    parts.push(
      words % 250 === 0 ? `<ul>${`<li><p>${sentence}</p></li>`.repeat(5)}</ul>` : `<p>${sentence.repeat(5)}</p>`,
    )
  }
  return parts.join('')
}
