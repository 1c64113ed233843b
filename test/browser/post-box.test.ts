import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { call, open } from './support/browser.ts'
import { author } from './support/writing.ts'

const styles = new URL('../../static/css/', import.meta.url)

/** Every class name in the site's style sheets. */
const CLASSES = [
  ...new Set(
    readdirSync(styles, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) => [...readFileSync(new URL(file, styles), 'utf8').matchAll(/\.([a-z_-][\w-]*)/gi)])
      .map(([, name = '']) => name),
  ),
]

let path: string
let page: Page

beforeAll(async () => {
  const body = CLASSES.map((name) => `<pre class="${name}"><code class="${name}">${name}</code></pre>`).join('')
  const label = 'a'.repeat(63)
  const canonical_url = `https://${label}.${label}.${label}.example/`
  const post = await call(await author(), 'POST', '/api/studio/posts', { title: 'In its box', body, canonical_url })
  path = `/posts/${(post as { id: number }).id}`
})

beforeEach(async () => {
  page = await open(null, path)
})

test('a post that uses every class name of the site paints nothing outside its article', async () => {
  expect(CLASSES.length).toBeGreaterThan(100)
  await expect.poll(() => page.locator('.prose pre').count()).toBe(CLASSES.length)
  await expect.poll(() => outsideTheArticle()).toEqual([])
})

test('the longest host of a canonical link fits a narrow screen', async () => {
  const narrow = await open(null, path, { viewport: { width: 320, height: 600 } })
  await narrow.locator('.post-times a').waitFor()
  await expect.poll(() => narrow.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('the check detects content outside the article', async () => {
  await page.evaluate(() => {
    document.querySelector('.prose')?.insertAdjacentHTML('beforeend', '<pre class="toasts"><code>x</code></pre>')
  })
  await expect.poll(() => outsideTheArticle()).toEqual(['PRE.toasts'])
})

/** Elements of the body that leave the text flow or extend beyond the article. */
function outsideTheArticle(): Promise<string[]> {
  return page.evaluate(() => {
    const prose = document.querySelector('.prose')
    const box = prose?.closest('article')?.getBoundingClientRect()
    if (!prose || !box) throw new Error('no article')
    const isLoose = (style: CSSStyleDeclaration) => ['fixed', 'absolute', 'sticky'].includes(style.position)
    const reaches = (element: Element) => {
      // Wide content in a code block scrolls inside the block.
      if (element.parentElement?.closest('pre')) return false
      const { top, right, bottom, left } = element.getBoundingClientRect()
      return top < box.top - 1 || left < box.left - 1 || right > box.right + 1 || bottom > box.bottom + 1
    }
    return [...prose.querySelectorAll('pre, code')]
      .filter((element) => {
        const parts = [null, '::before', '::after'].map((part) => getComputedStyle(element, part))
        return parts.some(isLoose) || reaches(element)
      })
      .map((element) => [element.tagName, ...element.classList].join('.'))
  })
}
