import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { open } from './support/browser.ts'
import { post } from './support/community.ts'
import { author } from './support/writing.ts'

const styles = new URL('../../static/css/', import.meta.url)

/** Every class name in the site's style sheets. */
const CLASSES = [
  ...new Set(
    readdirSync(styles, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) => [
        ...readFileSync(new URL(file, styles), 'utf8').matchAll(/\.([a-z_-][\w-]*)/gi),
      ])
      .map(([, name = '']) => name),
  ),
]

const written = async (fields: Record<string, string>) =>
  `/posts/${await post(await author(), fields)}`

test('a post that uses every class name of the site paints nothing outside its article', async () => {
  expect(CLASSES.length).toBeGreaterThan(100)
  const body = CLASSES.map(
    (name) => `<pre class="${name}"><code class="${name}">${name}</code></pre>`,
  ).join('')
  const page = await open(null, await written({ body }))
  await expect.poll(() => page.locator('.prose pre').count()).toBe(CLASSES.length)
  await expect.poll(() => outsideTheArticle(page)).toEqual([])
  // The check detects content outside the article.
  await page.evaluate(() => {
    document
      .querySelector('.prose')
      ?.insertAdjacentHTML('beforeend', '<pre class="toasts"><code>x</code></pre>')
  })
  await expect.poll(() => outsideTheArticle(page)).toEqual(['PRE.toasts'])
})

test('the longest host of a canonical link fits a narrow screen', async () => {
  const label = 'a'.repeat(63)
  const canonical_url = `https://${label}.${label}.${label}.example/`
  const narrow = await open(null, await written({ canonical_url }), {
    viewport: { width: 320, height: 640 },
  })
  await narrow.locator('.post-times a').waitFor()
  await expect.poll(() => narrow.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

/** Elements of the body that leave the text flow or extend beyond the article. */
function outsideTheArticle(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const prose = document.querySelector('.prose')
    const box = prose?.closest('article')?.getBoundingClientRect()
    if (!prose || !box) throw new Error('no article')
    const isLoose = (style: CSSStyleDeclaration) =>
      ['fixed', 'absolute', 'sticky'].includes(style.position)
    const reaches = (element: Element) => {
      // Wide content in a code block scrolls inside the block.
      if (element.parentElement?.closest('pre')) return false
      const { top, right, bottom, left } = element.getBoundingClientRect()
      return (
        top < box.top - 1 || left < box.left - 1 || right > box.right + 1 || bottom > box.bottom + 1
      )
    }
    return [...prose.querySelectorAll('pre, code')]
      .filter((element) => {
        const parts = [null, '::before', '::after'].map((part) => getComputedStyle(element, part))
        return parts.some(isLoose) || reaches(element)
      })
      .map((element) => [element.tagName, ...element.classList].join('.'))
  })
}
